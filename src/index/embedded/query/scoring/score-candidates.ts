import { COVERAGE_BONUS } from '../../../ranking.ts';
import type { BitSet } from '../../segment/bits.ts';
import type { Collector } from '../collect/collector.ts';
import { Pace } from '../tuning/pace.ts';
import { WindowAccumulators } from './accumulators.ts';
import { collectWindow } from './collect-window.ts';
import { scoreDisMax, scoreLongDisMax } from './dis-max.ts';
import { addClause, addOnlyClause, finishField, hasOnlyTerm } from './field-scores.ts';
import { isLong, type SegmentQuery } from './segment-query.ts';

/*
 * Term-at-a-time scoring into the accumulators of a range of documents, range by range, as Lucene's BooleanScorer does.
 * The only place that scores plain queries.
 */

/** Instead of a set of candidates: every live document. */
export const ALL = null;

/** Accumulators that no search uses: a search takes them for one window, and may yield within it. */
let spare: WindowAccumulators | undefined;

/**
 * Scores the candidates from `from`, a multiple of 32, to before `to`, and collects those that match. A set must hold
 * live documents only. It yields after each window, or after as many candidates as fit into one, and within a window
 * whose terms have many postings.
 */
export function* scoreCandidates(
  query: SegmentQuery,
  candidates: BitSet | typeof ALL,
  from: number,
  to: number,
  collector: Collector,
): Generator<void, void> {
  const { fields, minimum, termCount, thresholds } = query;
  const { window } = thresholds;
  const coverage = COVERAGE_BONUS / termCount;
  for (let at = from; at < to; ) {
    const accumulators = spare?.window === window ? spare : new WindowAccumulators(window);
    spare = undefined;
    const { ranked } = accumulators;
    const isAll = candidates === ALL;
    const end = isAll ? Math.min(at + window, to) : ranked.load(candidates, at, to, thresholds.fewCandidates);
    if (isAll || ranked.isActive) {
      const base = isAll ? at : 0;
      const pace = new Pace();
      for (const field of fields) {
        const isFirst = accumulators.document.count === 0;
        const lengths = ranked.enter(field.text.lengths);
        const range = { lengths, slope: field.slope, coverage, isFirst, base, from: at, to: end };
        const isOnly = hasOnlyTerm(field, minimum);
        for (const term of field.terms) {
          const { clause } = term;
          if (clause.kind === 'expansions') {
            if (isLong(clause.expansions))
              yield* scoreLongDisMax(accumulators, clause.expansions, range, pace);
            else scoreDisMax(accumulators, clause.expansions, range);
          }
          if (isOnly) addOnlyClause(accumulators, term, field.weight, range);
          else addClause(accumulators, term, range);
          if (pace.isDue(0)) yield;
        }
        if (!isOnly) finishField(accumulators, field.weight, range, minimum);
      }
      collectWindow(accumulators, query, isAll, base, collector);
    }
    if (!isAll) ranked.clear();
    // After an error or an abort they are not zero, and are dropped.
    spare = accumulators;
    at = end;
    yield;
  }
}
