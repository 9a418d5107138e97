import type { Postings } from '../../segment/postings.ts';
import { FEW_LISTS } from '../tuning/thresholds.ts';

/** Postings that are computed, not stored: documents in ascending order, each with a frequency. */
export interface PostingList {
  readonly docs: Uint32Array;
  readonly counts: Uint32Array;
}

export const EMPTY_LIST: PostingList = { docs: new Uint32Array(0), counts: new Uint32Array(0) };

export const listOf = (docs: readonly number[], counts: readonly number[]): PostingList => ({
  docs: Uint32Array.from(docs),
  counts: Uint32Array.from(counts),
});

/**
 * The documents of several terms in ascending order, with the sum of their frequencies: few lists are merged pairwise,
 * many are summed in a map.
 */
export function sumOfTerms(postings: Postings, terms: Uint32Array): PostingList {
  if (terms.length > FEW_LISTS) return sumInMap(postings, terms);
  const lists = Array.from(terms, (term) => termList(postings, term));
  let sum = lists[0] ?? EMPTY_LIST;
  for (const list of lists.slice(1)) sum = mergeLists(sum, list);
  return sum;
}

function sumInMap(postings: Postings, terms: Uint32Array): PostingList {
  const sums = new Map<number, number>();
  for (const term of terms) {
    const { docs, counts } = termList(postings, term);
    for (let i = 0; i < docs.length; i++) {
      const doc = docs[i] as number;
      sums.set(doc, (sums.get(doc) ?? 0) + (counts[i] as number));
    }
  }
  const docs = Uint32Array.from(sums.keys()).sort();
  return { docs, counts: docs.map((doc) => sums.get(doc) ?? 0) };
}

function termList(postings: Postings, term: number): PostingList {
  const df = postings.df[term] as number;
  const docs = new Uint32Array(df);
  const counts = new Uint32Array(df);
  let at = 0;
  const end = postings.firstBlock[term + 1] as number;
  for (let block = postings.firstBlock[term] as number; block < end; block++) {
    const size = postings.decode(term, block);
    docs.set(postings.docs.subarray(0, size), at);
    counts.set(postings.frequencies.subarray(0, size), at);
    at += size;
  }
  return { docs, counts };
}

/** The union of two lists, with the sum of their frequencies. */
function mergeLists(a: PostingList, b: PostingList): PostingList {
  const docs: number[] = [];
  const counts: number[] = [];
  let i = 0;
  let j = 0;
  while (i < a.docs.length || j < b.docs.length) {
    const left = i < a.docs.length ? (a.docs[i] as number) : Number.POSITIVE_INFINITY;
    const right = j < b.docs.length ? (b.docs[j] as number) : Number.POSITIVE_INFINITY;
    docs.push(Math.min(left, right));
    counts.push(
      (left <= right ? (a.counts[i] as number) : 0) + (right <= left ? (b.counts[j] as number) : 0),
    );
    if (left <= right) i++;
    if (right <= left) j++;
  }
  return listOf(docs, counts);
}

/** Intersects lists by a merge: the documents that all lists have, and the index of each document in every list. */
export function intersectLists(lists: readonly PostingList[]): { docs: number[]; at: number[][] } {
  const docs: number[] = [];
  const at: number[][] = [];
  const [first, ...others] = lists;
  if (first === undefined) return { docs, at };
  const next = others.map(() => 0);
  for (let i = 0; i < first.docs.length; i++) {
    const doc = first.docs[i] as number;
    const indexes = [i];
    for (const [k, list] of others.entries()) {
      let j = next[k] as number;
      while (j < list.docs.length && (list.docs[j] as number) < doc) j++;
      next[k] = j;
      if (list.docs[j] !== doc) break;
      indexes.push(j);
    }
    if (indexes.length !== lists.length) continue;
    docs.push(doc);
    at.push(indexes);
  }
  return { docs, at };
}
