import type { FacetOutcome } from '../index/plan.ts';
import type { FacetRequest } from './facets.ts';

/**
 * Facets by field in alphabetical order, as JSON; `outcomes` are in the order of `facets`. It yields after each facet: a
 * response may have tens of thousands of values.
 */
export function* renderFacets(
  facets: readonly FacetRequest[],
  outcomes: readonly FacetOutcome[],
): Generator<void, string> {
  const byField = new Map<string, string[]>();
  for (const [i, facet] of facets.entries()) {
    const { field, type, name } = facet;
    const shown = { type, ...(name !== undefined && { name }), data: dataOf(facet, outcomes[i]) };
    const others = byField.get(field) ?? [];
    byField.set(field, others);
    others.push(JSON.stringify(shown));
    yield;
  }
  const sorted = [...byField].sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([field, shown]) => `${JSON.stringify(field)}:[${shown.join(',')}]`).join(',')}}`;
}

/** Clients recognise values by the member `value`, which ranges never have. Empty ranges are included. */
function dataOf(facet: FacetRequest, outcome: FacetOutcome | undefined): readonly object[] {
  if (facet.type === 'value') return outcome?.kind === 'value' ? outcome.values : [];
  const counts = outcome?.kind === 'counts' ? outcome.counts : [];
  return facet.ranges.map(({ shown }, i) => ({ ...shown, count: counts[i] ?? 0 }));
}
