import type { GeolocationColumn } from '../../segment/columns.ts';
import type { Ordinals } from '../../segment/ordinals.ts';
import type { CellBox, Circle } from './circle.ts';
import type { Test } from './filter.ts';

/*
 * Hot loops of filters. Each moves the documents that pass one condition to the front, in their order, and returns
 * their number. Loops with a cheap condition have no branch: they always write, and advance the index by 0 or 1.
 * Cost: per document one or two reads of the column and two writes. No closures, no allocation, and one function per
 * type of array: a loop that sees several types is compiled to slower, polymorphic code.
 */

/** `has[ordinal]` is 1 if the ordinal passes. The next three functions differ only in the width of ordinals. */
export function filterBytes(
  docs: Uint32Array,
  scores: Float64Array,
  count: number,
  ordinals: Uint8Array,
  has: Uint8Array,
): number {
  let passed = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i] as number;
    docs[passed] = doc;
    scores[passed] = scores[i] as number;
    passed += has[ordinals[doc] as number] as number;
  }
  return passed;
}

export function filterShorts(
  docs: Uint32Array,
  scores: Float64Array,
  count: number,
  ordinals: Uint16Array,
  has: Uint8Array,
): number {
  let passed = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i] as number;
    docs[passed] = doc;
    scores[passed] = scores[i] as number;
    passed += has[ordinals[doc] as number] as number;
  }
  return passed;
}

export function filterWords(
  docs: Uint32Array,
  scores: Float64Array,
  count: number,
  ordinals: Uint32Array,
  has: Uint8Array,
): number {
  let passed = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i] as number;
    docs[passed] = doc;
    scores[passed] = scores[i] as number;
    passed += has[ordinals[doc] as number] as number;
  }
  return passed;
}

/** The same for documents with any number of values. */
export function filterAnyOrdinal(
  docs: Uint32Array,
  scores: Float64Array,
  count: number,
  starts: Uint32Array,
  ordinals: Ordinals,
  has: Uint8Array,
): number {
  let passed = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i] as number;
    const end = starts[doc + 1] as number;
    for (let at = starts[doc] as number; at < end; at++) {
      if (has[ordinals[at] as number] === 0) continue;
      docs[passed] = doc;
      scores[passed++] = scores[i] as number;
      break;
    }
  }
  return passed;
}

export function filterRange(
  docs: Uint32Array,
  scores: Float64Array,
  count: number,
  values: Float64Array,
  from: number,
  to: number,
): number {
  let passed = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i] as number;
    const value = values[doc] as number;
    docs[passed] = doc;
    scores[passed] = scores[i] as number;
    // No branch: which documents pass is unpredictable.
    passed += +(value >= from) & +(value < to);
  }
  return passed;
}

/** Rejects locations outside of a box of grid cells. */
export function filterBox(
  docs: Uint32Array,
  scores: Float64Array,
  count: number,
  cells: Uint32Array,
  { south, north, west, east }: CellBox,
): number {
  const height = north - south;
  const width = east - west;
  let passed = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i] as number;
    const cell = cells[doc] as number;
    docs[passed] = doc;
    scores[passed] = scores[i] as number;
    // A negative difference becomes a large unsigned number, so one comparison tests both sides.
    passed += +(((cell >>> 16) - south) >>> 0 <= height) & +(((cell & 0xffff) - west) >>> 0 <= width);
  }
  return passed;
}

/** Tests the distance of locations, except in cells that lie completely within the circle. */
export function filterCircle(
  docs: Uint32Array,
  scores: Float64Array,
  count: number,
  { lats, lons }: GeolocationColumn,
  cells: Uint32Array,
  { south, north, west, east }: CellBox,
  circle: Circle,
): number {
  let passed = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i] as number;
    const cell = cells[doc] as number;
    const y = cell >>> 16;
    const x = cell & 0xffff;
    const isInner = y >= south && y <= north && x >= west && x <= east;
    if (!isInner && !circle.has(lats[doc] as number, lons[doc] as number)) continue;
    docs[passed] = doc;
    scores[passed++] = scores[i] as number;
  }
  return passed;
}

/** For conditions without a specialized loop. */
export function filterByTest(docs: Uint32Array, scores: Float64Array, count: number, test: Test): number {
  let passed = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i] as number;
    if (!test(doc)) continue;
    docs[passed] = doc;
    scores[passed++] = scores[i] as number;
  }
  return passed;
}
