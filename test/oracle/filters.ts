import type { Filter } from '../../src/index/plan.ts';
import type { Location } from '../../src/values/geolocation-value.ts';
import { distance, parseLocation } from '../../src/values/geolocation-value.ts';
import type { OracleDocument } from './document.ts';
import { isWithin, valuesOf } from './values.ts';

/** Whether a document passes a filter; of several values one is enough, a missing value never is. */
export function passes(document: OracleDocument, filter: Filter): boolean {
  switch (filter.kind) {
    case 'all':
      return filter.of.every((part) => passes(document, part));
    case 'any':
      return filter.of.some((part) => passes(document, part));
    case 'none':
      return !filter.of.some((part) => passes(document, part));
    case 'value':
      return valuesOf(document, filter.field).some((value) => filter.values.includes(value));
    case 'range':
      return valuesOf(document, filter.field).some((value) => isWithin(value, filter));
    case 'distance':
      return distancesOf(document, filter.field, filter.center).some((metres) => isWithin(metres, filter));
    case 'engine':
      return filter.engineIds.includes(document.engineId);
  }
}

/** Metres from a point to each place that a document names in a field. */
export const distancesOf = (document: OracleDocument, field: string, center: Location): number[] =>
  valuesOf(document, field).flatMap((value) => {
    const place = parseLocation(value);
    return place === undefined ? [] : [distance(center, place)];
  });
