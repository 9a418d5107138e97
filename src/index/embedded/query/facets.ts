import type { FacetOutcome, FacetPlan } from '../../plan.ts';
import type { SegmentState } from '../segment-state.ts';
import type { View } from '../view.ts';
import { fieldValues } from './field-values.ts';
import { RangeFacet } from './range-facet.ts';
import type { Count } from './text-counts.ts';
import { TextFacet } from './text-facet.ts';
import { ValueFacet } from './value-facet.ts';

/** Counts one facet over the matching documents of all segments. */
export interface FacetCounter {
  /** Gives what counts matching documents of a segment; undefined if none of them has a value. */
  in(state: SegmentState): Count | undefined;
  /** Counts all living documents of a segment without looking at them; false if that cannot be done. */
  everything(state: SegmentState): boolean;
  outcome(): FacetOutcome;
}

export function facetCounter(view: View, plan: FacetPlan): FacetCounter {
  if (plan.kind !== 'value') return new RangeFacet(plan);
  const values = fieldValues(view, plan.field);
  return values === undefined ? new ValueFacet(plan) : new TextFacet(plan, values);
}
