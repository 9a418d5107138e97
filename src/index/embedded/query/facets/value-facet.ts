import type { FacetOutcome, FacetValue } from '../../../plan.ts';
import { type Column, shownAt } from '../../segment/columns.ts';
import type { SegmentReader } from '../../snapshot/segment-reader.ts';
import { compareValues } from '../sort/sort-keys.ts';
import type { FacetCounter } from './facet-counter.ts';
import type { CountDocs } from './ordinal-counts.ts';
import type { ValuePlan } from './text-facet.ts';

/** Counts the values of a number, date or geolocation field in a hash map. */
export class ValueFacet implements FacetCounter {
  readonly #plan: ValuePlan;
  readonly #counts = new Map<string | number, number>();

  constructor(plan: ValuePlan) {
    this.#plan = plan;
  }

  counterFor({ segment }: SegmentReader): CountDocs | undefined {
    const column = segment.column(this.#plan.field);
    if (column === undefined) return undefined;
    return (docs, count) => {
      for (let i = 0; i < count; i++) this.#countOne(column, docs[i] as number);
    };
  }

  #countOne(column: Column, doc: number): void {
    const { starts } = column;
    const from = starts[doc] as number;
    const to = starts[doc + 1] as number;
    if (to === from + 1) {
      this.#add(shownAt(column, from));
      return;
    }
    const values = new Set<string | number>();
    for (let at = from; at < to; at++) values.add(shownAt(column, at));
    for (const value of values) this.#add(value);
  }

  #add(key: string | number): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  countAllLive(): boolean {
    return false;
  }

  outcome(): FacetOutcome {
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
