import type { FieldClauses, WordClause } from './clauses.ts';
import type { Having } from './having.ts';
import { noteTerms, noteWays, postingsOf, postingsOfWays } from './ways-postings.ts';
import type { WordWays } from './word-ways.ts';

/** By how much a word must have fewer postings than all others together, for a look at it to be worth it. */
const FEWER = 2;

/** Of the words that all documents need, the one with by far the fewest postings; undefined if there is none. */
export function rarestOf(fields: readonly FieldClauses[], needed: readonly number[]): number | undefined {
  if (needed.length < 2) return undefined;
  const costs = new Map(needed.map((word) => [word, 0]));
  let all = 0;
  for (const { words } of fields) {
    for (const { word, clause } of words) {
      // A set was read before, and is no list of postings.
      if (clause.kind === 'set') return undefined;
      const cost =
        clause.kind === 'term'
          ? (clause.reading.postings.df[clause.reading.term] as number)
          : costOf(clause.ways);
      all += cost;
      const known = costs.get(word);
      if (known !== undefined) costs.set(word, known + cost);
    }
  }
  let rarest: number | undefined;
  let least = all / (FEWER + 1);
  for (const [word, cost] of costs) {
    if (cost > least) continue;
    rarest = word;
    least = cost;
  }
  return rarest;
}

function costOf({ postings, own, ways, typos }: WordWays): number {
  return (own < 0 ? 0 : (postings.df[own] as number)) + postingsOfWays(ways) + postingsOf(postings, typos);
}

/** Turns `having` on for the documents of a window that have a word in some field. False if there are none. */
export function chooseHaving(
  having: Having,
  fields: readonly FieldClauses[],
  word: number,
  from: number,
  to: number,
): boolean {
  let count = 0;
  for (const { words } of fields) {
    for (const one of words) if (one.word === word) count += addWord(having, one, from, to);
  }
  having.isOn = count > 0;
  return having.isOn;
}

function addWord(having: Having, { clause }: WordClause, from: number, to: number): number {
  if (clause.kind === 'term') return having.addTerm(clause.reading.postings, clause.reading.term, from, to);
  if (clause.kind === 'set') throw new Error('sets are not chosen');
  const { postings, own, ways, typos } = clause.ways;
  const ofOwn = own < 0 ? 0 : having.addTerm(postings, own, from, to);
  return ofOwn + noteWays(having, ways, from, to) + noteTerms(having, postings, typos, from, to);
}
