import { asciiSubtokens, LONGEST_ASCII_CHUNK, LOWERED } from './ascii-subtokens.ts';
import { eachBigram } from './bigrams.ts';
import {
  ASCII,
  CJK,
  DIGIT_JOINER,
  JOINER,
  kindAt,
  LOWER,
  SEGMENTED,
  SEPARATOR,
  SPACE,
  UNDERSCORE,
} from './characters.ts';
import { continues, eachSubtoken } from './delimiter.ts';
import { hashStep } from './folded-words.ts';
import { LONGEST_WORD } from './folding.ts';
import { eachSegmentedWord } from './segmented-words.ts';
import type { TermList, TermNumbers } from './term-numbers.ts';
import { joins, plainWord } from './tokenizer.ts';

/** Runs of letters or digits in a chunk that is not ASCII: `eachSubtoken` counts them again. */
const UNKNOWN = 2;

/* The results of `asciiWord`, in variables to avoid allocations. */
const folded = new Uint8Array(LONGEST_WORD);
let foldedLength = 0;
let foldedHash = 0;
let wordRuns = 0;

/**
 * Numbers the words that `eachWord` finds and, unless `subtokens` is null, what `eachSubtoken` finds. The hot loop of
 * indexing.
 * Cost: one read of each character of an ASCII word, which is folded and hashed in the same pass, and one lookup by its
 * bytes; no strings. Other words, and the subtokens of chunks with other characters, take the general way.
 */
export function numberTerms(
  text: string,
  articles: ReadonlySet<string> | null,
  terms: TermNumbers,
  words: TermList,
  subtokens: TermList | null,
): void {
  const { length } = text;
  const takeWord = (word: string): void => words.push(terms.numberOf(word));
  let chunk = 0; // where the chunk begins
  let runs = 0; // its runs of letters or digits so far
  let isAscii = true; // whether it is ASCII so far
  let at = 0;
  while (at < length) {
    const unit = text.charCodeAt(at);
    const kind = unit < 128 ? (ASCII[unit] as number) : kindAt(text, at);
    if (kind === SPACE) {
      if (runs > 1 && subtokens !== null) numberSubtokens(text, chunk, at, isAscii, terms, subtokens);
      chunk = ++at;
      runs = 0;
      isAscii = true;
      continue;
    }
    const isPlain = kind >= LOWER && kind <= UNDERSCORE;
    const end = isPlain ? asciiWord(text, at, articles !== null) : -1;
    if (end >= 0) {
      words.push(terms.numberOfBytes(folded, 0, foldedLength, foldedHash));
      runs += wordRuns;
      at = end;
      continue;
    }
    if (isPlain || unit > 127) {
      isAscii = false;
      runs = UNKNOWN;
    }
    if (isPlain) at = plainWord(text, at, articles, takeWord, null);
    else if (kind === CJK) at = eachBigram(text, at, takeWord, null);
    else if (kind === SEGMENTED) at = eachSegmentedWord(text, at, takeWord, null);
    else at++;
  }
  if (runs > 1 && subtokens !== null) numberSubtokens(text, chunk, length, isAscii, terms, subtokens);
}

/**
 * Reads, folds and hashes the plain word that begins at `start`. Returns its end; -1 if it is not ASCII, too long, or
 * may begin with articles.
 */
function asciiWord(text: string, start: number, hasArticles: boolean): number {
  const { length } = text;
  let at = start;
  let size = 0;
  let hash = 0;
  let runs = 0;
  let last = SEPARATOR;
  for (; at < length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 127 || size === LONGEST_WORD) return -1;
    const kind = ASCII[unit] as number;
    if (kind !== last) {
      if (kind < LOWER || kind > UNDERSCORE) {
        if ((kind !== JOINER && kind !== DIGIT_JOINER) || at + 1 === length) break;
        const next = text.charCodeAt(at + 1);
        if (next > 127) return -1;
        if (!joins(kind, last, ASCII[next] as number)) break;
        if (hasArticles && unit !== 0x2e) return -1;
      } else if (kind !== UNDERSCORE && !continues(last, kind)) runs++;
      last = kind;
    }
    const lowered = LOWERED[unit] as number;
    hash = hashStep(hash, lowered);
    folded[size++] = lowered;
  }
  foldedLength = size;
  foldedHash = hash;
  wordRuns = runs;
  return at;
}

function numberSubtokens(
  text: string,
  start: number,
  end: number,
  isAscii: boolean,
  terms: TermNumbers,
  subtokens: TermList,
): void {
  if (isAscii && end - start <= LONGEST_ASCII_CHUNK) asciiSubtokens(text, start, end, terms, subtokens);
  else eachSubtoken(text.slice(start, end), (subtoken) => subtokens.push(terms.numberOf(subtoken)));
}
