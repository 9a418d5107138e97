import type { Postings } from '../../segment/postings.ts';
import type { Clause, FieldClauses } from '../scoring/segment-query.ts';

/* Numbers of postings: the cost estimates by which a set of candidates is chosen. */

function postingsOf({ df }: Postings, terms: Uint32Array): number {
  let sum = 0;
  for (const term of terms) sum += df[term] as number;
  return sum;
}

/** Cost: one read per term. */
export function postingsOfClause(clause: Clause): number {
  if (clause.kind === 'term') return clause.df;
  const { postings, exact, expansions, fuzzy } = clause.expansions;
  let sum = (exact < 0 ? 0 : (postings.df[exact] as number)) + postingsOf(postings, fuzzy);
  for (const { postings, terms, from, to, lists } of expansions) {
    sum += postingsOf(postings, terms);
    for (let term = from; term < to; term++) sum += postings.df[term] as number;
    for (const { docs } of lists) sum += docs.length;
  }
  return sum;
}

/** Postings of all terms of some fields. */
export function postingsIn(fields: readonly FieldClauses[]): number {
  let sum = 0;
  for (const { terms } of fields) for (const { clause } of terms) sum += postingsOfClause(clause);
  return sum;
}
