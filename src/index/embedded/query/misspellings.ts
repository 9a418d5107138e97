import type { TextIndex } from '../segment/text-index.ts';
import { liveDf, type View } from '../view.ts';
import { nearWords } from './near-words.ts';
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

/** What a word may have meant in a view: the best variants among the words of all fields that are searched. */
export class Misspellings {
  readonly #word: string;
  readonly #stem: string;
  readonly #best: ReadonlySet<string>;

  constructor(word: string, stem: string, best: ReadonlySet<string>) {
    this.#word = word;
    this.#stem = stem;
    this.#best = best;
  }

  /** Those that a field of a segment has, but for the words from one ordinal up to another. */
  in(text: TextIndex, from: number, to: number): TypoTerms {
    const { words, ordinals, edits, lengths } = nearWords(text, this.#word, this.#stem);
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
export function misspellingsOf(
  view: View,
  word: string,
  stem: string,
  fields: readonly string[],
): Misspellings {
  const variants = new Map<string, Variant>();
  for (const state of view.states) {
    for (const field of fields) {
      const text = field === 'id' ? undefined : state.segment.text(field);
      if (text === undefined) continue;
      const { words, ordinals, edits } = nearWords(text, word, stem);
      for (let i = 0; i < ordinals.length; i++) {
        const near = words[i] as string;
        const df = liveDf(state, text.postings, ordinals[i] as number);
        const known = variants.get(near);
        if (known !== undefined) known.df += df;
        else variants.set(near, { word: near, edits: edits[i] as number, df });
      }
    }
  }
  const living = [...variants.values()].filter(({ df }) => df > 0);
  if (living.length > MOST_VARIANTS) {
    living.sort(
      (a, b) => a.edits - b.edits || b.df - a.df || Buffer.compare(Buffer.from(a.word), Buffer.from(b.word)),
    );
    living.length = MOST_VARIANTS;
  }
  return new Misspellings(word, stem, new Set(living.map((variant) => variant.word)));
}
