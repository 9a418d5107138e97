import { BLOCK_MAX_SHIFT } from '../../segment/block-max.ts';
import type { Ordinals } from '../../segment/ordinals.ts';
import { countValues } from '../../segment/read-counters.ts';

/*
 * Each of these looks for the last document before `end` that may come before the bound, and gives its place, or -1.
 * Documents of the bound's own rank do if they are newer. From the end, as later documents are newer: where all ranks
 * are equal, the first few are taken and the rest is turned away.
 * Cost: a read and a comparison per document, one more where documents are listed by number. One function per kind of
 * array, as in sieve-loops.ts.
 */

/** Documents without a value. */
export const LAST = Number.NEGATIVE_INFINITY;
/** Documents whose rank cannot be told; their keys decide. */
export const FIRST = Number.POSITIVE_INFINITY;

/** What was kept last, and must be beaten. */
export interface Bound {
  rank: number;
  /** `LAST` where equal ranks leave the order open. */
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

/** `sign` is -1 where the least value comes first; `peaks` are those of `blockMaxima`. */
export function lastBetterValue(
  docs: Uint32Array,
  end: number,
  values: Float64Array,
  peaks: Float64Array,
  sign: number,
  sequences: Float64Array,
  { rank: bound, sequence }: Bound,
): number {
  let read = 0;
  let i = end - 1;
  for (; i >= 0; i--) {
    const doc = docs[i] as number;
    if ((peaks[doc >>> BLOCK_MAX_SHIFT] as number) < bound) continue;
    read++;
    const rank = sign * (values[doc] as number);
    if (rank > bound || (rank === bound && (sequences[doc] as number) > sequence)) break;
  }
  countValues(read);
  return i;
}

/** Ordinals from `ordered` on are in no order. */
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
