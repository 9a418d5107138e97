import { distance, type Location } from '../../../../values/geolocation-value.ts';
import type { Boost } from '../../../plan.ts';
import { type Column, locationAt } from '../../segment/columns.ts';
import type { Segment } from '../../segment/segment.ts';
import { compileFilter } from '../filters/filter.ts';

/** The value f(v) of a boost for a document; undefined if the boost does not apply. */
type Measure = (doc: number) => number | undefined;

const DAY = 86_400_000;
const DISTANCE_SCALE = 10_000;
const MAX_EXPONENTIAL = 1e30;

/** The score of a document with the boosts of a plan. */
export type Boosted = (doc: number, score: number) => number;

/** Compiles the boosts of a plan. Each boost is computed from the unboosted score. It yields. */
export function* compileBoosts(boosts: readonly Boost[], segment: Segment): Generator<void, Boosted> {
  const measures: Measure[] = [];
  for (const boost of boosts) measures.push(yield* measureOf(boost, segment));
  return (doc, score) => {
    let total = score;
    for (const [i, boost] of boosts.entries()) {
      const value = (measures[i] as Measure)(doc);
      if (value === undefined) continue;
      const boosted = boost.operation === 'add' ? score + boost.factor * value : score * boost.factor * value;
      total += Math.max(boosted - score, 0);
    }
    return total;
  };
}

function* measureOf(boost: Boost, segment: Segment): Generator<void, Measure> {
  const column = segment.column(boost.field);
  if (boost.kind === 'value') {
    const test = yield* compileFilter({ kind: 'value', field: boost.field, values: boost.values }, segment);
    return (doc) => (test(doc) ? 1 : undefined);
  }
  if (boost.kind === 'functional') return functional(column, boost.function);
  return proximity(column, boost.function, boost.center);
}

function functional(column: Column | undefined, kind: 'linear' | 'exponential' | 'logarithmic'): Measure {
  const apply = {
    linear: (v: number) => v,
    exponential: (v: number) => Math.min(Math.exp(v), MAX_EXPONENTIAL),
    logarithmic: (v: number) => (v <= 0 ? 0 : Math.log(1 + v)),
  }[kind];
  if (column?.type !== 'number') return () => apply(0);
  return (doc) => {
    let least = Number.POSITIVE_INFINITY;
    const end = column.starts[doc + 1] as number;
    for (let at = column.starts[doc] as number; at < end; at++)
      least = Math.min(least, column.values[at] as number);
    return apply(least === Number.POSITIVE_INFINITY ? 0 : least);
  };
}

function proximity(
  column: Column | undefined,
  kind: 'linear' | 'exponential' | 'gaussian',
  center: number | Location,
): Measure {
  const distanceAt = distanceFrom(column, center);
  if (column === undefined || distanceAt === undefined) return () => undefined;
  const decay = {
    linear: (x: number) => Math.max(0, 1 - x / 2),
    exponential: (x: number) => Math.exp(-Math.LN2 * x),
    gaussian: (x: number) => Math.exp(-Math.LN2 * x * x),
  }[kind];
  return (doc) => {
    let nearest = Number.POSITIVE_INFINITY;
    const end = column.starts[doc + 1] as number;
    for (let at = column.starts[doc] as number; at < end; at++) nearest = Math.min(nearest, distanceAt(at));
    return nearest === Number.POSITIVE_INFINITY ? undefined : decay(nearest);
  };
}

/** The distance of a value from the center, in units of the scale. */
function distanceFrom(
  column: Column | undefined,
  center: number | Location,
): ((at: number) => number) | undefined {
  if (column?.type === 'geolocation' && typeof center !== 'number') {
    return (at) => distance(locationAt(column, at), center) / DISTANCE_SCALE;
  }
  if ((column?.type === 'number' || column?.type === 'date') && typeof center === 'number') {
    const scale = column.type === 'date' ? DAY : Math.max(0.1 * Math.abs(center), 1);
    return (at) => Math.abs((column.values[at] as number) - center) / scale;
  }
  return undefined;
}
