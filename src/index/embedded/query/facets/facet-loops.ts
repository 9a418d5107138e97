import type { Ordinals } from '../../segment/ordinals.ts';

/*
 * Counts of a text field's values over the first `count` of some documents, by the numbers that they have in the view.
 * One function per width of ordinals and layout, as in sieve-loops.ts.
 * Cost: two reads and one add per value; where documents may have any number of values, four reads and two writes more.
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

/**
 * Notes where the values of each document begin and end, for those that have any, and gives how many they are. Together
 * with the rounds below this is the loop over documents and their values turned inside out: how many values a document
 * has cannot be foretold, and a branch on it costs more than the values do. A quarter to a half less time on documents
 * of which half have none and some have twenty.
 */
export function openValues(
  docs: Uint32Array,
  count: number,
  starts: Uint32Array,
  places: Uint32Array,
  ends: Uint32Array,
): number {
  let left = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i] as number;
    const place = starts[doc] as number;
    const end = starts[doc + 1] as number;
    places[left] = place;
    ends[left] = end;
    left += +(place < end);
  }
  return left;
}

/** Counts the next value of each document that has one left, and gives how many still have. */
export function countNextBytes(
  left: number,
  places: Uint32Array,
  ends: Uint32Array,
  ordinals: Uint8Array,
  numbers: Uint32Array,
  counts: Uint32Array,
): number {
  let kept = 0;
  for (let i = 0; i < left; i++) {
    const place = places[i] as number;
    const end = ends[i] as number;
    const value = numbers[ordinals[place] as number] as number;
    counts[value] = (counts[value] as number) + 1;
    places[kept] = place + 1;
    ends[kept] = end;
    kept += +(place + 1 < end);
  }
  return kept;
}

export function countNextShorts(
  left: number,
  places: Uint32Array,
  ends: Uint32Array,
  ordinals: Uint16Array,
  numbers: Uint32Array,
  counts: Uint32Array,
): number {
  let kept = 0;
  for (let i = 0; i < left; i++) {
    const place = places[i] as number;
    const end = ends[i] as number;
    const value = numbers[ordinals[place] as number] as number;
    counts[value] = (counts[value] as number) + 1;
    places[kept] = place + 1;
    ends[kept] = end;
    kept += +(place + 1 < end);
  }
  return kept;
}

export function countNextWords(
  left: number,
  places: Uint32Array,
  ends: Uint32Array,
  ordinals: Uint32Array,
  numbers: Uint32Array,
  counts: Uint32Array,
): number {
  let kept = 0;
  for (let i = 0; i < left; i++) {
    const place = places[i] as number;
    const end = ends[i] as number;
    const value = numbers[ordinals[place] as number] as number;
    counts[value] = (counts[value] as number) + 1;
    places[kept] = place + 1;
    ends[kept] = end;
    kept += +(place + 1 < end);
  }
  return kept;
}

/** Documents may have a value several times, and count once: per value one comparison with each before it. */
export function countAny(
  docs: Uint32Array,
  count: number,
  starts: Uint32Array,
  ordinals: Ordinals,
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
