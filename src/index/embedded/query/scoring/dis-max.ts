import type { Kernel } from '../../kernel/kernel.ts';
import type { Postings } from '../../segment/postings.ts';
import type { PostingList } from '../terms/posting-list.ts';
import type { ExpansionPostings, TermExpansions } from '../terms/term-expansions.ts';
import type { Pace } from '../tuning/pace.ts';
import { TERMS_AT_ONCE } from '../tuning/thresholds.ts';

/** Dis-max: scores the best expansion of a query term in a field, by document. */
export function scoreDisMax(kernel: Kernel, expansions: TermExpansions): void {
  scoreExact(kernel, expansions);
  for (const expansion of expansions.expansions) scoreExpansion(kernel, expansion);
  scoreFuzzy(kernel, expansions);
}

/** The same for a query term with long expansions. It yields: as a generator it is too slow for all others. */
export function* scoreLongDisMax(
  kernel: Kernel,
  expansions: TermExpansions,
  pace: Pace,
): Generator<void, void> {
  scoreExact(kernel, expansions);
  for (const expansion of expansions.expansions) {
    const { postings, from, to, weight, withExact } = expansion;
    if (to - from <= TERMS_AT_ONCE) {
      scoreExpansion(kernel, expansion);
      continue;
    }
    for (let term = from; term < to; term += TERMS_AT_ONCE) {
      countRange(kernel, postings, term, Math.min(term + TERMS_AT_ONCE, to));
      kernel.countReads();
      if (pace.isDue(TERMS_AT_ONCE)) yield;
    }
    countOthers(kernel, expansion);
    kernel.run.keepMax(weight, withExact);
  }
  scoreFuzzy(kernel, expansions);
}

function scoreExact(kernel: Kernel, { postings, exact }: TermExpansions): void {
  if (exact < 0) return;
  kernel.run.bestExact(kernel.list(postings, exact));
}

/** Scores the fuzzy matches, and clears the frequencies of the exact term. */
function scoreFuzzy(kernel: Kernel, { postings, fuzzy, fuzzyWeights }: TermExpansions): void {
  for (let i = 0; i < fuzzy.length; i++)
    bestTerm(kernel, postings, fuzzy[i] as number, fuzzyWeights[i] as number);
  kernel.run.clearExact();
}

function bestTerm(kernel: Kernel, postings: Postings, term: number, weight: number): void {
  kernel.run.bestTerm(kernel.list(postings, term), weight);
}

function scoreExpansion(kernel: Kernel, expansion: ExpansionPostings): void {
  const { weight, postings, terms, from, to, lists, withExact } = expansion;
  const isOne = terms.length + to - from === 1 && lists.length === 0 && !withExact;
  if (isOne) {
    bestTerm(kernel, postings, terms.length === 1 ? (terms[0] as number) : from, weight);
    return;
  }
  if (from < to) countRange(kernel, postings, from, to);
  countOthers(kernel, expansion);
  kernel.run.keepMax(weight, withExact);
}

function countRange(kernel: Kernel, postings: Postings, from: number, to: number): void {
  kernel.run.countTerms(kernel.list(postings, from, to));
}

/** Counts the terms and lists of an expansion outside of its range. */
function countOthers(kernel: Kernel, { postings, terms, lists }: ExpansionPostings): void {
  for (const term of terms) countRange(kernel, postings, term, term + 1);
  for (const list of lists) countList(kernel, list);
}

function countList(kernel: Kernel, { docs, counts }: PostingList): void {
  const at = kernel.numbers(docs, counts);
  kernel.run.countDocs(at, at + docs.byteLength, docs.length);
}
