import { parseBoosts } from '../../../src/search/boosts.ts';
import { messagesOf } from '../../../src/search/option-error.ts';
import type { FieldType } from '../api/types.ts';
import { own, without } from './json-value.ts';
import {
  type Boost,
  type BoostType,
  defaultSettings,
  isSearchable,
  type Schema,
  type SearchSettings,
} from './settings.ts';

/** The kinds of boosts that a type allows, the most common first. */
export const BOOST_TYPES: Readonly<Record<FieldType, readonly BoostType[]>> = {
  text: ['value'],
  number: ['functional', 'proximity', 'value'],
  date: ['proximity', 'value'],
  geolocation: ['proximity'],
};

const FIRST_CENTER: Readonly<Record<FieldType, string>> = {
  text: '',
  number: '',
  date: 'now',
  geolocation: '',
};

/** A new boost, complete as far as there are sensible values. */
export function newBoost(kind: BoostType, type: FieldType): Boost {
  switch (kind) {
    case 'value':
      return { type: kind, value: [], operation: 'add', factor: 1 };
    case 'functional':
      return { type: kind, function: 'logarithmic', operation: 'multiply', factor: 1 };
    case 'proximity':
      return { type: kind, function: 'exponential', center: FIRST_CENTER[type], factor: 1 };
  }
}

/** The boosts of a field; none are stored as no entry. */
export const withBoosts = (
  boosts: SearchSettings['boosts'],
  field: string,
  list: readonly Boost[],
): SearchSettings['boosts'] => (list.length === 0 ? without(boosts, field) : { ...boosts, [field]: list });

/** The values of a boost as texts. */
export const boostValues = ({ value }: Boost): string[] =>
  [value ?? []].flat().map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));

export const centerText = ({ center }: Boost): string =>
  typeof center === 'string' ? center : center === undefined || center === null ? '' : JSON.stringify(center);

/** What the server says about a boost. */
export interface BoostProblem {
  readonly message: string;
  /** Whether searches skip it, as it does not fit the type of its field; otherwise it cannot be saved. */
  readonly isSkipped: boolean;
}

/** Messages without the part that every message about boosts has: the message is shown beside the boost. */
const plain = (message: string): string => {
  const text = message.replace(/^(Boosts contains invalid (option|value): |Boost skipped: )/, (prefix) =>
    prefix.includes('value') ? 'invalid value: ' : '',
  );
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** Checks a boost as the server does. */
export function boostProblem(field: string, boost: Boost, schema: Schema): BoostProblem | undefined {
  const type = own(schema, field);
  if (type === undefined) return { message: 'This field does not exist.', isSkipped: true };
  const complete = boost.center === '' ? { ...boost, center: null } : boost;
  try {
    const [warning] = parseBoosts({ [field]: [complete] }, new Map([[field, type]]), 0).warnings;
    return warning === undefined ? undefined : { message: plain(warning), isSkipped: true };
  } catch (error) {
    return { message: plain(messagesOf(error)[0] ?? ''), isSkipped: false };
  }
}

/** The settings as options of a search: without entries that a search would refuse. */
export function searchOptions(settings: SearchSettings, schema: Schema) {
  const searched = Object.entries(settings.search_fields).filter(([name]) => isSearchable(name, schema));
  const boosts = Object.entries(settings.boosts).flatMap(([field, list]) => {
    const usable = list.filter((boost) => boostProblem(field, boost, schema) === undefined);
    return usable.length === 0 ? [] : [[field, usable] as const];
  });
  return {
    ...(searched.length > 0 && {
      search_fields: Object.fromEntries(
        searched.map(([name, { weight }]) => [name, { weight: weight ?? 1 }]),
      ),
    }),
    boosts: Object.fromEntries(boosts),
    precision: settings.precision,
  };
}

/** The settings without entries that searches skip. */
export function withoutSkipped(
  { search_fields, boosts }: SearchSettings,
  schema: Schema,
): Pick<SearchSettings, 'search_fields' | 'boosts'> {
  const kept = Object.entries(search_fields).filter(([name]) => isSearchable(name, schema));
  const fitting = Object.entries(boosts).map(
    ([field, list]) =>
      [field, list.filter((boost) => boostProblem(field, boost, schema)?.isSkipped !== true)] as const,
  );
  return {
    // Without any of them, searches use all text fields.
    search_fields: kept.length === 0 ? defaultSettings(schema).search_fields : Object.fromEntries(kept),
    boosts: Object.fromEntries(fitting.filter(([, list]) => list.length > 0)),
  };
}
