import { distance, type Location } from '../../../../values/geolocation-value.ts';
import type { FacetOutcome, FacetPlan } from '../../../plan.ts';
import { shapeOf } from '../../segment/column-shape.ts';
import { type GeolocationColumn, locationAt } from '../../segment/columns.ts';
import type { Segment } from '../../segment/segment.ts';
import type { SegmentReader } from '../../snapshot/segment-reader.ts';
import { compileFilter, type Range, rangeOf, type Test } from '../filters/filter.ts';
import { FEW_RANGES } from '../tuning/thresholds.ts';
import type { FacetCounter } from './facet-counter.ts';
import type { CountDocs } from './ordinal-counts.ts';
import { RangeCells } from './range-cells.ts';

type RangePlan = Exclude<FacetPlan, { kind: 'value' }>;

/** Counts documents per range of numbers, dates or distances. A document may have values in several ranges. */
export class RangeFacet implements FacetCounter {
  readonly #plan: RangePlan;
  readonly #counts: number[];
  /** The cells of segments whose documents are counted by them. */
  readonly #cells: RangeCells[] = [];

  constructor(plan: RangePlan) {
    this.#plan = plan;
    this.#counts = plan.ranges.map(() => 0);
  }

  counterFor({ segment }: SegmentReader): CountDocs | undefined {
    const plan = this.#plan;
    const column = segment.column(plan.field);
    const isDouble = column?.type === 'number' || column?.type === 'date';
    if (plan.kind === 'range' && isDouble && shapeOf(column).isSingle) {
      const ranges = plan.ranges.map(({ from, to }) => rangeOf(column, from, to));
      if (ranges.every((range) => range !== undefined)) return this.#byDoubles(column.values, ranges);
    }
    if (plan.kind === 'distance' && column?.type === 'geolocation' && plan.ranges.length > FEW_RANGES) {
      if (shapeOf(column).isSingle) return this.#byDistance(column, plan.center, plan.ranges);
    }
    const tests = this.#tests(segment);
    if (tests === undefined) return undefined;
    return (docs, count) => {
      for (let range = 0; range < tests.length; range++) {
        this.#counts[range] = (this.#counts[range] as number) + passing(docs, count, tests[range] as Test);
      }
    };
  }

  #byDoubles(values: Float64Array, ranges: readonly Range[]): CountDocs {
    if (ranges.length > FEW_RANGES) {
      const cells = this.#newCells(ranges);
      return (docs, count) => cells.count(docs, count, values);
    }
    return (docs, count) => {
      for (let i = 0; i < ranges.length; i++) {
        const { from, to } = ranges[i] as Range;
        this.#counts[i] = (this.#counts[i] as number) + between(docs, count, values, from, to);
      }
    };
  }

  /** One distance per document, however many ranges there are. */
  #byDistance(column: GeolocationColumn, center: Location, ranges: RangePlan['ranges']): CountDocs {
    const bounds = ranges.map(({ from = 0, to = Number.POSITIVE_INFINITY }) => ({
      from: Number(from),
      to: Number(to),
    }));
    const cells = this.#newCells(bounds);
    return (docs, count) => {
      for (let i = 0; i < count; i++) cells.add(distance(center, locationAt(column, docs[i] as number)));
    };
  }

  #newCells(ranges: readonly Range[]): RangeCells {
    const cells = new RangeCells(ranges);
    this.#cells.push(cells);
    return cells;
  }

  #tests(segment: Segment): Test[] | undefined {
    const plan = this.#plan;
    const { field } = plan;
    if (segment.column(field) === undefined) return undefined;
    if (plan.kind === 'range') {
      return plan.ranges.map(({ from, to }) => compileFilter({ kind: 'range', field, from, to }, segment));
    }
    const { center } = plan;
    return plan.ranges.map(({ from = 0, to = Number.POSITIVE_INFINITY }) =>
      compileFilter({ kind: 'distance', field, center, from, to }, segment),
    );
  }

  countAllLive(): boolean {
    return false;
  }

  outcome(): FacetOutcome {
    for (const cells of this.#cells.splice(0)) cells.addTo(this.#counts);
    return { kind: 'counts', counts: this.#counts };
  }
}

/** Cost: a read and two comparisons per document and range. */
function between(docs: Uint32Array, count: number, values: Float64Array, from: number, to: number): number {
  let within = 0;
  for (let i = 0; i < count; i++) {
    const value = values[docs[i] as number] as number;
    within += +(value >= from) & +(value < to);
  }
  return within;
}

function passing(docs: Uint32Array, count: number, test: Test): number {
  let passed = 0;
  for (let i = 0; i < count; i++) if (test(docs[i] as number)) passed++;
  return passed;
}
