import { parseDate } from '../../../../values/date-value.ts';
import type { Filter } from '../../../plan.ts';
import {
  type Column,
  type DateColumn,
  type NumberColumn,
  ordinalOf,
  type TextColumn,
} from '../../segment/columns.ts';
import type { Segment } from '../../segment/segment.ts';
import { LOOKUPS_PAUSE, TABLE_VALUES } from '../tuning/thresholds.ts';
import { Circle } from './circle.ts';
import { type Bound, type Interval, Intervals } from './intervals.ts';

export type Test = (doc: number) => boolean;

const always: Test = () => true;
const never: Test = () => false;

/** Whether a filter has no conditions. */
export const isMatchAll = (filter: Filter): boolean => filter.kind === 'all' && filter.of.every(isMatchAll);

/** Whether no document can pass a filter. */
export const isMatchNone = (filter: Filter): boolean => filter.kind === 'none' && filter.of.some(isMatchAll);

/** Compiles a filter to a test on the documents of one segment. It yields while it looks up values. */
export function* compileFilter(filter: Filter, segment: Segment): Generator<void, Test> {
  switch (filter.kind) {
    case 'all': {
      const tests: Test[] = [];
      for (const part of filter.of) tests.push(yield* compileFilter(part, segment));
      if (tests.length === 0) return always;
      return (doc) => {
        for (let i = 0; i < tests.length; i++) if (!(tests[i] as Test)(doc)) return false;
        return true;
      };
    }
    case 'any':
      return yield* anyOf(filter.of, segment);
    case 'none': {
      const some = yield* anyOf(filter.of, segment);
      return (doc) => !some(doc);
    }
    case 'value':
      return yield* filter.field === 'id'
        ? idTest(segment, filter.values)
        : valueTest(segment.column(filter.field), filter.values);
    case 'range':
      return yield* rangesTest(segment.column(filter.field), [filter]);
    case 'distance': {
      const column = segment.column(filter.field);
      if (column?.type !== 'geolocation') return never;
      const circle = new Circle(filter.center, filter.from, filter.to);
      return anyValue(column, (at) => circle.has(column.lats[at] as number, column.lons[at] as number));
    }
    case 'engine':
      throw new Error('conditions on engines are decided per segment (engine-filter.ts)');
  }
}

type RangeFilter = Extract<Filter, { kind: 'range' }>;

/** Passes documents that pass any part. The ranges of a field are one test, however many there are, and so are its values. */
function* anyOf(parts: readonly Filter[], segment: Segment): Generator<void, Test> {
  const ranges = new Map<string, RangeFilter[]>();
  const values = new Map<string, Array<string | number>>();
  const tests: Test[] = [];
  for (const part of alternativesOf(parts)) {
    if (part.kind === 'range') listOf(ranges, part.field).push(part);
    else if (part.kind === 'value') addAll(listOf(values, part.field), part.values);
    else tests.push(yield* compileFilter(part, segment));
  }
  for (const [field, list] of values)
    tests.push(yield* compileFilter({ kind: 'value', field, values: list }, segment));
  for (const [field, list] of ranges) tests.push(yield* rangesTest(segment.column(field), list));
  return (doc) => {
    for (let i = 0; i < tests.length; i++) if ((tests[i] as Test)(doc)) return true;
    return false;
  };
}

/** The list of a key, which is created at its first use. */
function listOf<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

function addAll<T>(list: T[], items: readonly T[]): void {
  for (const item of items) list.push(item);
}

/** The parts of a disjunction and of the disjunctions in it. */
const alternativesOf = (parts: readonly Filter[]): Filter[] =>
  parts.flatMap((part) => (part.kind === 'any' ? alternativesOf(part.of) : [part]));

/** Passes a document if any of its values passes. */
function anyValue(column: Column, test: (at: number) => boolean): Test {
  const { starts } = column;
  return (doc) => {
    const end = starts[doc + 1] as number;
    for (let at = starts[doc] as number; at < end; at++) if (test(at)) return true;
    return false;
  };
}

function* idTest(segment: Segment, values: ReadonlyArray<string | number>): Generator<void, Test> {
  const docs = new Set<number>();
  yield* eachLookup(values, (id) => docs.add(segment.docWithId(String(id))));
  return (doc) => docs.has(doc);
}

