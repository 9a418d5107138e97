import type { Location } from '../../values/geolocation-value.ts';
import type { Filter } from '../plan.ts';
import type { Json } from './cluster.ts';
import { DISTANCE_FILTER, NOWHERE } from './scripts.ts';
import type { Targets } from './target.ts';
import { valueKey } from './whole-values.ts';

export const EVERY: Json = { match_all: {} };
export const NO: Json = { match_none: {} };
export const anyOf = (queries: readonly Json[]): Json =>
  queries.length === 0 ? NO : { bool: { should: queries, minimum_should_match: 1 } };
export const allOf = (queries: readonly Json[]): Json =>
  queries.length === 0 ? EVERY : { bool: { filter: queries } };

/** Metres beyond the edge of a circle that the index's own, rounded points are looked up in. */
const ROUNDING = 2;
/** Larger circles contain the whole earth. */
const WHOLE_EARTH = 20_020_000;

/** The field of the index that has the whole values of a field. */
export const valuePath = (field: string): string => (field === 'id' ? 'id' : `v.${field}`);

/** A filter as a query; scores do not count. */
export function filterQuery(filter: Filter, targets: Targets): Json {
  switch (filter.kind) {
    case 'all':
      return allOf(filter.of.map((part) => filterQuery(part, targets)));
    case 'any':
      return anyOf(filter.of.map((part) => filterQuery(part, targets)));
    case 'none':
      return { bool: { must_not: filter.of.map((part) => filterQuery(part, targets)) } };
    case 'value': {
      const values = comparable(filter.values, filter.field, targets);
      return values.length === 0 ? NO : { terms: { [valuePath(filter.field)]: values } };
    }
    case 'range':
      return rangeQuery(filter.field, filter.from, filter.to, targets);
    case 'distance':
      return distanceQuery(filter.field, filter.center, filter.from, filter.to, targets);
    case 'engine':
      return { terms: { e: filter.engineIds } };
  }
}

/** The values that a field can have, as the index has them. */
export function comparable(
  values: ReadonlyArray<string | number>,
  field: string,
  { schema }: Targets,
): Array<string | number> {
  const type = field === 'id' ? 'text' : schema.get(field);
  if (type === undefined) return [];
  const expected = type === 'number' ? 'number' : 'string';
  return values
    .filter((value) => typeof value === expected)
    .map((value) => (typeof value === 'string' ? valueKey(value) : value));
}

/** From inclusive, to exclusive; without bounds every value. */
export function rangeQuery(
  field: string,
  from: string | number | undefined,
  to: string | number | undefined,
  targets: Targets,
): Json {
  const path = valuePath(field);
  if (from === undefined && to === undefined) return { exists: { field: path } };
  const bounds = [from, to].filter((bound) => bound !== undefined);
  if (comparable(bounds, field, targets).length < bounds.length) return NO;
  return {
    range: {
      [path]: { ...(from === undefined ? {} : { gte: from }), ...(to === undefined ? {} : { lt: to }) },
    },
  };
}

/** Documents with a location in a ring around a point: looked up as a circle, then measured. */
export function distanceQuery(
  field: string,
  { lat, lon }: Location,
  from: number,
  to: number,
  { schema }: Targets,
): Json {
  if (schema.get(field) !== 'geolocation') return NO;
  const params = { f: valuePath(field), lat, lon, from, to: Math.min(to, NOWHERE) };
  const measured = { script: { script: { source: DISTANCE_FILTER, params } } };
  if (to > WHOLE_EARTH) return allOf([{ exists: { field: valuePath(field) } }, measured]);
  const circle = { geo_distance: { distance: `${to + ROUNDING}m`, [`p.${field}`]: { lat, lon } } };
  return allOf([circle, measured]);
}
