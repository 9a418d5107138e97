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
type Counts = Map<string | number, number>;

/** A value with its count. The key of a date is its time, or its text if it has nanoseconds. */
interface Counted {
  readonly kind: 'date' | 'other';
  readonly key: string | number;
  readonly count: number;
}

/** Counts the values of a number, date or geolocation field in hash maps. */
export class ValueFacet implements FacetCounter {
  readonly #field: string;
  /** Dates by milliseconds since 1970, as formatting one takes longer than counting it; by text if they have nanoseconds. */
  readonly #dates: Counts = new Map();
  /** All other values, as documents show them. */
  readonly #others: Counts = new Map();

  constructor(field: string) {
    this.#field = field;
  }

  counterFor({ segment }: SegmentReader): CountDocs | undefined {
    const column = segment.column(this.#field);
    if (column === undefined) return undefined;
    const { starts } = column;
    if (column.type !== 'date') return counterOf(starts, (at) => shownAt(column, at), this.#others);
    const { values, nanos } = column;
    if (nanos === undefined) return counterOf(starts, (at) => values[at] as number, this.#dates);
    const keyAt = (at: number) => (nanos[at] === 0 ? (values[at] as number) : shownAt(column, at));
    return counterOf(starts, keyAt, this.#dates);
  }

  countAllLive(): boolean {
    return false;
  }

  *outcome({ sort, size, hasSum }: ValuePlan): Generator<void, FacetOutcome> {
    const direction = sort.descending ? -1 : 1;
    const top = new TopKHeap<Counted>(size, (a, b) =>
      sort.by === 'value'
        ? direction * compareCounted(a, b)
        : direction * (a.count - b.count) || compareCounted(a, b),
    );
    let seen = 0;
    let sum = 0;
    for (const kind of ['date', 'other'] as const) {
      for (const [key, count] of kind === 'date' ? this.#dates : this.#others) {
        top.offer({ kind, key, count });
        sum += count;
        if (++seen % ITEMS_PAUSE === 0) yield;
      }
    }
    return {
      kind: 'value',
      values: top.sorted().map((one) => ({ value: shownOf(one), count: one.count })),
      ...(hasSum ? { sum } : {}),
    };
  }
}

/** Counts each value of a document once. */
function counterOf(
  starts: Column['starts'],
  keyAt: (at: number) => string | number,
  counts: Counts,
): CountDocs {
  const add = (key: string | number): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
  return (docs, count) => {
    for (let i = 0; i < count; i++) {
      const doc = docs[i] as number;
      const from = starts[doc] as number;
      const to = starts[doc + 1] as number;
      if (to === from + 1) add(keyAt(from));
      else if (to > from) {
        const keys = new Set<string | number>();
        for (let at = from; at < to; at++) keys.add(keyAt(at));
        for (const key of keys) add(key);
      }
    }
  };
}

const shownOf = ({ kind, key }: Counted): string | number =>
  kind === 'date' && typeof key === 'number' ? formatDate({ epochMs: key, nanos: 0 }) : key;

/** In the order of the values as they are shown, which for dates is that of their times. */
const compareCounted = (a: Counted, b: Counted): number =>
  a.kind === b.kind && typeof a.key === typeof b.key
    ? compareValues(a.key, b.key)
    : compareValues(shownOf(a), shownOf(b));
