import type { Postings } from '../../segment/postings.ts';
import { Pace } from '../tuning/pace.ts';
import { DOCS_PER_SUMMED, FEW_LISTS, ITEMS_PAUSE } from '../tuning/thresholds.ts';

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
 * The documents of several terms in ascending order, with the sum of their frequencies. Few postings are merged pairwise
 * or summed in a map; many are summed in an array of all documents. It yields.
 */
export function* sumOfTerms(
  postings: Postings,
  terms: Uint32Array,
  docCount: number,
): Generator<void, PostingList> {
  const [first] = terms;
  if (first === undefined) return EMPTY_LIST;
  if (terms.length === 1) return termList(postings, first);
  let total = 0;
  for (const term of terms) total += postings.df[term] as number;
  if (total > docCount / DOCS_PER_SUMMED) return yield* sumInArray(postings, terms, docCount);
  if (terms.length > FEW_LISTS) return yield* sumInMap(postings, terms);
  let sum = EMPTY_LIST;
  for (const term of terms) sum = mergeLists(sum, termList(postings, term));
  return sum;
}

function* sumInArray(postings: Postings, terms: Uint32Array, docCount: number): Generator<void, PostingList> {
  const sums = new Uint32Array(docCount);
  const pace = new Pace();
  for (const term of terms) {
    addTo(sums, termList(postings, term));
    if (pace.isDue(1)) yield;
  }
  let found = 0;
  for (const sum of sums) if (sum > 0) found++;
  const docs = new Uint32Array(found);
  const counts = new Uint32Array(found);
  for (let doc = 0, at = 0; doc < docCount; doc++) {
    const sum = sums[doc] as number;
    if (sum === 0) continue;
    docs[at] = doc;
    counts[at++] = sum;
  }
  return { docs, counts };
}

function addTo(sums: Uint32Array, { docs, counts }: PostingList): void {
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i] as number;
    sums[doc] = (sums[doc] as number) + (counts[i] as number);
  }
}

function* sumInMap(postings: Postings, terms: Uint32Array): Generator<void, PostingList> {
  const sums = new Map<number, number>();
  let seen = 0;
  for (const term of terms) {
    const { docs, counts } = termList(postings, term);
    for (let i = 0; i < docs.length; i++) {
      const doc = docs[i] as number;
      sums.set(doc, (sums.get(doc) ?? 0) + (counts[i] as number));
    }
    if (++seen % ITEMS_PAUSE === 0) yield;
  }
  const docs = Uint32Array.from(sums.keys()).sort();
  return { docs, counts: docs.map((doc) => sums.get(doc) ?? 0) };
}

export function termList(postings: Postings, term: number): PostingList {
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
export function mergeLists(a: PostingList, b: PostingList): PostingList {
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

/**
 * Intersects lists by a merge: the documents that all lists have, and the index of each document in every list. It
 * yields.
 */
export function* intersectLists(
  lists: readonly PostingList[],
): Generator<void, { docs: number[]; at: number[][] }> {
  const docs: number[] = [];
  const at: number[][] = [];
  const [first, ...others] = lists;
  if (first === undefined) return { docs, at };
  const next = others.map(() => 0);
  for (let i = 0; i < first.docs.length; i++) {
    if (i % ITEMS_PAUSE === ITEMS_PAUSE - 1) yield;
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
