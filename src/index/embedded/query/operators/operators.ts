import type { Operand, QueryPlan } from '../../../plan.ts';
import type { TextIndex } from '../../segment/text-index.ts';
import type { SegmentReader } from '../../snapshot/segment-reader.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { MatchSink } from '../collect/collector.ts';
import { averageOf, K_BASE, K_SLOPE } from '../scoring/bm25.ts';
import { WEIGHTS } from '../terms/expansion-kinds.ts';
import { rarity } from '../terms/idf.ts';
import { gathered, intersected, type List } from '../terms/posting-list.ts';
import { tokensOf } from '../terms/query-terms.ts';
import { isPhrase } from './phrase.ts';

type Operators = Extract<QueryPlan, { kind: 'operators' }>;
type Fields = ReadonlyArray<{ readonly name: string; readonly weight: number }>;

interface Terms {
  readonly words: readonly string[];
  readonly isPhrase: boolean;
}

/** Score by document, in no order. */
type Scores = Map<number, number>;

/** Finds and scores what operators ask for; docs/matching.md, section 6. It pauses after each segment. */
export function* matchOperators(
  view: Snapshot,
  plan: Operators,
  fields: Fields,
  sink: MatchSink,
): Generator<void, void> {
  const { required, wanted, forbidden } = analysed(view, plan);
  if (required.length + wanted.length + forbidden.length === 0) return;
  for (const [i, state] of view.readers.entries()) {
    const scores = (operand: Terms) => operandScores(view, state, operand, fields);
    const never = new Set(forbidden.flatMap((operand) => [...scores(operand).keys()]));
    const must = required.map(scores);
    const may = wanted.map(scores);
    const candidates = must[0]?.keys() ?? (may.length > 0 ? unionOf(may) : allDocs(state));
    for (const doc of candidates) {
      if (never.has(doc) || !state.isLive(doc) || !must.every((one) => one.has(doc))) continue;
      const isNegative = must.length + may.length === 0;
      const total = [...must, ...may].reduce((sum, one) => sum + (one.get(doc) ?? 0), 0);
      sink(i, doc, isNegative ? 1 : total);
    }
    yield;
  }
}

function* allDocs(state: SegmentReader): Generator<number> {
  for (let doc = 0; doc < state.segment.docCount; doc++) yield doc;
}

const unionOf = (scores: readonly Scores[]): Set<number> => new Set(scores.flatMap((one) => [...one.keys()]));

/** The operands as words; unquoted stop words go, unless nothing else is left. */
function analysed(view: Snapshot, { required, wanted, forbidden }: Operators) {
  const { analyzer } = view;
  const all = (drop: boolean) => {
    const terms = (operand: Operand): Terms => {
      const words = tokensOf(analyzer, operand.text).map((token) => token.word);
      const isPhrase = operand.kind === 'phrase';
      return {
        words: drop && !isPhrase ? words.filter((word) => !analyzer.isStopWord(word)) : words,
        isPhrase,
      };
    };
    const kept = (operands: readonly Operand[]) =>
      operands.map(terms).filter(({ words }) => words.length > 0);
    return { required: kept(required), wanted: kept(wanted), forbidden: kept(forbidden) };
  };
  const dropped = all(true);
  const isEmpty = dropped.required.length + dropped.wanted.length + dropped.forbidden.length === 0;
  return isEmpty ? all(false) : dropped;
}

/** Documents that have all words of an operand in one field, as a phrase if it is one. */
function operandScores(view: Snapshot, state: SegmentReader, operand: Terms, fields: Fields): Scores {
  const scores: Scores = new Map();
  for (const { name, weight } of fields) {
    const text = state.segment.text(name);
    if (text === undefined) continue;
    const different = [...new Set(operand.words)];
    const lists = different.map((word) => gathered(text.postings, ordinalsFor(view, text, name, word)));
    const factors = different.map((word) => factorOf(view, name, word));
    const { docs, at } = intersected(lists);
    const slope = K_SLOPE / averageOf(view, name);
    for (const [i, doc] of docs.entries()) {
      if (operand.isPhrase && !standsAsPhrase(view, text, name, operand.words, doc)) continue;
      const norm = K_BASE + slope * (text.lengths[doc] as number);
      let score = 0;
      for (const [k, factor] of factors.entries()) {
        const tf = (lists[k] as List).counts[at[i]?.[k] as number] as number;
        score += (factor * tf) / (tf + norm);
      }
      scores.set(doc, (scores.get(doc) ?? 0) + weight * score);
    }
  }
  return scores;
}

/** Words that stand for a query word: those of its stem, in `id` the word itself. */
function ordinalsFor(view: Snapshot, text: TextIndex, field: string, word: string): Uint32Array {
  return field === 'id' ? ordinalOf(text, word) : text.wordsOfStem(view.analyzer.stem(word));
}

function ordinalOf(text: TextIndex, word: string): Uint32Array {
  const ordinal = text.words.find(word);
  return ordinal < 0 ? new Uint32Array(0) : Uint32Array.of(ordinal);
}

function factorOf(view: Snapshot, field: string, word: string): number {
  const { docs } = view.totals(field);
  const isId = field === 'id';
  const df = isId ? view.wordDf(field, word) : view.stemDf(field, view.analyzer.stem(word));
  return (isId ? WEIGHTS.word : WEIGHTS.stem) * rarity(docs, df);
}

function standsAsPhrase(
  view: Snapshot,
  text: TextIndex,
  field: string,
  words: readonly string[],
  doc: number,
): boolean {
  const places = words.map((word) =>
    Array.from(ordinalsFor(view, text, field, word)).flatMap(
      (ordinal) => text.postings.positionsIn(ordinal, doc) ?? [],
    ),
  );
  return isPhrase(places);
}

/** For suggestions: all words of a text in one field, the last as the beginning of a word. The score is 1. */
export function* matchBeginning(
  view: Snapshot,
  text: string,
  fields: Fields,
  sink: MatchSink,
): Generator<void, void> {
  const words = tokensOf(view.analyzer, text).map((token) => token.word);
  const last = words.at(-1);
  if (last === undefined) return;
  for (const [i, state] of view.readers.entries()) {
    const found = new Set<number>();
    for (const { name } of fields) {
      const index = state.segment.text(name);
      if (index === undefined) continue;
      const whole = (word: string) => gathered(index.postings, ordinalOf(index, word));
      const [from, to] = index.words.prefixRange(last);
      const begun = Uint32Array.from({ length: to - from }, (_, k) => from + k);
      const beginnings = name === 'id' ? whole(last) : gathered(index.postings, begun);
      const others = words.slice(0, -1).map(whole);
      for (const doc of intersected([beginnings, ...others]).docs) found.add(doc);
    }
    for (const doc of found) if (state.isLive(doc)) sink(i, doc, 1);
    yield;
  }
}