/** Calls `look` for values that it looks up or parses, and yields from time to time. */
function* eachLookup<T>(values: readonly T[], look: (value: T) => void): Generator<void, void> {
  for (const [i, value] of values.entries()) {
    look(value);
    if (i % LOOKUPS_PAUSE === LOOKUPS_PAUSE - 1) yield;
  }
}

/** A table with 1 at the ordinal of each of the values; undefined if the column has too many values for a table. */
export function* ordinalTable(
  column: TextColumn,
  values: ReadonlyArray<string | number>,
): Generator<void, Uint8Array | undefined> {
  const size = column.dictionary.size + column.long.size;
  if (size > TABLE_VALUES) return undefined;
  const has = new Uint8Array(size);
  yield* eachLookup(values, (value) => {
    const ordinal = ordinalOf(column, String(value));
    if (ordinal >= 0) has[ordinal] = 1;
  });
  return has;
}

function* valueTest(
  column: Column | undefined,
  values: ReadonlyArray<string | number>,
): Generator<void, Test> {
  if (column === undefined) return never;
  switch (column.type) {
    case 'text': {
      const ordinals = new Set<number>();
      yield* eachLookup(values, (value) => ordinals.add(ordinalOf(column, String(value))));
      return anyValue(column, (at) => ordinals.has(column.ordinals[at] as number));
    }
    case 'number': {
      const numbers = new Set(values);
      return anyValue(column, (at) => numbers.has(column.values[at] as number));
    }
    case 'date': {
      const { values: times, nanos } = column;
      const dates = new Map<number, Set<number>>();
      yield* eachLookup(values, (value) => {
        const date = parseDate(String(value));
        if (date === undefined) return;
        dates.set(date.epochMs, (dates.get(date.epochMs) ?? new Set()).add(date.nanos));
      });
      return anyValue(column, (at) => dates.get(times[at] as number)?.has(nanos?.[at] ?? 0) === true);
    }
    case 'geolocation':
      return never;
  }
}

/** Bounds of the doubles of a column: `from` inclusive, `to` exclusive. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A range as doubles; undefined if doubles cannot decide it: dates with nanoseconds, or a column of another type. */
export function rangeOf(
  column: Column,
  from: string | number | undefined,
  to: string | number | undefined,
): Range | undefined {
  if (column.type === 'number') {
    return {
      from: from === undefined ? Number.NEGATIVE_INFINITY : Number(from),
      to: to === undefined ? Number.POSITIVE_INFINITY : Number(to),
    };
  }
  if (column.type !== 'date' || column.nanos !== undefined) return undefined;
  // All dates of the column are whole milliseconds, so a bound between two milliseconds rounds up.
  const least = from === undefined ? undefined : parseDate(String(from));
  const end = to === undefined ? undefined : parseDate(String(to));
  return {
    from: least === undefined ? Number.NEGATIVE_INFINITY : least.epochMs + (least.nanos > 0 ? 1 : 0),
    to: end === undefined ? Number.POSITIVE_INFINITY : end.epochMs + (end.nanos > 0 ? 1 : 0),
  };
}

/** A bound in the order of a column's values; undefined for no bound. */
export function boundOf(
  { type }: NumberColumn | DateColumn,
  value: string | number | undefined,
): Bound | undefined {
  if (value === undefined) return undefined;
  if (type === 'number') return { value: Number(value), nanos: 0 };
  const date = parseDate(String(value));
  return date && { value: date.epochMs, nanos: date.nanos };
}

/** Passes documents with a value in any of the ranges. */
function* rangesTest(column: Column | undefined, ranges: readonly RangeFilter[]): Generator<void, Test> {
  if (column?.type !== 'number' && column?.type !== 'date') return never;
  const bounds: Interval[] = [];
  yield* eachLookup(ranges, ({ from, to }) =>
    bounds.push({ from: boundOf(column, from), to: boundOf(column, to) }),
  );
  const intervals = new Intervals(bounds);
  const { values } = column;
  const nanos = column.type === 'date' ? column.nanos : undefined;
  return anyValue(column, (at) => intervals.has(values[at] as number, nanos?.[at] ?? 0));
}
