import type { Postings } from '../../segment/postings.ts';
import type { ExpansionPostings, TermExpansions } from '../terms/term-expansions.ts';
import type { Pace } from '../tuning/pace.ts';
import { TERMS_AT_ONCE } from '../tuning/thresholds.ts';
import type { WindowAccumulators } from './accumulators.ts';
import { bestExact, bestTerm, countList, countTerm, keepMax } from './expansion-loops.ts';
import type { ScoreRange } from './score-range.ts';

/** Dis-max: stores the score of the best expansion of a query term in a field, by document, in `accumulators.best`. */
export function scoreDisMax(
  accumulators: WindowAccumulators,
  expansions: TermExpansions,
  range: ScoreRange,
): void {
  const withExact = scoreExact(accumulators, expansions, range);
  for (const expansion of expansions.expansions) scoreExpansion(accumulators, expansion, range);
  scoreFuzzy(accumulators, expansions, range, withExact);
}

/** The same for a query term with long expansions. It yields: as a generator it is too slow for all others. */
export function* scoreLongDisMax(
  accumulators: WindowAccumulators,
  expansions: TermExpansions,
  range: ScoreRange,
  pace: Pace,
): Generator<void, void> {
  const withExact = scoreExact(accumulators, expansions, range);
  for (const expansion of expansions.expansions) {
    const { from, to } = expansion;
    if (to - from <= TERMS_AT_ONCE) {
      scoreExpansion(accumulators, expansion, range);
      continue;
    }
    for (let term = from; term < to; term += TERMS_AT_ONCE) {
      countRange(accumulators, expansion.postings, term, Math.min(term + TERMS_AT_ONCE, to), range);
      if (pace.isDue(TERMS_AT_ONCE)) yield;
    }
    countOthers(accumulators, expansion, range);
    keepMax(expansion.weight, range, exactOf(accumulators, expansion), accumulators);
  }
  scoreFuzzy(accumulators, expansions, range, withExact);
}

/** Scores the exact term and returns the number of its documents. */
function scoreExact(
  accumulators: WindowAccumulators,
  { postings, exact }: TermExpansions,
  range: ScoreRange,
): number {
  if (exact >= 0) bestExact(postings, exact, range, accumulators);
  return accumulators.inTerm.count;
}

/** Scores the fuzzy matches, and clears the frequencies of the exact term. */
function scoreFuzzy(
  accumulators: WindowAccumulators,
  { postings, fuzzy, fuzzyWeights }: TermExpansions,
  range: ScoreRange,
  withExact: number,
): void {
  const { inTerm } = accumulators;
  for (let i = 0; i < fuzzy.length; i++)
    bestTerm(postings, fuzzy[i] as number, fuzzyWeights[i] as number, range, accumulators);
  // The documents of the exact term are the first of the list.
  for (let i = 0; i < withExact; i++) accumulators.exact[inTerm.docs[i] as number] = 0;
}

function scoreExpansion(
  accumulators: WindowAccumulators,
  expansion: ExpansionPostings,
  range: ScoreRange,
): void {
  const { weight, postings, terms, from: first, to: last, lists, withExact } = expansion;
  const isOne = terms.length + last - first === 1 && lists.length === 0 && !withExact;
  if (isOne) {
    const term = terms.length === 1 ? (terms[0] as number) : first;
    bestTerm(postings, term, weight, range, accumulators);
    return;
  }
  countRange(accumulators, postings, first, last, range);
  countOthers(accumulators, expansion, range);
  keepMax(weight, range, exactOf(accumulators, expansion), accumulators);
}

/** The frequencies of the exact term if it counts for an expansion too, else zeros. */
const exactOf = ({ exact, zeros }: WindowAccumulators, { withExact }: ExpansionPostings): Int32Array =>
  withExact ? exact : zeros;

function countRange(
  { frequencies, inExpansion, ranked }: WindowAccumulators,
  postings: Postings,
  first: number,
  last: number,
  range: ScoreRange,
): void {
  for (let term = first; term < last; term++)
    countTerm(postings, term, range, frequencies, inExpansion, ranked);
}

/** Counts the terms and lists of an expansion outside of its range. */
function countOthers(
  { frequencies, inExpansion, ranked }: WindowAccumulators,
  { postings, terms, lists }: ExpansionPostings,
  range: ScoreRange,
): void {
  for (let i = 0; i < terms.length; i++)
    countTerm(postings, terms[i] as number, range, frequencies, inExpansion, ranked);
  for (const list of lists) countList(list, range, frequencies, inExpansion, ranked);
}
