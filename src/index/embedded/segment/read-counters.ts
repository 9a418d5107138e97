/**
 * What this thread has read of postings and columns since it started; the cost of a search is a difference of two
 * readings. Numbers in a typed array, so that counting a block costs three additions and no allocation.
 */
const totals = new Float64Array(5);
const POSTINGS = 0;
const BLOCKS = 1;
const BYTES = 2;
const PASSED = 3;
const VALUES = 4;

/** Counts a decoded block of postings. */
export function countBlock(postings: number, bytes: number): void {
  totals[POSTINGS] = (totals[POSTINGS] as number) + postings;
  totals[BLOCKS] = (totals[BLOCKS] as number) + 1;
  totals[BYTES] = (totals[BYTES] as number) + bytes;
}

/** The postings that this thread has decoded so far. */
export const postingsRead = (): number => totals[POSTINGS] as number;

/** Counts the blocks that a kernel has decoded, and those that it skipped because they have no candidate. */
export function countReads(postings: number, blocks: number, bytes: number, skipped: number): void {
  totals[POSTINGS] = (totals[POSTINGS] as number) + postings;
  totals[BLOCKS] = (totals[BLOCKS] as number) + blocks;
  totals[BYTES] = (totals[BYTES] as number) + bytes;
  totals[PASSED] = (totals[PASSED] as number) + skipped;
}

/** Counts documents whose values were read to filter, count or sort them. */
export function countValues(documents: number): void {
  totals[VALUES] = (totals[VALUES] as number) + documents;
}

/** The work of a search in numbers that depend on the documents and the plan alone, not on the machine. */
export type ReadCounts = {
  /** Postings that were decoded, in how many blocks, and their bytes. */
  readonly postings: number;
  readonly blocks: number;
  readonly bytes: number;
  /** Blocks that were skipped, as none of their documents could reach the page. */
  readonly passedBlocks: number;
  /** Documents of which a field was read, once for each condition, facet and sort that did. */
  readonly values: number;
};

/** Sums what is read between `begin` and `end`, which may be called repeatedly. */
export class ReadCounters {
  readonly #before = new Float64Array(totals.length);
  readonly #sums = new Float64Array(totals.length);

  begin(): void {
    this.#before.set(totals);
  }

  end(): void {
    for (let i = 0; i < totals.length; i++) {
      this.#sums[i] = (this.#sums[i] as number) + (totals[i] as number) - (this.#before[i] as number);
    }
  }

  get sums(): ReadCounts {
    const [postings = 0, blocks = 0, bytes = 0, passedBlocks = 0, values = 0] = this.#sums;
    return { postings, blocks, bytes, passedBlocks, values };
  }
}
