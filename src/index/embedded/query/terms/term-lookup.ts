import type { Postings } from '../../segment/postings.ts';
import type { Segment } from '../../segment/segment.ts';
import type { SegmentReader } from '../../snapshot/segment-reader.ts';
import { liveDf, liveStemDf, type Snapshot } from '../../snapshot/snapshot.ts';
import type { Precision } from './expansion-kinds.ts';
import { bestVariants, type NearIn } from './fuzzy-terms.ts';
import { rarity } from './idf.ts';
import { KeptFinds } from './lookup-cache.ts';
import type { QueryWord } from './query-terms.ts';
import { type WordFind, WordSearch, type WordWays } from './term-expansions.ts';

/** A word in one field of all segments. */
export interface WordInField {
  readonly rarity: number;
  readonly bySegment: ReadonlyArray<WordWays | undefined>;
}

/** A word in each of the fields that are searched; undefined where no segment has it. */
export type WordPlan = ReadonlyArray<WordInField | undefined>;

/** Fields of segments in which words are kept, per view. */
const MOST_IN_VIEW = 1 << 14;

/** Fields in which words are kept, per segment. */
const MOST_IN_SEGMENT = 1 << 13;

/** Words that a new segment is made ready for. */
const MOST_WARMED = 512;

interface Kept {
  readonly plans: Map<string, WordPlan>;
  size: number;
}

type Finds = ReadonlyArray<WordFind | undefined>;

/** A word that somebody looked for, and where it is in a segment. */
interface Asked {
  readonly word: QueryWord;
  readonly fields: readonly string[];
  readonly precision: Precision;
  readonly finds: Finds;
}

const keptPlans = new WeakMap<Snapshot, Kept>();
const keptFinds = new KeptFinds<Segment, Asked>();

/**
 * Where a word is found, and how rare it is. Kept with the view: people look for the same words again and again. What
 * does not depend on living documents is kept with the segment: a write makes a new view, but few new segments.
 */
export function wordPlan(
  view: Snapshot,
  word: QueryWord,
  fields: readonly string[],
  precision: Precision,
): WordPlan {
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
  word: QueryWord,
  fields: readonly string[],
  precision: Precision,
  key: string,
): WordPlan {
  const search = lazySearch(word, precision);
  const asked = { word, fields, precision };
  const finds = view.readers.map(({ segment }) => findsOf(segment, key, asked, search));
  const best = bestVariants(nearsOf(view, finds));
  return fields.map((field, f) => {
    const { docs } = view.totals(field);
    if (docs === 0) return undefined;
    let isFound = false;
    const bySegment = finds.map((inFields) => {
      const find = inFields[f];
      const ways = best === undefined ? find?.ways : find?.waysWith(best);
      if (ways !== undefined) isFound = true;
      return ways;
    });
    if (!isFound) return undefined;
    const df = dfOf(view, f, finds, bySegment);
    return { rarity: rarity(docs, Math.min(df, docs)), bySegment };
  });
}

/**
 * Looks the words that were looked for in some segments up in another one, which nobody sees yet: the first searches
 * that see it then find them. It pauses after each word.
 */
export function* warmed(segment: Segment, known: readonly Segment[]): Generator<void, void> {
  const words = new Map<string, Asked>();
  for (const one of known) for (const [key, asked] of keptFinds.kept(one)) words.set(key, asked);
  for (const [key, asked] of [...words].slice(-MOST_WARMED)) {
    findsOf(segment, key, asked, lazySearch(asked.word, asked.precision));
    yield;
  }
}

/** Most words are known to most segments: what a search needs is made for the first that does not know it. */
function lazySearch(word: QueryWord, precision: Precision): () => WordSearch {
  let search: WordSearch | undefined;
  return () => {
    search ??= new WordSearch(word, precision);
    return search;
  };
}

function findsOf(
  segment: Segment,
  key: string,
  { word, fields, precision }: Omit<Asked, 'finds'>,
  search: () => WordSearch,
): Finds {
  const most = Math.ceil(MOST_IN_SEGMENT / fields.length);
  const find = () => ({ word, fields, precision, finds: findsIn(segment, search(), fields) });
  return keptFinds.of(segment, key, find, most).finds;
}

function findsIn(segment: Segment, search: WordSearch, fields: readonly string[]): Finds {
  return fields.map((field) => {
    const text = segment.text(field);
    return text === undefined ? undefined : search.in(text);
  });
}

function nearsOf(view: Snapshot, finds: readonly Finds[]): NearIn[] {
  const nears: NearIn[] = [];
  for (const [i, state] of view.readers.entries()) {
    for (const find of finds[i] as Finds) {
      if (find !== undefined && find.near.words.length > 0)
        nears.push({ state, text: find.text, near: find.near });
    }
  }
  return nears;
}

/** Documents with the stem of the word; if there are none, all that its ways find, each term counted once. */
function dfOf(view: Snapshot, f: number, finds: readonly Finds[], found: WordInField['bySegment']): number {
  let df = 0;
  for (const [i, state] of view.readers.entries()) {
    const find = finds[i]?.[f];
    if (find !== undefined) df += liveStemDf(state, find.text, find.stem);
  }
  if (df > 0) return df;
  for (const [i, ways] of found.entries()) {
    if (ways !== undefined) df += documentsOf(view.readers[i] as SegmentReader, ways);
  }
  return df;
}

function documentsOf(state: SegmentReader, { postings: words, own, ways, typos }: WordWays): number {
  let sum = 0;
  const counted = new Map<Postings, Set<number>>();
  const count = (postings: Postings, term: number) => {
    const seen = counted.get(postings) ?? new Set();
    counted.set(postings, seen);
    if (!seen.has(term)) sum += liveDf(state, postings, term);
    seen.add(term);
  };
  if (own >= 0) count(words, own);
  for (const { postings, terms, from, to, lists } of ways) {
    for (const term of terms) count(postings, term);
    for (let term = from; term < to; term++) count(postings, term);
    for (const { docs } of lists) for (const doc of docs) if (state.isLive(doc)) sum++;
  }
  for (const term of typos) count(words, term);
  return sum;
}
