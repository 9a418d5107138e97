import type { Dictionary } from '../../segment/dictionary.ts';

/** The number of leading characters that a fuzzy match has in common with the query term. */
export const EXACT_PREFIX = 2;

const encoder = new TextEncoder();

/** The ordinals in a dictionary that a seek finds for a word and its prefixes. */
export interface SeekResult {
  /** The word itself, -1 if the dictionary does not have it. */
  readonly exact: number;
  /** The range of the words that have it as a prefix, from inclusive and to exclusive. */
  readonly from: number;
  readonly to: number;
  /** The range of the words that may be fuzzy matches of it. */
  readonly fuzzyFrom: number;
  readonly fuzzyTo: number;
  /** The words that are prefixes of it, with their lengths in characters. */
  readonly prefixes: ReadonlyArray<{ readonly ordinal: number; readonly characters: number }>;
}

export const NOT_FOUND: SeekResult = { exact: -1, from: 0, to: 0, fuzzyFrom: 0, fuzzyTo: 0, prefixes: [] };

/**
 * Seeks a word in sorted dictionaries by binary search per byte: each byte narrows the range of the words that share a
 * prefix with it. In a small dictionary the range is empty after two or three bytes.
 */
export class DictionarySeek {
  readonly #bytes: Uint8Array;
  readonly #characters: number;

  constructor(word: string) {
    this.#bytes = encoder.encode(word);
    this.#characters = [...word].length;
  }

  in(words: Dictionary): SeekResult {
    const bytes = this.#bytes;
    const { length } = bytes;
    const prefixes: Array<SeekResult['prefixes'][number]> = [];
    let from = 0;
    let to = words.size;
    let characters = 0;
    let fuzzyFrom = 0;
    let fuzzyTo = 0;
    for (let at = 0; at < length; at++) {
      const byte = bytes[at] as number;
      from = words.firstAt(from, to, at, byte);
      to = words.firstAt(from, to, at, byte + 1);
      if (from === to)
        return fuzzyTo === 0 && prefixes.length === 0
          ? NOT_FOUND
          : { ...NOT_FOUND, fuzzyFrom, fuzzyTo, prefixes };
      // A character ends where the next byte is not a continuation byte of UTF-8.
      if (((bytes[at + 1] ?? 0) & 0xc0) === 0x80) continue;
      characters++;
      if (characters === Math.min(EXACT_PREFIX, this.#characters)) {
        fuzzyFrom = from;
        fuzzyTo = to;
      }
      if (at + 1 < length && words.lengthOf(from) === at + 1) prefixes.push({ ordinal: from, characters });
    }
    const exact = length > 0 && from < to && words.lengthOf(from) === length ? from : -1;
    return { exact, from, to, fuzzyFrom, fuzzyTo, prefixes };
  }
}
