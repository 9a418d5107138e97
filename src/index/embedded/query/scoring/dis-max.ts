import { WEIGHTS } from '../terms/expansion-kinds.ts';
import type { Way, WordWays } from '../terms/term-expansions.ts';
import { NO_COUNTS, type Scratch } from './accumulators.ts';
import { bestOwn, bestTerm, countList, countTerm, keepBest } from './expansion-loops.ts';

/** Scores a word in a field of a window and leaves the best of its ways in `scratch.best`. */
export function scoreWord(
  scratch: Scratch,
  word: WordWays,
  lengths: Uint16Array,
  slope: number,
  base: number,
  from: number,
  to: number,
): void {
  const { postings, own, ways, typos, typoWeights } = word;
  const { best, inWord, having } = scratch;
  if (own >= 0) {
    bestOwn(postings, own, WEIGHTS.word, slope, lengths, base, from, to, best, inWord, scratch.own, having);
  }
  const withOwn = inWord.count;
  for (const way of ways) scoreWay(scratch, way, lengths, slope, base, from, to);
  for (let i = 0; i < typos.length; i++) {
    const weight = typoWeights[i] as number;
    bestTerm(postings, typos[i] as number, weight, slope, lengths, base, from, to, best, inWord, having);
  }
  // The documents of the word itself came first.
  for (let i = 0; i < withOwn; i++) scratch.own[inWord.docs[i] as number] = 0;
}

function scoreWay(
  { counts, own, inWay, best, inWord, having }: Scratch,
  { weight, postings, terms, from: first, to: last, lists, withOwn }: Way,
  lengths: Uint16Array,
  slope: number,
  base: number,
  from: number,
  to: number,
): void {
  const isOne = terms.length + last - first === 1 && lists.length === 0 && !withOwn;
  if (isOne) {
    const term = terms.length === 1 ? (terms[0] as number) : first;
    bestTerm(postings, term, weight, slope, lengths, base, from, to, best, inWord, having);
    return;
  }
  for (let i = 0; i < terms.length; i++)
    countTerm(postings, terms[i] as number, base, from, to, counts, inWay, having);
  for (let term = first; term < last; term++)
    countTerm(postings, term, base, from, to, counts, inWay, having);
  for (const list of lists) countList(list, base, from, to, counts, inWay, having);
  keepBest(weight, slope, lengths, base, counts, withOwn ? own : NO_COUNTS, inWay, best, inWord);
}
