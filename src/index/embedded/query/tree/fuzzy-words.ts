import type { FuzzyRule } from '../../../plan.ts';
import type { Term } from '../../../terms/terms-of-text.ts';
import { compareTexts, type Dictionary } from '../../segment/dictionary.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { eachFuzzyMatch, FuzzyPattern } from '../terms/fuzzy-match.ts';
import { ITEMS_PAUSE } from '../tuning/thresholds.ts';

/** A word or stem of a field that is near a term, and the share of its score that counts. */
export interface FuzzyTerm extends Term {
  readonly share: number;
}

const editsFor = (length: number): number => (length < 3 ? 0 : length < 6 ? 1 : 2);

/**
 * The words or stems of a field within the edits of a term that live documents have: fewest edits first, then in the
 * order of bytes. Cost: a comparison with every word of the field that shares the prefix. It yields.
 */
export function* fuzzyTerms(
  snapshot: Snapshot,
  field: string,
  { view, term }: Term,
  { edits, prefixLength, mostWords }: FuzzyRule,
): Generator<void, FuzzyTerm[]> {
  const characters = [...term];
  const mostEdits = edits === 'auto' ? editsFor(characters.length) : edits;
  const pattern = new FuzzyPattern(term, mostEdits);
  const prefix = characters.slice(0, prefixLength).join('');
  const found = new Map<string, number>();
  for (const { segment } of snapshot.readers) {
    const text = segment.text(field);
    if (text === undefined) continue;
    const dictionary: Dictionary = view === 'stem' ? (text.stems ?? text.words) : text.words;
    const [first, end] = prefix === '' ? [0, dictionary.size] : dictionary.prefixRange(prefix);
    for (let from = first; from < end; from += ITEMS_PAUSE) {
      eachFuzzyMatch(pattern, dictionary, from, Math.min(from + ITEMS_PAUSE, end), (ordinal, distance) =>
        found.set(dictionary.text(ordinal), distance),
      );
      yield;
    }
  }
  const nearest = [...found].sort(([a, x], [b, y]) => x - y || compareTexts(a, b));
  const terms: FuzzyTerm[] = [];
  for (const [one, distance] of nearest) {
    if (terms.length === mostWords) break;
    if (dfOf(snapshot, field, { view, term: one }) === 0) continue;
    terms.push({ view, term: one, share: Math.max(0, 1 - distance / characters.length) });
    yield;
  }
  return terms;
}

/** Document frequency of a word or stem among live documents; `id` has words only. */
export const dfOf = (snapshot: Snapshot, field: string, { view, term }: Term): number =>
  view === 'stem' && field !== 'id' ? snapshot.stemDf(field, term) : snapshot.wordDf(field, term);
