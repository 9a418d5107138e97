import type { Column } from './columns.ts';

/** Properties of a column that loops may rely on. Computed by one pass on first use, and kept as long as the column. */
export interface ColumnShape {
  /** Every document has exactly one value, so that document d has value d. */
  readonly isSingle: boolean;
  /** No document has a text twice. Computed for texts only; false for other types. */
  readonly isDistinct: boolean;
}

const shapes = new WeakMap<Column, ColumnShape>();

export function shapeOf(column: Column): ColumnShape {
  const known = shapes.get(column);
  if (known !== undefined) return known;
  const isSingle = isIdentity(column.starts);
  const isDistinct = column.type === 'text' && (isSingle || hasDistinctValues(column));
  const shape = { isSingle, isDistinct };
  shapes.set(column, shape);
  return shape;
}

function isIdentity(starts: Uint32Array): boolean {
  for (let doc = 0; doc < starts.length; doc++) if (starts[doc] !== doc) return false;
  return true;
}

/** Cost: one write per value, into a table of the last document that has each. */
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
      // The table holds document + 1; 0 means none.
      if (last[ordinal] === doc + 1) return false;
      last[ordinal] = doc + 1;
    }
  }
  return true;
}
