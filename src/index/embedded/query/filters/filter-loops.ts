import type { GeolocationColumn } from '../../segment/columns.ts';
import type { Ordinals } from '../../segment/ordinals.ts';
import type { CellBox, Circle } from './circle.ts';
import type { Test } from './filter.ts';

/*
 * Each of these moves the documents that pass one condition to the front, in their order, and gives how many they are.
 * Cost: per document one or two reads of the column and two writes. No closures, no allocation, and one function per
 * kind of column: a loop that saw several kinds of arrays would be compiled for the worst of them.
 */

/** `has` has a 1 for every ordinal that passes. The three differ in the width of ordinals and in nothing else. */
export function keepBytes(
  docs: Uint32Array,
  scores: Float64Array,
  count: number,
  ordinals: Uint8Array,
  has: Uint8Array,
): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i] as number;
    docs[kept] = doc;
    scores[kept] = scores[i] as number;
    kept += has[ordinals[doc] as number] as number;
  }
  return kept;
}

export function keepShorts(
  docs: Uint32Array,
  scores: Float64Array,
  count: number,
  ordinals: Uint16Array,
  has: Uint8Array,
): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i] as number;
    docs[kept] = doc;
    scores[kept] = scores[i] as number;
    kept += has[ordinals[doc] as number] as number;
  }
  return kept;
}

export function keepWords(
  docs: Uint32Array,
  scores: Float64Array,
  count: number,
  ordinals: Uint32Array,
  has: Uint8Array,
): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i] as number;
    docs[kept] = doc;
    scores[kept] = scores[i] as number;
    kept += has[ordinals[doc] as number] as number;
  }
  return kept;
}

/** The same where documents have any number of values. */
export function keepAnyOrdinal(
  docs: Uint32Array,
  scores: Float64Array,
  count: number,
  starts: Uint32Array,
  ordinals: Ordinals,
  has: Uint8Array,
): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i] as number;
    const end = starts[doc + 1] as number;
    for (let at = starts[doc] as number; at < end; at++) {
      if (has[ordinals[at] as number] === 0) continue;
      docs[kept] = doc;
      scores[kept++] = scores[i] as number;
      break;
    }
  }
  return kept;
}

export function keepBetween(
  docs: Uint32Array,
  scores: Float64Array,
  count: number,
  values: Float64Array,
  from: number,
  to: number,
): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i] as number;
    const value = values[doc] as number;
    docs[kept] = doc;
    scores[kept] = scores[i] as number;
    // Added, not branched on: which documents pass cannot be foretold.
    kept += +(value >= from) & +(value < to);
  }
  return kept;
}

/** Places by their cells: those outside of a box go. */
export function keepInBox(
  docs: Uint32Array,
  scores: Float64Array,
  count: number,
  cells: Uint32Array,
  { south, north, west, east }: CellBox,
): number {
  const height = north - south;
  const width = east - west;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i] as number;
    const cell = cells[doc] as number;
    docs[kept] = doc;
    scores[kept] = scores[i] as number;
    // Below the box a difference is negative, and as an unsigned number larger than any box.
    kept += +(((cell >>> 16) - south) >>> 0 <= height) & +(((cell & 0xffff) - west) >>> 0 <= width);
  }
  return kept;
}

/** Places are measured, but for those in cells that are within as a whole. */
export function keepWithin(
  docs: Uint32Array,
  scores: Float64Array,
  count: number,
  { lats, lons }: GeolocationColumn,
  cells: Uint32Array,
  { south, north, west, east }: CellBox,
  circle: Circle,
): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i] as number;
    const cell = cells[doc] as number;
    const y = cell >>> 16;
    const x = cell & 0xffff;
    const isInner = y >= south && y <= north && x >= west && x <= east;
    if (!isInner && !circle.has(lats[doc] as number, lons[doc] as number)) continue;
    docs[kept] = doc;
    scores[kept++] = scores[i] as number;
  }
  return kept;
}

/** Whatever has no loop of its own. */
export function keepTested(docs: Uint32Array, scores: Float64Array, count: number, test: Test): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i] as number;
    if (!test(doc)) continue;
    docs[kept] = doc;
    scores[kept++] = scores[i] as number;
  }
  return kept;
}
