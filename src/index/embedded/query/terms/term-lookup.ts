import { textBytes } from '../../../../caching/bounded-cache.ts';
import { OwnedCaches } from '../../../../caching/owned-caches.ts';
import type { Postings } from '../../segment/postings.ts';
import type { Segment } from '../../segment/segment.ts';
import type { SegmentReader } from '../../snapshot/segment-reader.ts';
import { liveDf, liveStemDf, type Snapshot } from '../../snapshot/snapshot.ts';
import { LOOKUP_CACHE_BYTES, PLAN_CACHE_BYTES, WARMED_TERMS } from '../tuning/thresholds.ts';
import type { Precision } from './expansion-kinds.ts';
import { bestFuzzyWords, type FuzzyInField } from './fuzzy-terms.ts';
import { idf } from './idf.ts';
import type { QueryTerm } from './query-terms.ts';
import { TermExpander, type TermExpansions, type TermMatch } from './term-expansions.ts';

/** A query term in one field of all segments. */
export interface TermInField {
  readonly idf: number;
  readonly bySegment: ReadonlyArray<TermExpansions | undefined>;
}

/** A query term in each of the searched fields; undefined where no segment has it. */
export type TermPlan = ReadonlyArray<TermInField | undefined>;

type Finds = ReadonlyArray<TermMatch | undefined>;

/** A term that was looked up, and where it is in a segment. */
interface Asked {
  readonly word: QueryTerm;
  readonly fields: readonly string[];
  readonly precision: Precision;
  readonly finds: Finds;
}

/** Objects of an expansion with its typed arrays, besides the numbers in them. */
const EXPANSION_BYTES = 512;

const cachedPlans = new OwnedCaches<Snapshot, string, TermPlan>({
  bytes: PLAN_CACHE_BYTES,
  weigh: (key, plan) =>
    plan.reduce((sum, found) => sum + 64 + 16 * (found?.bySegment.length ?? 0), textBytes(key)),
});
const cachedLookups = new OwnedCaches<Segment, string, Asked>({
  bytes: LOOKUP_CACHE_BYTES,
  weigh: (key, { finds }) => finds.reduce((sum, find) => sum + bytesOf(find), 256 + textBytes(key)),
});

function bytesOf(find: TermMatch | undefined): number {
  if (find === undefined) return 8;
  const fuzzy = find.near.words.length;
  return EXPANSION_BYTES * (1 + (find.expansions?.expansions.length ?? 0)) + 64 * fuzzy;
}

/**
 * Where a term is found, and its IDF. Cached with the snapshot. What does not depend on live documents is cached with the
 * segment: a write makes a new snapshot, but few new segments.
 */
export function termPlan(
  view: Snapshot,
  word: QueryTerm,
  fields: readonly string[],
  precision: Precision,
): TermPlan {
  const key = [precision.name, word.word, word.isStop, ...word.glued, '', ...word.parts, '', ...fields].join(
    '\n',
  );
  return cachedPlans.of(view).getOrMake(key, () => planOf(view, word, fields, precision, key));
}

function planOf(
  view: Snapshot,
  word: QueryTerm,
  fields: readonly string[],
  precision: Precision,
  key: string,
): TermPlan {
  const search = lazySearch(word, precision);
  const asked = { word, fields, precision };
  const finds = view.readers.map(({ segment }) => findsOf(segment, key, asked, search));
  const best = bestFuzzyWords(nearsOf(view, finds));
  return fields.map((field, f) => {
    const { docs } = view.totals(field);
    if (docs === 0) return undefined;
    let isFound = false;
    const bySegment = finds.map((inFields) => {
      const find = inFields[f];
      const expansions = best === undefined ? find?.expansions : find?.expansionsWith(best);
      if (expansions !== undefined) isFound = true;
      return expansions;
    });
    if (!isFound) return undefined;
    const df = dfOf(view, f, finds, bySegment);
    return { idf: idf(docs, Math.min(df, docs)), bySegment };
  });
}

/**
 * Looks up the terms that are cached for some segments in another one, before it serves, so that its first searches hit
 * the cache. It pauses after each term.
 */
export function* warmTerms(segment: Segment, known: readonly Segment[]): Generator<void, void> {
  const words = new Map<string, Asked>();
  for (const one of known) for (const [key, asked] of cachedLookups.of(one).entries()) words.set(key, asked);
  for (const [key, asked] of [...words].slice(-WARMED_TERMS)) {
    findsOf(segment, key, asked, lazySearch(asked.word, asked.precision));
    yield;
  }
}

/** Made for the first segment that does not have the term cached. */
function lazySearch(word: QueryTerm, precision: Precision): () => TermExpander {
  let search: TermExpander | undefined;
  return () => {
    search ??= new TermExpander(word, precision);
    return search;
  };
}

function findsOf(
  segment: Segment,
  key: string,
  { word, fields, precision }: Omit<Asked, 'finds'>,
  search: () => TermExpander,
): Finds {
  const find = () => ({ word, fields, precision, finds: findsIn(segment, search(), fields) });
  return cachedLookups.of(segment).getOrMake(key, find).finds;
}

function findsIn(segment: Segment, search: TermExpander, fields: readonly string[]): Finds {
  return fields.map((field) => {
    const text = segment.text(field);
    return text === undefined ? undefined : search.in(text);
  });
}

function nearsOf(view: Snapshot, finds: readonly Finds[]): FuzzyInField[] {
  const nears: FuzzyInField[] = [];
  for (const [i, state] of view.readers.entries()) {
    for (const find of finds[i] as Finds) {
      if (find !== undefined && find.near.words.length > 0)
        nears.push({ state, text: find.text, near: find.near });
    }
  }
  return nears;
}

/** Documents with the stem of the word; if there are none, all that its expansions find, each term counted once. */
function dfOf(view: Snapshot, f: number, finds: readonly Finds[], found: TermInField['bySegment']): number {
  let df = 0;
  for (const [i, state] of view.readers.entries()) {
    const find = finds[i]?.[f];
    if (find !== undefined) df += liveStemDf(state, find.text, find.stem);
  }
  if (df > 0) return df;
  for (const [i, expansions] of found.entries()) {
    if (expansions !== undefined) df += documentsOf(view.readers[i] as SegmentReader, expansions);
  }
  return df;
}

function documentsOf(
  state: SegmentReader,
  { postings: words, exact, expansions, fuzzy }: TermExpansions,
): number {
  let sum = 0;
  const counted = new Map<Postings, Set<number>>();
  const count = (postings: Postings, term: number) => {
    const seen = counted.get(postings) ?? new Set();
    counted.set(postings, seen);
    if (!seen.has(term)) sum += liveDf(state, postings, term);
    seen.add(term);
  };
  if (exact >= 0) count(words, exact);
  for (const { postings, terms, from, to, lists } of expansions) {
    for (const term of terms) count(postings, term);
    for (let term = from; term < to; term++) count(postings, term);
    for (const { docs } of lists) for (const doc of docs) if (state.isLive(doc)) sum++;
  }
  for (const term of fuzzy) count(words, term);
  return sum;
}
