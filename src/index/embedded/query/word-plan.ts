import type { Postings } from '../segment/postings.ts';
import type { Segment } from '../segment/segment.ts';
import type { SegmentState } from '../segment-state.ts';
import { liveDf, liveStemDf, type View } from '../view.ts';
import { KeptFinds } from './kept-finds.ts';
import { bestVariants, type NearIn } from './misspellings.ts';
import type { QueryWord } from './query-words.ts';
import { type Precision, rarity } from './ways.ts';
import { type WordFind, WordSearch, type WordWays } from './word-ways.ts';

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
const MOST_IN_SEGMENT = 1 << 12;

interface Kept {
  readonly plans: Map<string, WordPlan>;
  size: number;
}

type Finds = ReadonlyArray<WordFind | undefined>;

const keptPlans = new WeakMap<View, Kept>();
const keptFinds = new KeptFinds<Segment, Finds>();

/**
 * Where a word is found, and how rare it is. Kept with the view: people look for the same words again and again. What
 * does not depend on living documents is kept with the segment: a write makes a new view, but few new segments.
 */
export function wordPlan(
  view: View,
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
  kept.size += fields.length * view.states.length;
  if (kept.size > MOST_IN_VIEW) {
    kept.plans.clear();
    kept.size = fields.length * view.states.length;
  }
  kept.plans.set(key, plan);
  return plan;
}

function planOf(
  view: View,
  word: QueryWord,
  fields: readonly string[],
  precision: Precision,
  key: string,
): WordPlan {
  let search: WordSearch | undefined;
  const most = Math.ceil(MOST_IN_SEGMENT / fields.length);
  const finds = view.states.map(({ segment }) =>
    keptFinds.of(
      segment,
      key,
      () => {
        search ??= new WordSearch(word, precision);
        return findsIn(segment, search, fields);
      },
      most,
    ),
  );
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

function findsIn(segment: Segment, search: WordSearch, fields: readonly string[]): Finds {
  return fields.map((field) => {
    const text = segment.text(field);
    return text === undefined ? undefined : search.in(text);
  });
}

function nearsOf(view: View, finds: readonly Finds[]): NearIn[] {
  const nears: NearIn[] = [];
  for (const [i, state] of view.states.entries()) {
    for (const find of finds[i] as Finds) {
      if (find !== undefined && find.near.words.length > 0)
        nears.push({ state, text: find.text, near: find.near });
    }
  }
  return nears;
}

/** Documents with the stem of the word; if there are none, all that its ways find, each term counted once. */
function dfOf(view: View, f: number, finds: readonly Finds[], found: WordInField['bySegment']): number {
  let df = 0;
  for (const [i, state] of view.states.entries()) {
    const find = finds[i]?.[f];
    if (find !== undefined) df += liveStemDf(state, find.text, find.stem);
  }
  if (df > 0) return df;
  for (const [i, ways] of found.entries()) {
    if (ways !== undefined) df += documentsOf(view.states[i] as SegmentState, ways);
  }
  return df;
}

function documentsOf(state: SegmentState, { postings: words, own, ways, typos }: WordWays): number {
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
