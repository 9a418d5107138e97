import type { FacetOutcome } from '../../../plan.ts';
import type { SegmentReader } from '../../snapshot/segment-reader.ts';
import type { Count } from './ordinal-counts.ts';

/** Counts one facet over the matching documents of all segments. */
export interface FacetCounter {
  /** Gives what counts matching documents of a segment; undefined if none of them has a value. */
  in(state: SegmentReader): Count | undefined;
  /** Counts all living documents of a segment without looking at them; false if that cannot be done. */
  everything(state: SegmentReader): boolean;
  outcome(): FacetOutcome;
}
