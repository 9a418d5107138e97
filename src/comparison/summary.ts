import { byBadness, type ComparedSearch, compared } from './compared-search.ts';
import type { SearchPair } from './search-pair.ts';

/** Milliseconds until an answer is complete. */
export interface Latency {
  readonly p50: number;
  readonly p95: number;
}

/** All searches of a comparison together. */
export interface Summary {
  readonly searches: number;
  /** Searches without any difference. */
  readonly equal: number;
  /** Searches that are as similar as required. */
  readonly passed: number;
  readonly meanOverlap: number;
  readonly meanRankBiasedOverlap: number;
  /** Of the searches that have one; null if none has. */
  readonly meanKendallTau: number | null;
  /** Searches with results on both sides, and those of them with equal totals. */
  readonly withResults: number;
  readonly equalTotals: number;
  /** Searches with facets, and those of them with equal ones. */
  readonly withFacets: number;
  readonly equalFacets: number;
  /** Searches with different statuses or error texts. */
  readonly differentErrors: number;
  /** Searches without an answer. */
  readonly unanswered: { readonly left: number; readonly right: number };
  /** Null without any answer. */
  readonly latency: { readonly left: Latency | null; readonly right: Latency | null };
}

/** A comparison of two services by a list of searches. */
export interface Comparison {
  /** What the sides are: an address or a name. */
  readonly left: string;
  readonly right: string;
  /** Where the searches come from. */
  readonly source: string;
  /** When it was made, RFC 3339. */
  readonly at: string;
  /** What the reader should know. */
  readonly notes: readonly string[];
  /** The overlap that every search must have; undefined if every answer must be equal. */
  readonly minOverlap: number | undefined;
  /** The worst first. */
  readonly searches: readonly ComparedSearch[];
  readonly summary: Summary;
}

/** Compares all pairs and orders them, the worst first. */
export function comparisonOf(
  pairs: readonly SearchPair[],
  facts: Omit<Comparison, 'searches' | 'summary'>,
): Comparison {
  const searches = pairs.map(compared).sort(byBadness);
  return { ...facts, searches, summary: summaryOf(searches, facts.minOverlap) };
}

/**
 * Whether a search is as similar as required. With a minimum overlap, only the status and the first results count; without
 * one, everything must be equal.
 */
export const passes = (
  { left, right, overlap, differences }: ComparedSearch,
  minOverlap: number | undefined,
): boolean =>
  minOverlap === undefined
    ? differences.length === 0
    : left.status === right.status && left.status !== 0 && overlap >= minOverlap;

function summaryOf(searches: readonly ComparedSearch[], minOverlap: number | undefined): Summary {
  const count = (holds: (search: ComparedSearch) => boolean): number => searches.filter(holds).length;
  const hasResults = ({ left, right }: ComparedSearch): boolean =>
    left.error === null && right.error === null;
  return {
    searches: searches.length,
    equal: count(({ differences }) => differences.length === 0),
    passed: count((search) => passes(search, minOverlap)),
    meanOverlap: meanOf(searches.map(({ overlap }) => overlap)) ?? 1,
    meanRankBiasedOverlap: meanOf(searches.map(({ rankBiasedOverlap }) => rankBiasedOverlap)) ?? 1,
    meanKendallTau: meanOf(searches.flatMap(({ kendallTau }) => kendallTau ?? [])),
    withResults: count(hasResults),
    equalTotals: count((search) => hasResults(search) && search.left.total === search.right.total),
    withFacets: count(({ facets }) => facets !== null),
    equalFacets: count(({ facets }) => facets?.differing === 0),
    differentErrors: count((search) => !hasResults(search) && search.differences.length > 0),
    unanswered: {
      left: count(({ left }) => left.status === 0),
      right: count(({ right }) => right.status === 0),
    },
    latency: {
      left: latencyOf(searches.map(({ left }) => left)),
      right: latencyOf(searches.map(({ right }) => right)),
    },
  };
}

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

function latencyOf(answers: ReadonlyArray<ComparedSearch['left']>): Latency | null {
  const sorted = answers
    .filter(({ status }) => status !== 0)
    .map(({ milliseconds }) => milliseconds)
    .sort((a, b) => a - b);
  const [p50, p95] = [percentileOf(sorted, 50), percentileOf(sorted, 95)];
  return p50 === undefined || p95 === undefined ? null : { p50, p95 };
}

/** The smallest value that at least `percent` of all values do not exceed (nearest rank). */
export const percentileOf = (sorted: readonly number[], percent: number): number | undefined =>
  sorted[Math.ceil((percent * sorted.length) / 100) - 1];
