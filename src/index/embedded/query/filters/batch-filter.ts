import type { Filter } from '../../../plan.ts';
import { shapeOf } from '../../segment/column-shape.ts';
import type { GeolocationColumn } from '../../segment/columns.ts';
import { cellsOf } from '../../segment/geolocation-cells.ts';
import type { Ordinals } from '../../segment/ordinals.ts';
import type { Segment } from '../../segment/segment.ts';
import { Circle } from './circle.ts';
import { compileFilter, ordinalTable, rangeOf } from './filter.ts';
import {
  keepAnyOrdinal,
  keepBetween,
  keepBytes,
  keepInBox,
  keepShorts,
  keepTested,
  keepWithin,
  keepWords,
} from './filter-loops.ts';

/** Moves the documents that pass a condition to the front, with their scores, and gives how many they are. */
export type BatchFilter = (docs: Uint32Array, scores: Float64Array, count: number) => number;

/** A filter over the matches of one segment: what passes all of these passes. The cheap ones come first. */
export function compileBatchFilters(filter: Filter, segment: Segment): BatchFilter[] {
  return partsOf(filter)
    .sort((a, b) => costOf(a) - costOf(b))
    .map((part) => batchFilterOf(part, segment));
}

/** The conditions that must all hold. */
const partsOf = (filter: Filter): Filter[] => (filter.kind === 'all' ? filter.of.flatMap(partsOf) : [filter]);

const COSTS = { value: 0, range: 1, distance: 2, all: 3, any: 3, none: 3 } as const;
const costOf = ({ kind }: Filter): number => COSTS[kind];

function batchFilterOf(filter: Filter, segment: Segment): BatchFilter {
  return columnFilter(filter, segment) ?? tested(filter, segment);
}

function tested(filter: Filter, segment: Segment): BatchFilter {
  const test = compileFilter(filter, segment);
  return (docs, scores, count) => keepTested(docs, scores, count, test);
}

function columnFilter(filter: Filter, segment: Segment): BatchFilter | undefined {
  if (filter.kind !== 'value' && filter.kind !== 'range' && filter.kind !== 'distance') return undefined;
  const column = segment.column(filter.field);
  if (column === undefined || filter.field === 'id') return undefined;
  const { isSingle } = shapeOf(column);
  if (filter.kind === 'value') {
    if (column.type !== 'text') return undefined;
    const has = ordinalTable(column, filter.values);
    if (has === undefined) return undefined;
    if (isSingle) return keepOrdinals(column.ordinals, has);
    const { starts, ordinals } = column;
    return (docs, scores, count) => keepAnyOrdinal(docs, scores, count, starts, ordinals, has);
  }
  if (!isSingle) return undefined;
  if (filter.kind === 'range') {
    const range = rangeOf(column, filter.from, filter.to);
    if (range === undefined || (column.type !== 'number' && column.type !== 'date')) return undefined;
    return (docs, scores, count) => keepBetween(docs, scores, count, column.values, range.from, range.to);
  }
  if (column.type !== 'geolocation') return undefined;
  return withinCircle(column, new Circle(filter.center, filter.from, filter.to));
}

function withinCircle(column: GeolocationColumn, circle: Circle): BatchFilter {
  const cells = cellsOf(column);
  const outer = circle.outerCells;
  const inner = circle.innerCells;
  return (docs, scores, count) => {
    const left = outer === undefined ? count : keepInBox(docs, scores, count, cells, outer);
    return keepWithin(docs, scores, left, column, cells, inner, circle);
  };
}

function keepOrdinals(ordinals: Ordinals, has: Uint8Array): BatchFilter {
  if (ordinals instanceof Uint8Array) {
    return (docs, scores, count) => keepBytes(docs, scores, count, ordinals, has);
  }
  if (ordinals instanceof Uint16Array) {
    return (docs, scores, count) => keepShorts(docs, scores, count, ordinals, has);
  }
  return (docs, scores, count) => keepWords(docs, scores, count, ordinals, has);
}
