import type { Analyzer } from '../analysis/analyzer.ts';
import { BoundedCache, textBytes } from '../caching/bounded-cache.ts';
import { threadCaches } from '../caching/cache-budget.ts';
import { isSingleUnit } from './cutting.ts';
import { NO_NUMBER, WORD_NUMBERS_BYTES, WordNumbers } from './word-numbers.ts';

/** The most bytes of texts per language. */
const CACHE_BYTES = 12 * 2 ** 20;
/** Longer texts are analysed each time. */
const LONGEST_CACHED = 16 * 1024;
const LONGEST_WORD = 255;

/** A text as the numbers of its words. */
export interface NumberedText {
  /**
   * Two numbers per word, in the order of the words: the number of the folded word, then its position in the text as
   * `start * 256 + length`. A plain array of small integers: for a text of ten words a typed array and its buffer would
   * take more than the numbers.
   */
  readonly numbers: readonly number[];
  /** Whether the text has no surrogates. */
  readonly isSingle: boolean;
}
export const startOf = (position: number): number => position >>> 8;
export const endOf = (position: number): number => (position >>> 8) + (position & 255);

/**
 * A cache of analysed texts of recent results. Analysing a text takes about 100 ns per word, reading its numbers 5 ns.
 * The key is the text itself, so an entry cannot be out of date.
 */
export class RecentTexts {
  readonly #analyzer: Analyzer;
  readonly #texts: BoundedCache<string, NumberedText>;
  #numbers: WordNumbers;

  constructor(analyzer: Analyzer, bytes = CACHE_BYTES) {
    this.#analyzer = analyzer;
    this.#numbers = new WordNumbers(analyzer);
    this.#texts = new BoundedCache({
      bytes,
      weigh: (text, { numbers }) => textBytes(text) + 64 + 8 * numbers.length,
    });
  }

  /** The numbers of words. Texts that `of` returned before this object was replaced have other numbers. */
  get numbers(): WordNumbers {
    return this.#numbers;
  }

  /** The words of a text, undefined for one that cannot be cached. May replace `numbers`. */
  of(text: string): NumberedText | undefined {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    if (text.length > LONGEST_CACHED) return undefined;
    const words = this.#read(text);
    if (words === 'numbers are used up') {
      this.#numbers = new WordNumbers(this.#analyzer);
      this.#texts.clear();
      return this.of(text);
    }
    if (words !== undefined) this.#texts.set(text, words);
    return words;
  }

  #read(text: string): NumberedText | 'numbers are used up' | undefined {
    const numbers: number[] = [];
    let isLong = false;
    let isFull = false;
    this.#analyzer.words(text, (word, start, end) => {
      const number = this.#numbers.of(word);
      isFull ||= number === NO_NUMBER;
      isLong ||= end - start > LONGEST_WORD;
      numbers.push(number, start * 256 + (end - start));
    });
    if (isFull) return 'numbers are used up';
    return isLong ? undefined : { numbers: numbers.slice(), isSingle: isSingleUnit(text) };
  }
}

const byAnalyzer = new WeakMap<Analyzer, RecentTexts>();

/** The cache of a language, shared by all searches of this thread. */
export function recentTexts(analyzer: Analyzer): RecentTexts {
  const known = byAnalyzer.get(analyzer);
  if (known !== undefined) return known;
  const made = new RecentTexts(analyzer);
  threadCaches.addFixed(WORD_NUMBERS_BYTES);
  byAnalyzer.set(analyzer, made);
  return made;
}
