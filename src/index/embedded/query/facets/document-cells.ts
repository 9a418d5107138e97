import { type Bound, compareBounds } from '../filters/intervals.ts';

/** Bounds of a range: `from` inclusive, `to` exclusive. */
export interface BoundedRange {
  readonly from: Bound;
  readonly to: Bound;
}

/**
 * Counts documents with several values per range, each document once. The bounds of all ranges cut the values into cells,
 * as in range-cells.ts. A document counts for the ranges of the cell of each value, unless the cell of a smaller value is
 * in the range too.
 *
 * Cost: a binary search per value, and one step per range that includes it.
 */
export class DocumentCells {
  readonly #bounds: readonly Bound[];
  /** By range, its first cell. */
  readonly #firstCells: readonly number[];
  /** By cell, the numbers of the ranges that include it. */
  readonly #rangesOf: readonly number[][];
  readonly #counts: number[];

  /** Adds to `counts`, which has one element per range. */
  constructor(ranges: readonly BoundedRange[], counts: number[]) {
    const bounds = ranges.flatMap(({ from, to }) => [from, to]).sort(compareBounds);
    this.#bounds = bounds.filter((bound, i) => i === 0 || compareBounds(bound, bounds[i - 1] as Bound) !== 0);
    this.#firstCells = ranges.map(({ from }) => this.cellOf(from.value, from.nanos));
    const rangesOf: number[][] = Array.from({ length: this.#bounds.length + 1 }, () => []);
    for (const [number, { to }] of ranges.entries()) {
      const end = this.cellOf(to.value, to.nanos);
      for (let cell = this.#firstCells[number] as number; cell < end; cell++) rangesOf[cell]?.push(number);
    }
    this.#rangesOf = rangesOf;
    this.#counts = counts;
  }

  /** Counts a document by the cells of its values. */
  countDocument(cells: number[]): void {
    if (cells.length > 1) cells.sort((a, b) => a - b);
    let last = -1;
    for (const cell of cells) {
      if (cell === last) continue;
      for (const range of this.#rangesOf[cell] as number[]) {
        if ((this.#firstCells[range] as number) > last)
          this.#counts[range] = (this.#counts[range] as number) + 1;
      }
      last = cell;
    }
  }

  /** The cell of a value: the number of bounds up to it. */
  cellOf(value: number, nanos: number): number {
    let low = 0;
    let high = this.#bounds.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const bound = this.#bounds[middle] as Bound;
      if (value < bound.value || (value === bound.value && nanos < bound.nanos)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
