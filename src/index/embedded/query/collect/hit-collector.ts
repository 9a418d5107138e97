import type { Hit, SearchPlan, SortKey } from '../../../plan.ts';
import type { SegmentReader } from '../../snapshot/segment-reader.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { Entry } from '../sort/sort-keys.ts';

/** Collects the first `count` documents of a list, all of one segment, with their scores. */
export type CollectHits = (docs: Uint32Array, scores: Float64Array, count: number) => void;

/** Collects the hits of the response from the matching documents. */
export interface HitCollector {
  /** Compiles the collector of one segment. */
  collectorFor(readerIndex: number): CollectHits;
  /**
   * Collects all live documents of a segment but the excluded ones with score 1, without a scan; false if that is
   * impossible. It yields.
   */
  collectAllLive(readerIndex: number, excluded: Uint32Array): Generator<void, boolean>;
  /** The minimum competitive score: documents below it cannot become hits. */
  readonly threshold: number;
  /** Whether hits are sorted by descending score first, by fields alone, or by a mixture. */
  readonly order: 'score' | 'fields' | 'mixed';
  /** By segment, the hits of the page that were collected without a score (NaN). */
  unscored(): ReadonlyMap<number, readonly number[]>;
  /** Sets the score of such a hit. */
  score(readerIndex: number, doc: number, score: number): void;
  /** The hits of the page, given the number of documents. It yields. */
  result(documents: number): Generator<void, { readonly hits: readonly Hit[]; readonly total: number }>;
}

/** The sort of a plan; without one the best score comes first. */
export const sortOf = ({ sort }: SearchPlan): readonly SortKey[] =>
  sort.length === 0 ? [{ kind: 'score', descending: true }] : sort;

export const hitOf = (snapshot: Snapshot, { readerIndex, doc, score, sequence }: Entry): Hit => ({
  engineId: snapshot.engineOf(readerIndex),
  id: (snapshot.readers[readerIndex] as SegmentReader).segment.id(doc),
  sequence,
  score,
});
