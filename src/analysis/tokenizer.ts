import type { WordSink } from './analyzer.ts';
import type { Beginnings } from './beginnings.ts';
import { eachBigram } from './bigrams.ts';
import {
  ASCII,
  CJK,
  DIGIT,
  DIGIT_JOINER,
  isHighSurrogate,
  isLetter,
  JOINER,
  kindAt,
  LOWER,
  MARK,
  SEGMENTED,
  SEPARATOR,
  UNDERSCORE,
} from './characters.ts';
import { afterArticles } from './elision.ts';
import { foldedWord, hashOf, hashStep } from './folded-words.ts';
import { eachSegmentedWord } from './segmented-words.ts';

/**
 * Calls `sink` for every word of a text.
 * Cost: two reads of each character, one to find the end of the word and compute its hash, one to compare it with the
 * cached word; no allocation on a cache hit.
 */
export const eachWord = (text: string, articles: ReadonlySet<string> | null, sink: WordSink): void =>
  void wordsBetween(text, 0, text.length, articles, sink, null);

/**
 * Calls `sink` for the words that begin between two offsets, and returns the end of the last one, which may be after
 * `to`. With `beginnings`, words that these exclude are left out.
 */
export function wordsBetween(
  text: string,
  from: number,
  to: number,
  articles: ReadonlySet<string> | null,
  sink: WordSink,
  beginnings: Beginnings | null,
): number {
  let at = from;
  while (at < to) {
    const kind = kindAt(text, at);
    if (kind >= LOWER && kind <= UNDERSCORE) at = plainWord(text, at, articles, sink, beginnings);
    else if (kind === CJK) at = eachBigram(text, at, sink, beginnings);
    else if (kind === SEGMENTED) at = eachSegmentedWord(text, at, sink, beginnings);
    else at++; // the second unit of a surrogate pair is a separator too
  }
  return at;
}

/** Emits the plain word that begins at `start`, and returns its end. */
export function plainWord(
  text: string,
  start: number,
  articles: ReadonlySet<string> | null,
  sink: WordSink,
  beginnings: Beginnings | null,
): number {
  const length = text.length;
  let end = start;
  let hash = 0;
  let last = SEPARATOR;
  let apostrophe = false;
  while (end < length) {
    const unit = text.charCodeAt(end);
    const kind = unit < 128 ? (ASCII[unit] as number) : kindAt(text, end);
    if (kind >= LOWER && kind <= UNDERSCORE) {
      last = kind;
    } else if (kind === JOINER || kind === DIGIT_JOINER) {
      if (end + 1 === length || !joins(kind, last, kindAt(text, end + 1))) break;
      if (unit !== 0x2e) apostrophe = true;
    } else if (kind !== MARK) {
      break;
    }
    hash = hashStep(hash, unit);
    end++;
    if (isHighSurrogate(unit)) hash = hashStep(hash, text.charCodeAt(end++));
  }
  let begin = start;
  if (apostrophe && articles !== null) {
    begin = afterArticles(text, start, end, articles);
    if (begin !== start) hash = hashOf(text, begin, end);
  }
  if (beginnings !== null && !beginnings.passes(text, begin)) return end;
  const word = foldedWord(text, begin, end, hash);
  if (word !== '') sink(word, begin, end);
  return end;
}

export const joins = (joiner: number, before: number, after: number): boolean =>
  before === DIGIT ? after === DIGIT : joiner === JOINER && isLetter(before) && isLetter(after);
