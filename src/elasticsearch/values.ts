import { type Filter, NOTHING } from '../index/plan.ts';
import { idFilter } from '../meta-engines/id-filter.ts';
import { type DateValue, formatDate, parseDate } from '../values/date-value.ts';
import { parseNumber } from '../values/number-value.ts';
import type { FieldType, Schema } from '../values/types.ts';
import type { NamedField } from './field.ts';
import { invalid, knownMembers, numberOf, type Part, textOf } from './part.ts';

export type ValueField = Extract<NamedField, { kind: 'value' }>;

/** A value as the index compares it; undefined if no value of the type can equal it. */
export function valueIn(type: FieldType | 'id', part: Part): string | number | undefined {
  switch (type) {
    case 'number':
      return parseNumber(textOf(part));
    case 'date': {
      const date = dateOf(part);
      return date && formatDate(date);
    }
    case 'geolocation':
      return undefined;
    case 'text':
    case 'id':
      return textOf(part);
  }
}

/** Documents with any of the values. */
export function anyValueFilter({ name, type }: ValueField, parts: readonly Part[], schema: Schema): Filter {
  const values = parts.flatMap((part) => valueIn(type, part) ?? []);
  if (values.length === 0) return NOTHING;
  return type === 'id' ? idFilter(schema, values) : { kind: 'value', field: name, values };
}

/** The first and the last moment that a date can be. */
const EARLIEST = parseDate('0000-01-01') as DateValue;
const LATEST = parseDate('9999-12-31T23:59:59.999999999Z') as DateValue;

/** A date, or a number of milliseconds since 1970. */
function dateOf(part: Part): DateValue | undefined {
  const { value } = part;
  if (typeof value !== 'number') return parseDate(textOf(part));
  const epochMs = Math.trunc(value);
  return epochMs >= EARLIEST.epochMs && epochMs <= LATEST.epochMs ? { epochMs, nanos: 0 } : undefined;
}

const DAY = 86_400_000;
const isDay = ({ value }: Part): boolean => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);

/** The least moment after a date; a date without a time stands for the whole day, as in Elasticsearch. */
function after(date: DateValue, part: Part): DateValue {
  if (isDay(part)) return { epochMs: date.epochMs + DAY, nanos: 0 };
  return date.nanos === 999_999
    ? { epochMs: date.epochMs + 1, nanos: 0 }
    : { epochMs: date.epochMs, nanos: date.nanos + 1 };
}

const numbers = new Float64Array(1);
const bits = new BigInt64Array(numbers.buffer);

/** The least double above a number. */
export function nextUp(number: number): number {
  if (number === Number.POSITIVE_INFINITY) return number;
  numbers[0] = number + 0;
  if (number === 0) return Number.MIN_VALUE;
  bits[0] = (bits[0] as bigint) + (number > 0 ? 1n : -1n);
  return numbers[0] as number;
}

/** A bound of a range: `isAfter` moves it to the least value above. */
export function boundOf(type: 'number' | 'date', part: Part, isAfter: boolean): string | number {
  if (type === 'number') {
    const number = numberOf(part, -Number.MAX_VALUE, Number.MAX_VALUE);
    return isAfter ? nextUp(number) : number;
  }
  const date = dateOf(part);
  if (date === undefined) throw invalid(part.path, 'must be a date such as 2024-02-29T18:09:19Z');
  const moved = isAfter ? after(date, part) : date;
  return formatDate(moved.epochMs > LATEST.epochMs ? LATEST : moved);
}

/** The documents in a range with any of the bounds `gte`, `gt`, `lte` and `lt`. */
export function rangeFilter({ name }: ValueField, type: 'number' | 'date', part: Part): Filter {
  const { gte, gt, lte, lt } = knownMembers(part, ['gte', 'gt', 'lte', 'lt', 'boost']);
  const isGiven = (one: Part | undefined): one is Part => one !== undefined && one.value !== null;
  const from = isGiven(gt) ? boundOf(type, gt, true) : isGiven(gte) ? boundOf(type, gte, false) : undefined;
  const to = isGiven(lte) ? boundOf(type, lte, true) : isGiven(lt) ? boundOf(type, lt, false) : undefined;
  return { kind: 'range', field: name, from, to };
}
