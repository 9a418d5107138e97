import { compareTexts } from '../../segment/dictionary.ts';
import type { TextIndex } from '../../segment/text-index.ts';
import type { SegmentReader } from '../../snapshot/segment-reader.ts';
import { liveDf } from '../../snapshot/snapshot.ts';
import { MOST_VARIANTS, WEIGHTS } from './expansion-kinds.ts';
import type { FuzzyCandidates } from './fuzzy-candidates.ts';

interface Variant {
  readonly word: string;
  readonly edits: number;
  df: number;
}

/** The terms of some misspellings in one field of one segment, and what each weighs. */
export interface FuzzyTerms {
  readonly terms: Uint32Array;
  readonly weights: Float64Array;
}

export const NO_FUZZY_TERMS: FuzzyTerms = { terms: new Uint32Array(0), weights: new Float64Array(0) };

/** What a word may have meant in one field of a segment. */
export interface FuzzyInField {
  readonly state: SegmentReader;
  readonly text: TextIndex;
  readonly near: FuzzyCandidates;
}

/**
 * The best of what a word may have meant, of all fields that are searched in a view; undefined if that is all of it.
 * Fewest edits first, then most living documents, then the order of bytes; docs/matching.md, section 5.
 */
export function bestFuzzyWords(found: readonly FuzzyInField[]): ReadonlySet<string> | undefined {
  const words = new Set<string>();
  for (const { near } of found) for (const word of near.words) words.add(word);
  if (words.size <= MOST_VARIANTS) return undefined;
  const variants = new Map<string, Variant>();
  for (const { state, text, near } of found) {
    for (const [i, word] of near.words.entries()) {
      const df = liveDf(state, text.postings, near.ordinals[i] as number);
      const known = variants.get(word);
      if (known !== undefined) known.df += df;
      else variants.set(word, { word, edits: near.edits[i] as number, df });
    }
  }
  const living = [...variants.values()].filter(({ df }) => df > 0);
  living.sort((a, b) => a.edits - b.edits || b.df - a.df || compareTexts(a.word, b.word));
  return new Set(living.slice(0, MOST_VARIANTS).map(({ word }) => word));
}

/** Those that are among the best, but for the words from one ordinal up to another. */
export function fuzzyTermsOf(
  { words, ordinals, edits, lengths }: FuzzyCandidates,
  from: number,
  to: number,
  best?: ReadonlySet<string>,
): FuzzyTerms {
  if (ordinals.length === 0) return NO_FUZZY_TERMS;
  const terms: number[] = [];
  const weights: number[] = [];
  for (let i = 0; i < ordinals.length; i++) {
    const term = ordinals[i] as number;
    if ((term >= from && term < to) || best?.has(words[i] as string) === false) continue;
    terms.push(term);
    weights.push(WEIGHTS.typo * (1 - (edits[i] as number) / (lengths[i] as number)));
  }
  return { terms: Uint32Array.from(terms), weights: Float64Array.from(weights) };
}
