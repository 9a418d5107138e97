import { allocateChunk, CHUNK_BYTES, releaseChunk } from './arena.ts';
import { LARGEST_SECTION, SegmentTooLarge } from './segment-too-large.ts';

/*
 * Arrays that grow: what builders and merges collect into, without an object per number.
 * They grow by pieces, each four times as long as the one before up to a limit, and no piece is ever copied until all of
 * them are laid into their segment: collecting takes as much memory as is collected, not three times as much.
 * One class per kind of number, written out: with one for all, each push would have to look which kind it is.
 */
/** Up to so many bytes an array lies among ordinary objects, which is cheaper than memory of its own. */
const CHEAP_BYTES = 64;
/** How much longer each piece is: memory of its own costs as much to get as some hundred pushes. */
const GROWTH = 4;
/** Elements from which on the memory of an array is given back as soon as it is not needed. */
const LARGE = CHUNK_BYTES / 8;

const NO_WORDS = new Uint32Array(0);
const NO_BYTES = new Uint8Array(0);
const NO_DOUBLES = new Float64Array(0);

export class GrowableUint32Array {
  readonly kind = 'u32';
  readonly #full: Uint32Array<ArrayBuffer>[] = [];
  #before = 0;
  #piece = NO_WORDS;
  #at = 0;

  get length(): number {
    return this.#before + this.#at;
  }

  push(value: number): void {
    if (this.#at === this.#piece.length) this.#grow();
    this.#piece[this.#at++] = value;
  }

  #grow(): void {
    if (this.#at > 0) this.#full.push(this.#piece);
    this.#before += this.#at;
    const bytes = Math.max(GROWTH * this.#piece.byteLength, CHEAP_BYTES);
    if (bytes < CHUNK_BYTES) this.#piece = new Uint32Array(bytes / 4);
    else {
      const { buffer, at } = allocateChunk();
      this.#piece = new Uint32Array(buffer, at, CHUNK_BYTES / 4);
    }
    this.#at = 0;
  }

  /** What was pushed so far, in order. */
  chunks(): Uint32Array<ArrayBuffer>[] {
    const last = this.#at === this.#piece.length ? this.#piece : this.#piece.subarray(0, this.#at);
    return this.#full.length === 0 ? [last] : [...this.#full, last];
  }

  /** What was pushed from a place on, copied. For few numbers at the end. */
  from(place: number): Uint32Array {
    const numbers = new Uint32Array(this.length - place);
    let before = this.#before;
    let piece = this.#piece;
    for (let full = this.#full.length; ; full--) {
      const from = Math.max(place - before, 0);
      const end = Math.min(piece.length, this.length - before);
      for (let i = from; i < end; i++) numbers[before + i - place] = piece[i] as number;
      if (before <= place) return numbers;
      piece = this.#full[full - 1] as Uint32Array<ArrayBuffer>;
      before -= piece.length;
    }
  }

  /** What was pushed as one array; the memory of this one is gone afterwards. */
  toArray(): Uint32Array<ArrayBuffer> {
    const whole = new Uint32Array(this.length);
    let at = 0;
    for (const piece of this.chunks()) {
      whole.set(piece, at);
      at += piece.length;
      if (this.length > LARGE) releaseChunk(piece.buffer);
    }
    return whole;
  }
}

export class GrowableUint8Array {
  readonly kind = 'u8';
  readonly #full: Uint8Array<ArrayBuffer>[] = [];
  #before = 0;
  #piece = NO_BYTES;
  #at = 0;

  get length(): number {
    return this.#before + this.#at;
  }

  push(value: number): void {
    if (this.#at === this.#piece.length) this.#grow();
    this.#piece[this.#at++] = value;
  }

  /** Seven bits a byte, the low ones first; the high bit says that more follows. */
  pushVarint(value: number): void {
    let rest = value;
    while (rest > 127) {
      this.push((rest & 127) | 128);
      rest >>>= 7;
    }
    this.push(rest);
  }

  /** The bytes of an array from `start` to before `end`. Most are words of a few bytes: those are copied one by one. */
  append(bytes: Uint8Array, start: number, end: number): void {
    let from = start;
    while (from < end) {
      if (this.#at === this.#piece.length) this.#grow();
      const to = Math.min(end, from + this.#piece.length - this.#at);
      if (to - from < 32) {
        const piece = this.#piece;
        let at = this.#at;
        for (let i = from; i < to; i++) piece[at++] = bytes[i] as number;
      } else {
        this.#piece.set(bytes.subarray(from, to), this.#at);
      }
      this.#at += to - from;
      from = to;
    }
  }

  #grow(): void {
    if (this.#at > 0) this.#full.push(this.#piece);
    this.#before += this.#at;
    // Places of bytes are kept in 32 bits.
    if (this.#before + CHUNK_BYTES > LARGEST_SECTION) {
      throw new SegmentTooLarge('a section of bytes', this.#before + CHUNK_BYTES, LARGEST_SECTION);
    }
    const bytes = Math.max(GROWTH * this.#piece.byteLength, CHEAP_BYTES);
    if (bytes < CHUNK_BYTES) this.#piece = new Uint8Array(bytes);
    else {
      const { buffer, at } = allocateChunk();
      this.#piece = new Uint8Array(buffer, at, CHUNK_BYTES);
    }
    this.#at = 0;
  }

  chunks(): Uint8Array<ArrayBuffer>[] {
    const last = this.#at === this.#piece.length ? this.#piece : this.#piece.subarray(0, this.#at);
    return this.#full.length === 0 ? [last] : [...this.#full, last];
  }
}

export class GrowableFloat64Array {
  readonly kind = 'f64';
  readonly #full: Float64Array<ArrayBuffer>[] = [];
  #before = 0;
  #piece = NO_DOUBLES;
  #at = 0;

  get length(): number {
    return this.#before + this.#at;
  }

  push(value: number): void {
    if (this.#at === this.#piece.length) this.#grow();
    this.#piece[this.#at++] = value;
  }

  #grow(): void {
    if (this.#at > 0) this.#full.push(this.#piece);
    this.#before += this.#at;
    const bytes = Math.max(GROWTH * this.#piece.byteLength, CHEAP_BYTES);
    if (bytes < CHUNK_BYTES) this.#piece = new Float64Array(bytes / 8);
    else {
      const { buffer, at } = allocateChunk();
      this.#piece = new Float64Array(buffer, at, CHUNK_BYTES / 8);
    }
    this.#at = 0;
  }

  chunks(): Float64Array<ArrayBuffer>[] {
    const last = this.#at === this.#piece.length ? this.#piece : this.#piece.subarray(0, this.#at);
    return this.#full.length === 0 ? [last] : [...this.#full, last];
  }
}
