import { candidatesFor } from './candidates/candidate-set.ts';
import type { MatchCollector } from './collect/collector.ts';
import { ALL, scoreCandidates } from './scoring/score-candidates.ts';
import type { SegmentQuery } from './scoring/segment-query.ts';

/**
 * Runs a query on one segment: candidates, then their scores, range by range, into the collector. It pauses after each
 * window.
 *
 * As long as somebody counts, every candidate is scored and collected. From then on only candidates that can reach the
 * threshold are, in ranges that grow, as each raises the threshold for the next.
 */
export function* searchSegment(query: SegmentQuery, collector: MatchCollector): Generator<void, void> {
  const candidates = yield* candidatesFor(query, collector);
  if (candidates === undefined) return;
  const { thresholds } = query;
  const { docCount } = query.reader.segment;
  const { twoPhase } = collector;
  let { rangeSize } = candidates;
  for (let from = 0, to = 0; from < docCount; from = to) {
    if (twoPhase === undefined || (!candidates.areCounted && collector.needsCount)) {
      // A set is scored as far as the accumulators reach, whatever the range.
      to = candidates.all === ALL ? Math.min(from + thresholds.window, docCount) : docCount;
      yield* scoreCandidates(query, candidates.all, from, to, collector);
      continue;
    }
    const { ranking } = twoPhase;
    to = Math.min(from + rangeSize, docCount);
    const docs = yield* candidates.competitive(from, to, ranking.threshold);
    yield* scoreCandidates(query, docs, from, to, ranking);
    rangeSize *= thresholds.rangeGrowth;
  }
}
