import { parseDate } from '../../../../values/date-value.ts';
import type { Filter } from '../../../plan.ts';
import { type Column, ordinalOf, type TextColumn } from '../../segment/columns.ts';
import type { Segment } from '../../segment/segment.ts';
import { TABLE_VALUES } from '../tuning/thresholds.ts';
import { Circle } from './circle.ts';
import { type Bound, Intervals } from './intervals.ts';

export type Test = (doc: number) => boolean;

const always: Test = () => true;
const never: Test = () => false;

/** Whether a filter has no conditions. */
export const isMatchAll = (filter: Filter): boolean => filter.kind === 'all' && filter.of.every(isMatchAll);

/** Compiles a filter to a test on the documents of one segment. */
export function compileFilter(filter: Filter, segment: Segment): Test {
  switch (filter.kind) {
    case 'all': {
      const tests = filter.of.map((part) => compileFilter(part, segment));
      if (tests.length === 0) return always;
      return (doc) => {
        for (let i = 0; i < tests.length; i++) if (!(tests[i] as Test)(doc)) return false;
        return true;
      };
    }
    case 'any':
      return anyOf(filter.of, segment);
    case 'none': {
      const some = anyOf(filter.of, segment);
      return (doc) => !some(doc);
    }
    case 'value':
      return filter.field === 'id'
        ? idTest(segment, filter.values)
        : valueTest(segment.column(filter.field), filter.values);
    case 'range':
      return rangesTest(segment.column(filter.field), [filter]);
    case 'distance': {
      const column = segment.column(filter.field);
      if (column?.type !== 'geolocation') return never;
      const circle = new Circle(filter.center, filter.from, filter.to);
      return anyValue(column, (at) => circle.has(column.lats[at] as number, column.lons[at] as number));
    }
  }
}

type RangeFilter = Extract<Filter, { kind: 'range' }>;

/** Passes documents that pass any part. The ranges of a field are one test, however many there are. */
function anyOf(parts: readonly Filter[], segment: Segment): Test {
  const ranges = new Map<string, RangeFilter[]>();
  const tests: Test[] = [];
  for (const part of alternativesOf(parts)) {
    if (part.kind !== 'range') tests.push(compileFilter(part, segment));
    else {
      const list = ranges.get(part.field);
      if (list === undefined) ranges.set(part.field, [part]);
      else list.push(part);
    }
  }
  for (const [field, list] of ranges) tests.push(rangesTest(segment.column(field), list));
  return (doc) => {
    for (let i = 0; i < tests.length; i++) if ((tests[i] as Test)(doc)) return true;
    return false;
  };
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

function idTest(segment: Segment, values: ReadonlyArray<string | number>): Test {
  const docs = new Set(values.map((id) => segment.docWithId(String(id))));
  return (doc) => docs.has(doc);
}

/** A table with 1 at the ordinal of each of the values; undefined if the column has too many values for a table. */
export function ordinalTable(
  column: TextColumn,
  values: ReadonlyArray<string | number>,
): Uint8Array | undefined {
  const size = column.dictionary.size + column.long.size;
  if (size > TABLE_VALUES) return undefined;
  const has = new Uint8Array(size);
  for (const value of values) {
    const ordinal = ordinalOf(column, String(value));
    if (ordinal >= 0) has[ordinal] = 1;
  }
  return has;
}

function valueTest(column: Column | undefined, values: ReadonlyArray<string | number>): Test {
  if (column === undefined) return never;
  switch (column.type) {
    case 'text': {
      const ordinals = new Set(values.map((value) => ordinalOf(column, String(value))));
      return anyValue(column, (at) => ordinals.has(column.ordinals[at] as number));
    }
    case 'number': {
      const numbers = new Set(values);
      return anyValue(column, (at) => numbers.has(column.values[at] as number));
    }
    case 'date': {
      const { values: times, nanos } = column;
      const dates = new Map<number, Set<number>>();
      for (const value of values) {
        const date = parseDate(String(value));
        if (date === undefined) continue;
        dates.set(date.epochMs, (dates.get(date.epochMs) ?? new Set()).add(date.nanos));
      }
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

/** Passes documents with a value in any of the ranges. */
function rangesTest(column: Column | undefined, ranges: readonly RangeFilter[]): Test {
  if (column?.type !== 'number' && column?.type !== 'date') return never;
  const bound = (value: string | number | undefined): Bound | undefined => {
    if (value === undefined) return undefined;
    if (column.type === 'number') return { value: Number(value), nanos: 0 };
    const date = parseDate(String(value));
    return date && { value: date.epochMs, nanos: date.nanos };
  };
  const intervals = new Intervals(ranges.map(({ from, to }) => ({ from: bound(from), to: bound(to) })));
  const { values } = column;
  const nanos = column.type === 'date' ? column.nanos : undefined;
  return anyValue(column, (at) => intervals.has(values[at] as number, nanos?.[at] ?? 0));
}
