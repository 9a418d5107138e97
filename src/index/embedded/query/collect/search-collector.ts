import type { SearchOutcome, SearchPlan } from '../../../plan.ts';
import { DocIdIterator } from '../../segment/doc-id-iterator.ts';
import { countValues } from '../../segment/read-counters.ts';
import type { SegmentReader } from '../../snapshot/segment-reader.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { facetCounter } from '../facets/compile-facet.ts';
import type { FacetCounter } from '../facets/facet-counter.ts';
import type { Count } from '../facets/ordinal-counts.ts';
import { type BatchFilter, compileBatchFilters } from '../filters/batch-filter.ts';
import { isEverything } from '../filters/filter.ts';
import { PAUSE } from '../tuning/thresholds.ts';
import { Batch } from './batch.ts';
import { compileBoosts } from './boosts.ts';
import type { CollectDoc, MatchCollector, TwoPhaseCollector } from './collector.ts';
import { Grouping } from './grouped-hits.ts';
import type { CollectHits, HitCollector } from './hit-collector.ts';
import { isPromoted } from './promotion.ts';
import { Ranking } from './top-hits.ts';

/** What is done with the matching documents of one segment. */
interface Steps {
  readonly filters: readonly BatchFilter[];
  readonly counts: readonly Count[];
  readonly boosted: ReturnType<typeof compileBoosts>;
  readonly keep: CollectHits;
}

/** Filters, boosts, counts, sorts and groups what matches. */
export class SearchCollector implements MatchCollector {
  readonly #snapshot: Snapshot;
  readonly #plan: SearchPlan;
  readonly #facets: readonly FacetCounter[];
  readonly #steps: Array<Steps | undefined>;
  readonly #hits: HitCollector;
  readonly #seesAll: boolean;
  #waiting: Batch | undefined;
  readonly #totalUpTo: number;
  #total = 0;
  /** A lower bound of the matches, known beforehand. */
  #expected = 0;
  /** Scores of documents that have none yet. */
  #unscored: Float64Array | undefined;

  constructor(snapshot: Snapshot, plan: SearchPlan) {
    this.#snapshot = snapshot;
    this.#plan = plan;
    this.#totalUpTo = plan.totalUpTo ?? Number.POSITIVE_INFINITY;
    this.#facets = plan.facets.map((facet) => facetCounter(snapshot, facet));
    this.#steps = snapshot.readers.map(() => undefined);
    this.#hits = plan.group === null ? new Ranking(snapshot, plan) : new Grouping(snapshot, plan, plan.group);
    this.#seesAll = !isEverything(plan.filter) || plan.facets.length > 0 || plan.boosts.length > 0;
  }

  /** What is filtered, counted or boosted has to be seen, whatever its score. */
  get threshold(): number {
    return this.#seesAll ? Number.NEGATIVE_INFINITY : this.#hits.threshold;
  }

  countHits(count: number): void {
    this.#total += count;
  }

