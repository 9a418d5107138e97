import { compareDates, type DateValue, parseDate } from '../../../../values/date-value.ts';
import type { Filter } from '../../../plan.ts';
import { type Column, dateAt, ordinalOf, type TextColumn } from '../../segment/columns.ts';
import type { Segment } from '../../segment/segment.ts';
import { TABLE_VALUES } from '../tuning/thresholds.ts';
import { Circle } from './circle.ts';

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
      return anyOf(filter.of.map((part) => compileFilter(part, segment)));
    case 'none': {
      const some = anyOf(filter.of.map((part) => compileFilter(part, segment)));
      return (doc) => !some(doc);
    }
    case 'value':
      return filter.field === 'id'
        ? idTest(segment, filter.values)
        : valueTest(segment.column(filter.field), filter.values);
    case 'range':
      return rangeTest(segment.column(filter.field), filter.from, filter.to);
    case 'distance': {
      const column = segment.column(filter.field);
      if (column?.type !== 'geolocation') return never;
      const circle = new Circle(filter.center, filter.from, filter.to);
      return anyValue(column, (at) => circle.has(column.lats[at] as number, column.lons[at] as number));
    }
  }
}

const anyOf =
  (tests: readonly Test[]): Test =>
  (doc) => {
    for (let i = 0; i < tests.length; i++) if ((tests[i] as Test)(doc)) return true;
    return false;
  };

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
      const dates = values.map((value) => parseDate(String(value))).filter((date) => date !== undefined);
      return anyValue(column, (at) => dates.some((date) => compareDates(dateAt(column, at), date) === 0));
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

function rangeTest(
  column: Column | undefined,
  from: string | number | undefined,
  to: string | number | undefined,
): Test {
  if (column === undefined) return never;
  const range = rangeOf(column, from, to);
  if (range !== undefined && (column.type === 'number' || column.type === 'date')) {
    const { values } = column;
    return anyValue(
      column,
      (at) => (values[at] as number) >= range.from && (values[at] as number) < range.to,
    );
  }
  if (column.type !== 'date') return never;
  const least = from === undefined ? undefined : parseDate(String(from));
  const end = to === undefined ? undefined : parseDate(String(to));
  return anyValue(column, (at) => isWithin(dateAt(column, at), least, end));
}

const isWithin = (date: DateValue, from: DateValue | undefined, to: DateValue | undefined): boolean =>
  (from === undefined || compareDates(date, from) >= 0) && (to === undefined || compareDates(date, to) < 0);
