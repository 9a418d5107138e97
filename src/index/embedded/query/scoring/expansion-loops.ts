import type { Postings } from '../../segment/postings.ts';
import type { PostingList } from '../terms/posting-list.ts';
import { PIECE } from '../tuning/thresholds.ts';
import type { TouchedDocs, WindowAccumulators } from './accumulators.ts';
import { K_BASE } from './bm25.ts';
import { PostingsCursor } from './postings-cursor.ts';
import type { RankedBitSet } from './ranked-bit-set.ts';
import type { ScoreRange } from './score-range.ts';

/* Hot loops (see term-loops.ts): the expansions of one query term, of which the best score counts (dis-max). */

/** One per thread: no search yields within a term. */
const cursor = new PostingsCursor();

/** Adds the frequencies of a term to those of its expansion. Cost per posting: two reads, an add and two writes. */
export function countTerm(
  postings: Postings,
  term: number,
  range: ScoreRange,
  frequencies: Int32Array,
  touched: TouchedDocs,
  ranked: RankedBitSet,
): void {
  cursor.openAt(postings, term, range.from, range.to);
  while (cursor.next(ranked)) countBlock(cursor, range.base, frequencies, touched);
}

function countBlock(
  block: PostingsCursor,
  base: number,
  frequencies: Int32Array,
  touched: TouchedDocs,
): void {
  const { docs: found, frequencies: tfs, first, last } = block;
  const { docs } = touched;
  let count = touched.count;
  for (let i = first; i < last; i++) {
    const doc = (found[i] as number) - base;
    const had = frequencies[doc] as number;
    docs[count] = doc;
    count += (had - 1) >>> 31;
    frequencies[doc] = had + (tfs[i] as number);
  }
  touched.count = count;
}

/** The same for a computed list of postings. */
export function countList(
  list: PostingList,
  range: ScoreRange,
  frequencies: Int32Array,
  touched: TouchedDocs,
  ranked: RankedBitSet,
): void {
  const { docs } = list;
  let low = 0;
  let high = docs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((docs[middle] as number) < range.from) low = middle + 1;
    else high = middle;
  }
  for (let i = low; i < docs.length && (docs[i] as number) < range.to; i++) {
    const found = docs[i] as number;
    const doc = ranked.isActive ? ranked.rankOf(found) : found - range.base;
    if (doc < 0) continue;
    if (frequencies[doc] === 0) touched.docs[touched.count++] = doc;
    frequencies[doc] = (frequencies[doc] as number) + (list.counts[i] as number);
  }
}

/** Scores an expansion of one term and stores the maximum per document: `countTerm` and `keepMax` in one pass. */
export function bestTerm(
  postings: Postings,
  term: number,
  weight: number,
  range: ScoreRange,
  accumulators: WindowAccumulators,
): void {
  cursor.openAt(postings, term, range.from, range.to);
  while (cursor.next(accumulators.ranked))
    bestBlock(cursor, weight, range, accumulators.best, accumulators.inTerm);
}

function bestBlock(
  block: PostingsCursor,
  weight: number,
  range: ScoreRange,
  best: Float64Array,
  touched: TouchedDocs,
): void {
  const { docs: found, frequencies, first, last } = block;
  const { lengths, slope, base } = range;
  const { docs } = touched;
  let count = touched.count;
  for (let i = first; i < last; i++) {
    const doc = (found[i] as number) - base;
    const tf = frequencies[i] as number;
    const score = (weight * tf) / (tf + K_BASE + slope * (lengths[base + doc] as number));
    const had = best[doc] as number;
    if (had === 0) docs[count++] = doc;
    if (score > had) best[doc] = score;
  }
  touched.count = count;
}

/** The same for the exact term, which is scored first; other expansions may add its frequencies to theirs. */
export function bestExact(
  postings: Postings,
  term: number,
  range: ScoreRange,
  accumulators: WindowAccumulators,
): void {
  cursor.openAt(postings, term, range.from, range.to);
  while (cursor.next(accumulators.ranked)) exactBlock(cursor, range, accumulators);
}

function exactBlock(
  block: PostingsCursor,
  range: ScoreRange,
  { best, exact, inTerm }: WindowAccumulators,
): void {
  const { docs: found, frequencies, first, last } = block;
  const { lengths, slope, base } = range;
  const { docs } = inTerm;
  let count = inTerm.count;
  for (let i = first; i < last; i++) {
    const doc = (found[i] as number) - base;
    const tf = frequencies[i] as number;
    best[doc] = tf / (tf + K_BASE + slope * (lengths[base + doc] as number));
    exact[doc] = tf;
    docs[count++] = doc;
  }
  inTerm.count = count;
}

/**
 * Scores the frequencies of an expansion, stores the maximum per document, and clears the frequencies. `exact` has the
 * frequencies of the exact term, which are added, or zeros.
 */
export function keepMax(
  weight: number,
  range: ScoreRange,
  exact: Int32Array,
  accumulators: WindowAccumulators,
): void {
  const { inExpansion } = accumulators;
  for (let at = 0; at < inExpansion.count; at += PIECE)
    keepPiece(at, Math.min(at + PIECE, inExpansion.count), weight, range, exact, accumulators);
  inExpansion.count = 0;
}

function keepPiece(
  start: number,
  end: number,
  weight: number,
  range: ScoreRange,
  exact: Int32Array,
  { frequencies, inExpansion, best, inTerm }: WindowAccumulators,
): void {
  const { lengths, slope, base } = range;
  const { docs: found } = inExpansion;
  const { docs } = inTerm;
  let count = inTerm.count;
  for (let i = start; i < end; i++) {
    const doc = found[i] as number;
    const tf = (frequencies[doc] as number) + (exact[doc] as number);
    frequencies[doc] = 0;
    const score = (weight * tf) / (tf + K_BASE + slope * (lengths[base + doc] as number));
    const had = best[doc] as number;
    if (had === 0) docs[count++] = doc;
    if (score > had) best[doc] = score;
  }
  inTerm.count = count;
}
