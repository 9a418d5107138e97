import type { SearchPlan } from '../index/plan.ts';
import { limits } from '../limits.ts';
import type { StoredSettings } from '../store/port.ts';
import type { Schema } from '../values/types.ts';
import { unusableValues } from './engine-field.ts';
import { isGiven, type Options, objectWith } from './option.ts';
import { optionErrors } from './option-error.ts';
import { DEFAULT_PRECISION, matchRules } from './precision.ts';
import { checkOptions, parseQuery } from './request.ts';
import type { Bounds, Restrictions } from './restrict.ts';
import { textFields } from './search-plan.ts';
import { fittingSections, withEngineWeights } from './settings-sections.ts';

/** A parsed request for query suggestions, within the restrictions of its key. */
export interface SuggestionRequest {
  readonly query: string;
  /** The fields that suggestions are taken from. */
  readonly fields: readonly string[];
  readonly size: number;
}

const OPTIONS = new Set(['query', 'types', 'size']);
const FIELDS = 'Types documents fields';

/**
 * Parses a request for query suggestions. By default they come from the text fields that the engine's search settings
 * search and return. A signed key gets suggestions only from fields that it may both search and
 * see (whole, under the strict setting), and its `query` replaces the request's.
 */
export function parseSuggestionRequest(
  options: Options,
  restrictions: Restrictions,
  bounds: Bounds,
  schema: Schema,
  queryLimit: number,
  settings: StoredSettings = {},
): SuggestionRequest {
  checkOptions(options, OPTIONS);
  const own = restrictions !== null && Object.hasOwn(restrictions, 'query') ? restrictions : options;
  const query = parseQuery(own.query, queryLimit);
  const asked = parseFields(options.types, bounds.fields.whole) ?? defaultFields(schema, settings);
  return { query, fields: asked.filter((name) => mayShow(name, bounds)), size: parseSize(options.size) };
}

function defaultFields(schema: Schema, settings: StoredSettings): readonly string[] {
  const context = { schemaOf: () => schema, mayName: () => false };
  const { options } = fittingSections(settings, ['search_fields', 'result_fields'], context);
  const names = (section: unknown, name: string): boolean =>
    section === undefined || Object.hasOwn(section as object, name);
  const searched = withEngineWeights(new Map(textFields(schema).map((name) => [name, undefined])), settings);
  return [...(searched ?? [])]
    .filter(([name, weight]) => weight !== 0 && names(options.search_fields, name))
    .map(([name]) => name)
    .filter((name) => names(options.result_fields, name));
}

const mayShow = (name: string, { results, searched, fields }: Bounds): boolean =>
  (results?.has(name) ?? true) &&
  fields.whole.has(name) &&
  (searched === null || (searched.has(name) && searched.get(name) !== 0));

function parseFields(types: unknown, usable: Schema): readonly string[] | undefined {
  if (!isGiven(types)) return undefined;
  const { documents } = objectWith('Types', types, ['documents']);
  if (!isGiven(documents)) return undefined;
  const { fields } = objectWith('Types documents', documents, ['fields']);
  if (!isGiven(fields)) return undefined;
  if (!Array.isArray(fields)) throw optionErrors.mustBe(FIELDS, 'an array');
  if (fields.length === 0) throw optionErrors.noFields(FIELDS);
  const bad = fields.filter((name) => usable.get(name) !== 'text');
  if (bad.length > 0) throw unusableValues(FIELDS, bad, usable);
  return [...new Set<string>(fields)];
}

function parseSize(size: unknown): number {
  if (!isGiven(size)) return limits.suggestions.default;
  // A string is invalid, even one of digits, as in App Search.
  if (!Number.isInteger(size)) throw optionErrors.badOption('Size', 'must be an integer');
  const { most } = limits.suggestions;
  if ((size as number) < 1 || (size as number) > most) {
    throw optionErrors.badOption('Size', `must be between 1 and ${most}`);
  }
  return size as number;
}

/** A plan for documents that have all words of the query in one field, the last one as a prefix. */
export const suggestionPlan = ({ query, fields }: SuggestionRequest, bounds: Bounds): SearchPlan => ({
  query: { kind: 'prefix', text: query },
  fields: fields.map((name) => ({ name, weight: 1 })),
  matching: matchRules(DEFAULT_PRECISION),
  filter: bounds.filter,
  boosts: [],
  sort: [],
  group: null,
  facets: [],
  promoted: [],
  hidden: [],
  offset: 0,
  limit: limits.suggestionDocuments,
});
