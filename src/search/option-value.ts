import { formatDate, parseDate } from '../values/date-value.ts';
import type { FieldType } from '../values/types.ts';
import { numberOf } from './option.ts';

/**
 * A value of an option as documents with this field type show it, so that the two can be compared; undefined if it is
 * not of that type. Locations have no such value: they are compared by distance.
 */
export function valueAs(type: FieldType, value: unknown): string | number | undefined {
  switch (type) {
    case 'text':
      return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
    case 'number': {
      const number = numberOf(value);
      return number === undefined ? undefined : number + 0; // one zero, no -0
    }
    case 'date': {
      const date = typeof value === 'string' ? parseDate(value) : undefined;
      return date && formatDate(date);
    }
    case 'geolocation':
      return undefined;
  }
}
