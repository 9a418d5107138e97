import { limits } from '../limits.ts';
import { parseDate } from '../values/date-value.ts';
import type { Location } from '../values/geolocation-value.ts';
import type { FieldType } from '../values/types.ts';
import { centerOf, distanceOf, metresPer } from './distance.ts';
import { isGiven, isLongerThan, type Options, objectWith } from './option.ts';
import { optionErrors } from './option-error.ts';
import { valueAs } from './option-value.ts';

/** The ranges of a facet. */
export interface RangeRequest {
  /** The origin of distances; undefined for numbers and dates. */
  readonly center: Location | undefined;
  readonly ranges: readonly Range[];
}

export interface Range {
  /** The values to compare: numbers, canonical dates, or metres. */
  readonly bounds: { readonly from?: string | number; readonly to?: string | number };
  /** The range as the response shows it, members in this order: bounds in the unit of the request, dates normalised. */
  readonly shown: { readonly to?: string | number; readonly from?: string | number; readonly name?: string };
}

/** Parses the ranges of a facet over numbers, dates or distances. */
export function parseRanges(option: string, field: string, type: FieldType, facet: Options): RangeRequest {
  if (type === 'text') {
    throw optionErrors.badOption(option, `range is not supported for text field ${field}`);
  }
  const { ranges } = facet;
  if (!Array.isArray(ranges) || ranges.length === 0) {
    throw optionErrors.badOption(option, 'ranges must contain at least one range');
  }
  if (ranges.length > limits.facetRanges) throw optionErrors.tooMany(option, limits.facetRanges, 'ranges');
  if (type !== 'geolocation') {
    if (isGiven(facet.center)) {
      throw optionErrors.badOption(option, `geolocation is not supported for field ${field}`);
    }
    return { center: undefined, ranges: ranges.map((range) => parseRange(option, type, 1, range)) };
  }
  const center = centerOf(option, facet.center);
  const unit = metresPer(option, facet.unit);
  return { center, ranges: ranges.map((range) => parseRange(option, type, unit, range)) };
}

/** The name of a facet or range, which the response repeats. */
export function nameOf(option: string, name: unknown): string | undefined {
  if (!isGiven(name)) return undefined;
  if (typeof name !== 'string') throw optionErrors.badOption(option, 'name must be a string');
  const most = limits.facetNameLength;
  if (isLongerThan(name, most)) {
    throw optionErrors.badOption(option, `name cannot be longer than ${most} characters`);
  }
  return name;
}

function parseRange(option: string, type: FieldType, unit: number, value: unknown): Range {
  const { from, to, name } = objectWith(option, value, ['from', 'to', 'name']);
  if (!isGiven(from) && !isGiven(to)) throw optionErrors.badOption(option, 'range must have from or to');
  const shownName = nameOf(option, name);
  const lower = isGiven(from) ? boundOf(option, type, from) : undefined;
  const upper = isGiven(to) ? boundOf(option, type, to) : undefined;
  const compared = (bound: string | number) => (typeof bound === 'number' ? bound * unit : bound);
  return {
    bounds: {
      ...(lower !== undefined && { from: compared(lower) }),
      ...(upper !== undefined && { to: compared(upper) }),
    },
    shown: {
      ...(upper !== undefined && { to: shownBound(type, to, upper) }),
      ...(lower !== undefined && { from: shownBound(type, from, lower) }),
      ...(shownName !== undefined && { name: shownName }),
    },
  };
}

function boundOf(option: string, type: FieldType, value: unknown): string | number {
  const bound = type === 'geolocation' ? distanceOf(option, value) : valueAs(type, value);
  if (bound === undefined) throw optionErrors.badValue(option, value);
  return bound;
}

/** Facets show dates in another notation than the rest of the API, as in App Search: `1950-01-01T00:00:00.000Z`. */
const shownBound = (type: FieldType, sent: unknown, bound: string | number): string | number =>
  type === 'date' ? new Date(parseDate(sent as string)?.epochMs ?? 0).toISOString() : bound;
