import { sortByBytes } from './byte-sort.ts';
import type { TextWriter } from './dictionary.ts';
import { GrowableUint32Array } from './growable-arrays.ts';

const encoder = new TextEncoder();

/** Distinct texts as UTF-8, concatenated in the order of arrival. */
export class TextBytes {
  #bytes = new Uint8Array(256);
  #length = 0;
  readonly #offsets = new GrowableUint32Array();

  constructor() {
    this.#offsets.push(0);
  }

  add(text: string): void {
    if (this.#bytes.length - this.#length < 3 * text.length) this.#grow(3 * text.length);
    const bytes = this.#bytes;
    let at = this.#length;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit > 127) {
        at = this.#length + encoder.encodeInto(text, bytes.subarray(this.#length)).written;
        break;
      }
      bytes[at++] = unit;
    }
    this.#length = at;
    this.#offsets.push(at);
  }

  #grow(room: number): void {
    const next = new Uint8Array(2 * this.#bytes.length + room);
    next.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = next;
  }

  sorted(): SortedBytes {
    const offsets = this.#offsets.toArray();
    return new SortedBytes(this.#bytes, offsets, sortByBytes(this.#bytes, offsets));
  }
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
