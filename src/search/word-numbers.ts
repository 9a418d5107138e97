import type { Analyzer } from '../analysis/analyzer.ts';

/** The most distinct words with a number. Stems may have more: those of queries are added. */
const MOST_WORDS = 1 << 16;
const MOST_STEMS = 1 << 17;
/** The approximate memory when all numbers are used. */
export const WORD_NUMBERS_BYTES = 5 * 2 ** 20;
/** Returned when all numbers are used. */
export const NO_NUMBER = -1;

/** The first two UTF-16 units of a word as one signed number. */
export const headOf = (word: string): number =>
  (word.charCodeAt(0) << 16) | (word.length > 1 ? word.charCodeAt(1) : 0);

/**
 * Numbers for the folded words of texts, so that texts can be cached as numbers and compared with a query without
 * reading strings.
 */
export class WordNumbers {
  readonly #analyzer: Analyzer;
  readonly #numbers = new Map<string, number>();
  readonly #stemNumbers = new Map<string, number>();
  readonly words: string[] = [];
  /** By number of the word: the number of its stem, and its first two units. */
  readonly stems = new Int32Array(MOST_WORDS);
  readonly heads = new Int32Array(MOST_WORDS);

  constructor(analyzer: Analyzer) {
    this.#analyzer = analyzer;
  }

  of(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const number = this.words.length;
    const stem = this.ofStem(this.#analyzer.stem(word));
    if (number === MOST_WORDS || stem === NO_NUMBER) return NO_NUMBER;
    this.#numbers.set(word, number);
    this.words.push(word);
    this.stems[number] = stem;
    this.heads[number] = headOf(word);
    return number;
  }

  ofStem(stem: string): number {
    const known = this.#stemNumbers.get(stem);
    if (known !== undefined) return known;
    const number = this.#stemNumbers.size;
    if (number === MOST_STEMS) return NO_NUMBER;
    this.#stemNumbers.set(stem, number);
    return number;
  }
}
