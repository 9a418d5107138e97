import type { Filter, SearchOutcome, SearchPlan } from '../../plan.ts';
import { ReadCounters, type ReadCounts } from '../segment/read-counters.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { curationsOf } from './collect/curations.ts';
import { SearchCollector } from './collect/search-collector.ts';
import { facetCounters } from './facets/compile-facet.ts';
import { filterIn } from './filters/engine-filter.ts';
import { isMatchNone } from './filters/filter.ts';
import { matchOperators, matchPrefix } from './operators/operators.ts';
import { matchPlain } from './plain-query.ts';
import type { QueryContext } from './scoring/query-context.ts';
import { matchTree } from './tree/match-tree.ts';
import { THRESHOLDS } from './tuning/thresholds.ts';

/** An outcome with the read counters of this engine, for profiles. */
export type CountedOutcome = SearchOutcome & { readonly counters: ReadCounts };

/**
 * Runs a plan over a snapshot. It pauses between windows, in a consistent state: other searches may run in the pauses.
 *
 *   term lookup and expansion (terms/) -> candidates of a segment (candidates/) -> scores (scoring/)
 *   -> filter, count, facets, top k (collect/)
 */
export function* searchSteps(
  snapshot: Snapshot,
  plan: SearchPlan,
  thresholds = THRESHOLDS,
): Generator<void, CountedOutcome> {
  const facets = plan.facets.length === 0 ? [] : yield* facetCounters(snapshot, plan.facets);
  const curations = yield* curationsOf(snapshot, plan);
  const filters = snapshot.readers.map((_, number) => filterIn(plan.filter, snapshot.engineOf(number)));
  const collector = new SearchCollector(snapshot, plan, facets, curations, filters, thresholds);
  const segments = [...snapshot.readers.keys()].filter((number) => !isMatchNone(filters[number] as Filter));
  const context = { snapshot, segments, curations, fields: plan.fields, thresholds };
  const counters = yield* counted(drained(match(context, plan, collector), collector));
  return { ...(yield* collector.outcome()), counters };
}

/** Runs steps and collects the matches that wait after each of them. */
function* drained(steps: Generator<void, void>, collector: SearchCollector): Generator<void, void> {
  try {
    for (;;) {
      const { done } = steps.next();
      if (done) collector.flush();
      yield* collector.drain();
      if (done) return;
      yield;
    }
  } finally {
    steps.return();
  }
}

/** Runs steps and returns the counters of their reads, without those of other searches in the pauses. */
function* counted(steps: Generator<void, void>): Generator<void, ReadCounts> {
  const counters = new ReadCounters();
  try {
    for (;;) {
      counters.begin();
      const { done } = steps.next();
      counters.end();
      if (done) return counters.sums;
      yield;
    }
  } finally {
    steps.return();
  }
}

/** Collects the promoted documents, whether they match or not, and all other matches that are not hidden. */
function* match(context: QueryContext, plan: SearchPlan, collector: SearchCollector): Generator<void, void> {
  if (collector.collectPromoted()) yield;
  yield* matchQuery(context, plan, collector);
}

function* matchQuery(
  context: QueryContext,
  { query, matching }: SearchPlan,
  collector: SearchCollector,
): Generator<void, void> {
  const { collectDoc } = collector;
  if (query.kind === 'tree') {
    yield* matchTree(context, query.root, collectDoc);
    return;
  }
  if (context.fields.length === 0 && query.kind !== 'everything') return;
  switch (query.kind) {
    case 'everything':
      yield* collector.collectAllLive();
      return;
    case 'operators':
      yield* matchOperators(context, query, collectDoc);
      return;
    case 'prefix':
      yield* matchPrefix(context, query.text, collectDoc);
      return;
    case 'plain':
      yield* matchPlain(context, query, matching, collector);
  }
}
