import { EVERYTHING, type Filter, NOTHING } from '../index/plan.ts';
import { limits } from '../limits.ts';
import { idFilter } from '../meta-engines/id-filter.ts';
import type { UnionSchema } from '../meta-engines/union-schema.ts';
import type { FieldType, Schema } from '../values/types.ts';
import { centerOf, distanceOf, metresPer } from './distance.ts';
import { isEngineField, unusableFields } from './engine-field.ts';
import { isGiven, type Options, objectOf, objectWith } from './option.ts';
import { optionErrors } from './option-error.ts';
import { valueAs } from './option-value.ts';

const OPTION = 'Filters';
const COMBINATORS = ['all', 'any', 'none'] as const;
type Combinator = (typeof COMBINATORS)[number];
const isCombinator = (key: string): key is Combinator => (COMBINATORS as readonly string[]).includes(key);

/**
 * How unknown fields and empty combinators are treated. In a request, an unknown field is an error and an empty `any`
 * matches everything (Search UI sends it). In a signed key, which fails closed, both match nothing, or everything below
 * a `none`: they never let a document through. Parts of a key's filters that would let everything through because they
 * have no condition are refused: JSON drops undefined members, so `{tenant: undefined}` is signed as `{}`. In a deletion,
 * an unknown field is an error, and so is everything that is empty: a condition that got lost must not delete more.
 */
export type Strictness = 'request' | 'token' | 'deletion';

/** Parses filters into plain data. The errors are the same for requests and for signed keys. */
export function parseFilters(value: unknown, schema: Schema, strictness: Strictness): Filter {
  return new FilterParser(schema, strictness).parse(value);
}

class FilterParser {
  readonly #schema: Schema;
  readonly #strictness: Strictness;
  #conditions = 0;
  #distances = 0;
  #parts = 0;
  /** Conditions, and empty `any`s of a signed key, which let nothing through. */
  #bounds = 0;

  constructor(schema: Schema, strictness: Strictness) {
    this.#schema = schema;
    this.#strictness = strictness;
  }

  parse(value: unknown): Filter {
    return this.#bounded(() => this.#filters(value, 1, NOTHING));
  }

  /** Reads a part that must have a condition if it is of a signed key. */
  #bounded(read: () => Filter): Filter {
    const before = this.#bounds;
    const filter = read();
    if (this.#bounds === before) this.#refuseEmpty();
    return filter;
  }

  #refuseEmpty(): void {
    if (this.#strictness !== 'request') throw optionErrors.noConditions(OPTION);
  }

