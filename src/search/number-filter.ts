import { headOf, type WordNumbers } from './word-numbers.ts';

/** The words, stems and prefixes that a query looks for. */
export interface Wanted {
  readonly words: Iterable<string>;
  readonly stems: Iterable<string>;
  readonly prefixes: readonly string[];
}

/** A mask of the bits that count: those of the first unit for a prefix of one unit, otherwise all. */
const FIRST_UNIT = ~0xffff;
const BOTH_UNITS = ~0;

/**
 * A filter by word numbers: it passes every word that matches the query, and few others.
 * Cost per word: two reads and one comparison per word of the query; no string is read and nothing is allocated.
 */
export class NumberFilter {
  readonly numbers: WordNumbers;
  readonly #words: number[] = [];
  readonly #stems: number[] = [];
  /** The first two units of each prefix, and the mask of the bits that count. */
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

  /** The index of the next word that may match, from `from` on; the length of the text if there is none. */
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
