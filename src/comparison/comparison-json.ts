import type { ComparedSearch } from './compared-search.ts';
import type { SideAnswer } from './search-pair.ts';
import type { Comparison } from './summary.ts';

/** A comparison as JSON (`--json`). */
export function comparisonJson({
  left,
  right,
  source,
  at,
  notes,
  minOverlap,
  searches,
  summary,
}: Comparison) {
  return {
    ok: summary.passed === summary.searches,
    left,
    right,
    source,
    at,
    notes,
    min_overlap: minOverlap ?? null,
    searches: summary.searches,
    equal: summary.equal,
    passed: summary.passed,
    mean_overlap: rounded(summary.meanOverlap),
    mean_rank_biased_overlap: rounded(summary.meanRankBiasedOverlap),
    mean_kendall_tau: summary.meanKendallTau === null ? null : rounded(summary.meanKendallTau),
    with_results: summary.withResults,
    equal_totals: summary.equalTotals,
    with_facets: summary.withFacets,
    equal_facets: summary.equalFacets,
    different_errors: summary.differentErrors,
    unanswered: summary.unanswered,
    latency_ms: summary.latency,
    results: searches.map(searchJson),
  };
}

const searchJson = (search: ComparedSearch) => ({
  engine: search.engine,
  options: search.options,
  ...(search.time !== undefined && { time: search.time }),
  overlap: rounded(search.overlap),
  rank_biased_overlap: rounded(search.rankBiasedOverlap),
  kendall_tau: search.kendallTau === null ? null : rounded(search.kendallTau),
  differences: search.differences,
  left: sideJson(search.left),
  right: sideJson(search.right),
  facets: search.facets,
});

const sideJson = ({ status, error, total, ids, milliseconds }: SideAnswer) => ({
  status,
  error,
  total,
  ids,
  milliseconds: rounded(milliseconds),
});

/** Four digits; what is below 1 stays below 1. */
const rounded = (value: number): number => Math.floor(value * 10_000 + 1e-6) / 10_000;
