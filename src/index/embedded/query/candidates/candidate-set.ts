import { type BitSet, countBits, intersect, newBitSet, setBit } from '../../segment/bits.ts';
import { Documents } from '../../segment/doc-id-iterator.ts';
import type { Apart, Matches, Taker } from '../collect/collector.ts';
import { matchAmong, matchWindow, matchWindows, type SegmentWork } from '../scoring/score-candidates.ts';
import { WINDOW } from '../scoring/window.ts';
import { EssentialParts } from './essential-terms.ts';
import { matchingDocuments } from './matching-docs.ts';
import { postingsIn } from './postings-count.ts';

/*
 * Words of a plain query stand for hundreds of terms, most of them in few documents. In a large segment they would be
 * looked up window by window, and nearly all that is scored would not get onto the page. So what matches is worked out
 * first, as a set, if anybody wants to know; then documents are scored that can get onto the page, few of them, spread
 * over the whole segment.
 */

/** By how much the stretches grow that are scored in one go: what was found in one tells what can be passed over in the next. */
const GROWTH = 8;

/** Segments with fewer documents are counted while they are scored: what is read twice would cost more than it saves. */
export const LARGE = 4 * WINDOW;
/** Sets cost a little for every document of the segment: so much as one posting per so many documents. */
const DOCUMENTS_PER_POSTING = 16;

/** Hands over what matches in a large segment; `counting`: the words of the query that a document may need. */
export function* matchLarge(
  work: SegmentWork,
  counting: readonly number[],
  queryWords: number,
  matches: Matches,
  apart: Apart,
): Generator<void, void> {
  const { docCount } = work.state.segment;
  let among: BitSet | undefined;
  let from = 0;
  if (isCountedFirst(work, matches, apart)) {
    among = yield* matchingDocuments(work, counting);
    if (apart.seesAll) among = yield* sifted(work, among, apart);
    else matches.pass(countBits(among, docCount));
    if (!apart.isByScore) return;
  }
  for (; among === undefined && matches.countsOn && from < docCount; from += WINDOW) {
    matchWindow(work, from, Math.min(from + WINDOW, docCount), matches);
    yield;
  }
  yield* rankDocuments(work, among, from, new EssentialParts(work.fields, queryWords), apart.ranking);
}

/** Whether it is worth it to find all that matches before anything is scored. */
function isCountedFirst({ state, fields }: SegmentWork, matches: Matches, apart: Apart): boolean {
  if (apart.filters || !apart.isByScore) return true;
  const { docCount } = state.segment;
  return matches.countsOn && docCount >= LARGE && postingsIn(fields) > docCount / DOCUMENTS_PER_POSTING;
}

/** Scores the documents from `start` on that can get onto the page, among those that match if these are known. */
function* rankDocuments(
  work: SegmentWork,
  among: BitSet | undefined,
  start: number,
  parts: EssentialParts,
  ranking: Taker,
): Generator<void, void> {
  const { segment, liveDocs } = work.state;
  const { docCount } = segment;
  const isFew = among !== undefined && countBits(among, docCount) <= WINDOW;
  let set: BitSet | undefined;
  for (let from = start, size = isFew ? docCount : WINDOW; from < docCount; size *= GROWTH) {
    const to = Math.min(from + size, docCount);
    const { bar } = ranking;
    let chosen = among;
    if (bar > Number.NEGATIVE_INFINITY) {
      set ??= newBitSet(docCount);
      if (parts.mark(bar, from, to, set)) {
        intersect(set, among ?? liveDocs, from >>> 5, (to + 31) >>> 5);
        chosen = set;
      }
    }
    if (chosen !== undefined) yield* matchAmong(work, chosen, from, to, ranking);
    else yield* matchWindows(work, from, to, ranking);
    from = to;
  }
}

/** Filters and counts the documents of a set, and gives those that pass. It pauses now and then. */
function* sifted({ number, state }: SegmentWork, set: BitSet, apart: Apart): Generator<void, BitSet> {
  const { docCount } = state.segment;
  const passing = apart.filters ? newBitSet(docCount) : set;
  const documents = Documents.living(set, docCount);
  for (let seen = 0; documents.next(); ) {
    const { docs, count } = documents;
    const passed = apart.sift(number, docs, count);
    if (apart.filters) for (let i = 0; i < passed; i++) setBit(passing, docs[i] as number);
    seen += count;
    if (seen < WINDOW) continue;
    seen = 0;
    yield;
  }
  return passing;
}
