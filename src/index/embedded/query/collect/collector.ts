/** Receives a live document that matches: the number of its segment, its number there, and its score. */
export type CollectDoc = (segment: number, doc: number, score: number) => void;

/** Receives live documents that match, many of one segment at a time. */
export interface Collector {
  /**
   * The minimum competitive score: documents below it need not be collected, only counted. It rises as better ones
   * come; minus infinity where each document has to be seen.
   */
  readonly threshold: number;
  /** The first `count` of these documents, with their scores. The caller may change both arrays afterwards. */
  collect(segment: number, docs: Uint32Array, scores: Float64Array, count: number): void;
  /** Counts further matches, all of them below the threshold. */
  countHits(count: number): void;
}

/** Receives all matches of a query. */
export interface MatchCollector extends Collector {
  /** Whether matches below the threshold have to be counted. */
  readonly needsCount: boolean;
  /** At least this many match in all, collected or not. */
  expectAtLeast(count: number): void;
  /** Undefined if every match has to be scored. */
  readonly twoPhase: TwoPhaseCollector | undefined;
}

/**
 * Receives matches in two phases: first all of them without scores, to be filtered and counted; then those that may get
 * onto the page, with scores. A page that is sorted by fields is known after the first: only its hits are scored.
 */
export interface TwoPhaseCollector {
  /** Whether filter, facets or sort need to see every match; else their number is enough. */
  readonly seesAll: boolean;
  readonly hasFilter: boolean;
  /** Phase 1: filters and counts documents. Moves those that pass to the front and gives how many they are. */
  count(segment: number, docs: Uint32Array, count: number): number;
  /** Whether the best scores make the page. */
  readonly isByScore: boolean;
  /** Phase 2: ranks documents that were counted before. */
  readonly ranking: Collector;
  /** By segment, the hits that have no score yet. */
  unscoredHits(): ReadonlyMap<number, readonly number[]>;
  /** Takes the scores of hits. */
  readonly hitScores: Collector;
}

/** Passes every document on, one by one. */
export const oneByOne = (collectDoc: CollectDoc): MatchCollector => ({
  threshold: Number.NEGATIVE_INFINITY,
  collect: (segment, docs, scores, count) => {
    for (let i = 0; i < count; i++) collectDoc(segment, docs[i] as number, scores[i] as number);
  },
  countHits: () => {},
  needsCount: true,
  expectAtLeast: () => {},
  twoPhase: undefined,
});
