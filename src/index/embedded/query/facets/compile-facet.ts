import type { FacetPlan } from '../../../plan.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { FacetCounter } from './facet-counter.ts';
import { globalOrdinals } from './global-ordinals.ts';
import { RangeFacet } from './range-facet.ts';
import { TextFacet } from './text-facet.ts';
import { ValueFacet } from './value-facet.ts';

/** What counts a facet, by its kind and the type of its field. */
export function facetCounter(view: Snapshot, plan: FacetPlan): FacetCounter {
  if (plan.kind !== 'value') return new RangeFacet(plan);
  const values = globalOrdinals(view, plan.field);
  return values === undefined ? new ValueFacet(plan) : new TextFacet(plan, values);
}
