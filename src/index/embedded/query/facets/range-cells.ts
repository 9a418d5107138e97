import type { Range } from '../filters/filter.ts';

/**
 * Counts numbers per range by cells: the bounds of all ranges, sorted, cut the numbers into cells, and a range is a run of
 * cells. Cost: a binary search per number, however many ranges there are.
 *
 *   ranges      [10, 30)  [20, 40)
 *   bounds    10   20   30   40
 *   cells   0 | 1  | 2  | 3 | 4       [10, 30) is cells 1 and 2
 */
export class RangeCells {
  readonly #ranges: readonly Range[];
  readonly #bounds: Float64Array;
  readonly #cells: Float64Array;

  constructor(ranges: readonly Range[]) {
    this.#ranges = ranges;
    this.#bounds = Float64Array.from(new Set(ranges.flatMap(({ from, to }) => [from, to]))).sort();
    this.#cells = new Float64Array(this.#bounds.length + 1);
  }

  count(docs: Uint32Array, count: number, values: Float64Array): void {
    for (let i = 0; i < count; i++) this.add(values[docs[i] as number] as number);
  }

  add(value: number): void {
    const cell = this.#cellOf(value);
    this.#cells[cell] = (this.#cells[cell] as number) + 1;
  }

  /** Adds the counts of each range to `counts`, and starts again. */
  addTo(counts: number[]): void {
    const upTo = new Float64Array(this.#cells.length + 1);
    for (let i = 0; i < this.#cells.length; i++)
      upTo[i + 1] = (upTo[i] as number) + (this.#cells[i] as number);
    for (const [i, { from, to }] of this.#ranges.entries()) {
      const within = (upTo[this.#cellOf(to)] as number) - (upTo[this.#cellOf(from)] as number);
      if (from < to) counts[i] = (counts[i] as number) + within;
    }
    this.#cells.fill(0);
  }

  /** The number of bounds up to a value. */
  #cellOf(value: number): number {
    let low = 0;
    let high = this.#bounds.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#bounds[middle] as number) <= value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
