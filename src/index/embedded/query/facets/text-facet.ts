import type { FacetOutcome, FacetPlan } from '../../../plan.ts';
import type { SegmentReader } from '../../snapshot/segment-reader.ts';
import { TopKHeap } from '../sort/top-k-heap.ts';
import type { FacetCounter } from './facet-counter.ts';
import type { GlobalOrdinals } from './global-ordinals.ts';
import { type Count, countTexts } from './ordinal-counts.ts';
import { precomputedCounts } from './precomputed-counts.ts';

export type ValuePlan = Extract<FacetPlan, { kind: 'value' }>;

/** Counts the values of a text field, by their numbers in the view; only those in the answer become texts. */
export class TextFacet implements FacetCounter {
  readonly #plan: ValuePlan;
  readonly #values: GlobalOrdinals;
  readonly #counts: Uint32Array;

  constructor(plan: ValuePlan, values: GlobalOrdinals) {
    this.#plan = plan;
    this.#values = values;
    this.#counts = new Uint32Array(values.size);
  }

  in({ segment }: SegmentReader): Count | undefined {
    const column = segment.column(this.#plan.field);
    if (column?.type !== 'text') return undefined;
    return countTexts(column, this.#values.numbersOf(column), this.#counts);
  }

  everything(state: SegmentReader): boolean {
    const column = state.segment.column(this.#plan.field);
    if (column?.type !== 'text') return true;
    const living = precomputedCounts(state, column);
    if (living === undefined) return false;
    addCounts(living, this.#values.numbersOf(column), this.#counts);
    return true;
  }

  outcome(): FacetOutcome {
    const { by, descending } = this.#plan.sort;
    const values = this.#values;
    const counts = this.#counts;
    const direction = descending ? -1 : 1;
    const order = (a: number, b: number): number =>
      by === 'value'
        ? direction * values.compare(a, b)
        : direction * ((counts[a] as number) - (counts[b] as number)) || values.compare(a, b);
    const best = new TopKHeap<number>(this.#plan.size, order);
    if (by === 'count' && descending) offerMostFrequent(counts, values.ordered, best);
    else for (let value = 0; value < counts.length; value++) if (counts[value] !== 0) best.offer(value);
    return {
      kind: 'value',
      values: best.inOrder().map((value) => ({ value: values.text(value), count: counts[value] as number })),
    };
  }
}

function addCounts(from: Uint32Array, numbers: Uint32Array, to: Uint32Array): void {
  for (let ordinal = 0; ordinal < from.length; ordinal++) {
    const value = numbers[ordinal] as number;
    to[value] = (to[value] as number) + (from[ordinal] as number);
  }
}

/** Most values are rejected by one comparison with the least frequent of those kept. */
function offerMostFrequent(counts: Uint32Array, ordered: number, best: TopKHeap<number>): void {
  // As long as values come in their order, an equally frequent one would come behind those kept.
  offerAbove(counts, 0, ordered, 1, best);
  offerAbove(counts, ordered, counts.length, 0, best);
}

/** Offers values of [from, to) that are at least `more` more frequent than the last of those kept. */
function offerAbove(
  counts: Uint32Array,
  from: number,
  to: number,
  more: number,
  best: TopKHeap<number>,
): void {
  let least = leastIn(counts, more, best);
  for (let value = from; value < to; value++) {
    if ((counts[value] as number) < least) continue;
    best.offer(value);
    least = leastIn(counts, more, best);
  }
}

const leastIn = (counts: Uint32Array, more: number, { bound }: TopKHeap<number>): number =>
  bound === undefined ? 1 : (counts[bound] as number) + more;
