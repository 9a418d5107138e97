import { type BitSet, setBit } from '../../segment/bits.ts';
import type { Postings } from '../../segment/postings.ts';
import { firstBlockOf, firstFrom, lastBefore } from '../scoring/block-range.ts';
import type { Clause } from '../scoring/segment-query.ts';
import type { PostingList } from '../terms/posting-list.ts';
import { Pace } from '../tuning/pace.ts';
import { TERMS_AT_ONCE } from '../tuning/thresholds.ts';

/* Adds the documents of terms and expansions in [from, to) to a bitset. */

/** Cost: per posting a read, an or and a write. Term frequencies are not decoded. */
function uniteTerm(postings: Postings, term: number, from: number, to: number, set: BitSet): void {
  const end = postings.firstBlock[term + 1] as number;
  const { docs } = postings;
  let block = firstBlockOf(postings, term, end, from);
  for (; block < end && postings.firstDoc(block) < to; block++) {
    const size = postings.decodeDocs(term, block);
    uniteBlock(docs, firstFrom(docs, size, from), lastBefore(docs, size, to), set);
  }
}

function uniteBlock(docs: Int32Array, first: number, last: number, set: BitSet): void {
  for (let i = first; i < last; i++) {
    const doc = docs[i] as number;
    set[doc >>> 5] = (set[doc >>> 5] as number) | (1 << (doc & 31));
  }
}

/** Adds all documents that have a query term in a field, by any expansion. It yields. */
export function* uniteClause(clause: Clause, from: number, to: number, set: BitSet): Generator<void, void> {
  if (clause.kind === 'term') {
    uniteTerm(clause.postings, clause.ordinal, from, to, set);
    return;
  }
  const { postings, exact, expansions, fuzzy } = clause.expansions;
  if (exact >= 0) uniteTerm(postings, exact, from, to, set);
  for (const term of fuzzy) uniteTerm(postings, term, from, to, set);
  const pace = new Pace();
  for (const { postings, terms, from: first, to: last, lists } of expansions) {
    for (const term of terms) uniteTerm(postings, term, from, to, set);
    for (let term = first; term < last; term++) {
      uniteTerm(postings, term, from, to, set);
      if ((term - first) % TERMS_AT_ONCE === TERMS_AT_ONCE - 1 && pace.isDue(TERMS_AT_ONCE)) yield;
    }
    for (const list of lists) uniteList(list, from, to, set);
  }
}

function uniteList({ docs }: PostingList, from: number, to: number, set: BitSet): void {
  for (const doc of docs) if (doc >= from && doc < to) setBit(set, doc);
}
