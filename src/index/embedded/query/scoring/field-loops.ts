import { type Accumulator, PIECE, type Touched } from './accumulators.ts';
import { firstFrom, lastBefore } from './block-range.ts';
import { COVERAGE_BONUS, K_BASE } from './bm25.ts';
import type { Having } from './ranked-bit-set.ts';
import type { Reading } from './term-loops.ts';

/* Hot loops, as accumulate.ts explains: what a word gives goes to its documents. */

/** Adds the best way of a word to its documents, sets its bit, and clears what was the best. */
export function addBest(
  best: Float64Array,
  inWord: Touched,
  rarity: number,
  bit: number,
  into: Accumulator,
): void {
  for (let at = 0; at < inWord.count; at += PIECE) {
    const end = Math.min(at + PIECE, inWord.count);
    const { score, bits, docs, count } = into;
    into.count = addPiece(inWord.docs, at, end, best, rarity, bit, score, bits, docs, count);
  }
  inWord.count = 0;
}

function addPiece(
  found: Uint32Array,
  start: number,
  end: number,
  best: Float64Array,
  rarity: number,
  bit: number,
  score: Float64Array,
  bits: Int32Array,
  docs: Uint32Array,
  before: number,
): number {
  let count = before;
  for (let i = start; i < end; i++) {
    const doc = found[i] as number;
    const had = bits[doc] as number;
    const way = best[doc] as number;
    best[doc] = 0;
    docs[count] = doc;
    count += (had - 1) >>> 31;
    bits[doc] = had | bit;
    score[doc] = (score[doc] as number) + rarity * way;
  }
  return count;
}

/**
 * The same where a word is the only one of its field: what the field gives goes to the document at once, with the
 * bonus for covering it.
 */
export function addBestOfField(
  best: Float64Array,
  inWord: Touched,
  rarity: number,
  weight: number,
  lengths: Uint16Array,
  base: number,
  bit: number,
  into: Accumulator,
): void {
  for (let at = 0; at < inWord.count; at += PIECE) {
    const end = Math.min(at + PIECE, inWord.count);
    const { score, bits, docs, count } = into;
    into.count = addFieldPiece(
      inWord.docs,
      at,
      end,
      best,
      rarity,
      weight,
      lengths,
      base,
      bit,
      score,
      bits,
      docs,
      count,
    );
  }
  inWord.count = 0;
}

function addFieldPiece(
  found: Uint32Array,
  start: number,
  end: number,
  best: Float64Array,
  rarity: number,
  weight: number,
  lengths: Uint16Array,
  base: number,
  bit: number,
  score: Float64Array,
  bits: Int32Array,
  docs: Uint32Array,
  before: number,
): number {
  let count = before;
  for (let i = start; i < end; i++) {
    const doc = found[i] as number;
    const had = bits[doc] as number;
    const way = best[doc] as number;
    best[doc] = 0;
    docs[count] = doc;
    count += (had - 1) >>> 31;
    bits[doc] = had | bit;
    const bonus = 1 + COVERAGE_BONUS * (1 / (lengths[base + doc] as number));
    score[doc] = (score[doc] as number) + weight * bonus * (rarity * way);
  }
  return count;
}

/** The same for a word that only one term stands for. */
export function addTermOfField(
  reading: Reading,
  base: number,
  from: number,
  to: number,
  lengths: Uint16Array,
  slope: number,
  termWeight: number,
  rarity: number,
  weight: number,
  bit: number,
  into: Accumulator,
  having: Having,
): void {
  const { postings, end, room } = reading;
  const { docs: found, frequencies } = room;
  const { score, bits, docs } = into;
  let count = into.count;
  let block = reading.block;
  while (block + 1 < end && postings.firstDoc(block + 1) <= from) block++;
  for (; block < end && postings.firstDoc(block) < to; block++) {
    reading.block = block;
    if (having.passesOver(postings, block, end, to)) continue;
    const size = reading.decoded(block, having);
    const first = firstFrom(found, size, from);
    const last = having.narrow(found, frequencies, first, lastBefore(found, size, to));
    count = fieldBlock(
      found,
      frequencies,
      first,
      last,
      base,
      lengths,
      slope,
      termWeight,
      rarity,
      weight,
      bit,
      score,
      bits,
      docs,
      count,
    );
  }
  into.count = count;
}

function fieldBlock(
  found: Int32Array,
  counts: Int32Array,
  first: number,
  last: number,
  base: number,
  lengths: Uint16Array,
  slope: number,
  termWeight: number,
  rarity: number,
  weight: number,
  bit: number,
  score: Float64Array,
  bits: Int32Array,
  docs: Uint32Array,
  before: number,
): number {
  let count = before;
  for (let i = first; i < last; i++) {
    const doc = (found[i] as number) - base;
    const had = bits[doc] as number;
    const tf = counts[i] as number;
    const length = lengths[base + doc] as number;
    docs[count] = doc;
    count += (had - 1) >>> 31;
    bits[doc] = had | bit;
    const bonus = 1 + COVERAGE_BONUS * (1 / length);
    const way = rarity * ((termWeight * tf) / (tf + K_BASE + slope * length));
    score[doc] = (score[doc] as number) + weight * bonus * way;
  }
  return count;
}
