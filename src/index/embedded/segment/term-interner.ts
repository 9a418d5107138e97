import { SegmentTooLarge } from './segment-too-large.ts';
import { type SortedBytes, TextBytes } from './text-bytes.ts';

/*
 * A memory of texts that were numbered lately, for all lexicons: most words of a text are few different ones, and
 * looking at three of their characters is cheaper than looking into a map.
 */
const SLOTS = 1 << 12;
const recentTexts: string[] = new Array(SLOTS).fill('');
const recentNumbers = new Uint32Array(SLOTS);
const recentOwners = new Float64Array(SLOTS);
let lexicons = 0;

/** A map holds no more, and neither does the sort of so many texts. */
const MOST_TEXTS = (1 << 24) - 1;

/**
 * Every text that a segment to be has as a word, a form or a stem in any of its fields, each with a number in order of
 * appearance. One for all fields: a word is looked up, stemmed, encoded and sorted once, whatever fields it is in.
 */
export class TermInterner {
  /** Which lexicon this is, from 1: what is remembered of another does not count. */
  readonly #owner = ++lexicons;
  readonly #numbers = new Map<string, number>();

  get size(): number {
    return this.#numbers.size;
  }

  /** The number of a text; a new one if it is new. */
  intern(text: string): number {
    const { length } = text;
    const ends = Math.imul(text.charCodeAt(0), 31) + text.charCodeAt(length - 1);
    const slot =
      (Math.imul(ends, 31) + Math.imul(text.charCodeAt(length >> 1), 7) + length * 67) & (SLOTS - 1);
    if (recentOwners[slot] === this.#owner && recentTexts[slot] === text)
      return recentNumbers[slot] as number;
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.#numbers.size;
      if (number === MOST_TEXTS) throw new SegmentTooLarge('the number of its words', number + 1, MOST_TEXTS);
      this.#numbers.set(text, number);
    }
    recentOwners[slot] = this.#owner;
    recentTexts[slot] = text;
    recentNumbers[slot] = number;
    return number;
  }

  /** The texts in order of their numbers. */
  texts(): string[] {
    return [...this.#numbers.keys()];
  }

  sorted(): SortedTerms {
    const texts = new TextBytes();
    for (const text of this.#numbers.keys()) texts.add(text);
    return new SortedTerms(texts.sorted());
  }
}

/** All texts of a lexicon in order. */
export class SortedTerms {
  readonly texts: SortedBytes;
  /** By number: the place in the order. */
  readonly ranks: Uint32Array;
  /** Room for a number per rank; whoever uses it writes what he reads. */
  readonly #ordinals: Uint32Array;

  constructor(texts: SortedBytes) {
    this.texts = texts;
    this.ranks = texts.ranks();
    this.#ordinals = new Uint32Array(this.ranks.length);
  }

  /**
   * Makes of numbers the ordinals of their texts among the different ones of them, in place, and gives the ranks of
   * these. Cost: two passes, and a sort of the different ones.
   */
  toOrdinals(numbers: Uint32Array): Uint32Array {
    const { ranks } = this;
    const ordinals = this.#ordinals;
    ordinals.fill(0);
    let count = 0;
    for (let i = 0; i < numbers.length; i++) {
      const rank = ranks[numbers[i] as number] as number;
      numbers[i] = rank;
      if (ordinals[rank] !== 0) continue;
      ordinals[rank] = 1;
      count++;
    }
    const different = new Uint32Array(count);
    for (let rank = 0, ordinal = 0; ordinal < count; rank++) {
      if (ordinals[rank] === 0) continue;
      different[ordinal] = rank;
      ordinals[rank] = ordinal++;
    }
    for (let i = 0; i < numbers.length; i++) numbers[i] = ordinals[numbers[i] as number] as number;
    return different;
  }
}
