import { TIE_BREAKER } from '../../../ranking.ts';
import { type BitSet, hasBit, popcount } from '../../segment/bits.ts';
import type { Collector } from '../collect/collector.ts';
import { PIECE } from '../tuning/thresholds.ts';
import {
  type Accumulator,
  type DocumentAccumulator,
  OVERFLOW,
  TERM_BITS,
  type WindowAccumulators,
} from './accumulators.ts';
import type { MinimumMatch, SegmentQuery } from './segment-query.ts';

/**
 * Collects the matching live documents of a window and clears the window; `isAll` says that every document was scored. Minimum should match by bit counting: each
 * document has a mask with one bit per query term, and the population count of the mask is the number of terms.
 */
export function collectWindow(
  accumulators: WindowAccumulators,
  { number, reader, excluded, minimum }: SegmentQuery,
  isAll: boolean,
  base: number,
  collector: Collector,
): void {
  const { document, ranked, matches, scores } = accumulators;
  const { threshold } = collector;
  // A set of candidates has neither deleted nor excluded documents.
  const live = isAll ? reader.liveDocs : null;
  if (isAll && excluded.length > 0) leaveOut(document, excluded, base);
  // One term or all terms of the mask: comparing masks is enough. Otherwise bits are counted.
  const isSimple = !minimum.inOneField && !minimum.hasOverflow;
  const all = minimum.count === popcount(minimum.bits) ? minimum.bits : 0;
  const isMasked = isSimple && (minimum.count === 1 || all !== 0);
  const condition: Condition = {
    live,
    base,
    required: isMasked ? all : 0,
    some: isMasked ? minimum.bits : -1,
    threshold,
  };
  let count = 0;
  let found = 0;
  for (let at = 0; at < document.count; at += PIECE) {
    const end = Math.min(at + PIECE, document.count);
    if (!isMasked) clearLacking(accumulators, at, end, minimum);
    const both = pick(document, at, end, condition, matches, scores, count);
    found += both >>> 16;
    count += both & 0xffff;
  }
  document.count = 0;
  if (ranked.isActive) ranked.toDocs(matches, count);
  if (found > count) collector.countHits(found - count);
  if (count > 0) collector.collect(number, matches, scores, count);
}

/** Clears the masks of excluded documents, so that they do not match. */
function leaveOut(document: DocumentAccumulator, excluded: Uint32Array, base: number): void {
  const { bits } = document;
  for (let i = 0; i < excluded.length; i++) {
    const doc = (excluded[i] as number) - base;
    if (doc < 0 || doc >= bits.length) continue;
    if (((bits[doc] as number) & OVERFLOW) !== 0) for (const overflow of document.overflow) overflow[doc] = 0;
    bits[doc] = 0;
  }
}

/** The condition that a document must meet. */
interface Condition {
  readonly live: BitSet | null;
  readonly base: number;
  /** A document needs all bits of `required` and any bit of `some`. */
  readonly required: number;
  readonly some: number;
  readonly threshold: number;
}

/**
 * Picks the live documents of a piece that meet a condition, and clears the accumulators of the piece. Returns the
 * number picked in the lower 16 bits, and the number without the threshold in the upper 16.
 */
function pick(
  { docs, bits, score, bestField }: DocumentAccumulator,
  start: number,
  end: number,
  { live, base, required, some, threshold }: Condition,
  matches: Uint32Array,
  scores: Float64Array,
  before: number,
): number {
  let count = before;
  let matching = 0;
  for (let i = start; i < end; i++) {
    const doc = docs[i] as number;
    let total = score[doc] as number;
    const best = bestField[doc] as number;
    if (best !== 0) {
      // Exactly `best` for one field: a segment in which a field has no match leaves `bestField` alone.
      total = best + TIE_BREAKER * (total - best);
      bestField[doc] = 0;
    }
    const found = bits[doc] as number;
    score[doc] = 0;
    bits[doc] = 0;
    if ((found & required) !== required || (found & some) === 0) continue;
    if (live !== null && !hasBit(live, base + doc)) continue;
    matching++;
    if (total < threshold) continue;
    matches[count] = base + doc;
    scores[count++] = total;
  }
  return (matching << 16) | (count - before);
}

/** Clears the masks of documents that have too few terms. */
function clearLacking(
  accumulators: WindowAccumulators,
  start: number,
  end: number,
  minimum: MinimumMatch,
): void {
  const { document, enough } = accumulators;
  const { docs, bits } = document;
  for (let i = start; i < end; i++) {
    const doc = docs[i] as number;
    const found = bits[doc] as number;
    const isEnough = minimum.inOneField
      ? enough[doc] === 1
      : termsIn(document, found, doc, minimum) >= minimum.count;
    enough[doc] = 0;
    if ((found & OVERFLOW) !== 0) for (const overflow of document.overflow) overflow[doc] = 0;
    if (!isEnough) bits[doc] = 0;
  }
}

/** The number of counted terms that a document has. */
function termsIn(document: Accumulator, found: number, doc: number, minimum: MinimumMatch): number {
  const count = popcount(found & minimum.bits & TERM_BITS);
  if ((found & OVERFLOW) === 0) return count;
  const [low, high] = document.overflow;
  const [lowBits, highBits] = minimum.overflow;
  return count + popcount((low[doc] as number) & lowBits) + popcount((high[doc] as number) & highBits);
}
