import { DIGIT, isHighSurrogate, JOINER, kindOf, MARK, SEPARATOR, SPACE, UNDERSCORE } from './characters.ts';
import { flatCopy } from './flat-copy.ts';

/** The longest folded word, in UTF-16 units. */
export const LONGEST_WORD = 128;
/**
 * UTF-16 units of a written word that are folded. Normalisation sorts marks in quadratic time, so the input must be
 * bounded; 512 units of any natural text fold to more than LONGEST_WORD.
 */
const LONGEST_RAW_WORD = 512;

const PLAIN = /^[\x20-\x7e]*$/;
const LOSES_MARKS = /^[\p{Script=Latin}\p{Script=Greek}]/u;
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}/u;

const SPELLED: ReadonlyMap<string, string> = new Map([
  ['’', "'"],
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ł', 'l'],
  ['ı', 'i'],
  ['ŋ', 'n'],
  ['ħ', 'h'],
  ['ς', 'σ'],
]);

/**
 * A written word without case, width and, in Latin and Greek, marks. Idempotent.
 * The result never keeps the text alive from which the word was sliced.
 */
export function foldWord(written: string): string {
  const raw = truncate(written, LONGEST_RAW_WORD);
  const folded = PLAIN.test(raw) ? raw.toLowerCase() : foldUnicode(raw);
  return flatCopy(withoutOuterJoiners(truncate(folded, LONGEST_WORD)));
}

function foldUnicode(raw: string): string {
  let folded = '';
  let keepsMarks = false;
  for (const character of raw.normalize('NFKC').toLowerCase().normalize('NFD')) {
    const kind = kindOf(character.codePointAt(0) as number);
    if (kind === MARK) {
      if (keepsMarks && !INVISIBLE.test(character)) folded += character;
    } else if (kind !== SEPARATOR && kind !== SPACE) {
      folded += SPELLED.get(character) ?? character;
      keepsMarks = kind !== DIGIT && kind !== UNDERSCORE && kind < JOINER && !LOSES_MARKS.test(character);
    }
  }
  return folded.normalize('NFC').replaceAll('ё', 'е');
}

/** The first `length` units of a word, one less where that would split a surrogate pair. */
export function truncate(word: string, length: number): string {
  if (word.length <= length) return word;
  return word.slice(0, isHighSurrogate(word.charCodeAt(length - 1)) ? length - 1 : length);
}

/** Truncation may leave a joiner at the end. */
function withoutOuterJoiners(word: string): string {
  let end = word.length;
  while (end > 0 && kindOf(word.charCodeAt(end - 1)) >= JOINER) end--;
  return end === word.length ? word : word.slice(0, end);
}
