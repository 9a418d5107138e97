import type { Postings } from '../../segment/postings.ts';
import type { List } from '../terms/posting-list.ts';
import { PIECE, type Touched } from './accumulators.ts';
import { firstBlockOf, firstFrom, lastBefore } from './block-range.ts';
import { K_BASE } from './bm25.ts';
import { ANY, type Having } from './ranked-bit-set.ts';

/* Hot loops, as accumulate.ts explains: the ways of one word, the best of which counts. */

/**
 * Adds the counts of a term's postings within a window.
 * Cost: one decoded block per 128 postings, then a read, an add and two writes per posting.
 */
export function countTerm(
  postings: Postings,
  term: number,
  base: number,
  from: number,
  to: number,
  counts: Int32Array,
  touched: Touched,
  having: Having = ANY,
): void {
  const end = postings.firstBlock[term + 1] as number;
  let block = firstBlockOf(postings, term, end, from);
  const { docs: found, frequencies: tfs } = postings;
  const seen = touched.docs;
  let count = touched.count;
  for (; block < end && postings.firstDoc(block) < to; block++) {
    if (having.passesOver(postings, block, end, to)) continue;
    const size = postings.decode(term, block);
    const first = firstFrom(found, size, from);
    const last = having.narrow(found, tfs, first, lastBefore(found, size, to));
    count = countBlock(found, tfs, first, last, base, counts, seen, count);
  }
  touched.count = count;
}

function countBlock(
  found: Int32Array,
  tfs: Int32Array,
  first: number,
  last: number,
  base: number,
  counts: Int32Array,
  seen: Uint32Array,
  before: number,
): number {
  let count = before;
  for (let i = first; i < last; i++) {
    const doc = (found[i] as number) - base;
    const had = counts[doc] as number;
    seen[count] = doc;
    count += (had - 1) >>> 31;
    counts[doc] = had + (tfs[i] as number);
  }
  return count;
}

export function countList(
  list: List,
  base: number,
  from: number,
  to: number,
  counts: Int32Array,
  touched: Touched,
  having: Having = ANY,
): void {
  const { docs } = list;
  let low = 0;
  let high = docs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((docs[middle] as number) < from) low = middle + 1;
    else high = middle;
  }
  for (let i = low; i < docs.length && (docs[i] as number) < to; i++) {
    const found = docs[i] as number;
    const doc = having.isOn ? having.numberOf(found) : found - base;
    if (doc < 0) continue;
    if (counts[doc] === 0) touched.docs[touched.count++] = doc;
    counts[doc] = (counts[doc] as number) + (list.counts[i] as number);
  }
}

/**
 * Scores the postings of one term within a window as a way of its own, and keeps the best per document: `countTerm` and
 * `keepBest` in one pass.
 */
export function bestTerm(
  postings: Postings,
  term: number,
  weight: number,
  slope: number,
  lengths: Uint16Array,
  base: number,
  from: number,
  to: number,
  best: Float64Array,
  inWord: Touched,
  having: Having,
): void {
  const end = postings.firstBlock[term + 1] as number;
  let block = firstBlockOf(postings, term, end, from);
  const { docs: found, frequencies } = postings;
  for (; block < end && postings.firstDoc(block) < to; block++) {
    if (having.passesOver(postings, block, end, to)) continue;
    const size = postings.decode(term, block);
    const first = firstFrom(found, size, from);
    const last = having.narrow(found, frequencies, first, lastBefore(found, size, to));
    inWord.count = bestBlock(
      found,
      frequencies,
      first,
      last,
      weight,
      slope,
      lengths,
      base,
      best,
      inWord.docs,
      inWord.count,
    );
  }
}

function bestBlock(
  found: Int32Array,
  counts: Int32Array,
  first: number,
  last: number,
  weight: number,
  slope: number,
  lengths: Uint16Array,
  base: number,
  best: Float64Array,
  into: Uint32Array,
  before: number,
): number {
  let count = before;
  for (let i = first; i < last; i++) {
    const doc = (found[i] as number) - base;
    const tf = counts[i] as number;
    const score = (weight * tf) / (tf + K_BASE + slope * (lengths[base + doc] as number));
    const had = best[doc] as number;
    if (had === 0) into[count++] = doc;
    if (score > had) best[doc] = score;
  }
  return count;
}

/** The same for the first way of a word, whose counts are noted besides: other ways may add theirs to them. */
export function bestOwn(
  postings: Postings,
  term: number,
  weight: number,
  slope: number,
  lengths: Uint16Array,
  base: number,
  from: number,
  to: number,
  best: Float64Array,
  inWord: Touched,
  own: Int32Array,
  having: Having,
): void {
  const end = postings.firstBlock[term + 1] as number;
  let block = firstBlockOf(postings, term, end, from);
  const { docs: found, frequencies } = postings;
  for (; block < end && postings.firstDoc(block) < to; block++) {
    if (having.passesOver(postings, block, end, to)) continue;
    const size = postings.decode(term, block);
    const first = firstFrom(found, size, from);
    const last = having.narrow(found, frequencies, first, lastBefore(found, size, to));
    inWord.count = ownBlock(
      found,
      frequencies,
      first,
      last,
      weight,
      slope,
      lengths,
      base,
      best,
      inWord.docs,
      inWord.count,
      own,
    );
  }
}

function ownBlock(
  found: Int32Array,
  counts: Int32Array,
  first: number,
  last: number,
  weight: number,
  slope: number,
  lengths: Uint16Array,
  base: number,
  best: Float64Array,
  into: Uint32Array,
  before: number,
  own: Int32Array,
): number {
  let count = before;
  for (let i = first; i < last; i++) {
    const doc = (found[i] as number) - base;
    const tf = counts[i] as number;
    best[doc] = (weight * tf) / (tf + K_BASE + slope * (lengths[base + doc] as number));
    own[doc] = tf;
    into[count++] = doc;
  }
  return count;
}

/**
 * Turns the counts of a way into scores, keeps the best per document, and clears the counts. `own`: counts that are
 * added to them, those of the word itself or none.
 */
export function keepBest(
  weight: number,
  slope: number,
  lengths: Uint16Array,
  base: number,
  counts: Int32Array,
  own: Int32Array,
  inWay: Touched,
  best: Float64Array,
  inWord: Touched,
): void {
  for (let at = 0; at < inWay.count; at += PIECE) {
    const end = Math.min(at + PIECE, inWay.count);
    inWord.count = keepPiece(
      inWay.docs,
      at,
      end,
      weight,
      slope,
      lengths,
      base,
      counts,
      own,
      best,
      inWord.docs,
      inWord.count,
    );
  }
  inWay.count = 0;
}

function keepPiece(
  docs: Uint32Array,
  start: number,
  end: number,
  weight: number,
  slope: number,
  lengths: Uint16Array,
  base: number,
  counts: Int32Array,
  own: Int32Array,
  best: Float64Array,
  into: Uint32Array,
  before: number,
): number {
  let count = before;
  for (let i = start; i < end; i++) {
    const doc = docs[i] as number;
    const tf = (counts[doc] as number) + (own[doc] as number);
    counts[doc] = 0;
    const score = (weight * tf) / (tf + K_BASE + slope * (lengths[base + doc] as number));
    const had = best[doc] as number;
    if (had === 0) into[count++] = doc;
    if (score > had) best[doc] = score;
  }
  return count;
}
