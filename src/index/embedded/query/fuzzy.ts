import { compareTexts, type Dictionary } from '../segment/dictionary.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { KeptFinds, LARGE } from './kept-finds.ts';
import { eachFuzzyMatch, FuzzyPattern } from './terms/fuzzy-match.ts';
import { FIXED } from './word-walk.ts';

const MOST_WORDS = 50;

/** As with the misspellings of plain words: what was found in large dictionaries is kept. */
const kept = new KeptFinds<Dictionary, readonly FuzzyWord[]>();

export interface FuzzyWord {
  readonly word: string;
  /** 1 for the word itself, less with every edit. */
  readonly likeness: number;
}

/** A word, to be compared with those of several fields. */
export class FuzzySearch {
  readonly #word: string;
  readonly #form: FuzzyPattern;
  readonly #beginning: string;

  constructor(word: string, edits: 1 | 2) {
    this.#word = word;
    this.#form = new FuzzyPattern(word, edits);
    this.#beginning = [...word].slice(0, FIXED).join('');
  }

  /**
   * The words of a field within so many edits of the word, itself among them: the 50 that are likest, then the first
   * in order of bytes. This is the rule of a fuzzy node in a query tree; plain queries have one of their own
   * (docs/matching.md, section 5).
   */
  in(view: Snapshot, field: string): FuzzyWord[] {
    const found = new Map<string, FuzzyWord>();
    for (const { segment } of view.readers) {
      const text = segment.text(field);
      if (text !== undefined) for (const like of this.#like(text.words)) found.set(like.word, like);
    }
    return [...found.values()]
      .sort((a, b) => b.likeness - a.likeness || compareTexts(a.word, b.word))
      .slice(0, MOST_WORDS);
  }

  #like(words: Dictionary): readonly FuzzyWord[] {
    if (words.size < LARGE) return this.#found(words);
    return kept.of(words, `${this.#form.maxEdits} ${this.#word}`, () => this.#found(words));
  }

  #found(words: Dictionary): FuzzyWord[] {
    const found: FuzzyWord[] = [];
    const [from, to] = words.prefixRange(this.#beginning);
    eachFuzzyMatch(this.#form, words, from, to, (ordinal, edits) => {
      const word = words.text(ordinal);
      const likeness = edits === 0 ? 1 : 1 - edits / Math.min(this.#form.length, [...word].length);
      found.push({ word, likeness });
    });
    return found;
  }
}
