import type { GeolocationColumn } from './columns.ts';

/** A degree of latitude or longitude is so many cells; 65,536 of them go round the earth. */
const PER_DEGREE = 65_535 / 360;

/** The cell of a latitude or longitude: what lies further north or east is never in a lower one. */
export const cellOf = (degrees: number): number => Math.floor((degrees + 180) * PER_DEGREE);

const cells = new WeakMap<GeolocationColumn, Uint32Array>();

/**
 * Places rounded to cells of some 600 metres: latitude in the upper half of a word, longitude in the lower. A quarter
 * of what the column takes, and one read instead of two. Made when first asked for, and kept with the column.
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
