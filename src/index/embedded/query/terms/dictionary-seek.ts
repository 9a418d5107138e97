import type { Dictionary } from '../../segment/dictionary.ts';

/** Characters at the beginning that a misspelling must have right. */
export const FIXED = 2;

const encoder = new TextEncoder();

/** Where a word and its beginnings stand in a dictionary. */
export interface Walked {
  /** The word itself, -1 if it is not there. */
  readonly own: number;
  /** The words that begin with it, from inclusive and to exclusive. */
  readonly from: number;
  readonly to: number;
  /** Those that begin with as much as a misspelling must have right. */
  readonly fixedFrom: number;
  readonly fixedTo: number;
  /** The words that are a beginning of it, and how many characters each has. */
  readonly beginnings: ReadonlyArray<{ readonly ordinal: number; readonly characters: number }>;
}

export const NOWHERE: Walked = { own: -1, from: 0, to: 0, fixedFrom: 0, fixedTo: 0, beginnings: [] };

/**
 * Walks down dictionaries along a word: every byte narrows the range of the words that begin like it. Small
 * dictionaries are mostly done with after two or three.
 */
export class WordWalk {
  readonly #bytes: Uint8Array;
  readonly #characters: number;

  constructor(word: string) {
    this.#bytes = encoder.encode(word);
    this.#characters = [...word].length;
  }

  through(words: Dictionary): Walked {
    const bytes = this.#bytes;
    const { length } = bytes;
    const beginnings: Array<Walked['beginnings'][number]> = [];
    let from = 0;
    let to = words.size;
    let characters = 0;
    let fixedFrom = 0;
    let fixedTo = 0;
    for (let at = 0; at < length; at++) {
      const byte = bytes[at] as number;
      from = words.firstAt(from, to, at, byte);
      to = words.firstAt(from, to, at, byte + 1);
      if (from === to)
        return fixedTo === 0 && beginnings.length === 0
          ? NOWHERE
          : { ...NOWHERE, fixedFrom, fixedTo, beginnings };
      // Every byte but a continuing one begins a character.
      if (((bytes[at + 1] ?? 0) & 0xc0) === 0x80) continue;
      characters++;
      if (characters === Math.min(FIXED, this.#characters)) {
        fixedFrom = from;
        fixedTo = to;
      }
      if (at + 1 < length && words.lengthOf(from) === at + 1) beginnings.push({ ordinal: from, characters });
    }
    const own = length > 0 && from < to && words.lengthOf(from) === length ? from : -1;
    return { own, from, to, fixedFrom, fixedTo, beginnings };
  }
}
