import type { Analyzer } from '../analysis/analyzer.ts';
import { NO_NUMBER, WordNumbers } from './word-numbers.ts';

/** What all texts together may take, by `costOf`. */
const MOST_BYTES = 8 * 1024 * 1024;
/** Longer texts are read anew each time. */
const LONGEST_KEPT = 16 * 1024;
const LONGEST_WORD = 255;

/** Two numbers per word, and what the language puts around them. */
const costOf = (words: NumberedText): number => 256 + words.byteLength;

/**
 * The words of a text in their order, two numbers each: the number of the folded word, then where it stands, as
 * `start * 256 + length`.
 */
export type NumberedText = Uint32Array;
export const startOf = (place: number): number => place >>> 8;
export const endOf = (place: number): number => (place >>> 8) + (place & 255);

/** Room for the longest text that is kept: a word and a blank take two units, pairs of CJK characters one each. */
const scratch = new Uint32Array(2 * LONGEST_KEPT);

/**
 * Texts that were shown lately, taken apart. To read a text costs some 100 ns per word, to go through its numbers 5.
 * A text is known by itself, whatever document it came from, so nothing here can be out of date. Two generations: when
 * the younger is full it becomes the older, and what is still asked for moves over.
 */
export class RecentTexts {
  readonly #analyzer: Analyzer;
  readonly #mostBytes: number;
  #numbers: WordNumbers;
  #young = new Map<string, NumberedText>();
  #old = new Map<string, NumberedText>();
  #youngBytes = 0;

  constructor(analyzer: Analyzer, mostBytes = MOST_BYTES) {
    this.#analyzer = analyzer;
    this.#mostBytes = mostBytes;
    this.#numbers = new WordNumbers(analyzer);
  }

  /** Of the texts that `of` gave since they were last this very object. */
  get numbers(): WordNumbers {
    return this.#numbers;
  }

  /** The words of a text, undefined for one that cannot be kept. May begin with new `numbers`. */
  of(text: string): NumberedText | undefined {
    const young = this.#young.get(text);
    if (young !== undefined) return young;
    const old = this.#old.get(text);
    if (old !== undefined) return this.#put(text, old);
    if (text.length > LONGEST_KEPT) return undefined;
    const words = this.#read(text);
    if (words === 'numbers are used up') {
      this.#forget();
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
    return isLong ? undefined : scratch.slice(0, at);
  }

  #put(text: string, words: NumberedText): NumberedText {
    if (this.#youngBytes > this.#mostBytes / 2) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#youngBytes = 0;
    }
    this.#young.set(text, words);
    this.#youngBytes += costOf(words);
    return words;
  }

  #forget(): void {
    this.#numbers = new WordNumbers(this.#analyzer);
    this.#young = new Map();
    this.#old = new Map();
    this.#youngBytes = 0;
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
