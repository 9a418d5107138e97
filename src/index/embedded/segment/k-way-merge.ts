import type { TextCursor, TextWriter } from './dictionary.ts';

/** Bytes of a text that are kept as one number. */
const KEY_BYTES = 6;
const AT_END = Number.POSITIVE_INFINITY;

/**
 * Walks several dictionaries at once, in the order of their bytes: `next` moves on to the next different text, and
 * `holders` says which of the dictionaries have it.
 *
 * The first bytes of the text that each dictionary stands at are kept as a number, and the least of these numbers is
 * looked for. Cost: per different text one number of each dictionary, and of those that have it their first bytes; no
 * strings. With some hundred dictionaries a heap would do better, with the usual eight it does not.
 */
export class KWayMerge {
  readonly #cursors: readonly TextCursor[];
  /** Where each dictionary stands: at the current text if it holds it, else at a later one. */
  readonly ordinals: Uint32Array;
  /** The dictionaries that have the current text, in their order; the first `count` count. */
  readonly holders: Uint32Array;
  count = 0;
  readonly #keys: Float64Array;

  constructor(dictionaries: ReadonlyArray<{ cursor(): TextCursor }>) {
    this.#cursors = dictionaries.map((dictionary) => dictionary.cursor());
    this.ordinals = new Uint32Array(dictionaries.length);
    this.holders = new Uint32Array(dictionaries.length);
    this.#keys = new Float64Array(dictionaries.length);
    for (let which = 0; which < dictionaries.length; which++) this.#readKey(which);
  }

  /** Moves on; false if no text is left. */
  next(): boolean {
    const keys = this.#keys;
    const holders = this.holders;
    for (let h = 0; h < this.count; h++) {
      const holder = holders[h] as number;
      this.ordinals[holder] = (this.ordinals[holder] as number) + 1;
      (this.#cursors[holder] as TextCursor).next();
      this.#readKey(holder);
    }
    let least = AT_END;
    for (let which = 0; which < keys.length; which++) {
      const key = keys[which] as number;
      if (key < least) least = key;
    }
    let count = 0;
    if (least !== AT_END) {
      for (let which = 0; which < keys.length; which++) {
        if (keys[which] !== least) continue;
        const order = count === 0 ? 0 : this.#compareRest(which, holders[0] as number);
        if (order > 0) continue;
        if (order < 0) count = 0;
        holders[count++] = which;
      }
    }
    this.count = count;
    return count > 0;
  }

  /** Adds the current text to others. */
  copyTo(writer: TextWriter): void {
    const { bytes, start, end } = this.#cursors[this.holders[0] as number] as TextCursor;
    writer.add(bytes, start, end);
  }

  #readKey(which: number): void {
    const cursor = this.#cursors[which] as TextCursor;
    if (cursor.isAtEnd) {
      this.#keys[which] = AT_END;
      return;
    }
    const { bytes, start, end } = cursor;
    let key = 0;
    for (let at = start; at < start + KEY_BYTES; at++)
      key = key * 256 + (at < end ? (bytes[at] as number) : 0);
    this.#keys[which] = key;
  }

  /** The order of two texts that have the same key. */
  #compareRest(a: number, b: number): number {
    const one = this.#cursors[a] as TextCursor;
    const other = this.#cursors[b] as TextCursor;
    const left = one.start;
    const right = other.start;
    const leftLength = one.end - left;
    const rightLength = other.end - right;
    const common = Math.min(leftLength, rightLength);
    for (let i = KEY_BYTES; i < common; i++) {
      const difference = (one.bytes[left + i] as number) - (other.bytes[right + i] as number);
      if (difference !== 0) return difference;
    }
    // A missing byte and a zero have the same key; the shorter text comes first.
    return leftLength - rightLength;
  }
}
