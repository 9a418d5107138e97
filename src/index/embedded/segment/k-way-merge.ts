import type { TextCursor, TextWriter } from './dictionary.ts';

/** Bytes of a text in its key. */
const KEY_BYTES = 6;
const AT_END = Number.POSITIVE_INFINITY;

/**
 * A k-way merge of sorted dictionaries: `next` moves on to the next distinct text in the order of bytes, and `holders`
 * says which dictionaries have it.
 *
 *   dictionary 0   cave  lake  moon          text   cave  glacier  lake  moon
 *   dictionary 1   glacier  lake             count   1       1      2     1
 *
 * The first bytes of each dictionary's current text are kept as a number, and the least number is found by a linear
 * scan. Cost: per distinct text one number of each dictionary, and the first bytes of those that have it; no strings. A
 * heap would be faster for some hundred dictionaries, but not for the usual eight.
 */
export class KWayMerge {
  readonly #cursors: readonly TextCursor[];
  /** The ordinal that each dictionary is at: of the current text if it has it, else of a later one. */
  readonly ordinals: Uint32Array;
  /** The dictionaries that have the current text, in order: the first `count` elements. */
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

  /** Appends the current text to a dictionary. */
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
    // A missing byte and a zero byte give the same key; the shorter text comes first.
    return leftLength - rightLength;
  }
}
