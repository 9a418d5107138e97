import { TIE_BREAKER } from '../../../ranking.ts';
import { type BitSet, setBit } from '../../segment/bits.ts';
import { scoreCandidates } from '../scoring/score-candidates.ts';
import type { SegmentQuery } from '../scoring/segment-query.ts';

/** Allows for rounding: sums in another order differ in the last digits. */
export const ROUNDING = 1 + 1e-9;

/** The upper bound of the score of a field, weight included, and the number of its postings. */
export interface FieldBound {
  readonly bound: number;
  readonly cost: number;
}

/**
 * Drops candidates of a range before the fields with most postings are read. Each is scored in the other fields: with
 * the bounds of the deferred fields it has to reach the threshold. Few do, so that most blocks of the deferred fields
 * are not decoded. It yields.
 */
export function* keepCompetitive(
  query: SegmentQuery,
  candidates: BitSet,
  from: number,
  to: number,
  threshold: number,
  bounds: readonly FieldBound[],
): Generator<void, void> {
  const { fields, minimum, thresholds } = query;
  const deferred = deferredFields(bounds, threshold, thresholds.deferredShare);
  if (deferred === undefined) return;
  const others = fields.filter((_, f) => !deferred.fields.has(f));
  const anyTerm = { ...minimum, bits: -1, overflow: [-1, -1], count: 1, inOneField: false } as const;
  const kept: number[] = [];
  yield* scoreCandidates({ ...query, fields: others, minimum: anyTerm }, candidates, from, to, {
    threshold: threshold / ROUNDING - deferred.added,
    collect: (_, docs, __, count) => {
      for (let i = 0; i < count; i++) kept.push(docs[i] as number);
    },
    countHits: () => {},
  });
  candidates.fill(0, from >>> 5, (to + 31) >>> 5);
  for (const doc of kept) setBit(candidates, doc);
}

/**
 * The fields with most postings, as long as they add less than a share of the threshold to a score, and the most that
 * they add; undefined if they have less than an eighth of the postings, which is not worth reading the others twice.
 */
function deferredFields(
  bounds: readonly FieldBound[],
  threshold: number,
  share: number,
): { readonly fields: ReadonlySet<number>; readonly added: number } | undefined {
  const fields = new Set<number>();
  let sum = 0;
  let best = 0;
  let added = 0;
  let saved = 0;
  for (const [f, { bound, cost }] of [...bounds.entries()].sort(([, a], [, b]) => b.cost - a.cost)) {
    const others = bounds.length - fields.size - 1;
    const withIt = mostAdded(sum + bound, Math.max(best, bound), others, threshold);
    saved -= cost;
    // A document that has only deferred fields is not scored, and must not reach the threshold.
    if (withIt * ROUNDING >= threshold * share) continue;
    fields.add(f);
    sum += bound;
    best = Math.max(best, bound);
    added = withIt;
    saved += 8 * cost;
  }
  return saved > 0 ? { fields, added } : undefined;
}

/**
 * The most that deferred fields add to a score of `others` other fields, given the sum and the largest of their bounds.
 * It is the share of the tie-breaker, unless a document whose best field is a deferred one may reach the threshold.
 */
function mostAdded(sum: number, best: number, others: number, threshold: number): number {
  const mostIfBest = best * (1 - TIE_BREAKER + TIE_BREAKER * others) + TIE_BREAKER * sum;
  return (mostIfBest * ROUNDING < threshold ? TIE_BREAKER : 1) * sum;
}
