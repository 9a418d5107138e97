import { shapeOf } from '../../segment/column-shape.ts';
import type { TextColumn } from '../../segment/columns.ts';
import {
  countAny,
  countBytes,
  countNextBytes,
  countNextShorts,
  countNextWords,
  countShorts,
  countWords,
  openValues,
} from './facet-loops.ts';

/** What counts the values of documents. */
export type Count = (docs: Uint32Array, count: number) => void;

/** Where the values of documents stand while they are counted; for all searches, none of which pauses meanwhile. */
let places = new Uint32Array(1 << 11);
let ends = new Uint32Array(1 << 11);

/** Counts the texts of one column into `counts`, by what `numbers` makes of their ordinals. */
export function countTexts(column: TextColumn, numbers: Uint32Array, counts: Uint32Array): Count {
  const { starts } = column;
  const { isSingle, isDistinct } = shapeOf(column);
  if (!isDistinct) return (docs, count) => countAny(docs, count, starts, column.ordinals, numbers, counts);
  const { ordinals } = column;
  if (ordinals instanceof Uint8Array) {
    return isSingle
      ? (docs, count) => countBytes(docs, count, ordinals, numbers, counts)
      : inRounds(starts, (left) => countNextBytes(left, places, ends, ordinals, numbers, counts));
  }
  if (ordinals instanceof Uint16Array) {
    return isSingle
      ? (docs, count) => countShorts(docs, count, ordinals, numbers, counts)
      : inRounds(starts, (left) => countNextShorts(left, places, ends, ordinals, numbers, counts));
  }
  return isSingle
    ? (docs, count) => countWords(docs, count, ordinals, numbers, counts)
    : inRounds(starts, (left) => countNextWords(left, places, ends, ordinals, numbers, counts));
}

/** The first value of every document, then the second of those that have two, and so on. */
const inRounds =
  (starts: Uint32Array, countNext: (left: number) => number): Count =>
  (docs, count) => {
    if (places.length < count) {
      places = new Uint32Array(count);
      ends = new Uint32Array(count);
    }
    let left = openValues(docs, count, starts, places, ends);
    while (left > 0) left = countNext(left);
  };
