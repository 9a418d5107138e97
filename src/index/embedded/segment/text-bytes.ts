import { sortByBytes } from './byte-sort.ts';
import type { TextWriter } from './dictionary.ts';

const encoder = new TextEncoder();

/** Distinct texts as UTF-8, concatenated in the order of arrival. */
export class TextBytes {
  bytes = new Uint8Array(256);
  /** First byte by number; then the end of the last text. */
  offsets = new Uint32Array(64);
  size = 0;

  add(text: string): void {
    this.reserve(3 * text.length);
    const start = this.offsets[this.size] as number;
    this.end(start + encode(text, this.bytes, start));
  }

  /** Makes room for a text of so many bytes. */
  reserve(length: number): void {
    const used = this.offsets[this.size] as number;
    if (this.bytes.length - used < length) {
      const next = new Uint8Array(2 * this.bytes.length + length);
      next.set(this.bytes.subarray(0, used));
      this.bytes = next;
    }
    if (this.size + 1 < this.offsets.length) return;
    const next = new Uint32Array(2 * this.offsets.length);
    next.set(this.offsets);
    this.offsets = next;
  }

  /** Ends a text whose bytes are in reserved room. */
  end(at: number): void {
    this.offsets[++this.size] = at;
  }

  sorted(): SortedBytes {
    const offsets = this.offsets.subarray(0, this.size + 1);
    return new SortedBytes(this.bytes, offsets, sortByBytes(this.bytes, offsets));
  }
}

/** Writes the UTF-8 of a text, at most three bytes per unit, and returns its length. */
export function encode(text: string, bytes: Uint8Array, start: number): number {
  let at = start;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 128) bytes[at++] = unit;
    else if (unit < 0x800) {
      bytes[at++] = 0xc0 | (unit >> 6);
      bytes[at++] = 0x80 | (unit & 63);
    } else if ((unit & 0xf800) !== 0xd800) {
      bytes[at++] = 0xe0 | (unit >> 12);
      bytes[at++] = 0x80 | ((unit >> 6) & 63);
      bytes[at++] = 0x80 | (unit & 63);
    } else return encoder.encodeInto(text, bytes.subarray(start)).written; // surrogates
  }
  return at - start;
}

/** The same texts and their sorted order. */
export class SortedBytes {
  readonly bytes: Uint8Array;
  /** First byte by number. */
  readonly offsets: Uint32Array;
  /** Numbers in the order of their texts. */
  readonly order: Uint32Array;

  constructor(bytes: Uint8Array, offsets: Uint32Array, order: Uint32Array) {
    this.bytes = bytes;
    this.offsets = offsets;
    this.order = order;
  }

  /** Rank in the sorted order, by number. */
  ranks(): Uint32Array {
    const ranks = new Uint32Array(this.order.length);
    for (let rank = 0; rank < ranks.length; rank++) ranks[this.order[rank] as number] = rank;
    return ranks;
  }

  /** Writes the texts of these ranks, or all, in order. */
  to<T extends TextWriter>(writer: T, ranks?: Uint32Array): T {
    const { bytes, offsets, order } = this;
    const count = ranks?.length ?? order.length;
    for (let i = 0; i < count; i++) {
      const number = order[ranks === undefined ? i : (ranks[i] as number)] as number;
      writer.add(bytes, offsets[number] as number, offsets[number + 1] as number);
    }
    return writer;
  }
}
