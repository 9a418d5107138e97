/*
 * Counts of a text field's values over the first `count` of some documents. One function per layout, as in
 * sieve-loops.ts. Cost: one read and one add per value, plus one read where documents may have any number of values,
 * and one where ordinals have to be turned into the numbers of the view.
 */

export function countSingle(
  docs: Uint32Array,
  count: number,
  ordinals: Uint32Array,
  counts: Uint32Array,
): void {
  for (let i = 0; i < count; i++) {
    const value = ordinals[docs[i] as number] as number;
    counts[value] = (counts[value] as number) + 1;
  }
}

export function countSingleNumbered(
  docs: Uint32Array,
  count: number,
  ordinals: Uint32Array,
  numbers: Uint32Array,
  counts: Uint32Array,
): void {
  for (let i = 0; i < count; i++) {
    const value = numbers[ordinals[docs[i] as number] as number] as number;
    counts[value] = (counts[value] as number) + 1;
  }
}

/** Documents have no value twice. */
export function countDistinct(
  docs: Uint32Array,
  count: number,
  starts: Uint32Array,
  ordinals: Uint32Array,
  counts: Uint32Array,
): void {
  for (let i = 0; i < count; i++) {
    const doc = docs[i] as number;
    const end = starts[doc + 1] as number;
    for (let at = starts[doc] as number; at < end; at++) {
      const value = ordinals[at] as number;
      counts[value] = (counts[value] as number) + 1;
    }
  }
}

export function countDistinctNumbered(
  docs: Uint32Array,
  count: number,
  starts: Uint32Array,
  ordinals: Uint32Array,
  numbers: Uint32Array,
  counts: Uint32Array,
): void {
  for (let i = 0; i < count; i++) {
    const doc = docs[i] as number;
    const end = starts[doc + 1] as number;
    for (let at = starts[doc] as number; at < end; at++) {
      const value = numbers[ordinals[at] as number] as number;
      counts[value] = (counts[value] as number) + 1;
    }
  }
}

/** Documents may have a value several times, and count once: per value one comparison with each before it. */
export function countAny(
  docs: Uint32Array,
  count: number,
  starts: Uint32Array,
  ordinals: Uint32Array,
  numbers: Uint32Array | undefined,
  counts: Uint32Array,
): void {
  for (let i = 0; i < count; i++) {
    const doc = docs[i] as number;
    const from = starts[doc] as number;
    const to = starts[doc + 1] as number;
    for (let at = from; at < to; at++) {
      const ordinal = ordinals[at] as number;
      let before = from;
      while (ordinals[before] !== ordinal) before++;
      if (before < at) continue;
      const value = numbers === undefined ? ordinal : (numbers[ordinal] as number);
      counts[value] = (counts[value] as number) + 1;
    }
  }
}
