import type { FacetPlan } from '../../../plan.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { EngineFacet } from './engine-facet.ts';
import type { FacetCounter } from './facet-counter.ts';
import { globalOrdinals } from './global-ordinals.ts';
import { RangeFacet } from './range-facet.ts';
import { TextFacet } from './text-facet.ts';
import { ValueFacet } from './value-facet.ts';

/** The counters of facets, in their order. It yields after each, since the first use of a field may take long. */
export function* facetCounters(
  snapshot: Snapshot,
  plans: readonly FacetPlan[],
): Generator<void, readonly FacetCounter[]> {
  const counters: FacetCounter[] = [];
  const byField = new Map<string, FacetCounter>();
  for (const plan of plans) {
    if (plan.kind === 'engine') {
      counters.push(new EngineFacet(snapshot));
      continue;
    }
    if (plan.kind !== 'value') {
      counters.push(new RangeFacet(plan));
      continue;
    }
    const { field } = plan;
    const counter = byField.get(field) ?? (yield* valueCounter(snapshot, field));
    byField.set(field, counter);
    counters.push(counter);
    yield;
  }
  return counters;
}

/** Chooses the counter of values by the type of the field. */
function* valueCounter(snapshot: Snapshot, field: string): Generator<void, FacetCounter> {
  const ordinals = yield* globalOrdinals(snapshot, field);
  return ordinals === undefined ? new ValueFacet(field) : new TextFacet(field, ordinals);
}
