import type { Postings } from '../../segment/postings.ts';

/** The index of the first document from `from` on in a block; usually 0. */
export function firstFrom(docs: Int32Array, size: number, from: number): number {
  let i = 0;
  while (i < size && (docs[i] as number) < from) i++;
  return i;
}

/** The index after the last document before `to` in a block; usually its size. */
export function lastBefore(docs: Int32Array, size: number, to: number): number {
  let i = size;
  while (i > 0 && (docs[i - 1] as number) >= to) i--;
  return i;
}

/**
 * The first block that may hold documents from `from` on, by binary search. `end` if the term has one
 * posting and that is before `from`: most terms of a prefix have one posting.
 */
export function firstBlockOf(postings: Postings, term: number, end: number, from: number): number {
  let low = postings.firstBlock[term] as number;
  if (end - low === 1 && postings.firstDoc(low) < from && postings.sizeOf(term, low) === 1) return end;
  let high = end;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (postings.firstDoc(middle) <= from) low = middle;
    else high = middle;
  }
  return low;
}
