import type { FacetOutcome, FacetPlan } from '../../../plan.ts';
import type { TextColumn } from '../../segment/columns.ts';
import type { SegmentReader } from '../../snapshot/segment-reader.ts';
import { TopKHeap } from '../sort/top-k-heap.ts';
import { ITEMS_PAUSE } from '../tuning/thresholds.ts';
import type { FacetCounter } from './facet-counter.ts';
import type { GlobalOrdinals } from './global-ordinals.ts';
import { type CountDocs, countTexts } from './ordinal-counts.ts';
import { precomputedCounts } from './precomputed-counts.ts';

export type ValuePlan = Extract<FacetPlan, { kind: 'value' }>;

/** Counts the values of a text field by global ordinal. Only the values of the response are decoded. */
export class TextFacet implements FacetCounter {
  readonly #field: string;
  readonly #ordinals: GlobalOrdinals;
  readonly #counts: Uint32Array;

  constructor(field: string, ordinals: GlobalOrdinals) {
    this.#field = field;
    this.#ordinals = ordinals;
    this.#counts = new Uint32Array(ordinals.size);
  }

  counterFor({ segment }: SegmentReader): CountDocs | undefined {
    const column = segment.column(this.#field);
    if (column?.type !== 'text') return undefined;
    return countTexts(column, this.#ordinals.toGlobal(column), this.#counts);
  }

  countAllLive(reader: SegmentReader, excluded: Uint32Array): boolean {
    const column = reader.segment.column(this.#field);
    if (column?.type !== 'text') return true;
    const live = precomputedCounts(reader, column);
    if (live === undefined) return false;
    const toGlobal = this.#ordinals.toGlobal(column);
    addCounts(live, toGlobal, this.#counts);
    for (const doc of excluded) subtractDoc(column, doc, toGlobal, this.#counts);
    return true;
  }

  *outcome({ sort, size, hasSum }: ValuePlan): Generator<void, FacetOutcome> {
    const { by, descending } = sort;
    const ordinals = this.#ordinals;
    const counts = this.#counts;
    const direction = descending ? -1 : 1;
    const order = (a: number, b: number): number =>
      by === 'value'
        ? direction * ordinals.compare(a, b)
        : direction * ((counts[a] as number) - (counts[b] as number)) || ordinals.compare(a, b);
    const top = new TopKHeap<number>(size, order);
    let sum = 0;
    for (let from = 0; from < counts.length; from += ITEMS_PAUSE) {
      const to = Math.min(from + ITEMS_PAUSE, counts.length);
      if (by === 'count' && descending) offerMostFrequent(counts, from, to, ordinals.ordered, top);
      else if (by === 'value' && descending) offerLastFirst(counts, from, to, top);
      else for (let value = from; value < to; value++) if (counts[value] !== 0) top.offer(value);
      if (hasSum) sum += sumOf(counts, from, to);
      yield;
    }
    return {
      kind: 'value',
      values: top.sorted().map((value) => ({ value: ordinals.text(value), count: counts[value] as number })),
      ...(hasSum ? { sum } : {}),
    };
  }
}

function sumOf(counts: Uint32Array, from: number, to: number): number {
  let sum = 0;
  for (let value = from; value < to; value++) sum += counts[value] as number;
  return sum;
}

/** Subtracts each value of a document once. */
function subtractDoc(
  { starts, ordinals }: TextColumn,
  doc: number,
  toGlobal: Uint32Array,
  counts: Uint32Array,
): void {
  for (const ordinal of new Set(ordinals.subarray(starts[doc], starts[doc + 1]))) {
    const value = toGlobal[ordinal] as number;
    counts[value] = (counts[value] as number) - 1;
  }
}

function addCounts(from: Uint32Array, toGlobal: Uint32Array, to: Uint32Array): void {
  for (let ordinal = 0; ordinal < from.length; ordinal++) {
    const value = toGlobal[ordinal] as number;
    to[value] = (to[value] as number) + (from[ordinal] as number);
  }
}

/** Offers the values that are `from` to `to` before the end, the last one first: the heap rejects most that follow. */
function offerLastFirst(counts: Uint32Array, from: number, to: number, top: TopKHeap<number>): void {
  for (let i = from; i < to; i++) {
    const value = counts.length - 1 - i;
    if (counts[value] !== 0) top.offer(value);
  }
}

/** Rejects most values by one comparison with the least frequent value in the heap. */
function offerMostFrequent(
  counts: Uint32Array,
  from: number,
  to: number,
  ordered: number,
  top: TopKHeap<number>,
): void {
  // Ordinals below `ordered` come in the order of their terms: an equally frequent later value would sort last.
  const middle = Math.min(Math.max(ordered, from), to);
  offerAbove(counts, from, middle, 1, top);
  offerAbove(counts, middle, to, 0, top);
}

/** Offers values of [from, to) whose count exceeds the count of the last value in the heap by at least `more`. */
function offerAbove(
  counts: Uint32Array,
  from: number,
  to: number,
  more: number,
  top: TopKHeap<number>,
): void {
  let least = leastIn(counts, more, top);
  for (let value = from; value < to; value++) {
    if ((counts[value] as number) < least) continue;
    top.offer(value);
    least = leastIn(counts, more, top);
  }
}

const leastIn = (counts: Uint32Array, more: number, { bound }: TopKHeap<number>): number =>
  bound === undefined ? 1 : (counts[bound] as number) + more;
