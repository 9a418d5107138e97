import { allocateChunk, CHUNK_BYTES, MIN_RELEASED, releaseChunk } from './arena.ts';
import { LARGEST_SECTION, SegmentTooLarge } from './segment-too-large.ts';

/*
 * Growable typed arrays: builders and merges append to them without an object per number. They are lists of chunks,
 * each four times as long as the one before up to CHUNK_BYTES, and a chunk is copied only once, into the segment:
 * appending takes as much memory as the elements, not the three times of an array that doubles by copying.
 *
 *   | 64 B | 256 B | 1 KB | ... | 256 KB | 256 KB | ... |     chunks of 256 KB come from the arena
 *
 * One class per element type, because `push` is hot and must be monomorphic.
 */

/** Small arrays are allocated on the V8 heap, which is cheaper than a buffer of their own. */
const MIN_CHUNK_BYTES = 64;
/** Allocating a buffer costs as much as some hundred pushes, so chunks grow quickly. */
const GROWTH = 4;

type Chunk = Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

interface ChunkType<T extends Chunk> {
  new (length: number): T;
  new (buffer: ArrayBuffer, at: number, length: number): T;
  readonly BYTES_PER_ELEMENT: number;
}

/** The chunk that follows a full one. */
function nextChunk<T extends Chunk>(type: ChunkType<T>, last: T): T {
  const bytes = Math.max(GROWTH * last.byteLength, MIN_CHUNK_BYTES);
  if (bytes < CHUNK_BYTES) return new type(bytes / type.BYTES_PER_ELEMENT);
  const { buffer, at } = allocateChunk();
  return new type(buffer, at, CHUNK_BYTES / type.BYTES_PER_ELEMENT);
}

/** All chunks in order, the last one as far as it is filled. */
function filledChunks<T extends Chunk>(full: readonly T[], last: T, filled: number): T[] {
  const rest = filled === last.length ? last : (last.subarray(0, filled) as T);
  return full.length === 0 ? [rest] : [...full, rest];
}

const NO_WORDS = new Uint32Array(0);
const NO_BYTES = new Uint8Array(0);

export class GrowableUint32Array {
  readonly kind = 'u32';
  readonly #full: Uint32Array<ArrayBuffer>[] = [];
  #before = 0;
  #chunk = NO_WORDS;
  #at = 0;

  get length(): number {
    return this.#before + this.#at;
  }

  push(value: number): void {
    if (this.#at === this.#chunk.length) this.#grow();
    this.#chunk[this.#at++] = value;
  }

  #grow(): void {
    if (this.#at > 0) this.#full.push(this.#chunk);
    this.#before += this.#at;
    this.#chunk = nextChunk<Uint32Array<ArrayBuffer>>(Uint32Array, this.#chunk);
    this.#at = 0;
  }

  /** The elements so far, in order. */
  chunks(): Uint32Array<ArrayBuffer>[] {
    return filledChunks<Uint32Array<ArrayBuffer>>(this.#full, this.#chunk, this.#at);
  }

  /** The elements as one array. This array must not be used afterwards: its memory is released. */
  toArray(): Uint32Array<ArrayBuffer> {
    const whole = new Uint32Array(this.length);
    let at = 0;
    for (const chunk of this.chunks()) {
      whole.set(chunk, at);
      at += chunk.length;
      if (this.length >= MIN_RELEASED) releaseChunk(chunk.buffer);
    }
    return whole;
  }
}

export class GrowableUint8Array {
  readonly kind = 'u8';
  readonly #full: Uint8Array<ArrayBuffer>[] = [];
  #before = 0;
  #chunk = NO_BYTES;
  #at = 0;

  get length(): number {
    return this.#before + this.#at;
  }

  push(value: number): void {
    if (this.#at === this.#chunk.length) this.#grow();
    this.#chunk[this.#at++] = value;
  }

  /** LEB128: seven bits per byte, the low ones first; the high bit says that another byte follows. */
  pushVarint(value: number): void {
    let rest = value;
    while (rest > 127) {
      this.push((rest & 127) | 128);
      rest >>>= 7;
    }
    this.push(rest);
  }

  /** The bytes of an array from `start` to before `end`. Most are words of a few bytes, which are copied one by one. */
  append(bytes: Uint8Array, start: number, end: number): void {
    let from = start;
    while (from < end) {
      if (this.#at === this.#chunk.length) this.#grow();
      const to = Math.min(end, from + this.#chunk.length - this.#at);
      if (to - from < 32) {
        const chunk = this.#chunk;
        let at = this.#at;
        for (let i = from; i < to; i++) chunk[at++] = bytes[i] as number;
      } else {
        this.#chunk.set(bytes.subarray(from, to), this.#at);
      }
      this.#at += to - from;
      from = to;
    }
  }

  #grow(): void {
    if (this.#at > 0) this.#full.push(this.#chunk);
    this.#before += this.#at;
    // Offsets of bytes have 32 bits.
    if (this.#before + CHUNK_BYTES > LARGEST_SECTION) {
      throw new SegmentTooLarge('a section of bytes', this.#before + CHUNK_BYTES, LARGEST_SECTION);
    }
    this.#chunk = nextChunk<Uint8Array<ArrayBuffer>>(Uint8Array, this.#chunk);
    this.#at = 0;
  }

  chunks(): Uint8Array<ArrayBuffer>[] {
    return filledChunks<Uint8Array<ArrayBuffer>>(this.#full, this.#chunk, this.#at);
  }
}
