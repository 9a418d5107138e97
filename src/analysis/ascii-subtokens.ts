import { ASCII, DIGIT, isLetter } from './characters.ts';
import { continues, MAX_CATENATED } from './delimiter.ts';
import { hashStep } from './folded-words.ts';
import { LONGEST_WORD } from './folding.ts';
import type { TermList, TermNumbers } from './term-numbers.ts';

/** The longest chunk that is split here: its parts need no truncation. */
export const LONGEST_ASCII_CHUNK = LONGEST_WORD;

/** The folded parts of the chunk, one after another, the end of each, and whether it is made of digits. */
const folded = new Uint8Array(LONGEST_ASCII_CHUNK);
const ends = new Uint8Array(LONGEST_ASCII_CHUNK);
const digits = new Uint8Array(LONGEST_ASCII_CHUNK);

/** Lower case by ASCII code. */
export const LOWERED: Uint8Array = Uint8Array.from(ASCII, (_, code) =>
  String.fromCharCode(code).toLowerCase().charCodeAt(0),
);

/**
 * The numbers of the subtokens that `eachSubtoken` finds in an ASCII chunk. Parts are folded into adjacent bytes, so
 * that catenated ones are ranges of bytes too: no strings are made.
 */
export function asciiSubtokens(
  text: string,
  start: number,
  end: number,
  terms: TermNumbers,
  numbers: TermList,
): void {
  const count = split(text, start, end);
  if (count < 2) return;
  for (let i = 0; i < count; i++) numbers.push(numberOf(i, i + 1, terms));
  if (count > MAX_CATENATED) return;
  let first = 0;
  for (let i = 1; i <= count; i++) {
    if (i < count && digits[i] === digits[first]) continue;
    if (i - first > 1) numbers.push(numberOf(first, i, terms));
    if (first > 0 && i === count) numbers.push(numberOf(0, count, terms));
    first = i;
  }
}

/** Splits a chunk as `partsBetween` does and returns the number of its parts. */
function split(text: string, start: number, end: number): number {
  let count = 0;
  let size = 0;
  let letters = -1; // where the last part of letters ended
  for (let at = start; at < end; ) {
    const kind = ASCII[text.charCodeAt(at)] as number;
    if (!isLetter(kind) && kind !== DIGIT) {
      at++;
      continue;
    }
    const begin = at;
    const before = size;
    let last = kind;
    let next = kind;
    do {
      folded[size++] = LOWERED[text.charCodeAt(at++)] as number;
      last = next;
      next = at < end ? (ASCII[text.charCodeAt(at)] as number) : 0;
    } while (continues(last, next));
    const isPossessive =
      size - before === 1 &&
      letters === begin - 1 &&
      folded[before] === 0x73 &&
      text.charCodeAt(begin - 1) === 0x27 &&
      !isLetter(next) &&
      next !== DIGIT;
    if (isPossessive) size = before;
    else {
      digits[count] = kind === DIGIT ? 1 : 0;
      ends[count++] = size;
    }
    if (kind !== DIGIT) letters = at;
  }
  return count;
}

/** The number of the parts from `first` to before `after`, catenated. */
function numberOf(first: number, after: number, terms: TermNumbers): number {
  const start = first === 0 ? 0 : (ends[first - 1] as number);
  const end = ends[after - 1] as number;
  let hash = 0;
  for (let i = start; i < end; i++) hash = hashStep(hash, folded[i] as number);
  return terms.numberOfBytes(folded, start, end, hash);
}
