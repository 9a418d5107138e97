import type { Postings } from '../../segment/postings.ts';
import type { Segment } from '../../segment/segment.ts';
import type { SegmentReader } from '../../snapshot/segment-reader.ts';
import { liveDf, liveStemDf, type Snapshot } from '../../snapshot/snapshot.ts';
import { WARMED_TERMS } from '../tuning/thresholds.ts';
import type { Precision } from './expansion-kinds.ts';
import { bestFuzzyWords, type FuzzyInField } from './fuzzy-terms.ts';
import { idf } from './idf.ts';
import { LookupCache } from './lookup-cache.ts';
import type { QueryTerm } from './query-terms.ts';
import { TermExpander, type TermExpansions, type TermMatch } from './term-expansions.ts';

/** A query term in one field of all segments. */
export interface TermInField {
  readonly idf: number;
  readonly bySegment: ReadonlyArray<TermExpansions | undefined>;
}

/** A query term in each of the searched fields; undefined where no segment has it. */
export type TermPlan = ReadonlyArray<TermInField | undefined>;

/** Fields of segments in which words are kept, per view. */
const MOST_IN_VIEW = 1 << 14;

/** Fields in which words are kept, per segment. */
const MOST_IN_SEGMENT = 1 << 13;

interface Kept {
  readonly plans: Map<string, TermPlan>;
  size: number;
}

type Finds = ReadonlyArray<TermMatch | undefined>;

/** A term that was looked up, and where it is in a segment. */
interface Asked {
  readonly word: QueryTerm;
  readonly fields: readonly string[];
  readonly precision: Precision;
  readonly finds: Finds;
}

const keptPlans = new WeakMap<Snapshot, Kept>();
const keptFinds = new LookupCache<Segment, Asked>();

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
  let kept = keptPlans.get(view);
  if (kept === undefined) {
    kept = { plans: new Map(), size: 0 };
    keptPlans.set(view, kept);
  }
  const key = [precision.name, word.word, word.isStop, ...word.glued, '', ...word.parts, '', ...fields].join(
    '\n',
  );
  const known = kept.plans.get(key);
  if (known !== undefined) return known;
  const plan = planOf(view, word, fields, precision, key);
  kept.size += fields.length * view.readers.length;
  if (kept.size > MOST_IN_VIEW) {
    kept.plans.clear();
    kept.size = fields.length * view.readers.length;
  }
  kept.plans.set(key, plan);
  return plan;
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
  for (const one of known) for (const [key, asked] of keptFinds.kept(one)) words.set(key, asked);
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
  const most = Math.ceil(MOST_IN_SEGMENT / fields.length);
  const find = () => ({ word, fields, precision, finds: findsIn(segment, search(), fields) });
  return keptFinds.of(segment, key, find, most).finds;
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
