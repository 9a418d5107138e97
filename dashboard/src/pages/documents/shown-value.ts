import type { FieldType } from '../../api/types.ts';

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 20 });

const DAY = 86_400_000;
/** Smaller numbers, such as years, have no separators; larger ones would be rounded. */
const GROUPED = { from: 10_000, to: 1e15 };

/** A value of a document on one line. React escapes markup. */
export function inOneLine(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value)) return value.map(inOneLine).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The items of a value, one per line. */
export const linesOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** An item for reading: dates in UTC, without the time if it is midnight, and large numbers with separators. */
export function readable(item: unknown, type: FieldType): string {
  if (type === 'date' && typeof item === 'string') {
    const at = Date.parse(item);
    if (!Number.isNaN(at)) return (at % DAY === 0 ? day : moment).format(at);
  }
  if (type === 'number' && typeof item === 'number') {
    const size = Math.abs(item);
    return size >= GROUPED.from && size < GROUPED.to ? grouped.format(item) : String(item);
  }
  return inOneLine(item);
}
