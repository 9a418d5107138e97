import { threadCaches } from '../caching/cache-budget.ts';
import { hashStep } from './folded-words.ts';
import type { TermNumbers } from './term-numbers.ts';

/*
 * A direct-mapped cache of stems per language, by the UTF-8 of their words: a new word replaces the one in its slot.
 * Indexing looks up every word of every new segment. With a quarter of these slots, sealing a segment takes 20 % longer.
 *
 *   | bytes of the word | bytes of the stem, 0 if the word is its own stem | word | stem |     64 bytes per slot
 */
const SLOT_BYTES = 64;
const SLOTS = 1 << 17;
const encoder = new TextEncoder();

/** The number of the stem of word `number`, which is in `bytes` from `start` to before `end`. */
export type StemNumbering = (
  bytes: Uint8Array,
  start: number,
  end: number,
  number: number,
  terms: TermNumbers,
) => number;

export function numberedStems(stemmer: (word: string) => string): StemNumbering {
  let cache: Uint8Array | undefined;
  return (bytes, start, end, number, terms) => {
    let hash = 0;
    for (let at = start; at < end; at++) {
      const byte = bytes[at] as number;
      // As the stemmer does, before numbers take the slots of words.
      if (byte >= 0x30 && byte <= 0x39) return number;
      hash = hashStep(hash, byte);
    }
    if (cache === undefined) {
      cache = new Uint8Array(SLOTS * SLOT_BYTES);
      threadCaches.addFixed(cache.length);
    }
    const length = end - start;
    const slot = SLOT_BYTES * ((hash ^ (hash >>> 15)) & (SLOTS - 1));
    const wordAt = slot + 2;
    const stemAt = wordAt + length;
    if (cache[slot] !== length || !isSame(bytes, start, end, cache, wordAt)) {
      const word = Buffer.from(bytes.buffer, bytes.byteOffset + start, length).toString();
      const stem = stemmer(word);
      if (stemAt - slot + 3 * stem.length > SLOT_BYTES) return stem === word ? number : terms.numberOf(stem);
      cache[slot] = length;
      cache.set(bytes.subarray(start, end), wordAt);
      const target = cache.subarray(stemAt, slot + SLOT_BYTES);
      cache[slot + 1] = stem === word ? 0 : encoder.encodeInto(stem, target).written;
    }
    const stemLength = cache[slot + 1] as number;
    if (stemLength === 0) return number;
    let stemHash = 0;
    for (let at = stemAt; at < stemAt + stemLength; at++) stemHash = hashStep(stemHash, cache[at] as number);
    return terms.numberOfBytes(cache, stemAt, stemAt + stemLength, stemHash);
  };
}

function isSame(bytes: Uint8Array, start: number, end: number, cache: Uint8Array, wordAt: number): boolean {
  for (let i = start; i < end; i++) if (cache[wordAt + i - start] !== bytes[i]) return false;
  return true;
}
