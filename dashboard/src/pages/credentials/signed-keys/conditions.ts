import type { FieldType } from '../../../api/types.ts';

/** One row of the builder: a field and its condition. */
export interface Condition {
  readonly field: string;
  readonly test: 'is' | 'is not' | 'between';
  /** For `is` and `is not`: any of these values. */
  readonly values: readonly Value[];
  /** For `between`: inclusive start and exclusive end; empty for an open end. */
  readonly from: Value;
  readonly to: Value;
}
export type Value = string | number | boolean;

export const NEW_CONDITION: Condition = { field: '', test: 'is', values: [], from: '', to: '' };

/** A typed value for a filter: a number in number fields, else a string. */
export const valueIn = (typed: string, type: FieldType | undefined): Value =>
  type === 'number' && /^-?(0|[1-9]\d{0,14})(\.\d{1,9})?$/.test(typed) ? Number(typed) : typed;

export const isComplete = ({ field, test, values, from, to }: Condition): boolean =>
  field !== '' && (test === 'between' ? from !== '' || to !== '' : values.length > 0);

/** The filters of all conditions, combined with AND; undefined if there are none. */
export function filtersOf(conditions: readonly Condition[]): Record<string, unknown> | undefined {
  const parts = conditions.map(filterOf);
  return parts.length > 1 ? { all: parts } : parts[0];
}

function filterOf({ field, test, values, from, to }: Condition): Record<string, unknown> {
  if (test === 'between') return { [field]: { ...(from !== '' && { from }), ...(to !== '' && { to }) } };
  const wanted = { [field]: values.length === 1 ? values[0] : values };
  return test === 'is' ? wanted : { none: [wanted] };
}

/** The conditions of filters; undefined if the builder cannot represent them. */
export function conditionsOf(filters: unknown): readonly Condition[] | undefined {
  if (!isObject(filters)) return undefined;
  const read: Condition[] = [];
  for (const [name, part] of Object.entries(filters)) {
    const found = name === 'all' ? allOf(part) : name === 'none' ? noneOf(part) : conditionOf(name, part);
    if (found === undefined) return undefined;
    read.push(...found);
  }
  return read;
}

function allOf(parts: unknown): readonly Condition[] | undefined {
  if (!Array.isArray(parts)) return undefined;
  const read = parts.map(conditionsOf);
  return read.every((part) => part !== undefined) ? read.flat() : undefined;
}

/** `none` of several conditions equals the negation of each, if each has one field. */
function noneOf(parts: unknown): readonly Condition[] | undefined {
  if (!Array.isArray(parts)) return undefined;
  const read = parts.map(conditionsOf);
  const each = read.map((part) => (part?.length === 1 && part[0]?.test === 'is' ? part[0] : undefined));
  return each.every((one) => one !== undefined) ? each.map((one) => ({ ...one, test: 'is not' })) : undefined;
}

function conditionOf(field: string, value: unknown): readonly Condition[] | undefined {
  if (field === 'any' || field === '') return undefined;
  if (isValue(value)) return [{ ...NEW_CONDITION, field, values: [value] }];
  if (Array.isArray(value)) {
    // An empty list matches nothing, which the builder cannot represent.
    return value.length > 0 && value.every(isValue)
      ? [{ ...NEW_CONDITION, field, values: value }]
      : undefined;
  }
  if (!isObject(value)) return undefined;
  const { from, to, ...others } = value;
  if (Object.keys(others).length > 0 || !isBound(from) || !isBound(to)) return undefined;
  const condition: Condition = { ...NEW_CONDITION, field, test: 'between', from: from ?? '', to: to ?? '' };
  return isComplete(condition) ? [condition] : undefined;
}

const isValue = (value: unknown): value is Value =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** The end of a range, or an open end. */
const isBound = (value: unknown): value is Value | undefined =>
  value === undefined || (isValue(value) && value !== '');

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
