import { isObject } from '../json/object.ts';

/** The counts of an answer by facet and by value. */
export type FacetCounts = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** A value whose counts differ; null on the side that does not list it. */
export interface FacetDifference {
  readonly facet: string;
  readonly value: string;
  readonly left: number | null;
  readonly right: number | null;
}

export interface FacetComparison {
  /** Values that one side or both list. */
  readonly values: number;
  readonly differing: number;
  /** The first ones that differ. */
  readonly differences: readonly FacetDifference[];
}

/** Differences that are kept of one search, and the longest text of a facet or value in them, in characters. */
const MOST_DIFFERENCES = 20;
const MOST_CHARACTERS = 200;

/**
 * Reads the facets of an answer: `{"states": [{"type": "value", "data": [{"value": "Utah", "count": 5}]}]}`. The order of
 * values does not count, because it is not defined for equal counts. Parts that are not as expected are left out.
 */
export function facetCountsOf(facets: unknown): FacetCounts {
  const counts = new Map<string, ReadonlyMap<string, number>>();
  if (!isObject(facets)) return counts;
  for (const [field, list] of Object.entries(facets)) {
    for (const [at, facet] of (Array.isArray(list) ? list : []).entries()) {
      if (!isObject(facet)) continue;
      const label = typeof facet.name === 'string' ? ` (${facet.name})` : at > 0 ? ` [${at + 1}]` : '';
      counts.set(shortened(field + label), valuesOf(facet.data));
    }
  }
  return counts;
}

function valuesOf(data: unknown): ReadonlyMap<string, number> {
  const values = new Map<string, number>();
  for (const entry of Array.isArray(data) ? data : []) {
    if (isObject(entry) && typeof entry.count === 'number') values.set(valueName(entry), entry.count);
  }
  return values;
}

/** A value as a text. Not `String`: an object of another program may have a `toString` of its own. */
export const shownText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** A value, or a range by its name or its limits. */
function valueName({ value, name, from, to }: Readonly<Record<string, unknown>>): string {
  if (value !== undefined) return shortened(shownText(value));
  return shortened(typeof name === 'string' ? name : `${shownText(from)} – ${shownText(to)}`);
}

const shortened = (text: string): string =>
  text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;

/** Compares the facets of two answers; null if neither has any. */
export function compareFacets(left: FacetCounts, right: FacetCounts): FacetComparison | null {
  if (left.size === 0 && right.size === 0) return null;
  let values = 0;
  let differing = 0;
  const differences: FacetDifference[] = [];
  for (const facet of new Set([...left.keys(), ...right.keys()])) {
    const [ofLeft, ofRight] = [left.get(facet), right.get(facet)];
    for (const value of new Set([...(ofLeft?.keys() ?? []), ...(ofRight?.keys() ?? [])])) {
      values++;
      const counts = { left: ofLeft?.get(value) ?? null, right: ofRight?.get(value) ?? null };
      if (counts.left === counts.right) continue;
      differing++;
      if (differences.length < MOST_DIFFERENCES) differences.push({ facet, value, ...counts });
    }
  }
  return { values, differing, differences };
}
