import { intersect, newBitSet } from '../../segment/bits.ts';
import type { Matches } from '../collect/collector.ts';
import { matchAmong, type SegmentWork } from '../scoring/score-candidates.ts';
import type { FieldClauses } from '../scoring/segment-query.ts';
import { postingsOfClause } from './postings-count.ts';
import { markClause } from './union.ts';

/** How many times as many postings all others must have together, for a look at the documents of one word to be worth it. */
const OTHERS = 0.5;
/** The same where all that matches can be found without it. */
export const OTHERS_IN_LARGE = 2;

/** Of the words that all documents need, the one with the fewest postings; undefined if these are not few enough. */
export function rarestOf(
  fields: readonly FieldClauses[],
  needed: readonly number[],
  others = OTHERS,
): number | undefined {
  if (needed.length < 2) return undefined;
  const costs = new Map(needed.map((word) => [word, 0]));
  let all = 0;
  for (const { words } of fields) {
    for (const { word, clause } of words) {
      const cost = postingsOfClause(clause);
      all += cost;
      const known = costs.get(word);
      if (known !== undefined) costs.set(word, known + cost);
    }
  }
  let rarest: number | undefined;
  let least = all / (others + 1);
  for (const [word, cost] of costs) {
    if (cost > least) continue;
    rarest = word;
    least = cost;
  }
  return rarest;
}

/** Hands over what matches among the documents of a segment that have a word in some field. */
export function* matchRarest(work: SegmentWork, word: number, matches: Matches): Generator<void, void> {
  const { state, fields } = work;
  const { docCount } = state.segment;
  const set = newBitSet(docCount);
  for (const { words } of fields) {
    for (const one of words) if (one.word === word) markClause(one.clause, 0, docCount, set);
  }
  intersect(set, state.liveDocs);
  yield* matchAmong(work, set, 0, docCount, matches);
}
