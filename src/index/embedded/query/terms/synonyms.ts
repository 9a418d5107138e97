import type { Alternative } from '../../../terms/alternatives.ts';
import type { Postings } from '../../segment/postings.ts';
import type { TextIndex } from '../../segment/text-index.ts';
import { Pace } from '../tuning/pace.ts';
import { LOOKUPS_PAUSE, PAUSE } from '../tuning/thresholds.ts';
import { EMPTY_LIST, type PostingList, sumOfTerms } from './posting-list.ts';

/*
 * Synonyms of a query term (docs/matching.md, section 7): alternatives of one word are further stems of the term; those of
 * several words are a list of the documents that have all words of one, computed when the term is looked up.
 */

/** The alternatives of a query term in one field of one segment. */
export interface SynonymMatch {
  /** By alternative of one word, the ordinal of its stem, -1 if no document has it. */
  readonly stems: readonly number[];
  /** The documents that have all words of an alternative of several words, each with its largest frequency of one. */
  readonly list: PostingList;
}

export const NO_SYNONYMS: SynonymMatch = { stems: [], list: EMPTY_LIST };

/** It yields. Memory: one list, however many alternatives there are. */
export function* lookUpSynonyms(
  text: TextIndex,
  alternatives: readonly Alternative[],
): Generator<void, SynonymMatch> {
  const singles: number[] = [];
  let list = EMPTY_LIST;
  for (const [i, stems] of alternatives.entries()) {
    if (i % LOOKUPS_PAUSE === LOOKUPS_PAUSE - 1) yield;
    const ordinals = stems.map((stem) => text.stems?.find(stem) ?? -1);
    if (ordinals.length === 1) singles.push(ordinals[0] as number);
    else if (!ordinals.includes(-1)) list = yield* largestOf(list, yield* withAllStems(text, ordinals));
  }
  return { stems: singles, list };
}

/**
 * The documents that have a word of every stem, each with the frequency of its least frequent stem. It yields.
 * Cost: the postings of the rarest stem, and of the others only the blocks between its documents.
 */
function* withAllStems(text: TextIndex, stems: readonly number[]): Generator<void, PostingList> {
  const rarestFirst = stems.toSorted((a, b) => (text.stemDf[a] as number) - (text.stemDf[b] as number));
  const [rarest, ...others] = rarestFirst.map((stem) => text.wordsWith(stem));
  if (rarest === undefined) return EMPTY_LIST;
  let list = yield* sumOfTerms(text.postings, rarest, text.lengths.length);
  const pace = new Pace();
  for (const terms of others) {
    const counts = new Uint32Array(list.docs.length);
    for (const term of terms) yield* addFrequencies(text.postings, term, list.docs, counts, pace);
    list = leastOf(list, counts);
    yield;
  }
  return list;
}

/** Adds the frequencies of a term in ascending documents to their counts. It yields. */
function* addFrequencies(
  postings: Postings,
  term: number,
  docs: Uint32Array,
  counts: Uint32Array,
  pace: Pace,
): Generator<void, void> {
  const end = postings.firstBlock[term + 1] as number;
  let block = postings.firstBlock[term] as number;
  for (let i = 0; i < docs.length && block < end; block++) {
    const doc = docs[i] as number;
    while (block + 1 < end && postings.firstDoc(block + 1) <= doc) block++;
    const next = block + 1 < end ? postings.firstDoc(block + 1) : Number.POSITIVE_INFINITY;
    const size = postings.decode(term, block);
    i = addBlock(postings, size, next, docs, i, counts);
    if (pace.isDue(1)) yield;
  }
}

/** Adds the frequencies of a decoded block to documents before `next`; returns the index of the first one after it. */
function addBlock(
  { docs: found, frequencies }: Postings,
  size: number,
  next: number,
  docs: Uint32Array,
  from: number,
  counts: Uint32Array,
): number {
  let i = from;
  for (let j = 0; i < docs.length && (docs[i] as number) < next; i++) {
    const doc = docs[i] as number;
    while (j < size && (found[j] as number) < doc) j++;
    if (j < size && found[j] === doc) counts[i] = (counts[i] as number) + (frequencies[j] as number);
  }
  return i;
}

/** The documents of a list with a count above 0, each with the smaller of its two counts. */
function leastOf(list: PostingList, counts: Uint32Array): PostingList {
  let found = 0;
  for (const count of counts) if (count > 0) found++;
  const least = { docs: new Uint32Array(found), counts: new Uint32Array(found) };
  for (let i = 0, at = 0; i < counts.length; i++) {
    const count = counts[i] as number;
    if (count === 0) continue;
    least.docs[at] = list.docs[i] as number;
    least.counts[at++] = Math.min(count, list.counts[i] as number);
  }
  return least;
}

/** The union of two lists, with the larger of both frequencies. It yields. */
function* largestOf(a: PostingList, b: PostingList): Generator<void, PostingList> {
  if (a.docs.length === 0) return b;
  if (b.docs.length === 0) return a;
  const docs = new Uint32Array(a.docs.length + b.docs.length);
  const counts = new Uint32Array(docs.length);
  let size = 0;
  for (let i = 0, j = 0; i < a.docs.length || j < b.docs.length; size++) {
    const left = i < a.docs.length ? (a.docs[i] as number) : Number.POSITIVE_INFINITY;
    const right = j < b.docs.length ? (b.docs[j] as number) : Number.POSITIVE_INFINITY;
    docs[size] = Math.min(left, right);
    counts[size] = Math.max(
      left <= right ? (a.counts[i] as number) : 0,
      right <= left ? (b.counts[j] as number) : 0,
    );
    if (left <= right) i++;
    if (right <= left) j++;
    if (size % PAUSE === PAUSE - 1) yield;
  }
  return { docs: docs.slice(0, size), counts: counts.slice(0, size) };
}
