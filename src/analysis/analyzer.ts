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
  /** The stem of a folded word. */
  stem(word: string): string;
  isStopWord(word: string): boolean;
  /** Calls `sink` for every subtoken of the chunks of a text, unstemmed. */
  subtokens(text: string, sink: (subtoken: string) => void): void;
  /** The folded parts of one chunk or word as written, without the catenated subtokens. */
  parts(chunk: string): string[];
}
