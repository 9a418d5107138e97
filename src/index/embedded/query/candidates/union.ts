import { type BitSet, setBit } from '../../segment/bits.ts';
import type { Postings } from '../../segment/postings.ts';
import { firstBlockOf, firstFrom, lastBefore } from '../scoring/block-range.ts';
import type { Clause } from '../scoring/segment-query.ts';
import type { List } from '../terms/posting-list.ts';
import type { Way } from '../terms/term-expansions.ts';

/* Documents of terms and ways, added to sets. Of a stretch of a segment: from `from` to before `to`. */

/** Cost: per posting a read, an or and a write. */
export function markTerm(postings: Postings, term: number, from: number, to: number, set: BitSet): void {
  const end = postings.firstBlock[term + 1] as number;
  const { docs } = postings;
  let block = firstBlockOf(postings, term, end, from);
  for (; block < end && postings.firstDoc(block) < to; block++) {
    const size = postings.decodeDocs(term, block);
    markBlock(docs, firstFrom(docs, size, from), lastBefore(docs, size, to), set);
  }
}

function markBlock(docs: Int32Array, first: number, last: number, set: BitSet): void {
  for (let i = first; i < last; i++) {
    const doc = docs[i] as number;
    set[doc >>> 5] = (set[doc >>> 5] as number) | (1 << (doc & 31));
  }
}

export function markTerms(
  postings: Postings,
  terms: Uint32Array,
  from: number,
  to: number,
  set: BitSet,
): void {
  for (const term of terms) markTerm(postings, term, from, to, set);
}

export function markWays(ways: readonly Way[], from: number, to: number, set: BitSet): void {
  for (const { postings, terms, from: first, to: last, lists } of ways) {
    markTerms(postings, terms, from, to, set);
    for (let term = first; term < last; term++) markTerm(postings, term, from, to, set);
    for (const list of lists) markList(list, from, to, set);
  }
}

/** All documents of a word in a field. */
export function markClause(clause: Clause, from: number, to: number, set: BitSet): void {
  if (clause.kind === 'term') {
    markTerm(clause.reading.postings, clause.reading.term, from, to, set);
    return;
  }
  const { postings, own, ways, typos } = clause.ways;
  if (own >= 0) markTerm(postings, own, from, to, set);
  markWays(ways, from, to, set);
  markTerms(postings, typos, from, to, set);
}

function markList({ docs }: List, from: number, to: number, set: BitSet): void {
  for (const doc of docs) if (doc >= from && doc < to) setBit(set, doc);
}
