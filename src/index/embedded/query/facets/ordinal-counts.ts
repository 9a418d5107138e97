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

/** Counts the values of the first `count` documents of a list. */
export type CountDocs = (docs: Uint32Array, count: number) => void;

/** Scratch buffers of `countInRounds`. All searches of a thread share them, as none yields while it counts a batch. */
let positions = new Uint32Array(1 << 11);
let ends = new Uint32Array(1 << 11);

/** Counts the values of one column into `counts`, whose index is the ordinal that `toGlobal` maps a value to. */
export function countTexts(column: TextColumn, toGlobal: Uint32Array, counts: Uint32Array): CountDocs {
  const { starts } = column;
  const { isSingle, isDistinct } = shapeOf(column);
  if (!isDistinct) return (docs, count) => countAny(docs, count, starts, column.ordinals, toGlobal, counts);
  const { ordinals } = column;
  if (ordinals instanceof Uint8Array) {
    return isSingle
      ? (docs, count) => countBytes(docs, count, ordinals, toGlobal, counts)
      : countInRounds(starts, (active) =>
          countNextBytes(active, positions, ends, ordinals, toGlobal, counts),
        );
  }
  if (ordinals instanceof Uint16Array) {
    return isSingle
      ? (docs, count) => countShorts(docs, count, ordinals, toGlobal, counts)
      : countInRounds(starts, (active) =>
          countNextShorts(active, positions, ends, ordinals, toGlobal, counts),
        );
  }
  return isSingle
    ? (docs, count) => countWords(docs, count, ordinals, toGlobal, counts)
    : countInRounds(starts, (active) => countNextWords(active, positions, ends, ordinals, toGlobal, counts));
}

/** Counts the first value of every document, then the second value of documents that have two, and so on. */
const countInRounds =
  (starts: Uint32Array, countNext: (active: number) => number): CountDocs =>
  (docs, count) => {
    if (positions.length < count) {
      positions = new Uint32Array(count);
      ends = new Uint32Array(count);
    }
    let active = openValues(docs, count, starts, positions, ends);
    while (active > 0) active = countNext(active);
  };
