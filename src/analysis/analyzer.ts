import type { Beginnings } from './beginnings.ts';
import type { StemNumbering } from './numbered-stems.ts';
import type { TermList, TermNumbers } from './term-numbers.ts';

export { hashStep } from './folded-words.ts';
export { TermList } from './term-numbers.ts';
export type { Beginnings, TermNumbers };

/**
 * The version of the analysis rules of all languages. It goes up with every change of the words, stems or subtokens of
 * any text: an index that was built with other rules must not be searched with these, and is rebuilt.
 */
export const ANALYSIS_VERSION = 1;

/** Receives the words of a text in order: the folded word and its UTF-16 offsets in the text. */
export type WordSink = (word: string, start: number, end: number) => void;

/** Turns texts into words, stems and subtokens by the rules of a language: docs/matching.md, sections 1 and 3. */
export interface Analyzer {
  /** Calls `sink` for every word in order. */
  words(text: string, sink: WordSink): void;
  /** Calls `sink` for the words that begin as one of `beginnings`, and for some others, in order. */
  scan(text: string, beginnings: Beginnings, sink: WordSink): void;
  /** The beginnings of these folded words and of all words with these stems. */
  beginningsOf(words: Iterable<string>, stems: Iterable<string>): Beginnings;
  /** The stem of a folded word. */
  stem(word: string): string;
  isStopWord(word: string): boolean;
  /** Calls `sink` for every subtoken of the chunks of a text, unstemmed. */
  subtokens(text: string, sink: (subtoken: string) => void): void;
  /** Appends the numbers of the words of a text and, unless `subtokens` is null, of its subtokens, unstemmed. */
  number(text: string, terms: TermNumbers, words: TermList, subtokens: TermList | null): void;
  readonly numberStem: StemNumbering;
  /** The folded parts of one chunk or word as written, without the catenated subtokens. */
  parts(chunk: string): string[];
}
