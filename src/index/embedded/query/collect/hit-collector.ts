import type { Hit, SearchPlan, SortKey } from '../../../plan.ts';
import type { SegmentReader } from '../../snapshot/segment-reader.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { Entry } from '../sort/sort-keys.ts';

/** Takes the first `count` of some documents of one segment, with their scores. */
export type CollectHits = (docs: Uint32Array, scores: Float64Array, count: number) => void;

/** Keeps of the matching documents what the answer needs. */
export interface HitCollector {
  in(state: number): CollectHits;
  /** Takes all living documents of a segment, with score 1, without looking at them; false if that cannot be done. */
  everything(state: number): boolean;
  /** Documents with a lower score would not be kept. */
  readonly threshold: number;
  /** Whether the best scores are kept, or scores play no part in what is kept; else both. */
  readonly order: 'score' | 'fields' | 'mixed';
  /** By segment, the documents of the page that were taken without a score, which is not a number. */
  unscored(): ReadonlyMap<number, readonly number[]>;
  /** Tells the score of such a document. */
  score(state: number, doc: number, score: number): void;
  result(documents: number): { readonly hits: readonly Hit[]; readonly total: number };
}

/** The sort of a plan; without one the best score comes first. */
export const sortOf = ({ sort }: SearchPlan): readonly SortKey[] =>
  sort.length === 0 ? [{ kind: 'score', descending: true }] : sort;

export const hitOf = (view: Snapshot, { state, doc, score, sequence }: Entry): Hit => ({
  engineId: view.engineOf(state),
  id: (view.readers[state] as SegmentReader).segment.id(doc),
  sequence,
  score,
});
