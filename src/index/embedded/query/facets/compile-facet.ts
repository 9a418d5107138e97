import type { FacetPlan } from '../../../plan.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { FacetCounter } from './facet-counter.ts';
import { globalOrdinals } from './global-ordinals.ts';
import { RangeFacet } from './range-facet.ts';
import { TextFacet } from './text-facet.ts';
import { ValueFacet } from './value-facet.ts';

/** Chooses the counter of a facet by the kind of the facet and the type of its field. */
export function facetCounter(snapshot: Snapshot, plan: FacetPlan): FacetCounter {
  if (plan.kind !== 'value') return new RangeFacet(plan);
  const ordinals = globalOrdinals(snapshot, plan.field);
  return ordinals === undefined ? new ValueFacet(plan) : new TextFacet(plan, ordinals);
}
