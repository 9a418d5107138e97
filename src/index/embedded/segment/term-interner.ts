import { hashStep, type TermNumbers } from '../../../analysis/analyzer.ts';
import { SegmentTooLarge } from './segment-too-large.ts';
import { encode, type SortedBytes, TextBytes } from './text-bytes.ts';

/** Limit of the keys of the sort. */
const MAX_TEXTS = (1 << 24) - 1;

/** Measured with words of eight characters that all differ. */
const BYTES_PER_TEXT = 240;

/**
 * String interning: every word, subtoken and stem of a new segment gets a number in order of appearance. One interner
 * serves all fields, so that a word is looked up, stemmed and sorted once. A hash table with linear probing over the
 * UTF-8 of the texts, which is then sorted and written as it is: a known text costs a probe and a comparison of its
 * bytes, and no text is kept as a string.
 *
 *   slots  pairs of the hash and the number + 1 of a text, at the slot of its hash or the next free one; 0: free
 */
export class TermInterner implements TermNumbers {
  readonly texts = new TextBytes();
  #slots = new Int32Array(2 << 10);
  /** Shift of a mixed hash to a slot. */
  #shift = 32 - 10;

  get size(): number {
    return this.texts.size;
  }

  /** Estimate of the memory that the texts take, with their stems and with sorting. */
  get workingMemory(): number {
    return this.size * BYTES_PER_TEXT;
  }

  sorted(): SortedTerms {
    return new SortedTerms(this.texts.sorted());
  }

  numberOf(text: string): number {
    // The bytes are written where they remain if the text is new.
    const { texts } = this;
    texts.reserve(3 * text.length);
    const { bytes } = texts;
    const start = texts.offsets[texts.size] as number;
    const end = start + encode(text, bytes, start);
    let hash = 0;
    for (let at = start; at < end; at++) hash = hashStep(hash, bytes[at] as number);
    return this.numberOfBytes(bytes, start, end, hash);
  }

  numberOfBytes(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 2;
    let at = (Math.imul(hash, 0x9e3779b1) >>> this.#shift) << 1;
    for (;;) {
      const entry = slots[at + 1] as number;
      if (entry === 0) break;
      if (slots[at] === hash && this.#is(entry - 1, bytes, start, end)) return entry - 1;
      at = (at + 2) & mask;
    }
    const number = this.#add(bytes, start, end);
    slots[at] = hash;
    slots[at + 1] = number + 1;
    if (8 * number > 3 * slots.length) this.#grow();
    return number;
  }

  #is(number: number, other: Uint8Array, start: number, end: number): boolean {
    const { bytes, offsets } = this.texts;
    const from = offsets[number] as number;
    if ((offsets[number + 1] as number) - from !== end - start) return false;
    for (let i = start; i < end; i++) if (other[i] !== bytes[from + i - start]) return false;
    return true;
  }

  #add(bytes: Uint8Array, start: number, end: number): number {
    const { texts } = this;
    const number = texts.size;
    if (number === MAX_TEXTS) throw new SegmentTooLarge('the number of its words', number + 1, MAX_TEXTS);
    texts.reserve(end - start);
    let to = texts.offsets[number] as number;
    for (let i = start; i < end; i++) texts.bytes[to++] = bytes[i] as number;
    texts.end(to);
    return number;
  }

  #grow(): void {
    const before = this.#slots;
    const slots = new Int32Array(2 * before.length);
    const mask = slots.length - 2;
    this.#shift--;
    for (let from = 0; from < before.length; from += 2) {
      const entry = before[from + 1] as number;
      if (entry === 0) continue;
      const hash = before[from] as number;
      let at = (Math.imul(hash, 0x9e3779b1) >>> this.#shift) << 1;
      while (slots[at + 1] !== 0) at = (at + 2) & mask;
      slots[at] = hash;
      slots[at + 1] = entry;
    }
    this.#slots = slots;
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
