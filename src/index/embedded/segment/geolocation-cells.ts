import type { GeolocationColumn } from './columns.ts';

/** Cells per degree; 65,536 cells span the earth. */
const PER_DEGREE = 65_535 / 360;

/** The cell of a latitude or longitude. Monotonic: a larger coordinate never has a lower cell. */
export const cellOf = (degrees: number): number => Math.floor((degrees + 180) * PER_DEGREE);

const cells = new WeakMap<GeolocationColumn, Uint32Array>();

/**
 * Locations quantised to a grid of some 600 metres: latitude in the upper half of a word, longitude in the lower. A
 * quarter of the column's memory, and one read instead of two. Computed on first use, and kept as long as the column.
 */
export function cellsOf(column: GeolocationColumn): Uint32Array {
  const known = cells.get(column);
  if (known !== undefined) return known;
  const { lats, lons } = column;
  const made = new Uint32Array(lats.length);
  for (let i = 0; i < made.length; i++)
    made[i] = (cellOf(lats[i] as number) << 16) | cellOf(lons[i] as number);
  cells.set(column, made);
  return made;
}
