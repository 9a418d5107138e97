import type { FacetOutcome } from '../../plan.ts';
import type { SegmentState } from '../snapshot/live-segment.ts';
import type { Count } from './text-counts.ts';

/** Counts one facet over the matching documents of all segments. */
export interface FacetCounter {
  /** Gives what counts matching documents of a segment; undefined if none of them has a value. */
  in(state: SegmentState): Count | undefined;
  /** Counts all living documents of a segment without looking at them; false if that cannot be done. */
  everything(state: SegmentState): boolean;
  outcome(): FacetOutcome;
}
