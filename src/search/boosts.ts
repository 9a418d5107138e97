import type { Boost } from '../index/plan.ts';
import { limits } from '../limits.ts';
import { parseDate } from '../values/date-value.ts';
import { type Location, parseLocation } from '../values/geolocation-value.ts';
import type { FieldType, Schema } from '../values/types.ts';
import { unusableFields } from './engine-field.ts';
import { isGiven, numberOf, type Options, objectOf, objectWith } from './option.ts';
import { optionErrors, optionWarnings, written } from './option-error.ts';
import { valueAs } from './option-value.ts';

/** The boosts to apply, and a warning for each boost skipped because it does not suit the type of its field. */
export interface Boosts {
  readonly boosts: readonly Boost[];
  readonly warnings: readonly string[];
}
export const NO_BOOSTS: Boosts = { boosts: [], warnings: [] };

const OPTION = 'Boosts';
const MEMBERS = ['type', 'value', 'operation', 'function', 'factor', 'center'];
const FUNCTIONS = {
  functional: ['linear', 'exponential', 'logarithmic'],
  proximity: ['linear', 'exponential', 'gaussian'],
} as const;
const VALUE_TYPES: readonly FieldType[] = ['text', 'number', 'date'];

/**
 * Parses `boosts`: field to one boost or several. A boost that is invalid for every field type is rejected. A boost
 * that another field type would allow is skipped with a warning, so that a schema change does not break the searches of
 * an existing page. `now` is in milliseconds since 1970.
 */
export function parseBoosts(value: unknown, schema: Schema, now: number): Boosts {
  const { boosts, unsupported } = readBoosts(value, schema, now);
  return { boosts, warnings: unsupported.map(optionWarnings.boostSkipped) };
}

/** Throws unless every boost of `boosts` is valid for the type of its field. */
export function checkBoosts(value: unknown, schema: Schema): void {
  const { unsupported } = readBoosts(value, schema, 0);
  if (unsupported.length > 0) throw optionErrors.badOptions(OPTION, unsupported);
}

function readBoosts(value: unknown, schema: Schema, now: number) {
  const entries = Object.entries(objectOf(OPTION, value));
  const unknown = entries.map(([field]) => field).filter((field) => !schema.has(field));
  if (unknown.length > 0) throw unusableFields(OPTION, unknown, schema);
  const asked = entries.flatMap(([field, boosts]) =>
    (Array.isArray(boosts) ? boosts : [boosts]).map((boost) => ({ field, boost })),
  );
  if (asked.length > limits.boosts) throw optionErrors.tooMany(OPTION, limits.boosts, 'boosts');
  const boosts: Boost[] = [];
  const unsupported: string[] = [];
  for (const { field, boost } of asked) {
    const type = schema.get(field) as FieldType;
    const read = parseBoost(field, type, objectWith(OPTION, boost, MEMBERS), now);
    if ('unsupported' in read) {
      unsupported.push(`${read.unsupported} is not supported for ${type} field ${field}`);
    } else {
      boosts.push(read);
    }
  }
  return { boosts, unsupported };
}

/** The part of a boost that the type of its field does not support. */
type Unsupported = { readonly unsupported: string };

function parseBoost(field: string, type: FieldType, boost: Options, now: number): Boost | Unsupported {
  const factor = isGiven(boost.factor) ? numberOf(boost.factor) : 1;
  if (factor === undefined || factor < 0 || factor > limits.boostFactor) {
    throw optionErrors.badOption(OPTION, `factor must be between 0 and ${limits.boostFactor}`);
  }
  const operation = operationOf(boost);
  switch (boost.type) {
    case 'value': {
      const values = valuesOf(boost.value, type);
      return 'unsupported' in values ? values : { kind: 'value', field, operation, factor, ...values };
    }
    case 'functional': {
      const curve = functionOf('functional', boost.function);
      if (type !== 'number') return { unsupported: 'functional' };
      return { kind: 'functional', field, operation, factor, function: curve };
    }
    case 'proximity': {
      const curve = functionOf('proximity', boost.function);
      const center = boostCenter(type, boost.center, now);
      if (typeof center === 'object' && 'unsupported' in center) return center;
      return { kind: 'proximity', field, operation, factor, function: curve, center };
    }
    default:
      throw optionErrors.badOption(OPTION, 'type must be value, functional or proximity');
  }
}

function operationOf({ type, operation }: Options): 'add' | 'multiply' {
  if (!isGiven(operation) || operation === 'add') return 'add';
  if (type === 'proximity') throw optionErrors.badOption(OPTION, 'operation must be add');
  if (operation !== 'multiply') throw optionErrors.badOption(OPTION, 'operation must be add or multiply');
  return operation;
}

function functionOf<K extends keyof typeof FUNCTIONS>(kind: K, name: unknown): (typeof FUNCTIONS)[K][number] {
  const names: readonly unknown[] = FUNCTIONS[kind];
  if (!names.includes(name)) {
    const [first, second, third] = FUNCTIONS[kind];
    throw optionErrors.badOption(OPTION, `function must be ${first}, ${second} or ${third}`);
  }
  return name as (typeof FUNCTIONS)[K][number];
}

function valuesOf(value: unknown, type: FieldType): { values: Array<string | number> } | Unsupported {
  const items = Array.isArray(value) ? value : isGiven(value) ? [value] : [];
  if (items.length === 0) throw optionErrors.badOption(OPTION, 'value is required');
  if (items.length > limits.filterValues) throw optionErrors.tooMany(OPTION, limits.filterValues, 'values');
  const bad = items.find((item) => valueAs('text', item) === undefined);
  if (bad !== undefined) throw optionErrors.badValue(OPTION, bad);
  if (!VALUE_TYPES.includes(type)) return { unsupported: 'value' };
  const values: Array<string | number> = [];
  for (const item of items) {
    const shown = valueAs(type, item);
    if (shown === undefined) return { unsupported: `value ${written(item)}` };
    values.push(shown);
  }
  return { values };
}

/** The center of a proximity boost in the type of its field: a number, milliseconds, or a location. */
function boostCenter(type: FieldType, center: unknown, now: number): number | Location | Unsupported {
  if (!isGiven(center)) throw optionErrors.badOption(OPTION, 'center is required');
  const readings = {
    text: undefined,
    number: numberOf(center),
    date: center === 'now' ? now : typeof center === 'string' ? parseDate(center)?.epochMs : undefined,
    geolocation: parseLocation(center),
  };
  if (Object.values(readings).every((reading) => reading === undefined)) {
    throw optionErrors.badValue(OPTION, center);
  }
  if (type === 'text') return { unsupported: 'proximity' };
  return readings[type] ?? { unsupported: `center ${written(center)}` };
}
