import type { QueryPlan } from '../../../plan.ts';
import { TIE_BREAKER, WEIGHTS } from '../../../ranking.ts';
import { idf } from '../../../terms/idf.ts';
import { type OperandTerms, operandTerms } from '../../../terms/operand-terms.ts';
import { tokensOf } from '../../../terms/query-terms.ts';
import { hasBit, newBitSet, setBit } from '../../segment/bits.ts';
import { countedUp } from '../../segment/constants.ts';
import type { Segment } from '../../segment/segment.ts';
import type { TextIndex } from '../../segment/text-index.ts';
import type { SegmentReader } from '../../snapshot/segment-reader.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { CollectDoc } from '../collect/collector.ts';
import type { CuratedDocs } from '../collect/curations.ts';
import { averageLength, K_BASE, K_SLOPE } from '../scoring/bm25.ts';
import type { QueryContext } from '../scoring/query-context.ts';
import { intersectLists, type PostingList, sumOfTerms } from '../terms/posting-list.ts';
import { ITEMS_PAUSE, PHRASES_PAUSE } from '../tuning/thresholds.ts';
import { isPhrase } from './phrase.ts';

type Operators = Extract<QueryPlan, { kind: 'operators' }>;

/** Finds and scores the matches of operators (docs/matching.md, section 6). It yields. */
export function* matchOperators(
  { snapshot, segments, fields, curations }: QueryContext,
  plan: Operators,
  collectDoc: CollectDoc,
): Generator<void, void> {
  const { required, wanted, forbidden } = operandTerms(snapshot.analyzer, plan);
  if (required.length + wanted.length + forbidden.length === 0) return;
  for (const i of segments) {
    const reader = snapshot.readers[i] as SegmentReader;
    const { docCount } = reader.segment;
    const scorer = new OperandScorer(snapshot, reader, fields);
    const totals = new Float64Array(docCount);
    /** By document, how many of the operands match that it needs: all that are required, else one that is wanted. */
    const found = new Uint16Array(docCount);
    const excluded = newBitSet(docCount);
    for (const doc of (curations[i] as CuratedDocs).excluded) setBit(excluded, doc);
    for (const operand of forbidden) yield* scorer.eachMatch(operand, (doc) => setBit(excluded, doc));
    for (const [operands, isNeeded] of [
      [required, true],
      [wanted, required.length === 0],
    ] as const) {
      for (const operand of operands) {
        yield* scorer.eachMatch(operand, (doc, score) => {
          totals[doc] = (totals[doc] as number) + score;
          if (isNeeded) found[doc] = (found[doc] as number) + 1;
        });
      }
    }
    const isNegative = required.length + wanted.length === 0;
    const needed = isNegative ? 0 : Math.max(1, required.length);
    for (let doc = 0; doc < docCount; doc++) {
      if (doc % ITEMS_PAUSE === ITEMS_PAUSE - 1) yield;
      if ((found[doc] as number) < needed || hasBit(excluded, doc)) continue;
      if (reader.isLive(doc)) collectDoc(i, doc, isNegative ? 1 : (totals[doc] as number));
    }
  }
}

/** Scores operands in one segment. */
class OperandScorer {
  readonly #snapshot: Snapshot;
  readonly #segment: Segment;
  readonly #fields: QueryContext['fields'];
  /* Of one operand, by document: the sum and the largest of the scores of its fields. Zero between two operands. */
  readonly #sums: Float64Array;
  readonly #largest: Float64Array;
  readonly #isFound: Uint8Array;

  constructor(snapshot: Snapshot, { segment }: SegmentReader, fields: QueryContext['fields']) {
    this.#snapshot = snapshot;
    this.#segment = segment;
    this.#fields = fields;
    this.#sums = new Float64Array(segment.docCount);
    this.#largest = new Float64Array(segment.docCount);
    this.#isFound = new Uint8Array(segment.docCount);
  }

