import { compareDates, type DateValue, parseDate } from '../../../schema/date-value.ts';
import { distance } from '../../../schema/geolocation-value.ts';
import type { Filter } from '../../plan.ts';
import { type Column, dateAt, ordinalOf, placeAt } from '../segment/columns.ts';
import type { Segment } from '../segment/segment.ts';

export type Test = (doc: number) => boolean;

const always: Test = () => true;
const never: Test = () => false;

/** A filter as a test on the documents of one segment. */
export function compileFilter(filter: Filter, segment: Segment): Test {
  switch (filter.kind) {
    case 'all': {
      const tests = filter.of.map((part) => compileFilter(part, segment));
      if (tests.length === 0) return always;
      return (doc) => tests.every((test) => test(doc));
    }
    case 'any': {
      const tests = filter.of.map((part) => compileFilter(part, segment));
      return (doc) => tests.some((test) => test(doc));
    }
    case 'none': {
      const tests = filter.of.map((part) => compileFilter(part, segment));
      return (doc) => !tests.some((test) => test(doc));
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
      return anyValue(column, (at) => {
        const metres = distance(placeAt(column, at), filter.center);
        return metres >= filter.from && metres < filter.to;
      });
    }
  }
}

/** A test that holds if it holds for any value of a document. */
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

function rangeTest(
  column: Column | undefined,
  from: string | number | undefined,
  to: string | number | undefined,
): Test {
  if (column?.type === 'number') {
    const least = from === undefined ? Number.NEGATIVE_INFINITY : Number(from);
    const end = to === undefined ? Number.POSITIVE_INFINITY : Number(to);
    return anyValue(
      column,
      (at) => (column.values[at] as number) >= least && (column.values[at] as number) < end,
    );
  }
  if (column?.type === 'date') {
    const least = from === undefined ? undefined : parseDate(String(from));
    const end = to === undefined ? undefined : parseDate(String(to));
    return anyValue(column, (at) => isWithin(dateAt(column, at), least, end));
  }
  return never;
}

export const isWithin = (date: DateValue, from: DateValue | undefined, to: DateValue | undefined): boolean =>
  (from === undefined || compareDates(date, from) >= 0) && (to === undefined || compareDates(date, to) < 0);
