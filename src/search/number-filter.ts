import { headOf, type WordNumbers } from './word-numbers.ts';

/** The words, stems and beginnings that a query looks for. */
export interface Wanted {
  readonly words: Iterable<string>;
  readonly stems: Iterable<string>;
  readonly prefixes: readonly string[];
}

/** Which bits of a head count: those of its first unit for a beginning of one unit, else all. */
const FIRST_UNIT = ~0xffff;
const BOTH_UNITS = ~0;

/**
 * What a query looks for, as numbers: lets through every word that it finds, and few others.
 * Cost: two reads and as many comparisons as the query has words; no string is touched, nothing is made.
 */
export class NumberFilter {
  readonly numbers: WordNumbers;
  readonly #words: number[] = [];
  readonly #stems: number[] = [];
  /** The first two units of each beginning, and which of their bits count. */
  readonly #heads: number[] = [];
  readonly #masks: number[] = [];

  constructor(numbers: WordNumbers, { words, stems, prefixes }: Wanted) {
    this.numbers = numbers;
    for (const word of words) this.#words.push(numbers.of(word));
    for (const stem of stems) this.#stems.push(numbers.ofStem(stem));
    for (const prefix of prefixes) {
      this.#heads.push(headOf(prefix));
      this.#masks.push(prefix.length > 1 ? BOTH_UNITS : FIRST_UNIT);
    }
  }

  /** Where the next word of a numbered text that may be found stands, from `from` on; its length if there is none. */
  next(numbers: readonly number[], from: number): number {
    const { stems, heads } = this.numbers;
    for (let at = from; at < numbers.length; at += 2) {
      const number = numbers[at] as number;
      const stem = stems[number] as number;
      for (let i = 0; i < this.#stems.length; i++) if (this.#stems[i] === stem) return at;
      const head = heads[number] as number;
      for (let i = 0; i < this.#heads.length; i++) {
        if (((head ^ (this.#heads[i] as number)) & (this.#masks[i] as number)) === 0) return at;
      }
      for (let i = 0; i < this.#words.length; i++) if (this.#words[i] === number) return at;
    }
    return numbers.length;
  }
}
