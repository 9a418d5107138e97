import { bestTerm, countList, countTerm, keepBest } from './accumulate.ts';
import type { Scratch } from './scratch.ts';
import type { Source } from './sources.ts';

/** Scores one way of a word and keeps it where it is the best. */
export function scoreSource(
  { counts, inWay, best, inWord }: Scratch,
  source: Source,
  lengths: Uint16Array,
  slope: number,
  base: number,
  from: number,
  to: number,
): void {
  const { terms, postings, weight } = source;
  const isOne = terms instanceof Uint32Array && terms.length === 1 && source.lists.length === 0;
  if (isOne) {
    bestTerm(postings, terms[0] as number, weight, slope, lengths, base, from, to, best, inWord);
    return;
  }
  if (terms instanceof Uint32Array) {
    for (let i = 0; i < terms.length; i++)
      countTerm(postings, terms[i] as number, base, from, to, counts, inWay);
  } else {
    for (let term = terms[0]; term < terms[1]; term++)
      countTerm(postings, term, base, from, to, counts, inWay);
  }
  for (const list of source.lists) countList(list, base, from, to, counts, inWay);
  keepBest(weight, slope, lengths, base, counts, inWay, best, inWord);
}
