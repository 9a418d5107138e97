import { type Condition, conditionsOf, filtersOf, isComplete } from './conditions.ts';
import { type Expiry, NEVER } from './expiry.ts';

/** Which parts of a field are shown: the value, the text around what was found, or either. */
export type Parts = 'both' | 'raw' | 'snippet';

/** Lines of the builder, or JSON for what they cannot say. */
export type Filters =
  | { readonly by: 'builder'; readonly conditions: readonly Condition[] }
  | { readonly by: 'json'; readonly text: string };

/** What a signed search key is made from. Null means: not restricted. */
export interface KeySpec {
  /** The name of the key that signs. */
  readonly key: string;
  readonly searched: readonly string[] | null;
  readonly shown: Readonly<Record<string, Parts>> | null;
  readonly filters: Filters;
  /** The fields that may be counted; an empty list allows none. */
  readonly facets: readonly string[] | null;
  readonly expiry: Expiry;
}

export const NO_FILTERS: Filters = { by: 'builder', conditions: [] };

export const NEW_KEY: KeySpec = {
  key: '',
  searched: null,
  shown: null,
  filters: NO_FILTERS,
  facets: null,
  expiry: NEVER,
};

export type Problems = { readonly [part in 'searched' | 'shown' | 'filters' | 'expiry']?: string };

/** What is missing. Half a restriction must never become a token without it, so nothing is signed until it is there. */
export function problemsOf({ searched, shown, filters, expiry }: KeySpec): Problems {
  const isHalf = filters.by === 'builder' && !filters.conditions.every(isComplete);
  const isBroken =
    filters.by === 'json' && filters.text.trim() !== '' && objectIn(filters.text) === undefined;
  return {
    ...(searched?.length === 0 && { searched: 'Choose at least one field, or search all.' }),
    ...(shown !== null &&
      Object.keys(shown).length === 0 && { shown: 'Choose at least one field, or return all.' }),
    ...(isHalf && { filters: 'A condition is missing its field or value.' }),
    ...(isBroken && { filters: NO_OBJECT }),
    ...(expiry.kind === 'after' && expiry.seconds === 0 && { expiry: 'Enter a duration.' }),
  };
}
const NO_OBJECT = 'This is not a JSON object.';

const PART_OPTIONS: Readonly<Record<Parts, object>> = {
  both: {},
  raw: { raw: {} },
  snippet: { snippet: {} },
};

/** The claims of a spec without problems, in the order in which they are signed, without `exp`. */
export function claimsOf({ searched, shown, filters, facets }: KeySpec): Record<string, unknown> {
  const enforced =
    filters.by === 'builder' ? filtersOf(filters.conditions) : (objectIn(filters.text) ?? undefined);
  return {
    ...(searched !== null && { search_fields: Object.fromEntries(searched.map((name) => [name, {}])) }),
    ...(shown !== null && {
      result_fields: Object.fromEntries(
        Object.entries(shown).map(([name, parts]) => [name, PART_OPTIONS[parts]]),
      ),
    }),
    ...(enforced !== undefined && { filters: enforced }),
    ...(facets !== null && {
      facets: Object.fromEntries(facets.map((name) => [name, { type: 'value' }])),
    }),
  };
}

/** The object that a text is the JSON of, if it is one. */
export function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The JSON of filters as people like to read it; as it was typed if it is JSON already. */
export function filterText(filters: Filters): string {
  if (filters.by === 'json') return filters.text;
  const complete = filtersOf(filters.conditions.filter(isComplete));
  return complete === undefined ? '' : JSON.stringify(complete, null, 2);
}

/** The filters that a text says: in the builder if it can show them, else as JSON. */
export function filtersIn(text: string): Filters {
  if (text.trim() === '') return NO_FILTERS;
  const value = objectIn(text);
  const conditions = value === undefined ? undefined : conditionsOf(value);
  return conditions === undefined ? { by: 'json', text } : { by: 'builder', conditions };
}
