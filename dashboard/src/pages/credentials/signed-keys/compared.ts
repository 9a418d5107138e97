/** The parts of a search response that are compared. */
export interface SearchAnswer {
  readonly meta: { readonly page: { readonly total_results: number; readonly size: number } };
  readonly results: readonly SearchResult[];
  readonly facets?: Readonly<Record<string, unknown>>;
}
export type SearchResult = Readonly<Record<string, unknown>> & { readonly id: { readonly raw: string } };

/** A field of a result: raw value, snippet or nothing. */
export interface FieldSide {
  readonly raw: unknown;
  readonly snippet: unknown;
}

export interface FieldPair {
  readonly name: string;
  readonly all: FieldSide | undefined;
  readonly limited: FieldSide | undefined;
  readonly differs: boolean;
}

/** A document in one or both responses, with its ranks from 1. */
export interface ResultPair {
  readonly id: string;
  readonly placeInAll: number | undefined;
  readonly placeInLimited: number | undefined;
  readonly fields: readonly FieldPair[];
}

/** Pairs the documents: in the order of the unrestricted response, then those only in the other. */
export function comparedResults(all: SearchAnswer, limited: SearchAnswer): readonly ResultPair[] {
  const [left, right] = [placesOf(all), placesOf(limited)];
  const ids = new Set([...left.keys(), ...right.keys()]);
  return [...ids].map((id) => {
    const [placeInAll, placeInLimited] = [left.get(id), right.get(id)];
    const one = placeInAll === undefined ? undefined : all.results[placeInAll - 1];
    const other = placeInLimited === undefined ? undefined : limited.results[placeInLimited - 1];
    return { id, placeInAll, placeInLimited, fields: comparedFields(one, other) };
  });
}

const placesOf = ({ results }: SearchAnswer): ReadonlyMap<string, number> =>
  new Map(results.map(({ id }, index) => [id.raw, index + 1]));

function comparedFields(
  one: SearchResult | undefined,
  other: SearchResult | undefined,
): readonly FieldPair[] {
  const names = new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})].filter(isField));
  return [...names].map((name) => {
    const [all, limited] = [sideOf(one, name), sideOf(other, name)];
    return { name, all, limited, differs: JSON.stringify(all) !== JSON.stringify(limited) };
  });
}

/** Excludes `id` and metadata, whose names start with an underscore. */
const isField = (name: string): boolean => name !== 'id' && !name.startsWith('_');

function sideOf(result: SearchResult | undefined, name: string): FieldSide | undefined {
  const field = result?.[name];
  if (typeof field !== 'object' || field === null) return undefined;
  const { raw, snippet } = field as Partial<FieldSide>;
  return { raw, snippet };
}

/** Facet names, with whether both sides are equal. */
export function comparedFacets(all: SearchAnswer, limited: SearchAnswer) {
  const [one, other] = [all.facets ?? {}, limited.facets ?? {}];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].map((name) => ({
    name,
    inAll: Object.hasOwn(one, name),
    inLimited: Object.hasOwn(other, name),
    differs: JSON.stringify(one[name]) !== JSON.stringify(other[name]),
  }));
}
