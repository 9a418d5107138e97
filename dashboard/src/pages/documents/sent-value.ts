import type { FieldType } from '../../api/types.ts';

const sameNumbers = (one: string, other: string): boolean => {
  const numbers = other.split(',').map(Number);
  return one.split(',').every((part, index) => part.trim() !== '' && Number(part) === numbers[index]);
};

/**
 * Whether a value was sent in a form that says something else than the value that the API returns: a date of another time
 * zone, a geohash. Trailing zeros, `.000Z` and a missing time do not.
 */
export function isSentDifferently(sent: unknown, shown: unknown, type: FieldType): boolean {
  if (typeof sent !== 'string' || typeof shown !== 'string' || sent === shown) return false;
  if (type === 'date') return !shown.startsWith(sent.slice(0, 16).replace(/[t ]/, 'T'));
  return type !== 'geolocation' || !sameNumbers(sent, shown);
}
