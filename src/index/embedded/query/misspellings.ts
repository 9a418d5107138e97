import { compareTexts } from '../segment/dictionary.ts';
import type { TextIndex } from '../segment/text-index.ts';
import type { SegmentState } from '../segment-state.ts';
import { liveDf } from '../view.ts';
import { NearSearch, type NearWords } from './near-words.ts';
import { MOST_VARIANTS, WEIGHTS } from './ways.ts';

interface Variant {
  readonly word: string;
  readonly edits: number;
  df: number;
}

/** The terms of some misspellings in one field of one segment, and what each weighs. */
export interface TypoTerms {
  readonly terms: Uint32Array;
  readonly weights: Float64Array;
}

export const NO_TYPOS: TypoTerms = { terms: new Uint32Array(0), weights: new Float64Array(0) };

/** What a word may have meant: the best variants among the words of all fields that are searched in a view. */
export class Misspellings {
  readonly #variants = new Map<string, Variant>();
  readonly #search: NearSearch;
  #best: ReadonlySet<string> | undefined;

  constructor(word: string, stem: string) {
    this.#search = new NearSearch(word, stem);
  }

  /** Notes what a field of a segment has, and gives it. */
  note(state: SegmentState, text: TextIndex, from: number, to: number): NearWords {
    const near = this.#search.in(text, from, to);
    const { words, ordinals, edits } = near;
    for (let i = 0; i < ordinals.length; i++) {
      const word = words[i] as string;
      const df = liveDf(state, text.postings, ordinals[i] as number);
      const known = this.#variants.get(word);
      if (known !== undefined) known.df += df;
      else this.#variants.set(word, { word, edits: edits[i] as number, df });
    }
    return near;
  }

  /** Those of them that are among the best of all, but for the words from one ordinal up to another. */
  bestOf({ words, ordinals, edits, lengths }: NearWords, from: number, to: number): TypoTerms {
    if (ordinals.length === 0) return NO_TYPOS;
    this.#best ??= bestOf([...this.#variants.values()]);
    const terms: number[] = [];
    const weights: number[] = [];
    for (let i = 0; i < ordinals.length; i++) {
      const term = ordinals[i] as number;
      if ((term >= from && term < to) || !this.#best.has(words[i] as string)) continue;
      terms.push(term);
      weights.push(WEIGHTS.typo * (1 - (edits[i] as number) / (lengths[i] as number)));
    }
    return { terms: Uint32Array.from(terms), weights: Float64Array.from(weights) };
  }
}

/** Fewest edits first, then most living documents, then the order of bytes; docs/matching.md, section 5. */
function bestOf(variants: readonly Variant[]): Set<string> {
  const living = variants.filter(({ df }) => df > 0);
  if (living.length > MOST_VARIANTS) {
    living.sort((a, b) => a.edits - b.edits || b.df - a.df || compareTexts(a.word, b.word));
    living.length = MOST_VARIANTS;
  }
  return new Set(living.map(({ word }) => word));
}
