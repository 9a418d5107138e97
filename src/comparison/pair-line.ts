import { isObject } from '../json/object.ts';
import type { FacetComparison, FacetDifference } from './facet-counts.ts';
import { DEPTH, type SearchPair, type SideAnswer } from './search-pair.ts';

/** The longest options that a line keeps, in characters; of longer ones it keeps the beginning of the query. */
const MOST_OPTIONS = 4096;
const MOST_QUERY = 500;

/** A pair as a line of JSON, with a line break. */
export const pairLine = ({ time, engine, options, left, right, facets }: SearchPair): string =>
  `${JSON.stringify({ time, engine, options: keptOptions(options), left, right, facets })}\n`;

function keptOptions(options: SearchPair['options']): SearchPair['options'] {
  if (JSON.stringify(options).length <= MOST_OPTIONS) return options;
  const { query } = options;
  return typeof query === 'string'
    ? { query: query.slice(0, MOST_QUERY), shortened: true }
    : { shortened: true };
}

/** The pair of a line; undefined if it is none, such as the last line of a process that was killed. */
export function parsePairLine(line: string): SearchPair | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (!isObject(value)) return undefined;
    const { time, engine, options } = value;
    const [left, right] = [sideOf(value.left), sideOf(value.right)];
    if (typeof engine !== 'string' || !isObject(options) || !left || !right) return undefined;
    const facets = facetsOf(value.facets);
    return { ...(typeof time === 'string' && { time }), engine, options, left, right, facets };
  } catch {
    return undefined;
  }
}

function sideOf(value: unknown): SideAnswer | undefined {
  if (!isObject(value)) return undefined;
  const { status, error, total, ids, milliseconds } = value;
  const isSide =
    typeof status === 'number' &&
    typeof milliseconds === 'number' &&
    (error === null || typeof error === 'string') &&
    (total === null || typeof total === 'number') &&
    Array.isArray(ids);
  return isSide ? { status, error, total, ids: ids.slice(0, DEPTH).map(String), milliseconds } : undefined;
}

function facetsOf(value: unknown): FacetComparison | null {
  if (!isObject(value) || !Array.isArray(value.differences)) return null;
  const { values, differing } = value;
  if (typeof values !== 'number' || typeof differing !== 'number') return null;
  return { values, differing, differences: value.differences.filter(isFacetDifference) };
}

const isFacetDifference = (value: unknown): value is FacetDifference =>
  isObject(value) &&
  typeof value.facet === 'string' &&
  typeof value.value === 'string' &&
  [value.left, value.right].every((count) => count === null || typeof count === 'number');
