import { convertValue } from '../../../src/values/value.ts';
import type { FieldType } from '../api/types.ts';

/** Types other than text that every value fits, most likely first; none without values. */
export function fittingTypes(values: readonly unknown[]): FieldType[] {
  const given = values.filter((value) => value !== null && value !== undefined && value !== '');
  if (given.length === 0) return [];
  return (['number', 'date', 'geolocation'] as const).filter((type) =>
    given.every((value) => convertValue(value, type).ok && (type !== 'geolocation' || namesAPlace(value))),
  );
}

/** The number of values that do not fit a type. */
export const countUnconvertible = (values: readonly unknown[], type: FieldType): number =>
  values.filter((value) => value !== '' && !convertValue(value, type).ok).length;

/** Short words and numbers are valid geohashes too, usually by accident. */
function namesAPlace(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'number' || namesAPlace(item));
  return typeof value === 'string' && /,|^point/i.test(value);
}
