import type { Postings } from '../segment/postings.ts';
import type { List } from './list.ts';
import type { Touched } from './scratch.ts';
import { K_BASE, K_SLOPE } from './ways.ts';

/*
 * The hot loops. One element type per array, no closures, no allocation: a second shape here would make every
 * query slower. Documents are numbered within their window (`doc - from`).
 */

/**
 * Adds the counts of a term's postings within a window.
 * Cost: one decoded block per 128 postings, then a read, an add and a branch per posting.
 */
export function addTerm(
  postings: Postings,
  term: number,
  from: number,
  to: number,
  counts: Uint32Array,
  touched: Touched,
): void {
  const end = postings.firstBlock[term + 1] as number;
  let block = firstBlockOf(postings, postings.firstBlock[term] as number, end, from);
  const { docs, counts: tfs } = postings;
  const seen = touched.docs;
  let count = touched.count;
  for (; block < end && postings.firstDoc(block) < to; block++) {
    const size = postings.decode(term, block);
    for (let i = 0; i < size; i++) {
      const doc = (docs[i] as number) - from;
      if (doc < 0) continue;
      if (doc >= to - from) break;
      if (counts[doc] === 0) seen[count++] = doc;
      counts[doc] = (counts[doc] as number) + (tfs[i] as number);
    }
  }
  touched.count = count;
}

/** The last block that may hold documents from `from` on: the one before the first that begins after it. */
function firstBlockOf(postings: Postings, first: number, end: number, from: number): number {
  let low = first;
  let high = end;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (postings.firstDoc(middle) <= from) low = middle;
    else high = middle;
  }
  return low;
}

export function addList(list: List, from: number, to: number, counts: Uint32Array, touched: Touched): void {
  const { docs } = list;
  let low = 0;
  let high = docs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((docs[middle] as number) < from) low = middle + 1;
    else high = middle;
  }
  for (let i = low; i < docs.length && (docs[i] as number) < to; i++) {
    const doc = (docs[i] as number) - from;
    if (counts[doc] === 0) touched.docs[touched.count++] = doc;
    counts[doc] = (counts[doc] as number) + (list.counts[i] as number);
  }
}

/** Turns the counts of a way into scores, keeps the best per document, and clears the counts. */
export function keepBest(
  weight: number,
  average: number,
  lengths: Uint16Array,
  from: number,
  counts: Uint32Array,
  inWay: Touched,
  best: Float64Array,
  inWord: Touched,
): void {
  const slope = K_SLOPE / average;
  for (let i = 0; i < inWay.count; i++) {
    const doc = inWay.docs[i] as number;
    const tf = counts[doc] as number;
    counts[doc] = 0;
    const score = (weight * tf) / (tf + K_BASE + slope * (lengths[from + doc] as number));
    const before = best[doc] as number;
    if (before === 0) inWord.docs[inWord.count++] = doc;
    if (score > before) best[doc] = score;
  }
  inWay.count = 0;
}