  /** An object of conditions and combinators, all of which must hold. `closed` is a filter that nothing passes. */
  #filters(value: unknown, level: number, closed: Filter): Filter {
    const entries = Object.entries(objectOf(OPTION, value));
    if (entries.length === 0) this.#refuseEmpty();
    const parts = entries.map(([key, part]) =>
      isCombinator(key) ? this.#combined(key, part, level, closed) : this.#condition(key, part, closed),
    );
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'all', of: parts };
  }

  #combined(kind: Combinator, value: unknown, level: number, closed: Filter): Filter {
    if (level > limits.filterDepth) throw optionErrors.tooDeep(OPTION, limits.filterDepth);
    const parts = Array.isArray(value)
      ? value
      : Object.entries(objectOf(OPTION, value)).map(([k, v]) => ({ [k]: v }));
    // Empty objects count too: a million of them would also take time.
    this.#parts += parts.length;
    if (this.#parts > limits.filterValues) {
      throw optionErrors.tooMany(OPTION, limits.filterConditions, 'filters');
    }
    if (parts.length === 0 && this.#strictness === 'deletion') this.#refuseEmpty();
    if (parts.length === 0 && kind === 'any') {
      this.#bounds++;
      return this.#strictness === 'token' ? closed : EVERYTHING;
    }
    // An empty list beside conditions is plausible (nothing is excluded), an empty object is a condition that got lost.
    if (parts.length === 0 && !Array.isArray(value)) this.#refuseEmpty();
    const below = kind !== 'none' ? closed : closed === NOTHING ? EVERYTHING : NOTHING;
    const read = (part: unknown): Filter => this.#filters(part, level + 1, below);
    return {
      kind,
      of: parts.map((part) => (kind === 'any' ? this.#bounded(() => read(part)) : read(part))),
    };
  }

  #condition(field: string, value: unknown, closed: Filter): Filter {
    if (++this.#conditions > limits.filterConditions) {
      throw optionErrors.tooMany(OPTION, limits.filterConditions, 'filters');
    }
    this.#bounds++;
    if (isEngineField(field, this.#schema)) return this.#engineFilter(this.#schema, value, closed);
    const type = field === 'id' ? 'text' : this.#schema.get(field);
    if (type === undefined) {
      if (this.#strictness === 'token') return closed;
      throw unusableFields(OPTION, [field], this.#schema);
    }
    const items = isAnyOf(value) ? value.any : value;
    if (!Array.isArray(items)) return this.#single(field, type, items);
    if (type === 'geolocation' && items.some((item) => typeof item !== 'object')) {
      return this.#single(field, type, items); // a location as [lon, lat] is not a list, and not a filter
    }
    if (items.length === 0 && this.#strictness === 'deletion') this.#refuseEmpty();
    if (items.length === 0 && this.#strictness === 'token') return closed;
    return this.#anyOf(field, type, items);
  }

  /** Names of engines; those that are no sources match nothing. */
  #engineFilter({ sources }: UnionSchema, value: unknown, closed: Filter): Filter {
    const names = namesIn(value);
    if (names.length === 0 && this.#strictness === 'token') return closed;
    const engineIds = sources.filter(({ name }) => names.includes(name)).map(({ id }) => id);
    return { kind: 'engine', engineIds };
  }

  #anyOf(field: string, type: FieldType, items: readonly unknown[]): Filter {
    if (items.length > limits.filterValues) throw optionErrors.tooMany(OPTION, limits.filterValues, 'values');
    const ranges = items.filter((item) => typeof item === 'object' && item !== null);
    if (ranges.length > 0) return { kind: 'any', of: items.map((item) => this.#single(field, type, item)) };
    return this.#valueFilter(
      field,
      items.map((item) => convertedTo(field, type, item)),
    );
  }

  #valueFilter(field: string, values: ReadonlyArray<string | number>): Filter {
    return field === 'id' ? idFilter(this.#schema, values) : { kind: 'value', field, values };
  }

  #single(field: string, type: FieldType, value: unknown): Filter {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return this.#valueFilter(field, [convertedTo(field, type, value)]);
    }
    const range = objectOf(OPTION, value);
    if (!('center' in range) && type !== 'geolocation') return rangeFilter(field, type, range);
    if (++this.#distances > limits.filterDistances) {
      throw optionErrors.tooMany(OPTION, limits.filterDistances, 'distances');
    }
    return geoFilter(field, type, range);
  }
}

/** The names of engines in a condition: one, or a list of them. */
function namesIn(value: unknown): readonly string[] {
  const items = isAnyOf(value) ? value.any : Array.isArray(value) ? value : [value];
  if (items.length > limits.filterValues) throw optionErrors.tooMany(OPTION, limits.filterValues, 'values');
  const bad = items.find((item) => typeof item !== 'string');
  if (bad !== undefined) throw optionErrors.badValue(OPTION, bad);
  return items as string[];
}

const isAnyOf = (value: unknown): value is { any: unknown[] } =>
  typeof value === 'object' && value !== null && 'any' in value && Array.isArray(value.any);

/** A value as documents with this field type show it. */
function convertedTo(field: string, type: FieldType, value: unknown): string | number {
  if (type === 'geolocation') {
    throw optionErrors.badOption(OPTION, `value is not supported for geolocation field ${field}`);
  }
  const shown = valueAs(type, value);
  if (shown === undefined) throw optionErrors.badValue(OPTION, value);
  return shown;
}

function rangeFilter(field: string, type: FieldType, value: Options): Filter {
  const range = objectWith(OPTION, value, ['from', 'to']);
  if (type !== 'number' && type !== 'date') {
    throw optionErrors.badOption(OPTION, `range is not supported for ${type} field ${field}`);
  }
  const bound = (sent: unknown) => (isGiven(sent) ? convertedTo(field, type, sent) : undefined);
  const from = bound(range.from);
  const to = bound(range.to);
  if (from === undefined && to === undefined)
    throw optionErrors.badOption(OPTION, 'range must have from or to');
  return { kind: 'range', field, from, to };
}

function geoFilter(field: string, type: FieldType, value: Options): Filter {
  const range = objectWith(OPTION, value, ['center', 'unit', 'distance', 'from', 'to']);
  if (type !== 'geolocation') {
    throw optionErrors.badOption(OPTION, `geolocation is not supported for field ${field}`);
  }
  const center = centerOf(OPTION, range.center);
  const unit = metresPer(OPTION, range.unit);
  const from = distanceOf(OPTION, range.from);
  const to = distanceOf(OPTION, range.to) ?? distanceOf(OPTION, range.distance);
  if (from === undefined && to === undefined) {
    throw optionErrors.badOption(OPTION, 'geolocation must have distance, from or to');
  }
  const beyond = Number.POSITIVE_INFINITY;
  return { kind: 'distance', field, center, from: (from ?? 0) * unit, to: (to ?? beyond) * unit };
}
