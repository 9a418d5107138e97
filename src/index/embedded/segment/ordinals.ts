/**
 * Ordinals of a column, as narrow as the number of distinct values allows. Loops over scattered documents are bound by
 * memory access: with one byte per document instead of four they take a quarter of the time. A hot loop over ordinals
 * needs one copy per width, to stay monomorphic.
 */
export type Ordinals = Uint8Array | Uint16Array | Uint32Array;

/** Bytes per ordinal, by the number of distinct values. */
const ordinalBytes = (values: number): 1 | 2 | 4 => (values <= 1 << 8 ? 1 : values <= 1 << 16 ? 2 : 4);

/** An array for `length` ordinals of `values` distinct values. */
export function newOrdinals(length: number, values: number): Ordinals {
  const bytes = ordinalBytes(values);
  if (bytes === 1) return new Uint8Array(length);
  return bytes === 2 ? new Uint16Array(length) : new Uint32Array(length);
}
