import { SegmentTooLarge } from './segment-too-large.ts';
import { type SortedBytes, TextBytes } from './text-bytes.ts';

/*
 * A direct-mapped cache of recently interned texts, shared by all interners: most words of a text are few distinct
 * ones, and hashing three of their characters is cheaper than a lookup in a map.
 */
const SLOTS = 1 << 12;
const recentTexts: string[] = new Array(SLOTS).fill('');
const recentNumbers = new Uint32Array(SLOTS);
const recentOwners = new Float64Array(SLOTS);
let interners = 0;

/** Limit of a `Map`, and of the keys of the sort. */
const MAX_TEXTS = (1 << 24) - 1;

/** Measured with words of eight characters that all differ. */
const BYTES_PER_TEXT = 240;

/**
 * String interning: every word, subtoken and stem of a new segment gets a number in order of appearance. One interner
 * serves all fields, so that a word is looked up, stemmed, encoded and sorted once.
 */
export class TermInterner {
  /** Number of this interner, from 1: cache entries of other interners are ignored. */
  readonly #owner = ++interners;
  readonly #numbers = new Map<string, number>();

  get size(): number {
    return this.#numbers.size;
  }

  /** Estimate of the memory that the texts take, with their stems and with sorting. */
  get workingMemory(): number {
    return this.size * BYTES_PER_TEXT;
  }

  /** The number of a text; a new text gets the next number. */
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
      if (number === MAX_TEXTS) throw new SegmentTooLarge('the number of its words', number + 1, MAX_TEXTS);
      this.#numbers.set(text, number);
    }
    recentOwners[slot] = this.#owner;
    recentTexts[slot] = text;
    recentNumbers[slot] = number;
    return number;
  }

  /** The texts in the order of their numbers. */
  texts(): string[] {
    return [...this.#numbers.keys()];
  }

  sorted(): SortedTerms {
    const texts = new TextBytes();
    for (const text of this.#numbers.keys()) texts.add(text);
    return new SortedTerms(texts.sorted());
  }
}

/** The texts of an interner in the order of their bytes. */
export class SortedTerms {
  readonly texts: SortedBytes;
  /** Rank in that order, by number. */
  readonly ranks: Uint32Array;
  /** Scratch memory: one number per rank. */
  readonly #ordinals: Uint32Array;

  constructor(texts: SortedBytes) {
    this.texts = texts;
    this.ranks = texts.ranks();
    this.#ordinals = new Uint32Array(this.ranks.length);
  }

  /**
   * Replaces each number, in place, by the ordinal of its text among the distinct texts of `numbers`, and returns the
   * ranks of those. Cost: two passes over the numbers, one over all ranks.
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
