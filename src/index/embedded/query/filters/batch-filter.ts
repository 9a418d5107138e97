import type { Filter } from '../../../plan.ts';
import { shapeOf } from '../../segment/column-shape.ts';
import type { GeolocationColumn } from '../../segment/columns.ts';
import { cellsOf } from '../../segment/geolocation-cells.ts';
import type { Ordinals } from '../../segment/ordinals.ts';
import type { Segment } from '../../segment/segment.ts';
import { Circle } from './circle.ts';
import { compileFilter, ordinalTable, rangeOf } from './filter.ts';
import {
  filterAnyOrdinal,
  filterBox,
  filterByTest,
  filterBytes,
  filterCircle,
  filterRange,
  filterShorts,
  filterWords,
} from './filter-loops.ts';

/** Moves documents that pass a condition to the front, with their scores, and returns their number. */
export type BatchFilter = (docs: Uint32Array, scores: Float64Array, count: number) => number;

/** Compiles a filter for one segment: documents pass if they pass every batch filter. Cheap ones run first. */
export function* compileBatchFilters(filter: Filter, segment: Segment): Generator<void, BatchFilter[]> {
  const filters: BatchFilter[] = [];
  for (const part of partsOf(filter).sort((a, b) => costOf(a) - costOf(b))) {
    filters.push((yield* columnFilter(part, segment)) ?? (yield* testFilter(part, segment)));
  }
  return filters;
}

/** The conditions of a conjunction. */
const partsOf = (filter: Filter): Filter[] => (filter.kind === 'all' ? filter.of.flatMap(partsOf) : [filter]);

const COSTS = { engine: 0, value: 0, range: 1, distance: 2, all: 3, any: 3, none: 3 } as const;
const costOf = ({ kind }: Filter): number => COSTS[kind];

function* testFilter(filter: Filter, segment: Segment): Generator<void, BatchFilter> {
  const test = yield* compileFilter(filter, segment);
  return (docs, scores, count) => filterByTest(docs, scores, count, test);
}

function* columnFilter(filter: Filter, segment: Segment): Generator<void, BatchFilter | undefined> {
  if (filter.kind !== 'value' && filter.kind !== 'range' && filter.kind !== 'distance') return undefined;
  const column = segment.column(filter.field);
  if (column === undefined || filter.field === 'id') return undefined;
  const { isSingle } = shapeOf(column);
  if (filter.kind === 'value') {
    if (column.type !== 'text') return undefined;
    const has = yield* ordinalTable(column, filter.values);
    if (has === undefined) return undefined;
    if (isSingle) return ordinalFilter(column.ordinals, has);
    const { starts, ordinals } = column;
    return (docs, scores, count) => filterAnyOrdinal(docs, scores, count, starts, ordinals, has);
  }
  if (!isSingle) return undefined;
  if (filter.kind === 'range') {
    const range = rangeOf(column, filter.from, filter.to);
    if (range === undefined || (column.type !== 'number' && column.type !== 'date')) return undefined;
    return (docs, scores, count) => filterRange(docs, scores, count, column.values, range.from, range.to);
  }
  if (column.type !== 'geolocation') return undefined;
  return circleFilter(column, new Circle(filter.center, filter.from, filter.to));
}

/** Tests the bounding box by grid cells first, then the distance. */
function circleFilter(column: GeolocationColumn, circle: Circle): BatchFilter {
  const cells = cellsOf(column);
  const outer = circle.outerCells;
  const inner = circle.innerCells;
  return (docs, scores, count) => {
    const inBox = outer === undefined ? count : filterBox(docs, scores, count, cells, outer);
    return filterCircle(docs, scores, inBox, column, cells, inner, circle);
  };
}

function ordinalFilter(ordinals: Ordinals, has: Uint8Array): BatchFilter {
  if (ordinals instanceof Uint8Array) {
    return (docs, scores, count) => filterBytes(docs, scores, count, ordinals, has);
  }
  if (ordinals instanceof Uint16Array) {
    return (docs, scores, count) => filterShorts(docs, scores, count, ordinals, has);
  }
  return (docs, scores, count) => filterWords(docs, scores, count, ordinals, has);
}
