import { type BoundedCache, textBytes } from '../../../../caching/bounded-cache.ts';
import { OwnedCaches } from '../../../../caching/owned-caches.ts';
import type { Precision } from '../../../terms/expansion-kinds.ts';
import { idf } from '../../../terms/idf.ts';
import { type QueryTerm, termIn } from '../../../terms/query-terms.ts';
import type { Postings } from '../../segment/postings.ts';
import type { Segment } from '../../segment/segment.ts';
import type { SegmentReader } from '../../snapshot/segment-reader.ts';
import { liveDf, liveStemDf, type Snapshot } from '../../snapshot/snapshot.ts';
import { Pace } from '../tuning/pace.ts';
import { LOOKUP_CACHE_BYTES, PLAN_CACHE_BYTES, TERMS_AT_ONCE, WARMED_TERMS } from '../tuning/thresholds.ts';
import { bestFuzzyWords, type FuzzyInField } from './fuzzy-terms.ts';
import type { PostingList } from './posting-list.ts';
import { type StemState, TermExpander, type TermExpansions, type TermMatch } from './term-expansions.ts';

/** A query term in one field of all segments. */
export interface TermInField {
  readonly idf: number;
  readonly bySegment: ReadonlyArray<TermExpansions | undefined>;
}

/** A query term in each of the searched fields; undefined where no segment has it. */
export type TermPlan = ReadonlyArray<TermInField | undefined>;

/** The matches of a query term in each of the searched fields of a segment. */
type TermMatches = ReadonlyArray<TermMatch | undefined>;

/** The parameters of a lookup. */
interface LookupRequest {
  readonly term: QueryTerm;
  readonly fields: readonly string[];
  readonly precision: Precision;
}

/** A cached lookup in a segment: its result, and the parameters to repeat it in another segment. */
interface TermLookup extends LookupRequest {
  readonly matches: TermMatches;
}

/** What counting a term in a set costs, in postings. */
const COUNTED_TERM = 8;

/** The estimated size of an expansion's objects and typed arrays, without their elements. */
const EXPANSION_BYTES = 512;

const cachedPlans = new OwnedCaches<Snapshot, string, TermPlan>({
  bytes: PLAN_CACHE_BYTES,
  weigh: (key, plan) =>
    plan.reduce((sum, inField) => sum + 64 + 16 * (inField?.bySegment.length ?? 0), textBytes(key)),
});
const cachedLookups = new OwnedCaches<Segment, string, TermLookup>({
  bytes: LOOKUP_CACHE_BYTES,
  weigh: (key, { matches }) => matches.reduce((sum, match) => sum + bytesOf(match), 256 + textBytes(key)),
});

function bytesOf(match: TermMatch | undefined): number {
  if (match === undefined) return 8;
  let bytes = EXPANSION_BYTES * (1 + match.expansions.length) + 64 * match.candidates.words.length;
  for (const { lists } of match.expansions) for (const { docs } of lists) bytes += 2 * docs.byteLength;
  return bytes;
}

/**
 * The expansions of a query term in all fields and segments, and its IDF. Plans are cached with the snapshot. Lookups do
 * not depend on live documents and are cached with the segment: a write makes a new snapshot, but few new segments. A
 * plan that is not cached is made in steps.
 */
export function termPlan(
  snapshot: Snapshot,
  term: QueryTerm,
  fields: readonly string[],
  precision: Precision,
): TermPlan | Generator<void, TermPlan> {
  const asked = { term, fields, precision };
  const key = keyOf(asked);
  const cache = cachedPlans.of(snapshot);
  return cache.get(key) ?? newPlan(cache, snapshot, asked, key);
}

function keyOf({ term, fields, precision }: LookupRequest): string {
  const { word, isStop, isLast, isPrefix, isFuzzy, compounds, subtokenStems, alternatives } = term;
  const ofTerm = [precision.name, word, isStop, isLast, isPrefix, isFuzzy, ...compounds];
  const ofAlternatives = alternatives.map((stems) => stems.join(' '));
  return [...ofTerm, '', ...subtokenStems, '', ...fields, '', ...ofAlternatives].join('\n');
}

function* newPlan(
  cache: BoundedCache<string, TermPlan>,
  snapshot: Snapshot,
  asked: LookupRequest,
  key: string,
): Generator<void, TermPlan> {
  const { fields, precision } = asked;
  // Before anything is expanded: an established term has the cheap expansions only.
  const term = termIn(asked.term, fields, precision, (field) => snapshot.stemDf(field, asked.term.stem));
  const request = { term, fields, precision };
  const lookupKey = keyOf(request);
  const expander = lazyExpander(request);
  const lookups: TermMatches[] = [];
  for (const { segment } of snapshot.readers)
    lookups.push(yield* lookUp(segment, lookupKey, request, expander));
  const best = bestFuzzyWords(fuzzyInFields(snapshot, lookups));
  const state = stemState(snapshot, lookups, term);
  const plan: Array<TermInField | undefined> = [];
  for (const [f, field] of fields.entries()) {
    const { docs } = snapshot.totals(field);
    let isFound = false;
    const bySegment = lookups.map((matches) => {
      const expansions = matches[f]?.expansionsWith(state, best);
      if (expansions !== undefined) isFound = true;
      return expansions;
    });
    if (docs === 0 || !isFound) plan.push(undefined);
    else {
      const own = yield* dfOf(snapshot, f, lookups, bySegment);
      const df = Math.max(own, dfOfSynonyms(snapshot, f, lookups));
      plan.push({ idf: idf(docs, Math.min(df, docs)), bySegment });
    }
  }
  cache.set(key, plan);
  return plan;
}

