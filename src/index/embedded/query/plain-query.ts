import type { MatchRules } from '../../plan.ts';
import { newBitSet, setBit } from '../segment/bits.ts';
import type { Segment } from '../segment/segment.ts';
import type { SegmentReader } from '../snapshot/segment-reader.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { LARGE, matchLarge } from './candidates/candidate-set.ts';
import { matchRarest, OTHERS_IN_LARGE, rarestOf } from './candidates/rarest-term.ts';
import type { Apart, Matches } from './collect/collector.ts';
import { FIRST_WORDS } from './scoring/accumulators.ts';
import { averageOf, K_SLOPE } from './scoring/bm25.ts';
import { Rooms } from './scoring/decode-buffers.ts';
import { matchAmong, matchWindows, type SegmentWork } from './scoring/score-candidates.ts';
import { type Clause, type FieldClauses, needOf, type WordClause } from './scoring/segment-query.ts';
import { Reading } from './scoring/term-loops.ts';
import { WINDOW } from './scoring/window.ts';
import { precisionOf, WEIGHTS } from './terms/expansion-kinds.ts';
import { queryWords } from './terms/query-terms.ts';
import type { WordWays } from './terms/term-expansions.ts';
import { type WordPlan, wordPlan } from './terms/term-lookup.ts';

/** Finds and scores the documents of a plain text; docs/matching.md, section 4. It pauses after each window. */
export function* matchPlain(
  view: Snapshot,
  text: string,
  fields: ReadonlyArray<{ readonly name: string; readonly weight: number }>,
  rules: MatchRules,
  matches: Matches,
): Generator<void, void> {
  const precision = precisionOf(rules);
  const words = queryWords(view.analyzer, text, precision);
  // Without fields nothing is found, and what is kept could not be bounded by their number.
  if (words.length === 0 || fields.length === 0) return;
  const counting = [...words.keys()].filter((number) => words[number]?.counts);
  const need = needOf(counting, words.length, precision.needed(counting.length), precision.inOneField);
  const needsAll = need.count === counting.length && !need.hasOthers;
  const names = fields.map(({ name }) => name);
  const plans = words.map((word) => wordPlan(view, word, names, precision));
  if (need.count === 1) for (const word of counting) matches.expect(leastFound(view, plans[word] ?? []));
  const inFields = fields.map(({ name, weight }, f): PlainField => {
    const slope = K_SLOPE / averageOf(view, name);
    return { name, weight, slope, words: plans.map((plan) => plan[f]) };
  });
  const rooms = new Rooms();
  const workIn = (number: number): SegmentWork => {
    rooms.free();
    const state = view.readers[number] as SegmentReader;
    const clauses = inFields.map((field) => clausesIn(state.segment, number, field, rooms));
    return { number, state, fields: clauses.filter((field) => field !== undefined), need };
  };
  const { apart } = matches;
  for (const [i, { segment }] of view.readers.entries()) {
    const work = workIn(i);
    if (work.fields.length === 0) continue;
    const others = segment.docCount < LARGE ? undefined : OTHERS_IN_LARGE;
    const rarest = needsAll ? rarestOf(work.fields, counting, others) : undefined;
    if (rarest !== undefined) yield* matchRarest(work, rarest, matches);
    else if (apart !== undefined && segment.docCount > WINDOW && need.count > 0)
      yield* matchLarge(work, counting, words.length, matches, apart);
    else yield* matchWindows(work, 0, segment.docCount, matches);
  }
  if (apart?.isByScore === false) yield* scorePage(workIn, apart);
}

/** A field that is searched, and the words of the query in it. */
interface PlainField {
  readonly name: string;
  readonly weight: number;
  readonly slope: number;
  readonly words: WordPlan;
}

/** What is looked for in a field of a segment; undefined if nothing of it is there. */
function clausesIn(
  segment: Segment,
  number: number,
  { name, weight, slope, words }: PlainField,
  rooms: Rooms,
): FieldClauses | undefined {
  const clauses: WordClause[] = [];
  for (const [word, found] of words.entries()) {
    const ways = found?.bySegment[number];
    if (found === undefined || ways === undefined) continue;
    clauses.push({ word, rarity: found.rarity, clause: clauseOf(ways, word, rooms) });
  }
  const text = segment.text(name);
  return text === undefined || clauses.length === 0 ? undefined : { text, weight, slope, words: clauses };
}

/** Scores the documents that got onto the page without a score. */
function* scorePage(workIn: (number: number) => SegmentWork, apart: Apart): Generator<void, void> {
  for (const [number, docs] of apart.unscored()) {
    const work = workIn(number);
    const { docCount } = work.state.segment;
    const set = newBitSet(docCount);
    for (const doc of docs) setBit(set, doc);
    yield* matchAmong(work, set, 0, docCount, apart.scoring);
  }
}

/** So many living documents have the word in one field at least: all but those that may be dead. */
function leastFound(view: Snapshot, plan: WordPlan): number {
  const inFields = plan.map((found) => {
    let sum = 0;
    for (const [i, { segment, liveCount }] of view.readers.entries()) {
      const ways = found?.bySegment[i];
      if (ways === undefined || ways.own < 0) continue;
      const dead = segment.docCount - liveCount;
      sum += Math.max(0, (ways.postings.df[ways.own] as number) - dead);
    }
    return sum;
  });
  return Math.max(0, ...inFields);
}

/** A word that only one term stands for is scored at once, without a look at its ways. */
function clauseOf(ways: WordWays, word: number, rooms: Rooms): Clause {
  if (word >= FIRST_WORDS || ways.ways.length > 0 || ways.typos.length > 0) return { kind: 'ways', ways };
  return { kind: 'term', reading: new Reading(ways.postings, ways.own, rooms.next()), weight: WEIGHTS.word };
}
