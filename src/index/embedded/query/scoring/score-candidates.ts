import { COVERAGE_BONUS } from '../../../ranking.ts';
import type { BitSet } from '../../segment/bits.ts';
import type { Collector } from '../collect/collector.ts';
import { THRESHOLDS } from '../tuning/thresholds.ts';
import { WindowAccumulators } from './accumulators.ts';
import { collectWindow } from './collect-window.ts';
import { scoreField } from './field-scores.ts';
import type { SegmentQuery } from './segment-query.ts';

/*
 * Term-at-a-time scoring into the accumulators of a range of documents, range by range, as Lucene's BooleanScorer does.
 * The only place that scores plain queries.
 */

/** Instead of a set of candidates: every live document. */
export const ALL = null;

/** One per thread: a search never yields while it uses them. */
let accumulators = new WindowAccumulators(THRESHOLDS.window);

/**
 * Scores the candidates from `from`, a multiple of 32, to before `to`, and collects those that match. A set must hold
 * live documents only. It yields after each window, or after as many candidates as fit into one.
 */
export function* scoreCandidates(
  query: SegmentQuery,
  candidates: BitSet | typeof ALL,
  from: number,
  to: number,
  collector: Collector,
): Generator<void, void> {
  for (let at = from; at < to; ) {
    at = scoreWindow(query, candidates, at, to, collector);
    yield;
  }
}

/** Scores one window and returns where it ended. */
function scoreWindow(
  query: SegmentQuery,
  candidates: BitSet | typeof ALL,
  from: number,
  to: number,
  collector: Collector,
): number {
  const { window } = query.thresholds;
  if (accumulators.window !== window) accumulators = new WindowAccumulators(window);
  try {
    const { ranked } = accumulators;
    if (candidates === ALL) {
      const end = Math.min(from + window, to);
      scoreFields(query, from, from, end);
      collectWindow(accumulators, query, query.live, from, collector);
      return end;
    }
    const end = ranked.load(candidates, from, to, query.thresholds.fewCandidates);
    if (ranked.isActive) {
      scoreFields(query, 0, from, end);
      collectWindow(accumulators, query, null, 0, collector);
    }
    ranked.clear();
    return end;
  } catch (error) {
    // Accumulators that are not zero would corrupt the next search.
    accumulators = new WindowAccumulators(window);
    throw error;
  }
}

function scoreFields(
  { fields, minimum, termCount }: SegmentQuery,
  base: number,
  from: number,
  to: number,
): void {
  const coverage = COVERAGE_BONUS / termCount;
  for (const field of fields) {
    const isFirst = accumulators.document.count === 0;
    const lengths = accumulators.ranked.enter(field.text.lengths);
    scoreField(
      accumulators,
      field,
      { lengths, slope: field.slope, coverage, isFirst, base, from, to },
      minimum,
    );
  }
}
