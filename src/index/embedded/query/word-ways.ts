import type { Postings } from '../segment/postings.ts';
import type { TextIndex } from '../segment/text-index.ts';
import type { SegmentState } from '../segment-state.ts';
import { liveDf, type View } from '../view.ts';
import type { List } from './list.ts';
import { Misspellings, NO_TYPOS, type TypoTerms } from './misspellings.ts';
import { withAllParts } from './part-lists.ts';
import type { QueryWord } from './query-words.ts';
import { splitLists } from './split-lists.ts';
import { type Precision, rarity, WEIGHTS } from './ways.ts';
import { type Walked, WordWalk } from './word-walk.ts';

/**
 * A way that counts several terms together: those of a list, and those from one ordinal up to another. The word itself
 * is not among them: where it counts too, `withOwn` says so, and its postings are read once for all ways.
 */
export interface Way {
  readonly weight: number;
  readonly postings: Postings;
  readonly terms: Uint32Array;
  readonly from: number;
  readonly to: number;
  readonly lists: readonly List[];
  readonly withOwn: boolean;
}

/** All the ways in which a word is found in one field of one segment. */
export interface WordWays {
  /** The words of the field. */
  readonly postings: Postings;
  /** The word itself, -1 if it is not there. */
  readonly own: number;
  readonly ways: readonly Way[];
  /** Misspellings, each a way of its own. */
  readonly typos: Uint32Array;
  readonly typoWeights: Float64Array;
}

/** A word in one field of all segments. */
export interface WordInField {
  readonly rarity: number;
  readonly bySegment: ReadonlyArray<WordWays | undefined>;
}

/** A word in each of the fields that are searched; undefined where no segment has it. */
export type WordPlan = ReadonlyArray<WordInField | undefined>;

/** Fields of segments in which words are kept, per view. */
const MOST_KEPT = 1 << 14;

const NO_TERMS = new Uint32Array(0);

interface Kept {
  readonly plans: Map<string, WordPlan>;
  size: number;
}

const keptPlans = new WeakMap<View, Kept>();

/** Where a word is found, and how rare it is. Kept with the view: people look for the same words again and again. */
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
  const plan = planOf(view, word, fields, precision);
  kept.size += fields.length * view.states.length;
  if (kept.size > MOST_KEPT) {
    kept.plans.clear();
    kept.size = fields.length * view.states.length;
  }
  kept.plans.set(key, plan);
  return plan;
}

function planOf(view: View, word: QueryWord, fields: readonly string[], precision: Precision): WordPlan {
  const hasTypos = precision.ways.has('typo') && !word.isStop;
  const misspellings = hasTypos ? new Misspellings(word.word, word.stem) : undefined;
  const walk = new WordWalk(word.word);
  const walks = fields.map((field) =>
    view.states.map((state) => {
      const text = state.segment.text(field);
      if (text === undefined) return undefined;
      const walked = walk.through(text.words);
      const { fixedFrom, fixedTo } = walked;
      const near = field === 'id' ? undefined : misspellings?.note(state, text, fixedFrom, fixedTo);
      return { text, walked, near };
    }),
  );
  return fields.map((field, f) => {
    const { docs } = view.totals(field);
    if (docs === 0) return undefined;
    const bySegment = (walks[f] ?? []).map((there) => {
      if (there === undefined) return undefined;
      const { text, walked, near } = there;
      if (field === 'id') return waysOf(text, walked.own, []);
      const [from, to] = word.isPrefix ? [walked.from, walked.to] : [0, 0];
      const typos = near === undefined ? undefined : misspellings?.bestOf(near, from, to);
      return waysIn(text, word, precision, walked, typos);
    });
    if (bySegment.every((ways) => ways === undefined)) return undefined;
    const df = field === 'id' ? view.wordDf(field, word.word) : dfOf(view, field, word, bySegment);
    return { rarity: rarity(docs, Math.min(df, docs)), bySegment };
  });
}