  /** Boosts change scores by what a document has: then they are needed of all. */
  get twoPhase(): TwoPhaseCollector | undefined {
    const hits = this.#hits;
    if (this.#plan.boosts.length > 0 || hits.order === 'mixed') return undefined;
    return {
      seesAll: this.#seesAll || hits.order === 'fields',
      hasFilter: !isEverything(this.#plan.filter),
      count: (segment, docs, count) => this.#countUnscored(segment, docs, count),
      isByScore: hits.order === 'score',
      ranking: {
        get threshold() {
          return hits.threshold;
        },
        collect: (segment, docs, scores, count) => this.#stepsIn(segment).keep(docs, scores, count),
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

  #countUnscored(state: number, docs: Uint32Array, count: number): number {
    this.#unscored ??= new Float64Array(docs.length).fill(Number.NaN);
    const passed = this.#filterAndCount(state, docs, this.#unscored, count);
    if (this.#hits.order === 'fields') this.#stepsIn(state).keep(docs, this.#unscored, passed);
    return passed;
  }

  get needsCount(): boolean {
    return this.#seesAll || Math.max(this.#total, this.#expected) < this.#totalUpTo;
  }

  expectAtLeast(count: number): void {
    if (!this.#seesAll) this.#expected = Math.max(this.#expected, count);
  }

  /** One document: kept back until there are many of the same segment. */
  readonly collectDoc: CollectDoc = (state, doc, score) => {
    this.#waiting ??= new Batch();
    const batch = this.#waiting;
    if (batch.state !== state || batch.count === Batch.SIZE) this.#takeWaiting(batch, state);
    batch.docs[batch.count] = doc;
    batch.scores[batch.count++] = score;
  };

  #takeWaiting(batch: Batch, next: number): void {
    if (batch.count > 0) this.collect(batch.state, batch.docs, batch.scores, batch.count);
    batch.count = 0;
    batch.state = next;
  }

  collect(state: number, docs: Uint32Array, scores: Float64Array, count: number): void {
    const passed = this.#filterAndCount(state, docs, scores, count);
    const { boosted, keep } = this.#stepsIn(state);
    if (boosted !== null) {
      for (let i = 0; i < passed; i++) {
        const score = scores[i] as number;
        if (!isPromoted(score)) scores[i] = boosted(docs[i] as number, score);
      }
    }
    keep(docs, scores, passed);
  }

  /** Moves the documents that pass the filter to the front, counts them, and gives how many they are. */
  #filterAndCount(state: number, docs: Uint32Array, scores: Float64Array, count: number): number {
    const { filters, counts } = this.#stepsIn(state);
    let passed = count;
    for (const filter of filters) {
      countValues(passed);
      passed = filter(docs, scores, passed);
    }
    this.#total += passed;
    if (passed === 0) return 0;
    countValues(counts.length * passed);
    for (const countThem of counts) countThem(docs, passed);
    return passed;
  }

  #stepsIn(number: number): Steps {
    return this.#steps[number] ?? this.#stepsFor(number);
  }

  #stepsFor(number: number): Steps {
    const state = this.#snapshot.readers[number] as SegmentReader;
    const steps = {
      filters: compileBatchFilters(this.#plan.filter, state.segment),
      counts: countsIn(state, this.#facets),
      boosted: compileBoosts(this.#plan.boosts, state.segment),
      keep: this.#hits.in(number),
    };
    this.#steps[number] = steps;
    return steps;
  }

  /** Takes every living document, with score 1. It pauses now and then. */
  *everything(): Generator<void, void> {
    const isPlain = isEverything(this.#plan.filter) && this.#plan.boosts.length === 0;
    // The newest first: they are the first of the answer, unless it is sorted.
    for (let number = this.#snapshot.readers.length - 1; number >= 0; number--) {
      const state = this.#snapshot.readers[number] as SegmentReader;
      if (isPlain && this.#takeUnseen(number, state)) continue;
      const documents = DocIdIterator.living(state.liveDocs, state.segment.docCount);
      const scores = new Float64Array(documents.docs.length);
      for (let seen = 0; documents.next(); ) {
        const { docs, count } = documents;
        // Boosts have changed those of the documents before.
        scores.fill(1, 0, count);
        this.collect(number, docs, scores, count);
        seen += count;
        if (seen >= PAUSE) {
          seen = 0;
          yield;
        }
      }
    }
  }

  /**
   * Takes all living documents of a segment as far as they need not be looked at: how many there are is known, how many
   * have each value of a text field, and that the last ones come first. False if some steps are left.
   */
  #takeUnseen(number: number, state: SegmentReader): boolean {
    const uncounted = this.#facets.filter((facet) => !facet.everything(state));
    const isKept = this.#hits.everything(number);
    if (uncounted.length === 0 && isKept) {
      this.#total += state.liveCount;
      return true;
    }
    const keep = isKept ? () => {} : this.#hits.in(number);
    this.#steps[number] = { filters: [], counts: countsIn(state, uncounted), boosted: null, keep };
    return false;
  }

  outcome(): SearchOutcome {
    if (this.#waiting !== undefined) this.#takeWaiting(this.#waiting, -1);
    const { hits, total } = this.#hits.result(Math.max(this.#total, this.#expected));
    return {
      total: Math.min(total, this.#totalUpTo),
      hits,
      facets: this.#facets.map((facet) => facet.outcome()),
    };
  }
}

const countsIn = (state: SegmentReader, facets: readonly FacetCounter[]): Count[] =>
  facets.map((facet) => facet.in(state)).filter((count) => count !== undefined);
