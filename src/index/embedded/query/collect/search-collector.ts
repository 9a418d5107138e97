import type { FacetOutcome, Filter, SearchOutcome, SearchPlan } from '../../../plan.ts';
import { runToCompletion } from '../../runtime/time-slice.ts';
import { DocIdIterator } from '../../segment/doc-id-iterator.ts';
import { countValues } from '../../segment/read-counters.ts';
import type { SegmentReader } from '../../snapshot/segment-reader.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { FacetCounter } from '../facets/facet-counter.ts';
import type { CountDocs } from '../facets/ordinal-counts.ts';
import { type BatchFilter, compileBatchFilters } from '../filters/batch-filter.ts';
import { isMatchAll, isMatchNone } from '../filters/filter.ts';
import { lookupsOf, testsOf } from '../tuning/plan-tests.ts';
import { FEW_LOOKUPS, LONG_PIECE, PAUSE, type Thresholds } from '../tuning/thresholds.ts';
import { Batch } from './batch.ts';
import { type Boosted, compileBoosts } from './boosts.ts';
import type { CollectDoc, MatchCollector, TwoPhaseCollector } from './collector.ts';
import { type CuratedDocs, isPromoted, withoutExcluded } from './curations.ts';
import { GroupedHits } from './grouped-hits.ts';
import type { CollectHits, HitCollector } from './hit-collector.ts';
import { TopHits } from './top-hits.ts';

/** Matches of a segment that wait to be filtered and counted. */
interface Waiting {
  readonly readerIndex: number;
  readonly docs: Uint32Array;
  readonly scores: Float64Array;
}

/** The compiled steps for the matching documents of one segment. */
interface Steps {
  readonly filters: readonly BatchFilter[];
  readonly counts: readonly CountDocs[];
  readonly boosted: Boosted | null;
  readonly collectHits: CollectHits;
}

/** The documents of the next piece after one that took so many milliseconds. */
const nextPiece = (piece: number, took: number): number =>
  took > LONG_PIECE ? Math.max(1, piece >> 2) : took < LONG_PIECE / 4 ? 2 * piece : piece;

/**
 * Filters, boosts, counts, sorts and groups matching documents, batch by batch. It works as a two-phase collector where
 * the plan allows it (collector.ts).
 */
export class SearchCollector implements MatchCollector {
  readonly #snapshot: Snapshot;
  readonly #plan: SearchPlan;
  /** By segment. */
  readonly #curations: readonly CuratedDocs[];
  readonly #filters: readonly Filter[];
  readonly #hasFilter: boolean;
  /** The counters of the facets, in the order of the plan; facets may share one. */
  readonly #facets: readonly FacetCounter[];
  readonly #counters: readonly FacetCounter[];
  readonly #steps: Array<Steps | undefined>;
  readonly #hits: HitCollector;
  /** Whether every match has to be collected, because it is filtered, counted in facets or boosted. */
  readonly #seesAll: boolean;
  #buffered: Batch | undefined;
  /** Documents per piece if the plan has many tests or values: then matches wait here until `drain` collects them. */
  #piece: number | undefined;
  /** Documents between two pauses where all documents are collected. */
  readonly #pause: number;
  readonly #waiting: Waiting[] = [];
  readonly #totalUpTo: number;
  #total = 0;
  /** A lower bound of the number of matches, known before they are collected. */
  #expected = 0;
  /** NaN scores for documents that are collected before they are scored. */
  #unscored: Float64Array | undefined;

  constructor(
    snapshot: Snapshot,
    plan: SearchPlan,
    facets: readonly FacetCounter[],
    curations: readonly CuratedDocs[],
    filters: readonly Filter[],
    { manyTests, testsPerPiece }: Thresholds,
  ) {
    this.#snapshot = snapshot;
    this.#plan = plan;
    this.#curations = curations;
    this.#filters = filters;
    this.#hasFilter = filters.some((filter) => !isMatchAll(filter) && !isMatchNone(filter));
    this.#totalUpTo = plan.totalUpTo ?? Number.POSITIVE_INFINITY;
    this.#facets = facets;
    this.#counters = [...new Set(facets)];
    this.#steps = snapshot.readers.map(() => undefined);
    this.#hits =
      plan.group === null ? new TopHits(snapshot, plan) : new GroupedHits(snapshot, plan, plan.group);
    const tests = Math.max(1, testsOf(snapshot, plan));
    const isLong = tests > manyTests || lookupsOf(plan) > FEW_LOOKUPS;
    this.#pause = PAUSE / tests;
    this.#piece = isLong ? Math.max(1, Math.floor(testsPerPiece / tests)) : undefined;
    this.#seesAll = this.#hasFilter || plan.facets.length > 0 || plan.boosts.length > 0;
    this.twoPhase = this.#inTwoPhases();
  }

