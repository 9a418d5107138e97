import {
  DIGIT,
  isHighSurrogate,
  isLetter,
  kindAt,
  LOWER,
  MARK,
  SEPARATOR,
  SPACE,
  UPPER,
} from './characters.ts';
import { foldedPiece } from './folded-words.ts';
import { LONGEST_WORD, truncate } from './folding.ts';

/*
 * Word-delimiter subtokens, as of Lucene's WordDelimiterGraphFilter: a chunk such as `Wi-Fi5` is split where letters
 * meet digits, lower case meets upper case, or at other characters, and parts of one kind are catenated.
 *
 *   Wi-Fi5   parts  wi fi 5   catenated  wifi wifi5
 */

/** A chunk of more parts is not catenated. */
export const MAX_CATENATED = 16;

/** The folded parts of a chunk, and whether each is made of digits. */
interface Parts {
  readonly words: string[];
  readonly digits: boolean[];
}

/** The folded parts of one chunk or word as written. */
export const delimiterParts = (chunk: string): string[] => partsBetween(chunk, 0, chunk.length).words;

/**
 * Calls `sink` for every subtoken of the chunks of a text.
 * Cost: one read of each character; only chunks of several parts, rare in prose, are split.
 */
export function eachSubtoken(text: string, sink: (subtoken: string) => void): void {
  const length = text.length;
  let start = 0;
  let runs = 0;
  let last = SEPARATOR;
  for (let at = 0; at < length; at++) {
    const kind = kindAt(text, at);
    if (kind === SPACE) {
      if (runs > 1) subtokensOf(partsBetween(text, start, at), sink);
      start = at + 1;
      runs = 0;
      last = SEPARATOR;
    } else if (kind !== MARK) {
      if (isLetter(kind) || kind === DIGIT) {
        if (!continues(last, kind)) runs++;
        last = kind;
      } else last = SEPARATOR;
    }
    if (isHighSurrogate(text.charCodeAt(at)) && kind !== SEPARATOR) at++;
  }
  if (runs > 1) subtokensOf(partsBetween(text, start, length), sink);
}

function subtokensOf({ words, digits }: Parts, sink: (subtoken: string) => void): void {
  const count = words.length;
  if (count < 2) return;
  for (const word of words) sink(word);
  if (count > MAX_CATENATED) return;
  let first = 0;
  for (let i = 1; i <= count; i++) {
    if (i < count && digits[i] === digits[first]) continue;
    if (i - first > 1) sink(catenated(words.slice(first, i)));
    if (first > 0 && i === count) sink(catenated(words));
    first = i;
  }
}

const catenated = (words: readonly string[]): string => truncate(words.join(''), LONGEST_WORD);

function partsBetween(text: string, start: number, end: number): Parts {
  const parts: Parts = { words: [], digits: [] };
  let at = start;
  let letters = -1; // where the last part of letters ended
  while (at < end) {
    const kind = kindAt(text, at);
    if (!isLetter(kind) && kind !== DIGIT) {
      at++;
      continue;
    }
    const next = endOfPart(text, at, end);
    if (!isPossessive(text, at, next, end, letters)) {
      const word = foldedPiece(text, at, next);
      if (word !== '') {
        parts.words.push(word);
        parts.digits.push(kind === DIGIT);
      }
    }
    if (kind !== DIGIT) letters = next;
    at = next;
  }
  return parts;
}

function endOfPart(text: string, start: number, end: number): number {
  let last = SEPARATOR;
  let at = start;
  while (at < end) {
    const kind = kindAt(text, at);
    if (kind !== MARK) {
      if (at > start && !continues(last, kind)) break;
      last = kind;
    }
    at += isHighSurrogate(text.charCodeAt(at)) ? 2 : 1;
  }
  return at;
}

/** Whether a character belongs to the same part as the one before it. */
export const continues = (last: number, kind: number): boolean =>
  last === DIGIT ? kind === DIGIT : isLetter(last) && isLetter(kind) && !(last === LOWER && kind === UPPER);

/** Whether a part is the `s` of `Neil's`: after a letter and an apostrophe, with no letter or digit after it. */
function isPossessive(text: string, start: number, next: number, end: number, letters: number): boolean {
  if (next - start !== 1 || letters !== start - 1) return false;
  const s = text.charCodeAt(start);
  const mark = text.charCodeAt(start - 1);
  if ((s !== 0x73 && s !== 0x53) || (mark !== 0x27 && mark !== 0x2019)) return false;
  if (next === end) return true;
  const kind = kindAt(text, next);
  return !isLetter(kind) && kind !== DIGIT;
}
