import { shapeOf } from '../segment/column-shape.ts';
import type { TextColumn } from '../segment/columns.ts';
import {
  countAny,
  countDistinct,
  countDistinctNumbered,
  countSingle,
  countSingleNumbered,
} from './facet-loops.ts';

/** What counts the values of documents. */
export type Count = (docs: Uint32Array, count: number) => void;

/** Counts the texts of one column into `counts`, by ordinal or by what `numbers` makes of it. */
export function countTexts(column: TextColumn, numbers: Uint32Array | undefined, counts: Uint32Array): Count {
  const { starts, ordinals } = column;
  const { isSingle, isDistinct } = shapeOf(column);
  if (isSingle && numbers === undefined) return (docs, count) => countSingle(docs, count, ordinals, counts);
  if (isSingle && numbers !== undefined) {
    return (docs, count) => countSingleNumbered(docs, count, ordinals, numbers, counts);
  }
  if (!isDistinct) return (docs, count) => countAny(docs, count, starts, ordinals, numbers, counts);
  if (numbers === undefined) return (docs, count) => countDistinct(docs, count, starts, ordinals, counts);
  return (docs, count) => countDistinctNumbered(docs, count, starts, ordinals, numbers, counts);
}
