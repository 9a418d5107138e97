import { createHash } from 'node:crypto';

/** Bytes up to which a whole text value is kept in the segment; longer ones are known by their hash. */
export const LONGEST_KEPT = 64;

export const isLong = (text: string): boolean =>
  text.length > LONGEST_KEPT || (text.length * 3 > LONGEST_KEPT && Buffer.byteLength(text) > LONGEST_KEPT);

/**
 * The first 64 bits of SHA-256: no two values of an engine share them by chance, and to make one that shares those of
 * a given value takes about 2^64 tries.
 */
export function hashOf(text: string): bigint {
  return createHash('sha256').update(text).digest().readBigUInt64LE(0);
}

/**
 * Long values of one field in one segment: their hashes in order, and, once somebody has asked to sort, count or
 * group by them, their texts, read from the system of record. A filter needs the hashes only.
 *
 *   hashes  low and high half of each hash, in order of the whole
 */
export class LongTexts {
  readonly #hashes: Uint32Array;
  #texts: Array<string | undefined> | undefined;

  constructor(hashes: Uint32Array) {
    this.#hashes = hashes;
  }

  get size(): number {
    return this.#hashes.length / 2;
  }

  get isLoaded(): boolean {
    return this.#texts !== undefined || this.size === 0;
  }

  hash(number: number): bigint {
    return (
      (BigInt(this.#hashes[2 * number + 1] as number) << 32n) | BigInt(this.#hashes[2 * number] as number)
    );
  }

  /** The number of a value, -1 if it is not there. */
  find(text: string): number {
    if (this.size === 0) return -1;
    const hash = hashOf(text);
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.hash(middle) < hash) low = middle + 1;
      else high = middle;
    }
    return low < this.size && this.hash(low) === hash ? low : -1;
  }

  /** Takes the texts that were read; what is missing has changed since, and its document is about to go. */
  load(texts: Iterable<string>): void {
    const loaded: Array<string | undefined> = new Array(this.size).fill(undefined);
    for (const text of texts) {
      const number = this.find(text);
      if (number >= 0) loaded[number] = text;
    }
    this.#texts = loaded;
  }

  text(number: number): string {
    if (this.#texts === undefined) throw new Error('long texts are asked for before they were loaded');
    return this.#texts[number] ?? '';
  }
}

/** The section of hashes, which come in order. */
export const hashSection = (hashes: readonly bigint[]): Uint32Array =>
  Uint32Array.from(hashes.flatMap((hash) => [Number(hash & 0xffffffffn), Number(hash >> 32n)]));
