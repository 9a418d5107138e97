import { formatDate } from '../../../../values/date-value.ts';
import type { FacetOutcome } from '../../../plan.ts';
import { type Column, shownAt } from '../../segment/columns.ts';
import type { SegmentReader } from '../../snapshot/segment-reader.ts';
import { compareValues } from '../sort/sort-keys.ts';
import { TopKHeap } from '../sort/top-k-heap.ts';
import { ITEMS_PAUSE } from '../tuning/thresholds.ts';
import type { FacetCounter } from './facet-counter.ts';
import type { CountDocs } from './ordinal-counts.ts';
import type { ValuePlan } from './text-facet.ts';

/** The number of documents by value. */
type Counts<T> = Map<T, number>;

/** A value with its count. `key` orders the values of a kind; `shown` is the value of the response. */
interface Counted {
  readonly kind: 'number' | 'time' | 'shown';
  readonly key: string | number;
  readonly count: number;
}

/** Counts the values of a number, date or geolocation field in hash maps. */
export class ValueFacet implements FacetCounter {
  readonly #field: string;
  readonly #numbers: Counts<number> = new Map();
  /** Dates of whole milliseconds since 1970: formatting one takes longer than counting it. */
  readonly #times: Counts<number> = new Map();
  /** All other values, as documents show them. */
  readonly #shown: Counts<string | number> = new Map();

  constructor(field: string) {
    this.#field = field;
  }

  counterFor({ segment }: SegmentReader): CountDocs | undefined {
    const column = segment.column(this.#field);
    if (column === undefined) return undefined;
    const { starts } = column;
    if (column.type === 'number')
      return counterOf(starts, (at) => column.values[at] as number, this.#numbers);
    if (column.type === 'date' && column.nanos === undefined)
      return counterOf(starts, (at) => column.values[at] as number, this.#times);
    return counterOf(starts, (at) => shownAt(column, at), this.#shown);
  }

  countAllLive(): boolean {
    return false;
  }

  *outcome({ sort, size }: ValuePlan): Generator<void, FacetOutcome> {
    const direction = sort.descending ? -1 : 1;
    const top = new TopKHeap<Counted>(size, (a, b) =>
      sort.by === 'value'
        ? direction * compareCounted(a, b)
        : direction * (a.count - b.count) || compareCounted(a, b),
    );
    let seen = 0;
    for (const kind of ['number', 'time', 'shown'] as const) {
      const counts = { number: this.#numbers, time: this.#times, shown: this.#shown }[kind];
      for (const [key, count] of counts) {
        top.offer({ kind, key, count });
        if (++seen % ITEMS_PAUSE === 0) yield;
      }
    }
    return { kind: 'value', values: top.sorted().map((one) => ({ value: shownOf(one), count: one.count })) };
  }
}

/** Counts each value of a document once. */
function counterOf<T extends string | number>(
  starts: Column['starts'],
  keyAt: (at: number) => T,
  counts: Counts<T>,
): CountDocs {
  const add = (key: T): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
  return (docs, count) => {
    for (let i = 0; i < count; i++) {
      const doc = docs[i] as number;
      const from = starts[doc] as number;
      const to = starts[doc + 1] as number;
      if (to === from + 1) add(keyAt(from));
      else if (to > from) {
        const keys = new Set<T>();
        for (let at = from; at < to; at++) keys.add(keyAt(at));
        for (const key of keys) add(key);
      }
    }
  };
}

const shownOf = ({ kind, key }: Counted): string | number =>
  kind === 'time' ? formatDate({ epochMs: key as number, nanos: 0 }) : key;

/** In the order of the values as they are shown, which for dates is that of their times. */
const compareCounted = (a: Counted, b: Counted): number =>
  a.kind === b.kind ? compareValues(a.key, b.key) : compareValues(shownOf(a), shownOf(b));
