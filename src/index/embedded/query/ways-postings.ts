import type { Postings } from '../segment/postings.ts';
import type { Having } from './having.ts';
import type { Way } from './word-ways.ts';

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

/** Notes the documents of some terms from `from` to before `to`; gives how many, those of several terms more than once. */
export function noteTerms(
  having: Having,
  postings: Postings,
  terms: Uint32Array,
  from: number,
  to: number,
): number {
  let count = 0;
  for (const term of terms) count += having.addTerm(postings, term, from, to);
  return count;
}

/** The same for ways. */
export function noteWays(having: Having, ways: readonly Way[], from: number, to: number): number {
  let count = 0;
  for (const way of ways) {
    count += noteTerms(having, way.postings, way.terms, from, to);
    for (let term = way.from; term < way.to; term++) count += having.addTerm(way.postings, term, from, to);
    for (const list of way.lists) count += having.addList(list, from, to);
  }
  return count;
}
