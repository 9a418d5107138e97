import type { DateColumn, NumberColumn } from './columns.ts';

/** Documents of a block, as a power of two. */
export const BLOCK_MAX_SHIFT = 6;

type ValueColumn = NumberColumn | DateColumn;

const highest = new WeakMap<ValueColumn, Float64Array>();
const lowest = new WeakMap<ValueColumn, Float64Array>();

/**
 * Per 64 documents of a column with one value each the greatest value, or the least one negated: what a sort goes by.
 * An eighth of a byte per document and direction, it stays in the cache where the column does not, and says of most
 * documents that they cannot get onto the page. Made by one pass when first asked for, and kept with the column.
 */
export function blockMaxima(column: ValueColumn, descending: boolean): Float64Array {
  const known = (descending ? highest : lowest).get(column);
  if (known !== undefined) return known;
  const { values } = column;
  const sign = descending ? 1 : -1;
  const peaks = new Float64Array((values.length >>> BLOCK_MAX_SHIFT) + 1).fill(Number.NEGATIVE_INFINITY);
  for (let doc = 0; doc < values.length; doc++) {
    const rank = sign * (values[doc] as number);
    if (rank > (peaks[doc >>> BLOCK_MAX_SHIFT] as number)) peaks[doc >>> BLOCK_MAX_SHIFT] = rank;
  }
  (descending ? highest : lowest).set(column, peaks);
  return peaks;
}
