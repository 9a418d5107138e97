import { formatDate, parseDate } from '../values/date-value.ts';
import type { FieldType } from '../values/types.ts';
import { numberOf } from './option.ts';

/**
 * A value of an option as documents show it under a field's type, so that the two can be compared; undefined if
 * it is none of that type. A location has no such value: places are compared by distance.
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
