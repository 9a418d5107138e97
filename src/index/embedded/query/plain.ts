import { popcount } from '../segment/bits.ts';
import type { TextIndex } from '../segment/text-index.ts';
import type { View } from '../view.ts';
import { addList, addTerm, keepBest } from './accumulate.ts';
import type { MatchSink } from './match.ts';
import { queryWords } from './query-words.ts';
import { Scratch, WINDOW } from './scratch.ts';
import { fieldSources, type Source, type WordSources } from './sources.ts';
import { COVERAGE_BONUS, type Precision, precisionOf } from './ways.ts';

interface FieldWork {
  readonly text: TextIndex;
  readonly weight: number;
  readonly average: number;
  readonly words: readonly WordSources[];
}

/** What is needed of the words that count: as bits, and how many. */
interface Need {
  readonly low: number;
  readonly high: number;
  readonly count: number;
  readonly inOneField: boolean;
}

let scratch = new Scratch();

/** Finds and scores the documents of a plain text; docs/matching.md, section 4. It pauses after each window. */
export function* matchPlain(...request: Parameters<typeof matchWindows>): Generator<void, void> {
  try {
    yield* matchWindows(...request);
  } catch (error) {
    // Left in the middle of a window the accumulators would spoil the next search.
    scratch = new Scratch();
    throw error;
  }
}

function* matchWindows(
  view: View,
  text: string,
  fields: ReadonlyArray<{ readonly name: string; readonly weight: number }>,
  precisionLevel: number,
  sink: MatchSink,
): Generator<void, void> {
  const precision: Precision = precisionOf(precisionLevel);
  const textFields = fields.map((field) => field.name).filter((name) => name !== 'id');
  const words = queryWords(view, text, precision, textFields);
  if (words.length === 0) return;

  let low = 0;
  let high = 0;
  let counting = 0;
  for (const [number, word] of words.entries()) {
    if (!word.counts) continue;
    counting++;
    if (number < 32) low |= 1 << number;
    else high |= 1 << (number - 32);
  }
  const need: Need = {
    low: low >>> 0,
    high: high >>> 0,
    count: precision.needed(counting),
    inOneField: precision.inOneField,
  };

  const plans = fields.map((field) => ({
    ...field,
    average: averageOf(view, field.name),
    perSegment: fieldSources(view, field.name, words, precision),
  }));
  for (const [i, state] of view.states.entries()) {
    const work: FieldWork[] = [];
    for (const { name, weight, average, perSegment } of plans) {
      const text = state.segment.text(name);
      const found = perSegment[i];
      if (text !== undefined && found !== undefined && found.length > 0) {
        work.push({ text, weight, average, words: found });
      }
    }
    if (work.length === 0) continue;
    for (let from = 0; from < state.segment.docCount; from += WINDOW) {
      const to = Math.min(from + WINDOW, state.segment.docCount);
      for (const field of work) scoreField(field, from, to, need);
      const { inDocument, score, low: foundLow, high: foundHigh, enough } = scratch;
      for (let k = 0; k < inDocument.count; k++) {
        const doc = inDocument.docs[k] as number;
        const found =
          popcount((foundLow[doc] as number) & need.low) + popcount((foundHigh[doc] as number) & need.high);
        const matches = need.inOneField ? enough[doc] === 1 : found >= need.count;
        const total = score[doc] as number;
        score[doc] = 0;
        foundLow[doc] = 0;
        foundHigh[doc] = 0;
        enough[doc] = 0;
        if (matches && state.isLive(from + doc)) sink(i, from + doc, total);
      }
      inDocument.count = 0;
      yield;
    }
  }
}

export function averageOf(view: View, field: string): number {
  const { docs, words } = view.totals(field);
  return docs === 0 ? 1 : words / docs;
}

/** Scores one field of one window and adds it to the documents. */
function scoreField({ text, weight, average, words }: FieldWork, from: number, to: number, need: Need): void {
  const { best, inWord, fieldScore, fieldFound, fieldLow, fieldHigh, inField } = scratch;
  for (const { word, rarity, sources } of words) {
    for (const source of sources) scoreSource(source, text.lengths, average, from, to);
    const lowBit = word < 32 ? 1 << word : 0;
    const highBit = word < 32 ? 0 : 1 << (word - 32);
    for (let i = 0; i < inWord.count; i++) {
      const doc = inWord.docs[i] as number;
      if (fieldFound[doc] === 0) inField.docs[inField.count++] = doc;
      fieldFound[doc] = (fieldFound[doc] as number) + 1;
      fieldScore[doc] = (fieldScore[doc] as number) + rarity * (best[doc] as number);
      fieldLow[doc] = (fieldLow[doc] as number) | lowBit;
      fieldHigh[doc] = (fieldHigh[doc] as number) | highBit;
      best[doc] = 0;
    }
    inWord.count = 0;
  }
  const { score, low, high, enough, inDocument } = scratch;
  for (let i = 0; i < inField.count; i++) {
    const doc = inField.docs[i] as number;
    const found = fieldFound[doc] as number;
    const length = text.lengths[from + doc] as number;
    const bonus = 1 + COVERAGE_BONUS * Math.min(1, found / length);
    // Words are noted even where their score is 0, so whether a document was touched shows in its bits.
    if (low[doc] === 0 && high[doc] === 0) inDocument.docs[inDocument.count++] = doc;
    score[doc] = (score[doc] as number) + weight * bonus * (fieldScore[doc] as number);
    const lowHere = fieldLow[doc] as number;
    const highHere = fieldHigh[doc] as number;
    low[doc] = (low[doc] as number) | lowHere;
    high[doc] = (high[doc] as number) | highHere;
    if (popcount(lowHere & need.low) + popcount(highHere & need.high) >= need.count) enough[doc] = 1;
    fieldScore[doc] = 0;
    fieldFound[doc] = 0;
    fieldLow[doc] = 0;
    fieldHigh[doc] = 0;
  }
  inField.count = 0;
}

function scoreSource(source: Source, lengths: Uint16Array, average: number, from: number, to: number): void {
  const { counts, inWay, best, inWord } = scratch;
  const { terms } = source;
  if (terms instanceof Uint32Array) {
    for (let i = 0; i < terms.length; i++)
      addTerm(source.postings, terms[i] as number, from, to, counts, inWay);
  } else {
    for (let term = terms[0]; term < terms[1]; term++)
      addTerm(source.postings, term, from, to, counts, inWay);
  }
  for (const list of source.lists) addList(list, from, to, counts, inWay);
  keepBest(source.weight, average, lengths, from, counts, inWay, best, inWord);
}
