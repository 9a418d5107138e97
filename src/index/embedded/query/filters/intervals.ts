/** A number, or a date in milliseconds since 1970 and the nanoseconds beyond. */
export interface Bound {
  readonly value: number;
  readonly nanos: number;
}

export interface Interval {
  /** Inclusive; undefined for no bound. */
  readonly from: Bound | undefined;
  /** Exclusive. */
  readonly to: Bound | undefined;
}

export const LOWEST: Bound = { value: Number.NEGATIVE_INFINITY, nanos: 0 };
export const HIGHEST: Bound = { value: Number.POSITIVE_INFINITY, nanos: 0 };

/** A union of intervals, sorted and disjoint, so that a test is one binary search however many there are. */
export class Intervals {
  readonly #froms: Float64Array;
  readonly #fromNanos: Float64Array;
  readonly #tos: Float64Array;
  readonly #toNanos: Float64Array;

  constructor(intervals: readonly Interval[]) {
    const merged: Array<{ from: Bound; to: Bound }> = [];
    const sorted = intervals
      .map(({ from = LOWEST, to = HIGHEST }) => ({ from, to }))
      .filter(({ from, to }) => compareBounds(from, to) < 0)
      .sort((a, b) => compareBounds(a.from, b.from));
    for (const next of sorted) {
      const last = merged.at(-1);
      if (last === undefined || compareBounds(next.from, last.to) > 0) merged.push({ ...next });
      else if (compareBounds(next.to, last.to) > 0) last.to = next.to;
    }
    this.#froms = Float64Array.from(merged, ({ from }) => from.value);
    this.#fromNanos = Float64Array.from(merged, ({ from }) => from.nanos);
    this.#tos = Float64Array.from(merged, ({ to }) => to.value);
    this.#toNanos = Float64Array.from(merged, ({ to }) => to.nanos);
  }

  /** Whether a value lies in an interval. */
  has(value: number, nanos: number): boolean {
    let low = 0;
    let high = this.#froms.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBelow(value, nanos, this.#froms[middle] as number, this.#fromNanos[middle] as number))
        high = middle;
      else low = middle + 1;
    }
    return low > 0 && isBelow(value, nanos, this.#tos[low - 1] as number, this.#toNanos[low - 1] as number);
  }
}

export const compareBounds = (a: Bound, b: Bound): number => {
  if (a.value !== b.value) return a.value < b.value ? -1 : 1;
  return a.nanos - b.nanos;
};

const isBelow = (value: number, nanos: number, bound: number, boundNanos: number): boolean =>
  value < bound || (value === bound && nanos < boundNanos);