  get threshold(): number {
    return this.#seesAll ? Number.NEGATIVE_INFINITY : this.#hits.threshold;
  }

  countHits(count: number): void {
    this.#total += count;
  }

  /** Undefined if every match has to be scored: boosts depend on the values of each document. */
  readonly twoPhase: TwoPhaseCollector | undefined;

  #inTwoPhases(): TwoPhaseCollector | undefined {
    const hits = this.#hits;
    if (this.#plan.boosts.length > 0 || hits.order === 'mixed' || this.#piece !== undefined) return undefined;
    return {
      seesAll: this.#seesAll || hits.order === 'fields',
      hasFilter: this.#hasFilter,
      count: (segment, docs, count) => this.#countUnscored(segment, docs, count),
      isByScore: hits.order === 'score',
      ranking: {
        get threshold() {
          return hits.threshold;
        },
        collect: (segment, docs, scores, count) => this.#stepsIn(segment).collectHits(docs, scores, count),
        countHits: () => {},
      },
      unscoredHits: () => hits.unscored(),
      hitScores: {
        threshold: Number.NEGATIVE_INFINITY,
        collect: (segment, docs, scores, count) => {
          for (let i = 0; i < count; i++) hits.score(segment, docs[i] as number, scores[i] as number);
        },
        countHits: () => {},
      },
    };
  }

  #countUnscored(readerIndex: number, docs: Uint32Array, count: number): number {
    this.#unscored ??= new Float64Array(docs.length).fill(Number.NaN);
    const passed = this.#filterAndCount(readerIndex, docs, this.#unscored, count);
    if (this.#hits.order === 'fields') this.#stepsIn(readerIndex).collectHits(docs, this.#unscored, passed);
    return passed;
  }

  get needsCount(): boolean {
    return this.#seesAll || Math.max(this.#total, this.#expected) < this.#totalUpTo;
  }

  expectAtLeast(count: number): void {
    if (!this.#seesAll) this.#expected = Math.max(this.#expected, count);
  }

  /** Buffers one document until the batch is full or the segment changes. */
  readonly collectDoc: CollectDoc = (readerIndex, doc, score) => {
    this.#buffered ??= new Batch();
    const batch = this.#buffered;
    if (batch.readerIndex !== readerIndex || batch.count === Batch.SIZE) this.#flush(batch, readerIndex);
    batch.docs[batch.count] = doc;
    batch.scores[batch.count++] = score;
  };

  #flush(batch: Batch, next: number): void {
    if (batch.count > 0) this.collect(batch.readerIndex, batch.docs, batch.scores, batch.count);
    batch.count = 0;
    batch.readerIndex = next;
  }

  collect(readerIndex: number, docs: Uint32Array, scores: Float64Array, count: number): void {
    if (this.#piece === undefined) this.#collectNow(readerIndex, docs, scores, count);
    else this.#waiting.push({ readerIndex, docs: docs.slice(0, count), scores: scores.slice(0, count) });
  }

  /** Collects the waiting matches. It yields after each piece; pieces become smaller while they take too long. */
  *drain(): Generator<void, void> {
    for (const { readerIndex, docs, scores } of this.#waiting.splice(0)) {
      this.#steps[readerIndex] ??= yield* this.#compile(readerIndex);
      for (let at = 0; at < docs.length; ) {
        const piece = this.#piece ?? docs.length;
        const end = Math.min(at + piece, docs.length);
        const began = performance.now();
        this.#collectNow(readerIndex, docs.subarray(at, end), scores.subarray(at, end), end - at);
        this.#piece = nextPiece(piece, performance.now() - began);
        at = end;
        yield;
      }
    }
  }

  #collectNow(readerIndex: number, docs: Uint32Array, scores: Float64Array, count: number): void {
    const passed = this.#filterAndCount(readerIndex, docs, scores, count);
    const { boosted, collectHits } = this.#stepsIn(readerIndex);
    if (boosted !== null) {
      for (let i = 0; i < passed; i++) {
        const score = scores[i] as number;
        if (!isPromoted(score)) scores[i] = boosted(docs[i] as number, score);
      }
    }
    collectHits(docs, scores, passed);
  }

