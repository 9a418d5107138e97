import type { Analyzer } from '../../analysis/analyzer.ts';
import type { SynonymExpansion } from '../plan.ts';
import { MAX_ALTERNATIVES } from './expansion-kinds.ts';

/** An alternative of a query term: the distinct stems of its words. */
export type Alternative = readonly string[];

const NO_ALTERNATIVES: ReadonlyMap<string, readonly Alternative[]> = new Map();

/** By query word its alternatives, of all members that the query contains. */
export function alternativesOf(
  analyzer: Analyzer,
  words: readonly string[],
  synonyms: readonly SynonymExpansion[],
): ReadonlyMap<string, readonly Alternative[]> {
  if (synonyms.length === 0) return NO_ALTERNATIVES;
  const byWord = new Map<string, Map<string, Alternative>>();
  for (const { words: member, alternatives } of synonyms) {
    if (!containsRun(words, member)) continue;
    for (const text of alternatives) {
      const stems = new Set<string>();
      analyzer.words(text, (word) => stems.add(analyzer.stem(word)));
      if (stems.size === 0) continue;
      // The order of words makes no difference.
      const alternative = [...stems].sort();
      for (const word of member) {
        const known = byWord.get(word) ?? new Map<string, Alternative>();
        byWord.set(word, known);
        if (known.size < MAX_ALTERNATIVES) known.set(alternative.join(' '), alternative);
      }
    }
  }
  return new Map([...byWord].map(([word, known]) => [word, [...known.values()]]));
}

/** Whether a list has a run of adjacent words. */
function containsRun(words: readonly string[], run: readonly string[]): boolean {
  for (let at = 0; at + run.length <= words.length; at++) {
    if (run.every((word, i) => words[at + i] === word)) return true;
  }
  return false;
}
