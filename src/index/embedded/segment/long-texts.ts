import { hash } from 'node:crypto';
import { LARGEST_SECTION, SegmentTooLarge } from './segment-too-large.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Bytes up to which a value is stored in the segment; of longer ones only the hash is. */
const LONGEST_KEPT = 64;

export const isLong = (text: string): boolean =>
  text.length > LONGEST_KEPT || (text.length * 3 > LONGEST_KEPT && Buffer.byteLength(text) > LONGEST_KEPT);

/**
 * The first 64 bits of SHA-256: two values of an engine do not share them by chance, and forging a value with the hash
 * of a given one takes about 2^64 attempts.
 */
const hashBytesOf = (text: string): Buffer => hash('sha256', text, 'buffer').subarray(0, 8);

/** The same as a string of eight characters, one per byte. */
export const hashTextOf = (text: string): string => hash('sha256', text, 'binary').slice(0, 8);

/** Texts by number in shared memory: text n is blob[starts[n] .. starts[n + 1]]. */
export interface TextsImage {
  readonly starts: Uint32Array;
  readonly blob: Uint8Array;
}

/**
 * Long values of one field in one segment: their hashes in order and, once a search sorts, counts or groups by them,
 * their texts, read from the store. A filter needs the hashes only.
 *
 *   hashes  low and high half of each hash, sorted by the whole hash
 */
export class LongTexts {
  readonly hashes: Uint32Array;
  #texts: TextsImage | undefined;

  constructor(hashes: Uint32Array) {
    this.hashes = hashes;
  }

  get size(): number {
    return this.hashes.length / 2;
  }

  get isLoaded(): boolean {
    return this.#texts !== undefined || this.size === 0;
  }

  /** The number of a value, -1 if there is none. */
  find(text: string): number {
    if (this.size === 0) return -1;
    const bytes = hashBytesOf(text);
    const wantedLow = bytes.readUInt32LE(0);
    const wantedHigh = bytes.readUInt32LE(4);
    const { hashes } = this;
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order =
        (hashes[2 * middle + 1] as number) - wantedHigh || (hashes[2 * middle] as number) - wantedLow;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return hashes[2 * low] === wantedLow && hashes[2 * low + 1] === wantedHigh ? low : -1;
  }

  /** Sets the texts that were read. A missing one has changed in the store, and its document will soon be replaced. */
  load(texts: Iterable<string>): void {
    const loaded: Array<string | undefined> = new Array(this.size).fill(undefined);
    for (const text of texts) {
      const number = this.find(text);
      if (number >= 0) loaded[number] = text;
    }
    this.#texts = laidOut(loaded);
  }

  /** The texts for other threads; undefined while they are not loaded. */
  get image(): TextsImage | undefined {
    return this.#texts;
  }

  /** Sets the texts that another thread has loaded. */
  attach(texts: TextsImage): void {
    this.#texts = texts;
  }

  text(number: number): string {
    if (this.#texts === undefined) throw new Error('long texts are not loaded');
    const { starts, blob } = this.#texts;
    // A shared buffer must be copied before it can be decoded.
    return decoder.decode(blob.slice(starts[number], starts[number + 1]));
  }
}

function laidOut(texts: ReadonlyArray<string | undefined>): TextsImage {
  const starts = new Uint32Array(new SharedArrayBuffer((texts.length + 1) * Uint32Array.BYTES_PER_ELEMENT));
  let bytes = 0;
  for (const [number, text] of texts.entries()) {
    bytes += text === undefined ? 0 : Buffer.byteLength(text);
    starts[number + 1] = bytes;
  }
  if (bytes > LARGEST_SECTION) throw new SegmentTooLarge('the long texts of a field', bytes, LARGEST_SECTION);
  const blob = new Uint8Array(new SharedArrayBuffer(bytes));
  for (const [number, text] of texts.entries()) {
    if (text !== undefined) blob.set(encoder.encode(text), starts[number]);
  }
  return { starts, blob };
}
