import type { WordSink } from './analyzer.ts';
import type { Beginnings } from './beginnings.ts';
import { CJK, isHighSurrogate, kindAt, MARK } from './characters.ts';
import { foldedPiece } from './folded-words.ts';

/**
 * Emits the run of Han, kana or Hangul that begins at `start` as overlapping bigrams, a single character as itself, and
 * returns the end of the run. Linear: every character is part of two bigrams at most.
 */
export function eachBigram(
  text: string,
  start: number,
  sink: WordSink,
  beginnings: Beginnings | null,
): number {
  let before = -1;
  let at = start;
  let paired = false;
  while (at < text.length && kindAt(text, at) === CJK) {
    const next = endOfCharacter(text, at);
    if (before >= 0) {
      emit(text, before, next, sink, beginnings);
      paired = true;
    }
    before = at;
    at = next;
  }
  if (!paired) emit(text, start, at, sink, beginnings);
  return at;
}

/** A character is a code point and the marks, sound marks, Hangul vowels and finals after it. */
function endOfCharacter(text: string, start: number): number {
  let at = isHighSurrogate(text.charCodeAt(start)) ? start + 2 : start + 1;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    if (kindAt(text, at) !== MARK && !isFollowingJamo(unit)) break;
    at += isHighSurrogate(unit) ? 2 : 1;
  }
  return at;
}

const isFollowingJamo = (unit: number): boolean =>
  (unit >= 0x1160 && unit <= 0x11ff) || (unit >= 0xd7b0 && unit <= 0xd7fb);

function emit(text: string, start: number, end: number, sink: WordSink, beginnings: Beginnings | null): void {
  if (beginnings !== null && !beginnings.passes(text, start)) return;
  const word = foldedPiece(text, start, end);
  if (word !== '') sink(word, start, end);
}
