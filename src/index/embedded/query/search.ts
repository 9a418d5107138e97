import type { SearchOutcome, SearchPlan } from '../../plan.ts';
import { type BitSet, clearBit, hasBit, newBitSet } from '../segment/bits.ts';
import { ReadCounters, type ReadCounts } from '../segment/read-counters.ts';
import type { SegmentReader } from '../snapshot/segment-reader.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { promotedScore } from './collect/promotion.ts';
import { SearchCollector } from './collect/search-collector.ts';
import { facetCounters } from './facets/compile-facet.ts';
import { matchOperators, matchPrefix } from './operators/operators.ts';
import { matchPlain } from './plain-query.ts';
import type { QueryContext } from './scoring/query-context.ts';
import { matchTree } from './tree/match-tree.ts';
import { PAUSE, THRESHOLDS, type Thresholds } from './tuning/thresholds.ts';

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
  const collector = new SearchCollector(snapshot, plan, facets, thresholds);
  const isEverything = plan.query.kind === 'everything' && plan.promoted.length + plan.hidden.length === 0;
  const steps = isEverything ? collector.collectAllLive() : match(snapshot, plan, collector, thresholds);
  const counters = yield* counted(drained(steps, collector));
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
function* match(
  snapshot: Snapshot,
  plan: SearchPlan,
  collector: SearchCollector,
  thresholds: Thresholds,
): Generator<void, void> {
  const live = snapshot.readers.map((reader, number) => {
    if (plan.promoted.length + plan.hidden.length === 0) return reader.liveDocs;
    const engineId = snapshot.engineOf(number);
    /** By id, the rank of a promoted document, or null for a hidden one. */
    const curated = new Map<string, number | null>();
    for (const ref of plan.hidden) if (ref.engineId === engineId) curated.set(ref.id, null);
    for (const [rank, ref] of plan.promoted.entries())
      if (ref.engineId === engineId && !curated.has(ref.id)) curated.set(ref.id, rank);
    const docs = new Map<number, number | null>();
    for (const [id, rank] of curated) {
      const doc = reader.segment.docWithId(id);
      if (doc >= 0 && reader.isLive(doc)) docs.set(doc, rank);
    }
    for (const [doc, rank] of docs) if (rank !== null) collector.collectDoc(number, doc, promotedScore(rank));
    return liveWithout(reader, docs.keys());
  });
  yield* matchQuery({ snapshot, fields: plan.fields, live, thresholds }, plan, collector);
}

/** The live documents of a segment without `docs`. */
function liveWithout({ segment, liveDocs }: SegmentReader, docs: Iterable<number>): BitSet | null {
  let remaining: BitSet | null = null;
  for (const doc of docs) {
    remaining ??= liveDocs?.slice() ?? newBitSet(segment.docCount).fill(0xffffffff);
    clearBit(remaining, doc);
  }
  return remaining ?? liveDocs;
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
      yield* matchEverything(context, collector);
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

function* matchEverything(
  { snapshot, live }: QueryContext,
  { collectDoc }: SearchCollector,
): Generator<void, void> {
  for (const [number, { segment }] of snapshot.readers.entries()) {
    const docs = live[number] ?? null;
    for (let doc = 0; doc < segment.docCount; doc++) {
      if (docs === null || hasBit(docs, doc)) collectDoc(number, doc, 1);
      if (doc % PAUSE === PAUSE - 1) yield;
    }
  }
}
