import type { ExpansionPostings, TermExpansions } from '../terms/term-expansions.ts';
import type { WindowAccumulators } from './accumulators.ts';
import { bestExact, bestTerm, countList, countTerm, keepMax } from './expansion-loops.ts';
import type { ScoreRange } from './score-range.ts';

/** Dis-max: stores the score of the best expansion of a query term in a field, by document, in `accumulators.best`. */
export function scoreDisMax(
  accumulators: WindowAccumulators,
  { postings, exact, expansions, fuzzy, fuzzyWeights }: TermExpansions,
  range: ScoreRange,
): void {
  const { inTerm } = accumulators;
  if (exact >= 0) bestExact(postings, exact, range, accumulators);
  const withExact = inTerm.count;
  for (const expansion of expansions) scoreExpansion(accumulators, expansion, range);
  for (let i = 0; i < fuzzy.length; i++)
    bestTerm(postings, fuzzy[i] as number, fuzzyWeights[i] as number, range, accumulators);
  // The documents of the exact term are the first of the list.
  for (let i = 0; i < withExact; i++) accumulators.exact[inTerm.docs[i] as number] = 0;
}

function scoreExpansion(
  accumulators: WindowAccumulators,
  { weight, postings, terms, from: first, to: last, lists, withExact }: ExpansionPostings,
  range: ScoreRange,
): void {
  const { frequencies, exact, inExpansion, ranked, zeros } = accumulators;
  const isOne = terms.length + last - first === 1 && lists.length === 0 && !withExact;
  if (isOne) {
    const term = terms.length === 1 ? (terms[0] as number) : first;
    bestTerm(postings, term, weight, range, accumulators);
    return;
  }
  for (let i = 0; i < terms.length; i++)
    countTerm(postings, terms[i] as number, range, frequencies, inExpansion, ranked);
  for (let term = first; term < last; term++)
    countTerm(postings, term, range, frequencies, inExpansion, ranked);
  for (const list of lists) countList(list, range, frequencies, inExpansion, ranked);
  keepMax(weight, range, withExact ? exact : zeros, accumulators);
}