  /** Moves documents that pass the filter to the front, counts their facets, and returns their number. */
  #filterAndCount(readerIndex: number, docs: Uint32Array, scores: Float64Array, count: number): number {
    const { filters, counts } = this.#stepsIn(readerIndex);
    let passed = count;
    for (const filter of filters) {
      countValues(passed);
      passed = filter(docs, scores, passed);
    }
    this.#total += passed;
    if (passed === 0) return 0;
    countValues(counts.length * passed);
    for (const countDocs of counts) countDocs(docs, passed);
    return passed;
  }

  #stepsIn(readerIndex: number): Steps {
    this.#steps[readerIndex] ??= runToCompletion(this.#compile(readerIndex));
    return this.#steps[readerIndex];
  }

  *#compile(readerIndex: number): Generator<void, Steps> {
    const reader = this.#snapshot.readers[readerIndex] as SegmentReader;
    const { boosts } = this.#plan;
    const filter = this.#filters[readerIndex] as Filter;
    return {
      filters: isMatchAll(filter) ? [] : yield* compileBatchFilters(filter, reader.segment),
      counts: this.#counters.length === 0 ? [] : yield* countersFor(reader, this.#counters),
      boosted: boosts.length === 0 ? null : yield* compileBoosts(boosts, reader.segment),
      collectHits: this.#hits.collectorFor(readerIndex),
    };
  }

  /** Collects the promoted documents of all segments; false if there are none. */
  collectPromoted(): boolean {
    let isAny = false;
    for (const [readerIndex, { promoted }] of this.#curations.entries()) {
      for (const { doc, score } of promoted) {
        this.collectDoc(readerIndex, doc, score);
        isAny = true;
      }
    }
    this.flush();
    return isAny;
  }

  /**
   * Collects every live document with score 1, except curated ones. It yields after as many documents as take about a
   * millisecond.
   */
  *collectAllLive(): Generator<void, void> {
    // Newest segments first: unless the plan sorts, their documents come first, and the heap rejects the others early.
    for (let readerIndex = this.#snapshot.readers.length - 1; readerIndex >= 0; readerIndex--) {
      const reader = this.#snapshot.readers[readerIndex] as SegmentReader;
      const filter = this.#filters[readerIndex] as Filter;
      if (isMatchNone(filter)) continue;
      const isPlain = isMatchAll(filter) && this.#plan.boosts.length === 0;
      if (isPlain && (yield* this.#collectUnscanned(readerIndex, reader))) continue;
      const { excluded } = this.#curations[readerIndex] as CuratedDocs;
      const documents = DocIdIterator.liveDocs(reader.liveDocs, reader.segment.docCount);
      const scores = new Float64Array(documents.docs.length);
      for (let seen = 0; documents.next(); ) {
        const { docs } = documents;
        const count = withoutExcluded(docs, documents.count, excluded);
        // Boosts have overwritten the scores of the previous batch.
        scores.fill(1, 0, count);
        this.collect(readerIndex, docs, scores, count);
        seen += count;
        if (seen >= this.#pause) {
          seen = 0;
          yield;
        }
      }
    }
  }

  /**
   * Collects all live documents of a segment without a scan: their number and the counts of text values are
   * precomputed, and the newest documents are the last ones. False if a facet or the sort needs a scan; that scan then
   * runs only the steps that need it. It yields after each facet, since the first use of a field counts its values.
   */
  *#collectUnscanned(readerIndex: number, reader: SegmentReader): Generator<void, boolean> {
    const { excluded } = this.#curations[readerIndex] as CuratedDocs;
    const uncounted: FacetCounter[] = [];
    for (const counter of this.#counters) {
      if (!counter.countAllLive(reader, excluded)) uncounted.push(counter);
      yield;
    }
    const areHitsCollected = yield* this.#hits.collectAllLive(readerIndex, excluded);
    if (uncounted.length === 0 && areHitsCollected) {
      this.#total += reader.liveCount - excluded.length;
      return true;
    }
    const collectHits = areHitsCollected ? () => {} : this.#hits.collectorFor(readerIndex);
    this.#steps[readerIndex] = {
      filters: [],
      counts: yield* countersFor(reader, uncounted),
      boosted: null,
      collectHits,
    };
    return false;
  }

  /** Collects the buffered documents, or lets them wait for `drain`. */
  flush(): void {
    if (this.#buffered !== undefined) this.#flush(this.#buffered, -1);
  }

  /** It yields while it selects hits and values. */
  *outcome(): Generator<void, SearchOutcome> {
    const { hits, total } = yield* this.#hits.result(Math.max(this.#total, this.#expected));
    const facets: FacetOutcome[] = [];
    for (const [i, facet] of this.#plan.facets.entries()) {
      facets.push(yield* (this.#facets[i] as FacetCounter).outcome(facet));
      yield;
    }
    return { total: Math.min(total, this.#totalUpTo), hits, facets };
  }
}

/** It yields after each counter, since the first use of a column may take long. */
function* countersFor(
  reader: SegmentReader,
  counters: readonly FacetCounter[],
): Generator<void, CountDocs[]> {
  const counts: CountDocs[] = [];
  for (const counter of counters) {
    const count = counter.counterFor(reader);
    if (count !== undefined) counts.push(count);
    yield;
  }
  return counts;
}
