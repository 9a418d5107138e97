import { MAX_FUZZY_MATCHES } from '../../../terms/expansion-kinds.ts';
import { compareTexts } from '../../segment/dictionary.ts';
import type { TextIndex } from '../../segment/text-index.ts';
import type { SegmentReader } from '../../snapshot/segment-reader.ts';
import { liveDf } from '../../snapshot/snapshot.ts';
import type { FuzzyCandidates } from './fuzzy-candidates.ts';

interface FuzzyWord {
  readonly word: string;
  readonly edits: number;
  df: number;
}

/** The fuzzy matches of a query term in one field of one segment, and the weight of each. */
export interface FuzzyTerms {
  readonly terms: Uint32Array;
  readonly weights: Float64Array;
}

export const NO_FUZZY_TERMS: FuzzyTerms = { terms: new Uint32Array(0), weights: new Float64Array(0) };

/** The fuzzy candidates of a query term in one field of a segment. */
export interface FuzzyInField {
  readonly reader: SegmentReader;
  readonly text: TextIndex;
  readonly candidates: FuzzyCandidates;
}

/**
 * The words that are the best fuzzy matches over all searched fields of a snapshot; undefined if no candidate has to be
 * left out. Fewest edits first, then most live documents, then the order of bytes; docs/matching.md, section 5.
 */
export function bestFuzzyWords(fields: readonly FuzzyInField[]): ReadonlySet<string> | undefined {
  const words = new Set<string>();
  for (const { candidates } of fields) for (const word of candidates.words) words.add(word);
  if (words.size <= MAX_FUZZY_MATCHES) return undefined;
  const byWord = new Map<string, FuzzyWord>();
  for (const { reader, text, candidates } of fields) {
    for (const [i, word] of candidates.words.entries()) {
      const df = liveDf(reader, text.postings, candidates.ordinals[i] as number);
      const known = byWord.get(word);
      if (known !== undefined) known.df += df;
      else byWord.set(word, { word, edits: candidates.edits[i] as number, df });
    }
  }
  const live = [...byWord.values()].filter(({ df }) => df > 0);
  live.sort((a, b) => a.edits - b.edits || b.df - a.df || compareTexts(a.word, b.word));
  return new Set(live.slice(0, MAX_FUZZY_MATCHES).map(({ word }) => word));
}

/** The prefix expansion of a query term: the ordinals from `from` to before `to`. */
export interface PrefixRange {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
}

/**
 * The candidates that count, with their weights: those among the best words, except those in the prefix range that have
 * at least the same weight by the prefix expansion, which counts more occurrences. `weight` is that of no edits.
 */
export function fuzzyTermsOf(
  { words, ordinals, edits, lengths }: FuzzyCandidates,
  weight: number,
  prefix: PrefixRange,
  best?: ReadonlySet<string>,
): FuzzyTerms {
  if (ordinals.length === 0) return NO_FUZZY_TERMS;
  const terms: number[] = [];
  const weights: number[] = [];
  for (let i = 0; i < ordinals.length; i++) {
    const term = ordinals[i] as number;
    const own = weight * (1 - (edits[i] as number) / (lengths[i] as number));
    if (term >= prefix.from && term < prefix.to && prefix.weight >= own) continue;
    if (best?.has(words[i] as string) === false) continue;
    terms.push(term);
    weights.push(own);
  }
  return { terms: Uint32Array.from(terms), weights: Float64Array.from(weights) };
}
