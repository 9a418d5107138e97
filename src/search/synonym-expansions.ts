import type { Analyzer } from '../analysis/analyzer.ts';
import { analyzerFor } from '../analysis/language.ts';
import type { SynonymExpansion } from '../index/plan.ts';
import { timeSlices } from '../threads/time-slice.ts';
import type { Tuning } from '../tuning/tuning.ts';

/** The most alternatives of all words of a query; further ones are ignored (docs/matching.md, section 7). */
const MOST_ALTERNATIVES = 1024;

/** A member of a set, and the set. */
interface Member {
  readonly words: readonly string[];
  readonly term: string;
  readonly terms: readonly string[];
}

/** The members of all synonym sets by their first word. A query without such words costs one lookup per word. */
type SynonymIndex = ReadonlyMap<string, readonly Member[]>;

/** By tuning and language. A tuning never changes, and is forgotten together with its indexes. */
const indexes = new WeakMap<Tuning, Map<string | null, Promise<SynonymIndex>>>();

/** The members of synonym sets that occur in a query, each with the other members of all sets that have it. */
export async function synonymExpansions(
  tuning: Tuning,
  language: string | null,
  query: string,
): Promise<readonly SynonymExpansion[]> {
  if (tuning.synonymSets.length === 0) return [];
  const analyzer = analyzerFor(language);
  const byLanguage = indexes.get(tuning) ?? new Map<string | null, Promise<SynonymIndex>>();
  indexes.set(tuning, byLanguage);
  const indexing = byLanguage.get(language) ?? synonymIndex(tuning, analyzer);
  byLanguage.set(language, indexing);
  try {
    return expansionsOf(await indexing, wordsOf(analyzer, query));
  } catch (error) {
    byLanguage.delete(language);
    throw error;
  }
}

const wordsOf = (analyzer: Analyzer, text: string): string[] => {
  const words: string[] = [];
  analyzer.words(text, (word) => words.push(word));
  return words;
};

/** Cost: the analysis of up to 8,192 terms, once after each change of the tuning. It yields to the event loop. */
async function synonymIndex({ synonymSets }: Tuning, analyzer: Analyzer): Promise<SynonymIndex> {
  const index = new Map<string, Member[]>();
  const pause = timeSlices();
  for (const { terms } of synonymSets) {
    for (const term of terms) {
      const words = wordsOf(analyzer, term);
      const [first] = words;
      if (first === undefined) continue;
      const members = index.get(first) ?? [];
      index.set(first, members);
      members.push({ words, term, terms });
    }
    await pause();
  }
  return index;
}

function expansionsOf(index: SynonymIndex, query: readonly string[]): readonly SynonymExpansion[] {
  const found = new Map<string, { readonly words: readonly string[]; readonly alternatives: Set<string> }>();
  const seen = new Set<Member>();
  let count = 0;
  for (const [at, word] of query.entries()) {
    for (const member of index.get(word) ?? []) {
      const { words, term, terms } = member;
      if (count >= MOST_ALTERNATIVES) break;
      if (seen.has(member) || !words.every((other, i) => query[at + i] === other)) continue;
      seen.add(member);
      const key = words.join(' ');
      const known = found.get(key) ?? { words, alternatives: new Set() };
      found.set(key, known);
      for (const other of terms)
        if (other !== term && count++ < MOST_ALTERNATIVES) known.alternatives.add(other);
    }
  }
  return [...found.values()].map(({ words, alternatives }) => ({ words, alternatives: [...alternatives] }));
}
