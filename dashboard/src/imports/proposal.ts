import { viewValue } from '../../../src/values/value.ts';
import type { FieldType } from '../api/types.ts';

/** Types beyond text that every value fits, the likeliest first; none without a value. */
export function fittingTypes(values: readonly unknown[]): FieldType[] {
  const given = values.filter((value) => value !== null && value !== undefined && value !== '');
  if (given.length === 0) return [];
  return (['number', 'date', 'geolocation'] as const).filter((type) =>
    given.every((value) => viewValue(value, type).ok && (type !== 'geolocation' || namesAPlace(value))),
  );
}

/** How many values do not fit a type. */
export const misfits = (values: readonly unknown[], type: FieldType): number =>
  values.filter((value) => value !== '' && !viewValue(value, type).ok).length;

/** Short words and numbers are geohashes too, by accident more often than not. */
function namesAPlace(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'number' || namesAPlace(item));
  return typeof value === 'string' && /,|^point/i.test(value);
}
