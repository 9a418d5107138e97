/*
 * Counts of a text field's values over the first `count` of some documents, by the numbers that they have in the view.
 * One function per width of ordinals and layout, as in sieve-loops.ts.
 * Cost: two reads and one add per value, and two more reads where documents may have any number of values.
 */

export function countBytes(
  docs: Uint32Array,
  count: number,
  ordinals: Uint8Array,
  numbers: Uint32Array,
  counts: Uint32Array,
): void {
  for (let i = 0; i < count; i++) {
    const value = numbers[ordinals[docs[i] as number] as number] as number;
    counts[value] = (counts[value] as number) + 1;
  }
}

export function countShorts(
  docs: Uint32Array,
  count: number,
  ordinals: Uint16Array,
  numbers: Uint32Array,
  counts: Uint32Array,
): void {
  for (let i = 0; i < count; i++) {
    const value = numbers[ordinals[docs[i] as number] as number] as number;
    counts[value] = (counts[value] as number) + 1;
  }
}

export function countWords(
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

/** Documents have any number of values, but none twice. */
export function countSomeBytes(
  docs: Uint32Array,
  count: number,
  starts: Uint32Array,
  ordinals: Uint8Array,
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

export function countSomeShorts(
  docs: Uint32Array,
  count: number,
  starts: Uint32Array,
  ordinals: Uint16Array,
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

export function countSomeWords(
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
  numbers: Uint32Array,
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
      const value = numbers[ordinal] as number;
      counts[value] = (counts[value] as number) + 1;
    }
  }
}
