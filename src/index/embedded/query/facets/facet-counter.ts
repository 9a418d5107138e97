import type { FacetOutcome, FacetPlan } from '../../../plan.ts';
import type { SegmentReader } from '../../snapshot/segment-reader.ts';
import type { CountDocs } from './ordinal-counts.ts';

/** Counts facets over the matching documents of all segments. The value facets of a field share one counter. */
export interface FacetCounter {
  /** Compiles the counter of one segment; undefined if no document of the segment has a value. */
  counterFor(reader: SegmentReader): CountDocs | undefined;
  /** Adds precomputed counts of all live documents of a segment but the excluded ones; false if the segment has none. */
  countAllLive(reader: SegmentReader, excluded: Uint32Array): boolean;
  /** The outcome of one of its facets. It yields. */
  outcome(plan: FacetPlan): Generator<void, FacetOutcome>;
}