/**
 * Repeats the cached lookups of the `known` segments in a new segment before it serves, so that its first searches hit
 * the cache. It pauses after each term.
 */
export function* warmTerms(segment: Segment, known: readonly Segment[]): Generator<void, void> {
  const lookups = new Map<string, TermLookup>();
  for (const one of known)
    for (const [key, lookup] of cachedLookups.of(one).entries()) lookups.set(key, lookup);
  for (const [key, lookup] of [...lookups].slice(-WARMED_TERMS)) {
    yield* lookUp(segment, key, lookup, lazyExpander(lookup));
    yield;
  }
}

/** An expander that is constructed at the first segment whose cache misses the term. */
function lazyExpander({ term, precision }: LookupRequest): () => TermExpander {
  let expander: TermExpander | undefined;
  return () => {
    expander ??= new TermExpander(term, precision);
    return expander;
  };
}

function* lookUp(
  segment: Segment,
  key: string,
  { term, fields, precision }: LookupRequest,
  expander: () => TermExpander,
): Generator<void, TermMatches> {
  const cache = cachedLookups.of(segment);
  const known = cache.get(key);
  if (known !== undefined) return known.matches;
  const matches: Array<TermMatch | undefined> = [];
  for (const field of fields) {
    const text = segment.text(field);
    matches.push(text === undefined ? undefined : yield* expander().in(text));
  }
  cache.set(key, { term, fields, precision, matches });
  return matches;
}

/** In `id` nothing is known. A term with synonyms is not misspelt. */
function stemState(
  { readers }: Snapshot,
  lookups: readonly TermMatches[],
  { isLast, alternatives }: QueryTerm,
): StemState {
  if (alternatives.length > 0) return 'known';
  const isKnown = readers.some((reader, i) =>
    lookups[i]?.some(
      (match) =>
        match !== undefined &&
        (liveStemDf(reader, match.text, match.stem) > 0 || (isLast && hasPrefix(reader, match))),
    ),
  );
  return isKnown ? 'known' : 'unknown';
}

/** Whether a live document has a word of the prefix range; mostly the first one does. */
function hasPrefix(reader: SegmentReader, { text, prefix }: TermMatch): boolean {
  for (let word = prefix.from; word < prefix.to; word++) {
    if (liveDf(reader, text.postings, word) > 0) return true;
  }
  return false;
}

function fuzzyInFields({ readers }: Snapshot, lookups: readonly TermMatches[]): FuzzyInField[] {
  const inFields: FuzzyInField[] = [];
  for (const [i, reader] of readers.entries()) {
    for (const match of lookups[i] as TermMatches) {
      if (match !== undefined && match.candidates.words.length > 0)
        inFields.push({ reader, text: match.text, candidates: match.candidates });
    }
  }
  return inFields;
}

/**
 * The document frequency of a query term in a field: the live documents with its stem; if there are none, those of all
 * its expansions, each term counted once.
 */
function* dfOf(
  { readers }: Snapshot,
  f: number,
  lookups: readonly TermMatches[],
  bySegment: TermInField['bySegment'],
): Generator<void, number> {
  let df = 0;
  for (const [i, reader] of readers.entries()) {
    const match = lookups[i]?.[f];
    if (match !== undefined) df += liveStemDf(reader, match.text, match.stem);
  }
  if (df > 0) return df;
  for (const [i, expansions] of bySegment.entries()) {
    if (expansions !== undefined) df += yield* dfOfExpansions(readers[i] as SegmentReader, expansions);
  }
  return df;
}

/** The largest document frequency of a term's alternatives in a field; those of several words count together. */
function dfOfSynonyms({ readers }: Snapshot, f: number, lookups: readonly TermMatches[]): number {
  const sums: number[] = [];
  let several = 0;
  for (const [i, reader] of readers.entries()) {
    const match = lookups[i]?.[f];
    if (match === undefined) continue;
    const { stems, list } = match.synonyms;
    for (const [k, stem] of stems.entries()) sums[k] = (sums[k] ?? 0) + liveStemDf(reader, match.text, stem);
    several += liveDocs(reader, list);
  }
  return sums.reduce((most, df) => Math.max(most, df), several);
}

function liveDocs(reader: SegmentReader, { docs }: PostingList): number {
  if (reader.liveDocs === null) return docs.length;
  let count = 0;
  for (const doc of docs) if (reader.isLive(doc)) count++;
  return count;
}

function* dfOfExpansions(
  reader: SegmentReader,
  { postings: words, exact, expansions, fuzzy }: TermExpansions,
): Generator<void, number> {
  let sum = 0;
  const pace = new Pace();
  const counted = new Map<Postings, Set<number>>();
  const count = (postings: Postings, term: number) => {
    const seen = counted.get(postings) ?? new Set();
    counted.set(postings, seen);
    if (!seen.has(term)) sum += liveDf(reader, postings, term);
    seen.add(term);
  };
  if (exact >= 0) count(words, exact);
  for (const { kind, postings, terms, from, to, lists } of expansions) {
    if (kind === 'synonym') continue;
    for (const term of terms) count(postings, term);
    for (let term = from; term < to; term++) {
      count(postings, term);
      if (term % TERMS_AT_ONCE === 0 && pace.isDue(TERMS_AT_ONCE * COUNTED_TERM)) yield;
    }
    for (const { docs } of lists) for (const doc of docs) if (reader.isLive(doc)) sum++;
  }
  for (const term of fuzzy) count(words, term);
  return sum;
}
