import { isObject } from '../json/object.ts';
import { parseBody } from '../json/parse.ts';
import { limits } from '../limits.ts';
import { booleanOf, isGiven, type Options, objectWith } from '../search/option.ts';
import { optionErrors } from '../search/option-error.ts';
import { SUGGESTION_STATUSES, type SuggestionStatus } from '../store/adaptive-port.ts';
import { adaptiveErrors, suggestionTexts } from './adaptive-error.ts';

/** A change of the status of a suggestion, as sent. */
export interface StatusChange {
  /** What the response repeats. */
  readonly sent: { readonly query: unknown; readonly type: unknown; readonly status: unknown };
  readonly query: string;
  readonly status: SuggestionStatus;
  readonly mayOverride: boolean;
  /** What is wrong with it; the other members do not count then. */
  readonly errors: readonly string[];
}

/** The statuses that a list is limited to; null for all. */
export function parseSuggestionFilters({ filters }: Options): readonly SuggestionStatus[] | null {
  if (!isGiven(filters)) return null;
  const { status, type } = objectWith('Filters', filters, ['status', 'type']);
  for (const one of listOf(type)) if (one !== 'curation') throw optionErrors.badValue('Filters type', one);
  if (!isGiven(status)) return null;
  return listOf(status).map((one) => {
    const known = SUGGESTION_STATUSES.find((name) => name === one);
    if (known === undefined) throw optionErrors.badValue('Filters status', one);
    return known;
  });
}

const listOf = (value: unknown): readonly unknown[] => {
  if (!isGiven(value)) return [];
  return Array.isArray(value) ? value : [value];
};

/** Parses a JSON array of changes. A problem of one change does not prevent the others. */
export function parseStatusChanges(bodyText: string | undefined): readonly StatusChange[] {
  const body = parseBody(bodyText);
  if (!Array.isArray(body) || body.length === 0) throw adaptiveErrors.notAList();
  if (body.length > limits.suggestionChanges) throw adaptiveErrors.tooManyChanges();
  return body.map(parseStatusChange);
}

function parseStatusChange(item: unknown): StatusChange {
  const { query, type, status, override_manual_curation } = isObject(item) ? item : ({} as Options);
  const known = SUGGESTION_STATUSES.find((name) => name === status);
  const mayOverride = isGiven(override_manual_curation) ? booleanOf(override_manual_curation) : false;
  const errors = [
    ...(isObject(item) ? [] : [suggestionTexts.notAnObject]),
    ...(typeof query === 'string' ? [] : [suggestionTexts.badQuery]),
    ...(!isGiven(type) || type === 'curation' ? [] : [suggestionTexts.badType]),
    ...(known === undefined ? [suggestionTexts.badStatus] : []),
    ...(mayOverride === undefined ? [suggestionTexts.badOverride] : []),
  ];
  return {
    sent: { query: query ?? null, type: type ?? 'curation', status: status ?? null },
    query: typeof query === 'string' ? query : '',
    status: known ?? 'pending',
    mayOverride: mayOverride ?? false,
    errors: isObject(item) ? errors : errors.slice(0, 1),
  };
}
