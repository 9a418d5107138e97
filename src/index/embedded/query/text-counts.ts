import { shapeOf } from '../segment/column-shape.ts';
import type { TextColumn } from '../segment/columns.ts';
import { narrowOrdinals } from '../segment/narrow-ordinals.ts';
import {
  countAny,
  countBytes,
  countShorts,
  countSomeBytes,
  countSomeShorts,
  countSomeWords,
  countWords,
} from './facet-loops.ts';

/** What counts the values of documents. */
export type Count = (docs: Uint32Array, count: number) => void;

/** Counts the texts of one column into `counts`, by what `numbers` makes of their ordinals. */
export function countTexts(column: TextColumn, numbers: Uint32Array, counts: Uint32Array): Count {
  const { starts } = column;
  const { isSingle, isDistinct } = shapeOf(column);
  if (!isDistinct) return (docs, count) => countAny(docs, count, starts, column.ordinals, numbers, counts);
  const ordinals = narrowOrdinals(column);
  if (ordinals instanceof Uint8Array) {
    return isSingle
      ? (docs, count) => countBytes(docs, count, ordinals, numbers, counts)
      : (docs, count) => countSomeBytes(docs, count, starts, ordinals, numbers, counts);
  }
  if (ordinals instanceof Uint16Array) {
    return isSingle
      ? (docs, count) => countShorts(docs, count, ordinals, numbers, counts)
      : (docs, count) => countSomeShorts(docs, count, starts, ordinals, numbers, counts);
  }
  return isSingle
    ? (docs, count) => countWords(docs, count, ordinals, numbers, counts)
    : (docs, count) => countSomeWords(docs, count, starts, ordinals, numbers, counts);
}
