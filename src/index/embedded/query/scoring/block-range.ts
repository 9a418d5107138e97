import type { Postings } from '../../segment/postings.ts';

/** Where the documents from `from` on begin in a block: usually at its first. */
export function firstFrom(docs: Int32Array, size: number, from: number): number {
  let i = 0;
  while (i < size && (docs[i] as number) < from) i++;
  return i;
}

/** Where the documents before `to` end in a block: usually at its last. */
export function lastBefore(docs: Int32Array, size: number, to: number): number {
  let i = size;
  while (i > 0 && (docs[i - 1] as number) >= to) i--;
  return i;
}

/**
 * The first block that may hold documents from `from` on, by binary search. `end` if the only posting of the term is
 * before it: most terms of a prefix have one.
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
