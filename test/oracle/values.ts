import type { OracleDocument } from './document.ts';

/** What a document holds under a name: the items that are not null; `id` is a field with one value. */
export function valuesOf(document: OracleDocument, field: string): Array<string | number> {
  if (field === 'id') return [document.id];
  const value = document.fields.get(field);
  if (value === undefined || value === null) return [];
  return (typeof value === 'object' ? value : [value]).filter((item) => item !== null);
}

/** Numbers by size, everything else by UTF-8 bytes; canonical dates sort as text. */
export function compareValues(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}

export interface Range {
  readonly from?: string | number | undefined;
  readonly to?: string | number | undefined;
}

/** From inclusive, to exclusive; an absent bound bounds nothing. */
export const isWithin = (value: string | number, { from, to }: Range): boolean =>
  (from === undefined || compareValues(value, from) >= 0) &&
  (to === undefined || compareValues(value, to) < 0);
