import { badRequest } from '../errors.ts';
import { EVERYTHING, type Filter, NOTHING } from '../index/plan.ts';
import { limits } from '../limits.ts';
import { formatDate, parseDate } from '../schema/date-value.ts';
import { parseLocation } from '../schema/geolocation-value.ts';
import { parseNumber } from '../schema/number-value.ts';
import type { FieldType, Schema } from '../schema/types.ts';
import { objectOf, optionErrors } from './option-error.ts';

const OPTION = 'Filters';
const COMBINATORS = ['all', 'any', 'none'] as const;
type Combinator = (typeof COMBINATORS)[number];
const isCombinator = (key: string): key is Combinator => (COMBINATORS as readonly string[]).includes(key);

const METRES = { mm: 0.001, cm: 0.01, m: 1, km: 1000, in: 0.0254, ft: 0.3048, yd: 0.9144, mi: 1609.344 };
type Unit = keyof typeof METRES;

/**
 * How unknown fields and empty combinators are taken. A request is told about an unknown field, and an empty `any`
 * of its matches everything (Search UI sends them). A signed key fails closed: both match nothing, or everything
 * where they stand below a `none`, so that in no place they let a document through.
 */
export type Strictness = 'request' | 'token';

/** Reads filters into plain data. The text of an error is the same for requests and for signed keys. */
export function parseFilters(value: unknown, schema: Schema, strictness: Strictness): Filter {
  return new FilterParser(schema, strictness).filters(value);
}

class FilterParser {
  readonly #schema: Schema;
  readonly #strictness: Strictness;
  #conditions = 0;

  constructor(schema: Schema, strictness: Strictness) {
    this.#schema = schema;
    this.#strictness = strictness;
  }

  /** An object of conditions and combinators, all of which must hold. `closed` is what lets nothing through here. */
  filters(value: unknown, level = 1, closed = NOTHING): Filter {
    const parts = Object.entries(objectOf(OPTION, value)).map(([key, part]) =>
      isCombinator(key) ? this.#combined(key, part, level, closed) : this.#condition(key, part, closed),
    );
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'all', of: parts };
  }

  #combined(kind: Combinator, value: unknown, level: number, closed: Filter): Filter {
    if (level > limits.filterDepth) {
      throw badRequest(`${OPTION} cannot be nested more than ${limits.filterDepth} levels`);
    }
    const parts = Array.isArray(value)
      ? value
      : Object.entries(objectOf(OPTION, value)).map(([k, v]) => ({ [k]: v }));
    if (parts.length === 0 && kind === 'any') return this.#strictness === 'token' ? closed : EVERYTHING;
    const below = kind !== 'none' ? closed : closed === NOTHING ? EVERYTHING : NOTHING;
    return { kind, of: parts.map((part) => this.filters(part, level + 1, below)) };
  }

  #condition(field: string, value: unknown, closed: Filter): Filter {
    if (++this.#conditions > limits.filterConditions) {
      throw optionErrors.tooMany(OPTION, limits.filterConditions, 'filters');
    }
    const type = field === 'id' ? 'text' : this.#schema.get(field);
    if (type === undefined) {
      if (this.#strictness === 'token') return closed;
      throw optionErrors.unknownField(OPTION, field);
    }
    const items = isAnyOf(value) ? value.any : value;
    if (!Array.isArray(items)) return this.#single(field, type, items);
    if (items.length === 0 && this.#strictness === 'token') return closed;
    return this.#anyOf(field, type, items);
  }

  #anyOf(field: string, type: FieldType, items: readonly unknown[]): Filter {
    if (items.length > limits.filterValues) throw optionErrors.tooMany(OPTION, limits.filterValues, 'values');
    const ranges = items.filter((item) => typeof item === 'object' && item !== null);
    if (ranges.length > 0) return { kind: 'any', of: items.map((item) => this.#single(field, type, item)) };
    return { kind: 'value', field, values: items.map((item) => shownAs(field, type, item)) };
  }

  #single(field: string, type: FieldType, value: unknown): Filter {
    if (typeof value !== 'object' || value === null) {
      return { kind: 'value', field, values: [shownAs(field, type, value)] };
    }
    const range = objectOf(OPTION, value);
    return 'center' in range ? geoFilter(field, type, range) : rangeFilter(field, type, range);
  }
}

const isAnyOf = (value: unknown): value is { any: unknown[] } =>
  typeof value === 'object' && value !== null && 'any' in value && Array.isArray(value.any);

/** A value as documents show it under the field's type. */
function shownAs(field: string, type: FieldType, value: unknown): string | number {
  if (type === 'geolocation') {
    throw optionErrors.badOption(OPTION, `value is not supported for geolocation field ${field}`);
  }
  if (type === 'text' && ['string', 'number', 'boolean'].includes(typeof value)) return String(value);
  if (type === 'number') {
    const number = typeof value === 'string' ? parseNumber(value) : value;
    if (typeof number === 'number' && Number.isFinite(number)) return number;
  }
  if (type === 'date' && typeof value === 'string') {
    const date = parseDate(value);
    if (date !== undefined) return formatDate(date);
  }
  throw optionErrors.badValue(OPTION, value);
}

function checkKeys(range: Readonly<Record<string, unknown>>, known: readonly string[]): void {
  const unknown = Object.keys(range).find((key) => !known.includes(key));
  if (unknown !== undefined) throw optionErrors.unknownKey(OPTION, unknown);
}

function rangeFilter(field: string, type: FieldType, range: Readonly<Record<string, unknown>>): Filter {
  checkKeys(range, ['from', 'to']);
  if (type !== 'number' && type !== 'date') {
    throw optionErrors.badOption(OPTION, `range is not supported for ${type} field ${field}`);
  }
  const bound = (value: unknown) =>
    value === undefined || value === null ? undefined : shownAs(field, type, value);
  const from = bound(range.from);
  const to = bound(range.to);
  if (from === undefined && to === undefined)
    throw optionErrors.badOption(OPTION, 'range must have from or to');
  return { kind: 'range', field, from, to };
}

function geoFilter(field: string, type: FieldType, range: Readonly<Record<string, unknown>>): Filter {
  checkKeys(range, ['center', 'unit', 'distance', 'from', 'to']);
  if (type !== 'geolocation') {
    throw optionErrors.badOption(OPTION, `geolocation is not supported for field ${field}`);
  }
  const center = parseLocation(range.center);
  if (center === undefined) throw optionErrors.badValue(OPTION, range.center);
  const unit = range.unit ?? 'm';
  if (typeof unit !== 'string' || !Object.hasOwn(METRES, unit)) throw optionErrors.badValue(OPTION, unit);
  const metres = (value: unknown): number | undefined => {
    if (value === undefined || value === null) return undefined;
    const number = typeof value === 'string' ? parseNumber(value) : value;
    if (typeof number !== 'number' || !(number >= 0)) throw optionErrors.badValue(OPTION, value);
    return number * METRES[unit as Unit];
  };
  const from = metres(range.from);
  const to = metres(range.to) ?? metres(range.distance);
  if (from === undefined && to === undefined) {
    throw optionErrors.badOption(OPTION, 'geolocation must have distance, from or to');
  }
  return { kind: 'distance', field, center, from: from ?? 0, to: to ?? Number.POSITIVE_INFINITY };
}
