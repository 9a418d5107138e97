import type { Column } from './columns.ts';

/** What loops over a column may rely on. Found out by one pass when first asked for, and kept with the column. */
export interface ColumnShape {
  /** Every document has exactly one value, so that the value of document d is value d. */
  readonly isSingle: boolean;
  /** No document has a text twice. Known of texts only; false for others. */
  readonly isDistinct: boolean;
}

const shapes = new WeakMap<Column, ColumnShape>();

export function shapeOf(column: Column): ColumnShape {
  const known = shapes.get(column);
  if (known !== undefined) return known;
  const isSingle = everyStartIsItsPlace(column.starts);
  const isDistinct = column.type === 'text' && (isSingle || hasDistinctValues(column));
  const shape = { isSingle, isDistinct };
  shapes.set(column, shape);
  return shape;
}

function everyStartIsItsPlace(starts: Uint32Array): boolean {
  for (let doc = 0; doc < starts.length; doc++) if (starts[doc] !== doc) return false;
  return true;
}

/** Cost: one write per value, into a table of the last document that had each. */
function hasDistinctValues({
  starts,
  ordinals,
  dictionary,
  long,
}: Extract<Column, { type: 'text' }>): boolean {
  const last = new Uint32Array(dictionary.size + long.size);
  for (let doc = 0; doc + 1 < starts.length; doc++) {
    const end = starts[doc + 1] as number;
    for (let at = starts[doc] as number; at < end; at++) {
      const ordinal = ordinals[at] as number;
      // Documents are noted one higher, as 0 means nobody yet.
      if (last[ordinal] === doc + 1) return false;
      last[ordinal] = doc + 1;
    }
  }
  return true;
}
