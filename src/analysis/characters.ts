/**
 * Character classes of the rules in docs/matching.md. The numbers are ordered so that ranges can be tested: LOWER to
 * LETTER are letters, LOWER to UNDERSCORE are the characters of plain words.
 */
export const SEPARATOR = 0;
export const LOWER = 1;
export const UPPER = 2;
/** A letter without case, or a letter-like number (Ⅷ). */
const LETTER = 3;
export const DIGIT = 4;
export const UNDERSCORE = 5;
/** Belongs to the character before it; a separator at the beginning of a word. */
export const MARK = 6;
/** Han, Hiragana, Katakana, Hangul: indexed as bigrams. */
export const CJK = 7;
/** Thai, Lao, Khmer, Myanmar: segmented by Intl.Segmenter. */
export const SEGMENTED = 8;
/** `'`, `’` and `.` join two letters or two digits. */
export const JOINER = 9;
/** `,` and `;` join two digits. */
export const DIGIT_JOINER = 10;
export const SPACE = 11;

const LETTERS = /^[\p{L}\p{Nl}]/u;
const MARKS = /^\p{M}/u;
const ONLY_MARKS = /^\p{M}+$/u;
const DIGITS = /^\p{Nd}/u;
const UPPERS = /^[\p{Lu}\p{Lt}]/u;
const LOWERS = /^\p{Ll}/u;
const SPACES = /^\s/u;
// Script extensions, so that the long vowel mark ー and the repeat marks stay with the kana around them.
const PAIRS = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/u;
const SEGMENTS = /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function determine(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  if (character === '_') return UNDERSCORE;
  if (character === "'" || character === '’' || character === '.') return JOINER;
  if (character === ',' || character === ';') return DIGIT_JOINER;
  if (SPACES.test(character)) return SPACE;
  if (MARKS.test(character)) return MARK;
  if (DIGITS.test(character)) return DIGIT;
  if (!LETTERS.test(character)) return SEPARATOR;
  // Halfwidth sound marks are letters that fold to marks; a few letters fold to a space with a mark.
  const compatible = character.normalize('NFKC');
  if (ONLY_MARKS.test(compatible)) return MARK;
  if (!LETTERS.test(compatible) && !MARKS.test(compatible)) return SEPARATOR;
  if (PAIRS.test(character)) return CJK;
  if (SEGMENTS.test(character)) return SEGMENTED;
  if (LOWERS.test(character)) return LOWER;
  return UPPERS.test(character) ? UPPER : LETTER;
}

/** Classes by blocks of 256 code points, each computed on first use in less than a millisecond; 1.1 MB at most. */
const blocks: Array<Uint8Array | undefined> = new Array(0x1100).fill(undefined);

function makeBlock(number: number): Uint8Array {
  const block = Uint8Array.from({ length: 256 }, (_, low) => determine((number << 8) | low));
  blocks[number] = block;
  return block;
}

export const kindOf = (codePoint: number): number => {
  const block = blocks[codePoint >> 8] ?? makeBlock(codePoint >> 8);
  return block[codePoint & 255] as number;
};

/** The classes of ASCII, for loops that avoid the call. */
export const ASCII: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) => kindOf(code));

/**
 * The class of the character at an offset. A surrogate pair counts as one character; a lone surrogate is a separator.
 */
export function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 128) return ASCII[unit] as number;
  return kindOf((unit & 0xf800) === 0xd800 ? (text.codePointAt(at) as number) : unit);
}

export const isLetter = (kind: number): boolean => kind >= LOWER && kind <= LETTER;

/** Whether a UTF-16 unit is the first of a surrogate pair. */
export const isHighSurrogate = (unit: number): boolean => (unit & 0xfc00) === 0xd800;
