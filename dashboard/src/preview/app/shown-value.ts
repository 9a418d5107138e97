import type { Field } from './page-options.ts';

const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** A value as text; several values are separated by commas. */
export function shownValue(value: unknown, type: Field['type']): string {
  if (Array.isArray(value)) return value.map((one) => shownValue(one, type)).join(', ');
  if (value === null || value === undefined) return '';
  if (type === 'date') {
    const date = new Date(String(value));
    if (!Number.isNaN(date.getTime())) return dates.format(date);
  }
  return type === 'number' ? Number(value).toLocaleString('en') : String(value);
}
