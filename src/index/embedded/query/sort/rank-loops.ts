import { BLOCK_MAX_SHIFT } from '../../segment/block-max.ts';
import type { Ordinals } from '../../segment/ordinals.ts';
import { countValues } from '../../segment/read-counters.ts';

/*
 * Hot loops of sorting. Each returns the index of the last document before `end` that may sort before the bound, or -1.
 * A document with the rank of the bound sorts before it if its sequence number is higher. The loops run backwards
 * because later documents usually have higher sequence numbers: if all ranks are equal, the heap fills with the newest
 * documents, and one comparison rejects each of the others.
 * Cost: one or two reads and a comparison per document. There is one function per type of array, as in filter-loops.ts.
 */

/** The rank of documents without a value. */
export const LAST = Number.NEGATIVE_INFINITY;
/** The rank of documents that only their sort keys can order. */
export const FIRST = Number.POSITIVE_INFINITY;

/** The last entry in the top-k heap, which a document must sort before. */
export interface Bound {
  rank: number;
  /** `LAST` if equal ranks do not mean equal keys. */
  sequence: number;
}

export function lastBetterScore(
  docs: Uint32Array,
  scores: Float64Array,
  end: number,
  sequences: Float64Array,
  { rank: bound, sequence }: Bound,
): number {
  for (let i = end - 1; i >= 0; i--) {
    const score = scores[i] as number;
    if (score > bound || (score === bound && (sequences[docs[i] as number] as number) > sequence)) return i;
  }
  return -1;
}

/**
 * `sign` is -1 if the smallest value sorts first. `maxima` are the block maxima of the column (a zone map): documents
 * of a block whose maximum is below the bound are skipped without reading their values.
 */
export function lastBetterValue(
  docs: Uint32Array,
  end: number,
  values: Float64Array,
  maxima: Float64Array,
  sign: number,
  sequences: Float64Array,
  { rank: bound, sequence }: Bound,
): number {
  let read = 0;
  let i = end - 1;
  for (; i >= 0; i--) {
    const doc = docs[i] as number;
    if ((maxima[doc >>> BLOCK_MAX_SHIFT] as number) < bound) continue;
    read++;
    const rank = sign * (values[doc] as number);
    if (rank > bound || (rank === bound && (sequences[doc] as number) > sequence)) break;
  }
  countValues(read);
  return i;
}

/** Ordinals from `ordered` on have no order. */
export function lastBetterOrdinal(
  docs: Uint32Array,
  end: number,
  ordinals: Ordinals,
  ordered: number,
  sign: number,
  { rank: bound }: Bound,
): number {
  for (let i = end - 1; i >= 0; i--) {
    const ordinal = ordinals[docs[i] as number] as number;
    if (sign * ordinal >= bound || ordinal >= ordered) return i;
  }
  return -1;
}

export function lastBetterOther(
  docs: Uint32Array,
  scores: Float64Array,
  end: number,
  rankIn: (doc: number, score: number) => number,
  { rank: bound }: Bound,
): number {
  for (let i = end - 1; i >= 0; i--) {
    if (rankIn(docs[i] as number, scores[i] as number) >= bound) return i;
  }
  return -1;
}