  /**
   * Calls `onMatch` for documents that have all words of an operand in one field, as a phrase if the operand is quoted,
   * with their scores by dis-max over the fields. It yields.
   */
  *eachMatch(operand: OperandTerms, onMatch: (doc: number, score: number) => void): Generator<void, void> {
    const found: number[] = [];
    for (const { name, weight } of this.#fields) {
      const text = this.#segment.text(name);
      if (text !== undefined) yield* this.#scoreField(operand, text, name, weight, found);
    }
    for (const [i, doc] of found.entries()) {
      const best = this.#largest[doc] as number;
      onMatch(doc, best + TIE_BREAKER * ((this.#sums[doc] as number) - best));
      this.#sums[doc] = 0;
      this.#largest[doc] = 0;
      this.#isFound[doc] = 0;
      if (i % ITEMS_PAUSE === ITEMS_PAUSE - 1) yield;
    }
  }

  /** Adds the scores of a field, and the documents that are not in `found` yet to it. */
  *#scoreField(
    { words, isPhrase }: OperandTerms,
    text: TextIndex,
    field: string,
    weight: number,
    found: number[],
  ): Generator<void, void> {
    const snapshot = this.#snapshot;
    const different = [...new Set(words)];
    const lists: PostingList[] = [];
    for (const word of different) {
      const terms = ordinalsFor(snapshot, text, field, word);
      lists.push(yield* sumOfTerms(text.postings, terms, this.#segment.docCount));
      yield;
    }
    const factors = different.map((word) => factorOf(snapshot, field, word));
    const { docs, at } = yield* intersectLists(lists);
    const slope = K_SLOPE / averageLength(snapshot.totals(field));
    const pause = isPhrase ? PHRASES_PAUSE : ITEMS_PAUSE;
    for (const [i, doc] of docs.entries()) {
      if (i % pause === pause - 1) yield;
      if (isPhrase && !(yield* hasPhrase(snapshot, text, field, words, doc))) continue;
      const norm = K_BASE + slope * (text.lengths[doc] as number);
      let score = 0;
      for (const [k, factor] of factors.entries()) {
        const tf = (lists[k] as PostingList).counts[at[i]?.[k] as number] as number;
        score += (factor * tf) / (tf + norm);
      }
      if (this.#isFound[doc] === 0) found.push(doc);
      this.#isFound[doc] = 1;
      this.#sums[doc] = (this.#sums[doc] as number) + weight * score;
      this.#largest[doc] = Math.max(this.#largest[doc] as number, weight * score);
    }
  }
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

function* hasPhrase(
  snapshot: Snapshot,
  text: TextIndex,
  field: string,
  words: readonly string[],
  doc: number,
): Generator<void, boolean> {
  const positionsOf = (word: string): readonly number[] =>
    Array.from(ordinalsFor(snapshot, text, field, word)).flatMap(
      (ordinal) => text.postings.positionsIn(ordinal, doc) ?? [],
    );
  const byWord = new Map([...new Set(words)].map((word) => [word, positionsOf(word)]));
  return yield* isPhrase(words.map((word) => byWord.get(word) ?? []));
}

/** For suggestions: documents with all words of a text in one field, the last one as a prefix. The score is 1. */
export function* matchPrefix(
  { snapshot, segments, fields, curations }: QueryContext,
  text: string,
  collectDoc: CollectDoc,
): Generator<void, void> {
  const words = tokensOf(snapshot.analyzer, text).map((token) => token.word);
  const last = words.at(-1);
  if (last === undefined) return;
  for (const i of segments) {
    const reader = snapshot.readers[i] as SegmentReader;
    const { segment } = reader;
    const found = new Set<number>();
    for (const { name } of fields) {
      const index = segment.text(name);
      if (index === undefined) continue;
      const exactly = (word: string) => sumOfTerms(index.postings, ordinalOf(index, word), segment.docCount);
      const [from, to] = index.words.prefixRange(last);
      const range = countedUp(to).subarray(from);
      const lists = [
        yield* name === 'id' ? exactly(last) : sumOfTerms(index.postings, range, segment.docCount),
      ];
      for (const word of words.slice(0, -1)) lists.push(yield* exactly(word));
      for (const doc of (yield* intersectLists(lists)).docs) found.add(doc);
      yield;
    }
    for (const doc of (curations[i] as CuratedDocs).excluded) found.delete(doc);
    let seen = 0;
    for (const doc of found) {
      if (reader.isLive(doc)) collectDoc(i, doc, 1);
      if (++seen % ITEMS_PAUSE === 0) yield;
    }
  }
}
