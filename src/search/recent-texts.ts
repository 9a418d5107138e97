import type { Analyzer } from '../analysis/analyzer.ts';
import { isSingleUnit } from './cutting.ts';
import { NO_NUMBER, WordNumbers } from './word-numbers.ts';

/** Words that a generation of texts has room for, 4 MB. */
const MOST_WORDS = 1 << 19;
/** Longer texts are read anew each time. */
const LONGEST_KEPT = 16 * 1024;
const LONGEST_WORD = 255;

/**
 * The words of a text in their order, two numbers each: the number of the folded word, then where it stands, as
 * `start * 256 + length`. They are `numbers` from `from` to `to`.
 */
export interface NumberedText {
  readonly numbers: Uint32Array;
  readonly from: number;
  readonly to: number;
  /** Whether the text has no surrogates. */
  readonly isSingle: boolean;
}
export const startOf = (place: number): number => place >>> 8;
export const endOf = (place: number): number => (place >>> 8) + (place & 255);

/** The texts of one generation, one behind the other in one array: an array of its own would double what a text takes. */
class Shelf {
  readonly #numbers: Uint32Array;
  /** Where a text begins, how long it is and whether it has no surrogates, as one number. */
  readonly #places = new Map<string, number>();
  #used = 0;

  constructor(mostWords: number) {
    this.#numbers = new Uint32Array(2 * mostWords);
  }

  get(text: string): NumberedText | undefined {
    const place = this.#places.get(text);
    if (place === undefined) return undefined;
    const from = Math.floor(place / SPAN);
    const rest = place % SPAN;
    return { numbers: this.#numbers, from, to: from + (rest >> 1), isSingle: (rest & 1) === 1 };
  }

  /** Undefined if there is no room. */
  put(text: string, { numbers, from, to, isSingle }: NumberedText): NumberedText | undefined {
    const [start, length] = [this.#used, to - from];
    if (start + length > this.#numbers.length) return undefined;
    this.#numbers.set(numbers.subarray(from, to), start);
    this.#used += length;
    this.#places.set(text, start * SPAN + length * 2 + Number(isSingle));
    return { numbers: this.#numbers, from: start, to: start + length, isSingle };
  }
}

/** More than twice the numbers of any text that is kept. */
const SPAN = 8 * LONGEST_KEPT;

/** Room for the longest text that is kept: of CJK characters every one but the last begins a pair. */
const scratch = new Uint32Array(2 * LONGEST_KEPT);

/**
 * Texts that were shown lately, taken apart. To read a text costs some 100 ns per word, to go through its numbers 5.
 * A text is known by itself, whatever document it came from, so nothing here can be out of date. Two generations: when
 * the younger is full it becomes the older, and what is still asked for moves over.
 */
export class RecentTexts {
  readonly #analyzer: Analyzer;
  readonly #mostWords: number;
  #numbers: WordNumbers;
  #young: Shelf;
  #old: Shelf | undefined;

  constructor(analyzer: Analyzer, mostWords = MOST_WORDS) {
    this.#analyzer = analyzer;
    this.#mostWords = mostWords;
    this.#numbers = new WordNumbers(analyzer);
    this.#young = new Shelf(mostWords);
  }

  /** Of the texts that `of` gave since they were last this very object. */
  get numbers(): WordNumbers {
    return this.#numbers;
  }

  /** The words of a text, undefined for one that cannot be kept. May begin with new `numbers`. */
  of(text: string): NumberedText | undefined {
    const young = this.#young.get(text);
    if (young !== undefined) return young;
    const old = this.#old?.get(text);
    if (old !== undefined) return this.#put(text, old);
    if (text.length > LONGEST_KEPT) return undefined;
    const words = this.#read(text);
    if (words === 'numbers are used up') {
      this.#numbers = new WordNumbers(this.#analyzer);
      this.#young = new Shelf(this.#mostWords);
      this.#old = undefined;
      return this.of(text);
    }
    return words && this.#put(text, words);
  }

  #read(text: string): NumberedText | 'numbers are used up' | undefined {
    let at = 0;
    let isLong = false;
    let isFull = false;
    this.#analyzer.words(text, (word, start, end) => {
      const number = this.#numbers.of(word);
      isFull ||= number === NO_NUMBER;
      isLong ||= end - start > LONGEST_WORD;
      scratch[at++] = number;
      scratch[at++] = start * 256 + (end - start);
    });
    if (isFull) return 'numbers are used up';
    return isLong || at > scratch.length
      ? undefined
      : { numbers: scratch, from: 0, to: at, isSingle: isSingleUnit(text) };
  }

  #put(text: string, words: NumberedText): NumberedText | undefined {
    const put = this.#young.put(text, words);
    if (put !== undefined) return put;
    this.#old = this.#young;
    this.#young = new Shelf(this.#mostWords);
    return this.#young.put(text, words);
  }
}

const byAnalyzer = new WeakMap<Analyzer, RecentTexts>();

/** The texts of a language; the same for every search of this thread. */
export function recentTexts(analyzer: Analyzer): RecentTexts {
  const known = byAnalyzer.get(analyzer);
  if (known !== undefined) return known;
  const made = new RecentTexts(analyzer);
  byAnalyzer.set(analyzer, made);
  return made;
}
