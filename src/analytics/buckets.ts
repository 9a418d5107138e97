import { limits } from '../limits.ts';
import { isGiven } from '../search/option.ts';
import { optionErrors } from '../search/option-error.ts';
import type { Period } from '../store/port.ts';
import { formatDate } from '../values/date-value.ts';

const UNITS = { hour: 3_600_000, day: 86_400_000 } as const;
export type Interval = keyof typeof UNITS;

export function parseInterval(value: unknown): Interval {
  if (!isGiven(value)) return 'day';
  if (value !== 'hour' && value !== 'day') throw optionErrors.badValue('Interval', value);
  return value;
}

/**
 * The limits of the buckets of a period: its beginning, all full hours or midnights of UTC within it, and its end. There
 * is one bucket at least, of no length if the period has none.
 */
export function bucketLimits({ from, to }: Period, interval: Interval): readonly number[] {
  const unit = UNITS[interval];
  const first = Math.floor(from / unit) + 1;
  const last = Math.ceil(to / unit) - 1;
  if (last - first + 2 > limits.analyticsBuckets) {
    throw optionErrors.tooMany('Filters date', limits.analyticsBuckets, 'buckets');
  }
  const inner = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (first + i) * unit);
  return [from, ...inner, to];
}

/** A moment as `2018-07-03T00:00:00+00:00`. */
export const innerLimit = (epochMs: number): string => formatDate({ epochMs, nanos: 0 });

/** The beginning or the end of a period as `2018-07-02T10:24:46Z`. */
export const outerLimit = (epochMs: number): string => innerLimit(epochMs).replace('+00:00', 'Z');
