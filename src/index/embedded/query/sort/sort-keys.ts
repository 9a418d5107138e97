import { formatDate } from '../../../../values/date-value.ts';
import { distance } from '../../../../values/geolocation-value.ts';
import type { SortKey } from '../../../plan.ts';
import { type Column, dateAt, locationAt, textOf } from '../../segment/columns.ts';
import { compareTexts } from '../../segment/dictionary.ts';
import type { Segment } from '../../segment/segment.ts';

export const compareValues = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : compareTexts(String(a), String(b));

/** A matching document that may become a hit. */
export interface Entry {
  /** The index of its segment reader in the snapshot. */
  readonly readerIndex: number;
  readonly doc: number;
  readonly score: number;
  readonly sequence: number;
  /** The first sort key as a number, if it has one (sort-ranks.ts). Higher ranks sort first. */
  readonly rank: number;
  /** One value per sort key; undefined if the document has none. */
  readonly keys: ReadonlyArray<string | number | undefined>;
}

/** Computes the sort keys of a document of one segment. */
export type KeyMaker = (doc: number, score: number) => Array<string | number | undefined>;

export function compileKeys(sort: readonly SortKey[], segment: Segment, engineId: number): KeyMaker {
  const makers = sort.map((key) => keyOf(key, segment, engineId));
  const [only] = makers;
  if (only !== undefined && makers.length === 1) return (doc, score) => [only(doc, score)];
  return (doc, score) => makers.map((make) => make(doc, score));
}

/** Compares entries by their keys, then by the newest write. Missing values sort last in both directions. */
export function entryOrder(sort: readonly SortKey[]): (a: Entry, b: Entry) => number {
  return (a, b) => {
    for (let i = 0; i < sort.length; i++) {
      const left = a.keys[i];
      const right = b.keys[i];
      if (left === right) continue;
      if (left === undefined) return 1;
      if (right === undefined) return -1;
      const order = compareValues(left, right);
      if (order !== 0) return sort[i]?.descending ? -order : order;
    }
    // Sequence numbers are unique within an engine; documents of different engines may share one.
    return b.sequence - a.sequence || a.readerIndex - b.readerIndex;
  };
}

export function keyOf(
  key: SortKey,
  segment: Segment,
  engineId: number,
): (doc: number, score: number) => string | number | undefined {
  if (key.kind === 'score') return (_doc, score) => score;
  if (key.kind === 'field' && key.field === 'id') return (doc) => segment.id(doc);
  if (key.kind === 'scoped id') {
    const scope = scopeOf(key.engineIds, engineId);
    return (doc) => scope + segment.id(doc);
  }
  const column = segment.column(key.field);
  if (column === undefined) return () => undefined;
  if (key.kind === 'field') return (doc) => extreme(column, doc, key.descending);
  if (column.type !== 'geolocation') return () => undefined;
  return (doc) => {
    const metres: number[] = [];
    const end = column.starts[doc + 1] as number;
    for (let at = column.starts[doc] as number; at < end; at++)
      metres.push(distance(locationAt(column, at), key.center));
    return summary(metres, key.mode);
  };
}

/** A character that precedes the ids of an engine: comparing the texts compares the engines first. */
export const scopeOf = (engineIds: readonly number[], engineId: number): string =>
  String.fromCharCode(engineIds.indexOf(engineId) + 1);

/** The smallest or largest value of a document, in a comparable form. */
function extreme(column: Column, doc: number, largest: boolean): string | number | undefined {
  const from = column.starts[doc] as number;
  const to = column.starts[doc + 1] as number;
  if (from === to) return undefined;
  switch (column.type) {
    case 'number': {
      let extremum = column.values[from] as number;
      for (let at = from + 1; at < to; at++) {
        const value = column.values[at] as number;
        extremum = largest ? Math.max(extremum, value) : Math.min(extremum, value);
      }
      return extremum;
    }
    case 'text': {
      let extremum = textOf(column, column.ordinals[from] as number);
      for (let at = from + 1; at < to; at++) {
        const text = textOf(column, column.ordinals[at] as number);
        if (compareTexts(text, extremum) > 0 === largest) extremum = text;
      }
      return extremum;
    }
    case 'date': {
      const texts = Array.from({ length: to - from }, (_, k) => formatDate(dateAt(column, from + k))).sort();
      return largest ? texts.at(-1) : texts[0];
    }
    case 'geolocation':
      return undefined;
  }
}

function summary(values: number[], mode: 'min' | 'max' | 'median' | 'avg'): number | undefined {
  if (values.length === 0) return undefined;
  values.sort((a, b) => a - b);
  const middle = values.length >>> 1;
  switch (mode) {
    case 'min':
      return values[0];
    case 'max':
      return values.at(-1);
    case 'avg':
      return values.reduce((sum, value) => sum + value, 0) / values.length;
    case 'median':
      return values.length % 2 === 1
        ? values[middle]
        : ((values[middle - 1] as number) + (values[middle] as number)) / 2;
  }
}
