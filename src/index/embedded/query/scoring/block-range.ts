import type { Postings } from '../../segment/postings.ts';

/** Where the documents from `from` on begin in a block: mostly at its beginning. */
export function firstFrom(docs: Int32Array, size: number, from: number): number {
  let i = 0;
  while (i < size && (docs[i] as number) < from) i++;
  return i;
}

/** Where the documents before `to` end in a block: mostly at its end. */
export function lastBefore(docs: Int32Array, size: number, to: number): number {
  let i = size;
  while (i > 0 && (docs[i - 1] as number) >= to) i--;
  return i;
}

/**
 * The last block that may hold documents from `from` on: the one before the first that begins after it. The end, if
 * the term is in one document only, before it: so are most of those that a beginning stands for.
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
