import type { Operand, QueryPlan } from '../../../plan.ts';
import { TIE_BREAKER, WEIGHTS } from '../../../ranking.ts';
import { hasBit } from '../../segment/bits.ts';
import type { TextIndex } from '../../segment/text-index.ts';
import type { SegmentReader } from '../../snapshot/segment-reader.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { CollectDoc } from '../collect/collector.ts';
import { averageLength, K_BASE, K_SLOPE } from '../scoring/bm25.ts';
import type { QueryContext } from '../scoring/query-context.ts';
import { idf } from '../terms/idf.ts';
import { intersectLists, type PostingList, sumOfTerms } from '../terms/posting-list.ts';
import { tokensOf } from '../terms/query-terms.ts';
import { isPhrase } from './phrase.ts';

type Operators = Extract<QueryPlan, { kind: 'operators' }>;
type Fields = QueryContext['fields'];

interface Terms {
  readonly words: readonly string[];
  readonly isPhrase: boolean;
}

/** Scores by document, unordered. */
type Scores = Map<number, number>;

/** Finds and scores the matches of operators (docs/matching.md, section 6). It yields after each segment. */
export function* matchOperators(
  { snapshot, fields, live }: QueryContext,
  plan: Operators,
  collectDoc: CollectDoc,
): Generator<void, void> {
  const { required, wanted, forbidden } = analysed(snapshot, plan);
  if (required.length + wanted.length + forbidden.length === 0) return;
  for (const [i, reader] of snapshot.readers.entries()) {
    const scores = (operand: Terms) => operandScores(snapshot, reader, operand, fields);
    const never = new Set(forbidden.flatMap((operand) => [...scores(operand).keys()]));
    const must = required.map(scores);
    const may = wanted.map(scores);
    const candidates = must[0]?.keys() ?? (may.length > 0 ? unionOf(may) : allDocs(reader));
    const docs = live[i] ?? null;
    for (const doc of candidates) {
      if (never.has(doc) || (docs !== null && !hasBit(docs, doc))) continue;
      if (!must.every((one) => one.has(doc))) continue;
      const isNegative = must.length + may.length === 0;
      const total = [...must, ...may].reduce((sum, one) => sum + (one.get(doc) ?? 0), 0);
      collectDoc(i, doc, isNegative ? 1 : total);
    }
    yield;
  }
}

function* allDocs({ segment }: SegmentReader): Generator<number> {
  for (let doc = 0; doc < segment.docCount; doc++) yield doc;
}

const unionOf = (scores: readonly Scores[]): Set<number> => new Set(scores.flatMap((one) => [...one.keys()]));

/** Analyzes the operands. Stop words outside of quotes are dropped, unless the query consists of stop words only. */
function analysed(snapshot: Snapshot, { required, wanted, forbidden }: Operators) {
  const { analyzer } = snapshot;
  const all = (drop: boolean) => {
    const terms = (operand: Operand): Terms => {
      const words = tokensOf(analyzer, operand.text).map((token) => token.word);
      const isPhrase = operand.kind === 'phrase';
      return {
        words: drop && !isPhrase ? words.filter((word) => !analyzer.isStopWord(word)) : words,
        isPhrase,
      };
    };
    const nonEmpty = (operands: readonly Operand[]) =>
      operands.map(terms).filter(({ words }) => words.length > 0);
    return { required: nonEmpty(required), wanted: nonEmpty(wanted), forbidden: nonEmpty(forbidden) };
  };
  const dropped = all(true);
  const isEmpty = dropped.required.length + dropped.wanted.length + dropped.forbidden.length === 0;
  return isEmpty ? all(false) : dropped;
}

/**
 * Scores documents that have all words of an operand in one field, as a phrase if the operand is quoted, by dis-max over
 * the fields.
 */
function operandScores(snapshot: Snapshot, reader: SegmentReader, operand: Terms, fields: Fields): Scores {
  const sums: Scores = new Map();
  const largest: Scores = new Map();
  for (const { name, weight } of fields) {
    const text = reader.segment.text(name);
    if (text === undefined) continue;
    const different = [...new Set(operand.words)];
    const lists = different.map((word) => sumOfTerms(text.postings, ordinalsFor(snapshot, text, name, word)));
    const factors = different.map((word) => factorOf(snapshot, name, word));
    const { docs, at } = intersectLists(lists);
    const slope = K_SLOPE / averageLength(snapshot.totals(name));
    for (const [i, doc] of docs.entries()) {
      if (operand.isPhrase && !hasPhrase(snapshot, text, name, operand.words, doc)) continue;
      const norm = K_BASE + slope * (text.lengths[doc] as number);
      let score = 0;
      for (const [k, factor] of factors.entries()) {
        const tf = (lists[k] as PostingList).counts[at[i]?.[k] as number] as number;
        score += (factor * tf) / (tf + norm);
      }
      sums.set(doc, (sums.get(doc) ?? 0) + weight * score);
      largest.set(doc, Math.max(largest.get(doc) ?? 0, weight * score));
    }
  }
  for (const [doc, best] of largest) sums.set(doc, best + TIE_BREAKER * ((sums.get(doc) ?? best) - best));
  return sums;
}

/** The terms that match a query word: all words with its stem; in `id` only the word itself. */
function ordinalsFor(snapshot: Snapshot, text: TextIndex, field: string, word: string): Uint32Array {
  return field === 'id' ? ordinalOf(text, word) : text.wordsOfStem(snapshot.analyzer.stem(word));
}

function ordinalOf(text: TextIndex, word: string): Uint32Array {
  const ordinal = text.words.find(word);
  return ordinal < 0 ? new Uint32Array(0) : Uint32Array.of(ordinal);
}

function factorOf(snapshot: Snapshot, field: string, word: string): number {
  const { docs } = snapshot.totals(field);
  const isId = field === 'id';
  const df = isId ? snapshot.wordDf(field, word) : snapshot.stemDf(field, snapshot.analyzer.stem(word));
  return (isId ? WEIGHTS.exact : WEIGHTS.stem) * idf(docs, df);
}

function hasPhrase(
  snapshot: Snapshot,
  text: TextIndex,
  field: string,
  words: readonly string[],
  doc: number,
): boolean {
  const positions = words.map((word) =>
    Array.from(ordinalsFor(snapshot, text, field, word)).flatMap(
      (ordinal) => text.postings.positionsIn(ordinal, doc) ?? [],
    ),
  );
  return isPhrase(positions);
}

/** For suggestions: documents with all words of a text in one field, the last one as a prefix. The score is 1. */
export function* matchPrefix(
  { snapshot, fields, live }: QueryContext,
  text: string,
  collectDoc: CollectDoc,
): Generator<void, void> {
  const words = tokensOf(snapshot.analyzer, text).map((token) => token.word);
  const last = words.at(-1);
  if (last === undefined) return;
  for (const [i, { segment }] of snapshot.readers.entries()) {
    const found = new Set<number>();
    for (const { name } of fields) {
      const index = segment.text(name);
      if (index === undefined) continue;
      const exactly = (word: string) => sumOfTerms(index.postings, ordinalOf(index, word));
      const [from, to] = index.words.prefixRange(last);
      const range = Uint32Array.from({ length: to - from }, (_, k) => from + k);
      const withPrefix = name === 'id' ? exactly(last) : sumOfTerms(index.postings, range);
      const others = words.slice(0, -1).map(exactly);
      for (const doc of intersectLists([withPrefix, ...others]).docs) found.add(doc);
    }
    const docs = live[i] ?? null;
    for (const doc of found) if (docs === null || hasBit(docs, doc)) collectDoc(i, doc, 1);
    yield;
  }
}
