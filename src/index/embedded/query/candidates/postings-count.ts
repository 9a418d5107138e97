import type { Postings } from '../../segment/postings.ts';
import type { Clause, FieldClauses } from '../scoring/segment-query.ts';
import type { Way, WordWays } from '../terms/term-expansions.ts';

/** Postings of some terms. */
export function postingsOf({ df }: Postings, terms: Uint32Array): number {
  let sum = 0;
  for (const term of terms) sum += df[term] as number;
  return sum;
}

/** Postings of some ways. Cost: one read per term. */
export function postingsOfWays(ways: readonly Way[]): number {
  let sum = 0;
  for (const { postings, terms, from, to, lists } of ways) {
    sum += postingsOf(postings, terms);
    for (let term = from; term < to; term++) sum += postings.df[term] as number;
    for (const { docs } of lists) sum += docs.length;
  }
  return sum;
}

/** Postings of all ways of a word. */
const postingsOfWord = ({ postings, own, ways, typos }: WordWays): number =>
  (own < 0 ? 0 : (postings.df[own] as number)) + postingsOfWays(ways) + postingsOf(postings, typos);

/** Postings of all words of some fields. */
export function postingsIn(fields: readonly FieldClauses[]): number {
  let sum = 0;
  for (const { words } of fields) for (const { clause } of words) sum += postingsOfClause(clause);
  return sum;
}

export function postingsOfClause(clause: Clause): number {
  if (clause.kind === 'term') return clause.reading.postings.df[clause.reading.term] as number;
  return postingsOfWord(clause.ways);
}
