/*
 * The first sort key as a double, document by document, and the search for the next that may be kept; one function per
 * kind of array, as in sieve-loops.ts.
 */

/** Documents without a value. */
export const LAST = Number.NEGATIVE_INFINITY;
/** Documents whose rank cannot be told; their keys decide. */
export const FIRST = Number.POSITIVE_INFINITY;

export function rankNegated(
  _docs: Uint32Array,
  scores: Float64Array,
  count: number,
  ranks: Float64Array,
): Float64Array {
  for (let i = 0; i < count; i++) ranks[i] = -(scores[i] as number);
  return ranks;
}

export function rankValues(
  docs: Uint32Array,
  count: number,
  values: Float64Array,
  descending: boolean,
  ranks: Float64Array,
): Float64Array {
  const sign = descending ? 1 : -1;
  for (let i = 0; i < count; i++) ranks[i] = sign * (values[docs[i] as number] as number);
  return ranks;
}

/** Ordinals from `ordered` on are in no order. */
export function rankOrdinals(
  docs: Uint32Array,
  count: number,
  ordinals: Uint32Array,
  ordered: number,
  descending: boolean,
  ranks: Float64Array,
): Float64Array {
  const sign = descending ? 1 : -1;
  for (let i = 0; i < count; i++) {
    const ordinal = ordinals[docs[i] as number] as number;
    ranks[i] = ordinal < ordered ? sign * ordinal : FIRST;
  }
  return ranks;
}

/**
 * The last place before `end` whose document may come before the bound, -1 if there is none. Documents of the bound's
 * own rank do if they are newer. From the end, as later documents are newer: where all ranks are equal, only the first
 * few are taken.
 */
export function lastBetter(
  ranks: Float64Array,
  docs: Uint32Array,
  end: number,
  sequences: Float64Array,
  bound: number,
  boundSequence: number,
): number {
  for (let i = end - 1; i >= 0; i--) {
    const rank = ranks[i] as number;
    if (rank > bound || (rank === bound && (sequences[docs[i] as number] as number) > boundSequence))
      return i;
  }
  return -1;
}
