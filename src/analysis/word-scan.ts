import type { WordSink } from './analyzer.ts';
import { BEGINS, type Beginnings, IN_WORD, JOINS } from './beginnings.ts';
import { wordsBetween } from './tokenizer.ts';

/** The code of all characters beyond ASCII. */
const BEYOND = 8;
/** The codes that need a closer look, between words and in a word that is skipped. */
const OUTSIDE = BEGINS | JOINS | BEYOND;
const INSIDE = JOINS | BEYOND;

/**
 * Calls `sink` for the words of a text that `beginnings` pass, and leaves out most others.
 * Cost: one read of each character and one branch that is rarely taken. A word is read by the tokenizer only if it may
 * be looked for, or if it has joiners or characters beyond ASCII.
 */
export function scanWords(
  text: string,
  articles: ReadonlySet<string> | null,
  sink: WordSink,
  beginnings: Beginnings,
): void {
  const { codes } = beginnings;
  const length = text.length;
  let done = 0; // where the tokenizer stopped
  let noticed = OUTSIDE;
  let at = 0;
  while (at < length) {
    const unit = text.charCodeAt(at);
    const code = unit < 128 ? (codes[unit] as number) : BEYOND;
    if ((code & noticed) === 0) {
      noticed = OUTSIDE - ((code & IN_WORD) << 1);
      at++;
    } else if (code === JOINS && (noticed === OUTSIDE || !isInWord(codes, text, at + 1))) {
      noticed = OUTSIDE;
      at++;
    } else {
      let from = at;
      if (noticed === INSIDE) while (from > done && isPart(codes, text, from - 1)) from--;
      at = wordsBetween(text, from, at + 1, articles, sink, beginnings);
      done = at;
      noticed = OUTSIDE;
    }
  }
}

/** Whether the character at an offset may be part of a word; true beyond ASCII, false beyond the end. */
function isInWord(codes: Uint8Array, text: string, at: number): boolean {
  if (at >= text.length) return false;
  const unit = text.charCodeAt(at);
  return unit >= 128 || ((codes[unit] as number) & IN_WORD) !== 0;
}

/** Whether the ASCII character at an offset is part of a word or joins two. */
const isPart = (codes: Uint8Array, text: string, at: number): boolean =>
  ((codes[text.charCodeAt(at)] as number) & (IN_WORD | JOINS)) !== 0;
