import { distance } from '../../../schema/geolocation-value.ts';
import type { FacetOutcome, FacetPlan, FacetValue } from '../../plan.ts';
import { type Column, placeAt, shownAt, type TextColumn, textOf } from '../segment/columns.ts';
import { compareTexts } from '../segment/dictionary.ts';
import type { Segment } from '../segment/segment.ts';
import { compileFilter, type Test } from './filter.ts';

/** Counts one facet over the matching documents of all segments. */
export interface FacetCounter {
  /** Gives what to call for each matching document of a segment. */
  in(segment: Segment): (doc: number) => void;
  outcome(): FacetOutcome;
}

export const facetCounter = (plan: FacetPlan): FacetCounter =>
  plan.kind === 'value' ? new ValueCounter(plan) : new RangeCounter(plan);

type ValuePlan = Extract<FacetPlan, { kind: 'value' }>;

class ValueCounter implements FacetCounter {
  readonly #plan: ValuePlan;
  readonly #counts = new Map<string | number, number>();
  /** Counts by ordinal, segment by segment, turned into values at the end. */
  readonly #byOrdinals: Array<{ readonly column: TextColumn; readonly counts: Uint32Array }> = [];

  constructor(plan: ValuePlan) {
    this.#plan = plan;
  }

  in(segment: Segment): (doc: number) => void {
    const column = segment.column(this.#plan.field);
    if (column === undefined) return () => {};
    return column.type === 'text' ? this.#byOrdinal(column) : this.#byValue(column);
  }

  #byOrdinal(column: TextColumn): (doc: number) => void {
    const counts = new Uint32Array(column.dictionary.size + column.long.size);
    this.#byOrdinals.push({ column, counts });
    const { starts, ordinals } = column;
    return (doc) => {
      const from = starts[doc] as number;
      const to = starts[doc + 1] as number;
      for (let at = from; at < to; at++) {
        const ordinal = ordinals[at] as number;
        if (isFirst(ordinals, from, at)) counts[ordinal] = (counts[ordinal] as number) + 1;
      }
    };
  }

  #byValue(column: Column): (doc: number) => void {
    return (doc) => {
      const values = new Set<string | number>();
      const end = column.starts[doc + 1] as number;
      for (let at = column.starts[doc] as number; at < end; at++) values.add(shownAt(column, at));
      for (const value of values) this.#add(value, 1);
    };
  }

  #add(value: string | number, count: number): void {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + count);
  }

  outcome(): FacetOutcome {
    for (const { column, counts } of this.#byOrdinals) {
      for (let ordinal = 0; ordinal < counts.length; ordinal++) {
        const count = counts[ordinal] as number;
        if (count > 0) this.#add(textOf(column, ordinal), count);
      }
    }
    const { size, sort } = this.#plan;
    const direction = sort.descending ? -1 : 1;
    const values = [...this.#counts].map(([value, count]): FacetValue => ({ value, count }));
    values.sort((a, b) =>
      sort.by === 'value'
        ? direction * compareValues(a.value, b.value)
        : direction * (a.count - b.count) || compareValues(a.value, b.value),
    );
    return { kind: 'value', values: values.slice(0, size) };
  }
}

/** Whether a value of a document has not come before among its values. */
function isFirst(ordinals: Uint32Array, from: number, at: number): boolean {
  for (let before = from; before < at; before++) if (ordinals[before] === ordinals[at]) return false;
  return true;
}

export const compareValues = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : compareTexts(String(a), String(b));

type RangePlan = Exclude<FacetPlan, { kind: 'value' }>;

class RangeCounter implements FacetCounter {
  readonly #plan: RangePlan;
  readonly #counts: number[];

  constructor(plan: RangePlan) {
    this.#plan = plan;
    this.#counts = plan.ranges.map(() => 0);
  }

  in(segment: Segment): (doc: number) => void {
    const tests = this.#tests(segment);
    return (doc) => {
      for (const [i, test] of tests.entries())
        if (test(doc)) this.#counts[i] = (this.#counts[i] as number) + 1;
    };
  }

  #tests(segment: Segment): Test[] {
    const plan = this.#plan;
    const { field } = plan;
    if (plan.kind === 'range') {
      return plan.ranges.map(({ from, to }) => compileFilter({ kind: 'range', field, from, to }, segment));
    }
    const column = segment.column(field);
    if (column?.type !== 'geolocation') return [];
    return plan.ranges.map(({ from = 0, to = Number.POSITIVE_INFINITY }) => (doc) => {
      const end = column.starts[doc + 1] as number;
      for (let at = column.starts[doc] as number; at < end; at++) {
        const metres = distance(placeAt(column, at), plan.center);
        if (metres >= from && metres < to) return true;
      }
      return false;
    });
  }

  outcome(): FacetOutcome {
    return { kind: 'counts', counts: this.#counts };
  }
}
