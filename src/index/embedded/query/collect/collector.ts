/** Receives a matching live document: the index of its segment in the snapshot, its document number and its score. */
export type CollectDoc = (segment: number, doc: number, score: number) => void;

/** Receives matching live documents in batches of one segment. */
export interface Collector {
  /**
   * The minimum competitive score: documents below it need not be collected, only counted. It rises as better
   * documents are collected; minus infinity if every match has to be collected.
   */
  readonly threshold: number;
  /** Collects the first `count` documents. The collector may reorder both arrays, and the caller may reuse them. */
  collect(segment: number, docs: Uint32Array, scores: Float64Array, count: number): void;
  /** Counts further matches, all of them below the threshold. */
  countHits(count: number): void;
}

/** Receives all matches of a query. */
export interface MatchCollector extends Collector {
  /** Whether matches below the threshold have to be counted. */
  readonly needsCount: boolean;
  /** Sets a lower bound of the total number of matches, collected or not. */
  expectAtLeast(count: number): void;
  /** Undefined if every match has to be scored. */
  readonly twoPhase: TwoPhaseCollector | undefined;
}

/**
 * Two-phase collector: phase 1 filters and counts all matches without scores; phase 2 scores and ranks those that may
 * be on the page. If the page is sorted by fields, phase 1 determines the page and only its hits are scored.
 */
export interface TwoPhaseCollector {
  /** Whether filter, facets or sort need every match; otherwise the number of matches is enough. */
  readonly seesAll: boolean;
  readonly hasFilter: boolean;
  /** Phase 1: filters and counts documents. Moves documents that pass to the front and returns their number. */
  count(segment: number, docs: Uint32Array, count: number): number;
  /** Whether hits are sorted by score first. */
  readonly isByScore: boolean;
  /** Phase 2: ranks documents that phase 1 counted. */
  readonly ranking: Collector;
  /** By segment, the hits that have no score yet. */
  unscoredHits(): ReadonlyMap<number, readonly number[]>;
  /** Receives the scores of those hits. */
  readonly hitScores: Collector;
}
