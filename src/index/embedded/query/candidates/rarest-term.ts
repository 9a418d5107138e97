import { type BitSet, newBitSet } from '../../segment/bits.ts';
import { clausesOf, keepMatchable, type SegmentQuery } from '../scoring/segment-query.ts';
import { postingsOfClause } from './postings-count.ts';
import { uniteClauses } from './union.ts';

export interface RarestTerm {
  readonly term: number;
  readonly postings: number;
}

/**
 * If every term but the stop words is required, the term with the fewest postings: each match has it, so its documents
 * are the candidates. Undefined if such a term is optional, if the query has one term or more terms than the mask, or
 * if the rarest term has more than 1 / `share` of all postings.
 */
export function rarestTerm(
  { fields, minimum, termCount }: SegmentQuery,
  share: number,
): RarestTerm | undefined {
  const isEachRequired = minimum.count === minimum.terms.length && !minimum.hasOverflow;
  if (!isEachRequired || termCount < 2) return undefined;
  const costs = new Map(minimum.terms.map((term) => [term, 0]));
  let all = 0;
  for (const { terms } of fields) {
    for (const { term, clause } of terms) {
      const cost = postingsOfClause(clause);
      all += cost;
      const known = costs.get(term);
      if (known !== undefined) costs.set(term, known + cost);
    }
  }
  let rarest: RarestTerm | undefined;
  let least = all / share;
  for (const [term, cost] of costs) {
    if (cost > least) continue;
    rarest = { term, postings: cost };
    least = cost;
  }
  return rarest;
}

/** The live documents of a segment that have a term in some field. It yields. */
export function* docsOfTerm(query: SegmentQuery, term: number): Generator<void, BitSet> {
  const { reader, fields } = query;
  const { docCount } = reader.segment;
  const set = newBitSet(docCount);
  yield* uniteClauses(clausesOf(fields, [term]), 0, docCount, docCount, set);
  keepMatchable(set, query);
  return set;
}
