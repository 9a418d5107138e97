import { ASCII, isHighSurrogate, JOINER, LOWER, SPACE, UNDERSCORE } from './characters.ts';
import { foldWord } from './folding.ts';

/** Bits of the code of an ASCII character: in a word; begins one that is looked for; may join two parts of a word. */
export const IN_WORD = 1;
export const BEGINS = 2;
export const JOINS = 4;

const CODES = ASCII.map((kind) =>
  kind >= LOWER && kind <= UNDERSCORE ? IN_WORD : kind >= JOINER && kind !== SPACE ? JOINS : 0,
);

/** The first unit of a folded character that depends on what follows. */
const UNKNOWN = 1;

/** By UTF-16 unit, each computed on first use: the first unit of the folded character. */
const firsts = new Uint16Array(0x10000);

function foldedFirst(unit: number): number {
  const known = firsts[unit] as number;
  if (known !== 0) return known;
  const first = foldWord(String.fromCharCode(unit)).charCodeAt(0) || UNKNOWN;
  // A character of two units is unknown, and Hangul vowels and finals are combined with the character before them.
  const isPart = isHighSurrogate(unit) || (first >= 0x1100 && first <= 0x11ff);
  firsts[unit] = isPart ? UNKNOWN : first;
  return firsts[unit] as number;
}

/**
 * The first units of some folded words, to skip the other words of a text without folding them. A word that begins with
 * one of these units passes. Some others do: units beyond ASCII with the same low byte share an entry, and a character
 * whose folded form depends on the next one always passes.
 */
export class Beginnings {
  readonly codes: Uint8Array = CODES.slice();
  #others: Uint8Array | undefined;

  /** Adds a UTF-16 unit of a folded word. */
  add(unit: number): void {
    if (unit < 128) {
      for (const written of [unit, String.fromCharCode(unit).toUpperCase().charCodeAt(0)])
        this.codes[written] = (this.codes[written] as number) | BEGINS;
    } else {
      this.#others ??= new Uint8Array(256);
      this.#others[unit & 255] = 1;
    }
  }

  /** Whether all of them are ASCII. */
  get isAscii(): boolean {
    return this.#others === undefined;
  }

  /** Whether the word of `text` at `at` may begin with one of the units. */
  passes(text: string, at: number): boolean {
    const unit = text.charCodeAt(at);
    if (unit < 128) return this.#has(unit);
    const first = foldedFirst(unit);
    if (first === UNKNOWN || this.#has(first)) return true;
    const next = at + 1 < text.length ? text.charCodeAt(at + 1) : 0;
    return next >= 128 && foldedFirst(next) === UNKNOWN;
  }

  #has(unit: number): boolean {
    return unit < 128 ? ((this.codes[unit] as number) & BEGINS) !== 0 : this.#others?.[unit & 255] === 1;
  }
}
