/**
 * The number of the rules by which texts are taken apart, in any language. It goes up with every change of what a text
 * gives: what was indexed under other rules must not be searched under these, and is built again.
 */
export const ANALYSIS_VERSION = 1;

/** Receives the words of a text one after another: the folded word, and where it stands in the text. */
export type WordSink = (word: string, start: number, end: number) => void;

/** How an engine's language takes texts apart; docs/matching.md, sections 1 and 3, is the rule. */
export interface Analyzer {
  /** Calls `sink` for every word in order. `start` and `end` are UTF-16 offsets of what it was made from. */
  words(text: string, sink: WordSink): void;
  /** The stem of a folded word. */
  stem(word: string): string;
  isStopWord(word: string): boolean;
  /** Calls `sink` for every word-delimiter subtoken (section 3) of the chunks of a text, unstemmed. */
  subtokens(text: string, sink: (subtoken: string) => void): void;
  /** The folded delimiter parts of one chunk or word as written. */
  parts(chunk: string): string[];
}
