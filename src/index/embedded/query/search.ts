import type { SearchOutcome, SearchPlan } from '../../plan.ts';
import { runToCompletion } from '../runtime/time-slice.ts';
import { ReadCounters, type ReadCounts } from '../segment/read-counters.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { type Matches, type MatchSink, oneByOne } from './collect/collector.ts';
import { promotedScore } from './collect/promotion.ts';
import { Collector } from './collect/search-collector.ts';
import { matchBeginning, matchOperators } from './operators/operators.ts';
import { matchPlain } from './plain-query.ts';

/** Documents looked at between two pauses where all are. */
const STRETCH = 1 << 14;

/** An outcome with the profile details of this engine. */
export type CountedOutcome = SearchOutcome & { readonly counters: ReadCounts };

/**
 * Runs a plan over a view; its fields are those that can be searched and have a weight. It pauses between windows,
 * with nothing half done: other searches may run meanwhile.
 */
export function* searchSteps(view: Snapshot, plan: SearchPlan): Generator<void, CountedOutcome> {
  const collector = new Collector(view, plan);
  const isPlainAll = plan.query.kind === 'everything' && plan.promoted.length + plan.hidden.length === 0;
  const counters = yield* counted(isPlainAll ? collector.everything() : match(view, plan, collector));
  return { ...collector.outcome(), counters };
}

/** Runs steps and gives what they read. Others may read in the pauses between them. */
function* counted(steps: Generator<void, void>): Generator<void, ReadCounts> {
  const tally = new ReadCounters();
  try {
    for (;;) {
      tally.begin();
      const { done } = steps.next();
      tally.end();
      if (done) return tally.sums;
      yield;
    }
  } finally {
    steps.return();
  }
}

/** The same without a pause. */
export const runSearch = (view: Snapshot, plan: SearchPlan): CountedOutcome =>
  runToCompletion(searchSteps(view, plan));

/** Calls `sink` for every document that matches the query and is not hidden; promoted ones whether they match or not. */
function* match(view: Snapshot, plan: SearchPlan, collector: Collector): Generator<void, void> {
  const { sink } = collector;
  const special = new Map<string, number | null>();
  for (const id of plan.hidden) special.set(id, null);
  for (const [rank, id] of plan.promoted.entries()) if (!special.has(id)) special.set(id, rank);
  const places = new Map<string, number | null>();
  for (const [id, rank] of special) {
    for (const [i, state] of view.readers.entries()) {
      const doc = state.segment.docWithId(id);
      if (doc < 0 || !state.isLive(doc)) continue;
      places.set(`${i}/${doc}`, rank);
      if (rank !== null) sink(i, doc, promotedScore(rank));
    }
  }
  if (places.size === 0) {
    yield* matchQuery(view, plan, sink, collector);
    return;
  }
  const rest: MatchSink = (state, doc, score) => {
    if (!places.has(`${state}/${doc}`)) sink(state, doc, score);
  };
  yield* matchQuery(view, plan, rest, oneByOne(rest));
}

/** `sink` and `matches` are two ways to the same place: one document at a time, or many. */
function* matchQuery(
  view: Snapshot,
  plan: SearchPlan,
  sink: MatchSink,
  matches: Matches,
): Generator<void, void> {
  const { query, fields } = plan;
  if (fields.length === 0 && query.kind !== 'everything') return;
  switch (query.kind) {
    case 'everything':
      for (const [i, state] of view.readers.entries()) {
        for (let doc = 0; doc < state.segment.docCount; doc++) {
          if (state.isLive(doc)) sink(i, doc, 1);
          if (doc % STRETCH === STRETCH - 1) yield;
        }
      }
      return;
    case 'operators':
      yield* matchOperators(view, query, fields, sink);
      return;
    case 'beginning':
      yield* matchBeginning(view, query.text, fields, sink);
      return;
    case 'plain': {
      const [only, ...others] = query.texts;
      if (only !== undefined && others.length === 0) {
        yield* matchPlain(view, only, fields, plan.matching, matches);
        return;
      }
      const best = view.readers.map(() => new Map<number, number>());
      for (const text of query.texts) {
        const each = oneByOne((state, doc, score) => {
          const scores = best[state] as Map<number, number>;
          scores.set(doc, Math.max(scores.get(doc) ?? 0, score));
        });
        yield* matchPlain(view, text, fields, plan.matching, each);
      }
      for (const [i, scores] of best.entries()) for (const [doc, score] of scores) sink(i, doc, score);
    }
  }
}
