import { distance } from '../../../../values/geolocation-value.ts';
import type { FacetOutcome, FacetPlan } from '../../../plan.ts';
import { runToCompletion } from '../../runtime/time-slice.ts';
import { shapeOf } from '../../segment/column-shape.ts';
import { type DateColumn, locationAt, type NumberColumn } from '../../segment/columns.ts';
import type { Segment } from '../../segment/segment.ts';
import type { SegmentReader } from '../../snapshot/segment-reader.ts';
import { boundOf, compileFilter, type Range, rangeOf, type Test } from '../filters/filter.ts';
import { HIGHEST, LOWEST } from '../filters/intervals.ts';
import { FEW_DISTANCES, FEW_RANGES } from '../tuning/thresholds.ts';
import { DocumentCells } from './document-cells.ts';
import type { FacetCounter } from './facet-counter.ts';
import type { CountDocs } from './ordinal-counts.ts';
import { RangeCells } from './range-cells.ts';

type RangePlan = Extract<FacetPlan, { kind: 'range' | 'distance' }>;

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
    if (plan.kind === 'range')
      return column?.type === 'number' || column?.type === 'date' ? this.#byValues(column, plan) : undefined;
    if (column?.type !== 'geolocation') return undefined;
    const { center, ranges } = plan;
    if (ranges.length <= FEW_DISTANCES) return this.#byCircles(plan, segment);
    const bounds = ranges.map(({ from = 0, to = Number.POSITIVE_INFINITY }) => ({ from, to }));
    const metresAt = (at: number): number => distance(center, locationAt(column, at));
    if (!shapeOf(column).isSingle) {
      const cells = new DocumentCells(
        bounds.map(({ from, to }) => ({ from: { value: from, nanos: 0 }, to: { value: to, nanos: 0 } })),
        this.#counts,
      );
      return countDocuments(column.starts, cells, (at) => cells.cellOf(metresAt(at), 0));
    }
    const cells = this.#newCells(bounds);
    return (docs, count) => {
      for (let i = 0; i < count; i++) cells.add(metresAt(docs[i] as number));
    };
  }

  #byValues(column: NumberColumn | DateColumn, plan: Extract<RangePlan, { kind: 'range' }>): CountDocs {
    if (shapeOf(column).isSingle) {
      const ranges = plan.ranges.map(({ from, to }) => rangeOf(column, from, to));
      if (ranges.every((range) => range !== undefined)) return this.#byDoubles(column.values, ranges);
    }
    const { starts, values } = column;
    const nanos = column.type === 'date' ? column.nanos : undefined;
    const bounds = plan.ranges.map(({ from, to }) => ({
      from: boundOf(column, from) ?? LOWEST,
      to: boundOf(column, to) ?? HIGHEST,
    }));
    const cells = new DocumentCells(bounds, this.#counts);
    return countDocuments(starts, cells, (at) => cells.cellOf(values[at] as number, nanos?.[at] ?? 0));
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

  /** A test per range, which rejects most locations without computing their distance. */
  #byCircles(
    { field, center, ranges }: Extract<RangePlan, { kind: 'distance' }>,
    segment: Segment,
  ): CountDocs {
    const tests = ranges.map(({ from = 0, to = Number.POSITIVE_INFINITY }) =>
      runToCompletion(compileFilter({ kind: 'distance', field, center, from, to }, segment)),
    );
    return (docs, count) => {
      for (let range = 0; range < tests.length; range++) {
        this.#counts[range] = (this.#counts[range] as number) + passing(docs, count, tests[range] as Test);
      }
    };
  }

  #newCells(ranges: readonly Range[]): RangeCells {
    const cells = new RangeCells(ranges);
    this.#cells.push(cells);
    return cells;
  }

  countAllLive(): boolean {
    return false;
  }

  // biome-ignore lint/correctness/useYield: the outcome is ready at once
  *outcome(): Generator<void, FacetOutcome> {
    for (const cells of this.#cells.splice(0)) cells.addTo(this.#counts);
    return { kind: 'counts', counts: this.#counts };
  }
}

/** Counts the documents of one segment by the cells of their values. */
function countDocuments(
  starts: Uint32Array,
  cells: DocumentCells,
  cellAt: (at: number) => number,
): CountDocs {
  const ofDocument: number[] = [];
  return (docs, count) => {
    for (let i = 0; i < count; i++) {
      const doc = docs[i] as number;
      const end = starts[doc + 1] as number;
      ofDocument.length = 0;
      for (let at = starts[doc] as number; at < end; at++) ofDocument.push(cellAt(at));
      cells.countDocument(ofDocument);
    }
  };
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
