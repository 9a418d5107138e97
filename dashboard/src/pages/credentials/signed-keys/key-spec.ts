import { type Condition, conditionsOf, filtersOf, isComplete } from './conditions.ts';
import { type Expiry, NEVER } from './expiry.ts';

/** Which parts of a field may be returned: raw value, snippet or both. */
export type Parts = 'both' | 'raw' | 'snippet';

/** Conditions of the builder, or JSON for filters that it cannot represent. */
export type Filters =
  | { readonly by: 'builder'; readonly conditions: readonly Condition[] }
  | { readonly by: 'json'; readonly text: string };

/** The specification of a signed search key. Null means unrestricted. */
export interface KeySpec {
  /** The name of the signing key. */
  readonly key: string;
  readonly searched: readonly string[] | null;
  readonly shown: Readonly<Record<string, Parts>> | null;
  readonly filters: Filters;
  /** Fields that may be counted; an empty list allows none. */
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

/** Incomplete parts. Nothing is signed until they are complete, so that no restriction is lost. */
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

/** The claims of a complete spec, in signing order, without `exp`. */
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

/** Parses a JSON object; undefined if the text is not one. */
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

/** The filters as indented JSON; unchanged if they are JSON already. */
export function filterText(filters: Filters): string {
  if (filters.by === 'json') return filters.text;
  const complete = filtersOf(filters.conditions.filter(isComplete));
  return complete === undefined ? '' : JSON.stringify(complete, null, 2);
}

/** Parses filters: for the builder if it can represent them, else as JSON. */
export function filtersIn(text: string): Filters {
  if (text.trim() === '') return NO_FILTERS;
  const value = objectIn(text);
  const conditions = value === undefined ? undefined : conditionsOf(value);
  return conditions === undefined ? { by: 'json', text } : { by: 'builder', conditions };
}
