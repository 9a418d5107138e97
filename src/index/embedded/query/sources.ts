import type { Postings } from '../segment/postings.ts';
import type { TextIndex } from '../segment/text-index.ts';
import type { SegmentState } from '../segment-state.ts';
import { liveDf, type View } from '../view.ts';
import { EMPTY_LIST, gathered, intersected, type List, listOf } from './list.ts';
import type { QueryWord } from './query-words.ts';
import { type Precision, rarity, WEIGHTS } from './ways.ts';

/**
 * Where one way of matching finds a word in one field of one segment: terms (from inclusive, to exclusive, or a
 * list of ordinals) of some postings, and worked-out lists. Counts of all of them are added.
 */
export interface Source {
  readonly weight: number;
  readonly postings: Postings;
  readonly terms: Uint32Array | readonly [from: number, to: number];
  readonly lists: readonly List[];
}

/** A word in one field of one segment. */
export interface WordSources {
  /** The number of the word in the query. */
  readonly word: number;
  readonly rarity: number;
  readonly sources: readonly Source[];
}

const NO_TERMS = new Uint32Array(0);
const isRange = (terms: Source['terms']): terms is readonly [number, number] =>
  !(terms instanceof Uint32Array);

export const termCount = (terms: Source['terms']): number =>
  isRange(terms) ? terms[1] - terms[0] : terms.length;

/** What the words of a query find in a field, segment by segment, with the rarity of each over the whole engine. */
export function fieldSources(
  view: View,
  field: string,
  words: readonly QueryWord[],
  precision: Precision,
): WordSources[][] {
  const perSegment = view.states.map((): WordSources[] => []);
  const { docs } = view.totals(field);
  if (docs === 0) return perSegment;
  for (const [number, word] of words.entries()) {
    const ordinals = ordinalsOf(view, field, word);
    const found = view.states.map((state, i) => {
      const text = state.segment.text(field);
      return text === undefined ? [] : sourcesIn(text, field, word, precision, (one) => ordinals(one, i));
    });
    if (!found.some((sources) => sources.length > 0)) continue;
    const df = field === 'id' ? view.wordDf(field, word.word) : dfOf(view, field, word, found);
    const rare = rarity(docs, Math.min(df, docs));
    for (const [i, sources] of found.entries()) {
      if (sources.length > 0) perSegment[i]?.push({ word: number, rarity: rare, sources });
    }
  }
  return perSegment;
}

/** Documents with the stem of the word; if there are none, all that its other ways find, each term counted once. */
function dfOf(view: View, field: string, word: QueryWord, found: ReadonlyArray<readonly Source[]>): number {
  const df = view.stemDf(field, word.stem);
  if (df > 0) return df;
  let sum = 0;
  for (const [i, sources] of found.entries()) {
    const state = view.states[i] as SegmentState;
    const counted = new Map<Postings, Set<number>>();
    for (const { postings, terms, lists } of sources) {
      const seen = counted.get(postings) ?? new Set();
      counted.set(postings, seen);
      for (const term of termsOf(terms)) {
        if (seen.has(term)) continue;
        seen.add(term);
        sum += liveDf(state, postings, term);
      }
      for (const { docs } of lists) for (const doc of docs) if (state.isLive(doc)) sum++;
    }
  }
  return sum;
}

function* termsOf(terms: Source['terms']): Generator<number> {
  if (isRange(terms)) for (let term = terms[0]; term < terms[1]; term++) yield term;
  else yield* terms;
}

/** Where a word of a way stands in a segment, by its number in the view. */
function ordinalsOf(view: View, field: string, { word, glued, variants }: QueryWord) {
  const known = new Map<string, Int32Array>();
  for (const one of [word, ...glued, ...variants.map((variant) => variant.word)]) {
    known.set(one, view.ordinalsOf(field, one));
  }
  return (one: string, segment: number): number => known.get(one)?.[segment] ?? -1;
}

function sourcesIn(
  text: TextIndex,
  field: string,
  word: QueryWord,
  { ways }: Precision,
  ordinal: (word: string) => number,
): Source[] {
  const { postings } = text;
  const sources: Source[] = [];
  const add = (
    weight: number,
    terms: Source['terms'],
    lists: readonly List[] = [],
    of: Postings = postings,
  ) => {
    if (termCount(terms) > 0 || lists.length > 0) sources.push({ weight, postings: of, terms, lists });
  };
  const termsFor = (words: readonly string[]): Uint32Array => {
    const [only] = words;
    if (words.length === 1 && only !== undefined) {
      const found = ordinal(only);
      return found < 0 ? NO_TERMS : Uint32Array.of(found);
    }
    return Uint32Array.from(words.map(ordinal).filter((found) => found >= 0));
  };
  if (field === 'id') {
    add(WEIGHTS.word, termsFor([word.word]));
    return sources;
  }
  if (word.prefix !== undefined) add(WEIGHTS.prefix, text.words.prefixRange(word.prefix));
  if (word.isStop) return sources;
  add(WEIGHTS.word, termsFor([word.word]));
  if (ways.has('stem')) add(WEIGHTS.stem, text.wordsOfStem(word.stem));
  if (ways.has('joined')) add(WEIGHTS.joined, termsFor(word.glued), pairs(text, word.splits));
  if (ways.has('delimiter')) {
    const form = text.form(word.stem);
    if (form !== undefined) add(WEIGHTS.delimiter, Uint32Array.of(form.term), [], form.postings);
    if (word.parts.length > 0) add(WEIGHTS.delimiter, NO_TERMS, [withAllParts(text, word.parts)]);
  }
  for (const { word: variant, edits, length } of word.variants) {
    add(WEIGHTS.typo * (1 - edits / length), termsFor([variant]));
  }
  return sources;
}

/** Per split the documents in which its two words stand next to each other, with how often. */
function pairs(text: TextIndex, splits: QueryWord['splits']): List[] {
  const lists: List[] = [];
  for (const [left, right] of splits) {
    const a = text.words.find(left);
    const b = a < 0 ? -1 : text.words.find(right);
    if (b < 0) continue;
    const docs: number[] = [];
    const counts: number[] = [];
    // The rarer word is gone through, and the other looked up: one of the two is often in every other document.
    const { df } = text.postings;
    const isLeftRarer = (df[a] as number) <= (df[b] as number);
    const [rarer, other] = isLeftRarer ? [a, b] : [b, a];
    const step = isLeftRarer ? 1 : -1;
    text.postings.eachWithPlaces(rarer, (doc, places) => {
      const beside = text.postings.placesIn(other, doc);
      if (beside === undefined) return;
      const count = places.filter((place) => beside.includes(place + step)).length;
      if (count === 0) return;
      docs.push(doc);
      counts.push(count);
    });
    if (docs.length > 0) lists.push(listOf(docs, counts));
  }
  return lists;
}

/** Documents that have every part, as a delimiter form or as a word; each counts once. */
function withAllParts(text: TextIndex, parts: readonly string[]): List {
  const lists = parts.map((stem) => {
    const words = gathered(text.postings, text.wordsOfStem(stem));
    const form = text.form(stem);
    const forms = form === undefined ? EMPTY_LIST : gathered(form.postings, Uint32Array.of(form.term));
    const docs = [...new Set([...words.docs, ...forms.docs])].sort((a, b) => a - b);
    return listOf(
      docs,
      docs.map(() => 1),
    );
  });
  const { docs } = intersected(lists);
  return listOf(
    docs,
    docs.map(() => 1),
  );
}
