import { COVERAGE_BONUS } from '../../../ranking.ts';
import { Kernel } from '../../kernel/kernel.ts';
import type { BitSet } from '../../segment/bits.ts';
import type { Collector } from '../collect/collector.ts';
import { Pace } from '../tuning/pace.ts';
import { K_BASE } from './bm25.ts';
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
  const { reader, fields, minimum, termCount, thresholds } = query;
  const { window } = thresholds;
  const coverage = COVERAGE_BONUS / termCount;
  for (let at = from, end = from; at < to; at = end) {
    const kernel = Kernel.take(reader.segment.docCount);
    const { run } = kernel;
    const isAll = candidates === ALL;
    end = isAll ? Math.min(at + window, to) : kernel.rank(candidates, at, to, window);
    if (isAll || kernel.isRanked) {
      run.setRange(at, end);
      run.enterWindow(isAll ? at : 0);
      const pace = new Pace();
      for (const field of fields) {
        const norms = kernel.lengths(field.text.lengths, at, end);
        run.enterField(norms, K_BASE, field.slope, coverage, field.weight);
        const isOnly = hasOnlyTerm(field, minimum);
        for (const term of field.terms) {
          const { clause } = term;
          if (clause.kind === 'expansions') {
            if (isLong(clause.expansions)) yield* scoreLongDisMax(kernel, clause.expansions, pace);
            else scoreDisMax(kernel, clause.expansions);
          }
          if (isOnly) addOnlyClause(kernel, term);
          else addClause(kernel, term);
          kernel.countReads();
          if (pace.isDue(0)) yield;
        }
        if (!isOnly) finishField(kernel, minimum);
      }
      collectWindow(kernel, query, at, end, collector);
    }
    kernel.release();
    yield;
  }
}