/** Documents with the stem of the word; if there are none, all that its other ways find, each term counted once. */
function dfOf(view: View, field: string, word: QueryWord, found: WordInField['bySegment']): number {
  const df = view.stemDf(field, word.stem);
  if (df > 0) return df;
  let sum = 0;
  for (const [i, ways] of found.entries()) {
    if (ways === undefined) continue;
    const state = view.states[i] as SegmentState;
    const counted = new Map<Postings, Set<number>>();
    const count = (postings: Postings, term: number) => {
      const seen = counted.get(postings) ?? new Set();
      counted.set(postings, seen);
      if (!seen.has(term)) sum += liveDf(state, postings, term);
      seen.add(term);
    };
    for (const { postings, terms, from, to, lists } of ways.ways) {
      for (const term of terms) count(postings, term);
      for (let term = from; term < to; term++) count(postings, term);
      for (const { docs } of lists) for (const doc of docs) if (state.isLive(doc)) sum++;
    }
    for (const term of ways.typos) count(ways.postings, term);
  }
  return sum;
}

/**
 * Ways that cannot give more than another one are left out: that of the stem where the word is the only one with it,
 * that of the beginning where all words with it have the stem, misspellings that begin with the word.
 */
function waysIn(
  text: TextIndex,
  word: QueryWord,
  { ways: active }: Precision,
  { own, from, to, beginnings }: Walked,
  typos: TypoTerms | undefined,
): WordWays | undefined {
  const { postings, words } = text;
  const ways: Way[] = [];
  const add = (weight: number, way: Partial<Way>) => {
    const whole = { weight, postings, terms: NO_TERMS, from: 0, to: 0, lists: [], withOwn: false, ...way };
    if (whole.terms.length + whole.lists.length > 0 || whole.from < whole.to) ways.push(whole);
  };
  if (word.isStop) {
    if (word.isPrefix) add(WEIGHTS.prefix, { from, to });
    return waysOf(text, -1, ways);
  }
  const withOwn = own >= 0;
  const ofStem = active.has('stem') ? text.wordsOfStem(word.stem) : NO_TERMS;
  if (ofStem.length > 0) {
    add(WEIGHTS.stem, { terms: withOwn ? ofStem.filter((term) => term !== own) : ofStem, withOwn });
  }
  if (word.glued.length + word.letters.length > 0) {
    const glued = word.glued.map((one) => words.find(one)).filter((term) => term >= 0);
    const lists = splitLists(text, word.word, word.letters, word.letters.length > 0 ? beginnings : []);
    add(WEIGHTS.joined, { terms: Uint32Array.from(glued), lists });
  }
  if (active.has('delimiter')) {
    const form = text.form(word.stem);
    if (form !== undefined) {
      add(WEIGHTS.delimiter, { postings: form.postings, terms: Uint32Array.of(form.term) });
    }
    if (word.parts.length > 0) add(WEIGHTS.delimiter, { lists: [withAllParts(text, word.parts)] });
  }
  // Of all words that begin with it, the word itself is the first.
  if (word.isPrefix && !isAmong(from, to, ofStem)) {
    add(WEIGHTS.prefix, { from: withOwn ? from + 1 : from, to, withOwn });
  }
  return waysOf(text, own, ways, typos);
}

function waysOf(
  { postings }: TextIndex,
  own: number,
  ways: readonly Way[],
  { terms, weights }: TypoTerms = NO_TYPOS,
): WordWays | undefined {
  if (own < 0 && ways.length === 0 && terms.length === 0) return undefined;
  return { postings, own, ways, typos: terms, typoWeights: weights };
}

/** Whether all ordinals from one up to another are among some. */
function isAmong(from: number, to: number, terms: Uint32Array): boolean {
  if (to - from > terms.length) return false;
  for (let term = from; term < to; term++) if (!terms.includes(term)) return false;
  return true;
}
