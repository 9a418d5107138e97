import type { Analyzer } from '../analysis/analyzer.ts';
import { limits } from '../limits.ts';
import { isLongerThan } from './option.ts';

interface Phrase {
  readonly text: string;
  /** The number of documents with the phrase. */
  documents: number;
}

/** One word of a text: folded, and its position. */
interface Word {
  readonly folded: string;
  readonly start: number;
  readonly end: number;
}

/** The most characters of text that one response reads: a bound on time, above what real documents need. */
const MOST_CHARACTERS = 500_000;
/** The most different phrases: a bound on memory, some 3 MB. Long texts in which every word matches have more. */
const MOST_PHRASES = 10_000;
/** Characters that are analyzed without a pause: about two milliseconds. */
const PART = 4096;
/** Whitespace. Any other separator next to whitespace ends a phrase. */
const BLANKS = /^\s+$/;
const HAS_BLANK = /\s/;

/**
 * Collects completions of a query from the texts of documents: its words with the last one completed, alone and with
 * the words that follow in the text, up to four words in all. Phrases do not span punctuation between words.
 */
export class Phrases {
  readonly #analyzer: Analyzer;
  readonly #query: readonly string[];
  /** By folded words, so that `Café` and `cafe` are the same phrase. */
  readonly #phrases = new Map<string, Phrase>();
  #charactersLeft = MOST_CHARACTERS;

  constructor(query: string, analyzer: Analyzer) {
    this.#analyzer = analyzer;
    this.#query = wordsOf(query, analyzer).map(({ folded }) => folded);
  }

  get isEmpty(): boolean {
    return this.#query.length === 0;
  }

  /** Whether no further text is read. */
  get isComplete(): boolean {
    return this.#charactersLeft < 0 || this.#phrases.size >= MOST_PHRASES;
  }

  /** Counts the phrases of one document, each once. Yields after every part of a text, so that others get their turn. */
  *addDocument(texts: Iterable<string>): Generator<void> {
    const seen = new Set<string>();
    for (const text of texts) {
      this.#charactersLeft -= text.length;
      for (const part of partsOf(text)) {
        if (this.isComplete) return;
        this.#addText(part, seen);
        yield;
      }
    }
  }

  /** The most frequent phrases, by number of documents, then by length, then alphabetically. */
  top(size: number): string[] {
    return [...this.#phrases.values()]
      .sort(
        (a, b) => b.documents - a.documents || a.text.length - b.text.length || (a.text < b.text ? -1 : 1),
      )
      .slice(0, size)
      .map(({ text }) => text);
  }

  #addText(text: string, seen: Set<string>): void {
    const words = wordsOf(text, this.#analyzer);
    for (let at = 0; at + this.#query.length <= words.length; at++) {
      if (this.#matches(words, at)) this.#grow(text, words, at, seen);
    }
  }

  #matches(words: readonly Word[], at: number): boolean {
    const last = this.#query.length - 1;
    for (let i = 0; i < last; i++) if (words[at + i]?.folded !== this.#query[i]) return false;
    return words[at + last]?.folded.startsWith(this.#query[last] as string) ?? false;
  }

  #grow(text: string, words: readonly Word[], from: number, seen: Set<string>): void {
    const shortest = this.#query.length;
    let shown = '';
    let key = '';
    for (let i = 0; i < Math.max(shortest, limits.suggestionWords); i++) {
      const word = words[from + i];
      const before = i === 0 ? '' : gapBefore(text, words, from + i);
      if (word === undefined || (before === undefined && i >= shortest)) return;
      // CJK bigrams overlap: only the new character of the next one is added.
      const start = i === 0 ? word.start : Math.max(word.start, (words[from + i - 1] as Word).end);
      shown += (before ?? ' ') + text.slice(start, word.end).toLowerCase();
      if (isLongerThan(shown, limits.suggestionLength)) return;
      key += ` ${word.folded}`;
      if (i + 1 >= shortest && !seen.has(key)) {
        seen.add(key);
        this.#count(key, shown);
      }
    }
  }

  #count(key: string, text: string): void {
    const known = this.#phrases.get(key);
    if (known === undefined) this.#phrases.set(key, { text, documents: 1 });
    else known.documents++;
  }
}

/** A text in parts of some `PART` characters, cut at blanks. A text without blanks is cut anywhere. */
function* partsOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + PART);
    if (to < text.length) {
      const blank = text.lastIndexOf(' ', to);
      if (blank > from) to = blank;
      // Not between the two halves of a character.
      else if ((text.charCodeAt(to) & 0xfc00) === 0xdc00) to--;
    }
    yield text.slice(from, to);
    from = to;
  }
}

function wordsOf(text: string, analyzer: Analyzer): Word[] {
  const words: Word[] = [];
  analyzer.words(text, (folded, start, end) => void words.push({ folded, start, end }));
  return words;
}

/** The separator before a word: a space, a joining character, or undefined if the phrase ends there. */
function gapBefore(text: string, words: readonly Word[], at: number): string | undefined {
  const [before, word] = [words[at - 1], words[at]];
  if (before === undefined || word === undefined) return undefined;
  const gap = text.slice(before.end, word.start);
  if (BLANKS.test(gap)) return ' ';
  return HAS_BLANK.test(gap) ? undefined : gap;
}
