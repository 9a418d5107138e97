import type { FacetOutcome } from '../index/plan.ts';
import type { FacetRequest } from './facets.ts';

/** Facets by field in alphabetical order; `outcomes` are in the order of `facets`. */
export function renderFacets(facets: readonly FacetRequest[], outcomes: readonly FacetOutcome[]): object {
  const byField = new Map<string, object[]>();
  for (const [i, facet] of facets.entries()) {
    const { field, type, name } = facet;
    const shown = { type, ...(name !== undefined && { name }), data: dataOf(facet, outcomes[i]) };
    const others = byField.get(field);
    if (others === undefined) byField.set(field, [shown]);
    else others.push(shown);
  }
  return Object.fromEntries([...byField].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Clients recognise values by the member `value`, which ranges never have. Empty ranges are included. */
function dataOf(facet: FacetRequest, outcome: FacetOutcome | undefined): readonly object[] {
  if (facet.type === 'value') return outcome?.kind === 'value' ? outcome.values : [];
  const counts = outcome?.kind === 'counts' ? outcome.counts : [];
  return facet.ranges.map(({ shown }, i) => ({ ...shown, count: counts[i] ?? 0 }));
}
