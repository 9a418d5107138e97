import type { FacetOutcome, FacetValue } from '../index/plan.ts';
import { limits } from '../limits.ts';
import { ENGINE_FIELD } from './engine-field.ts';
import type { FacetRequest } from './facets.ts';

/**
 * Facets by field in alphabetical order, as JSON; `outcomes` are in the order of `facets`. It yields after each facet: a
 * response may have tens of thousands of values.
 */
export function* renderFacets(
  facets: readonly FacetRequest[],
  outcomes: readonly FacetOutcome[],
  engines: ReadonlyMap<number, { readonly name: string }>,
): Generator<void, string> {
  const byField = new Map<string, string[]>();
  for (const [i, facet] of facets.entries()) {
    const { field, type, name } = facet;
    const shown = { type, ...(name !== undefined && { name }), data: dataOf(facet, outcomes[i], engines) };
    const others = byField.get(field) ?? [];
    byField.set(field, others);
    others.push(JSON.stringify(shown));
    yield;
  }
  const sorted = [...byField].sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([field, shown]) => `${JSON.stringify(field)}:[${shown.join(',')}]`).join(',')}}`;
}

/** Clients recognise values by the member `value`, which ranges never have. Empty ranges are included. */
function dataOf(
  facet: FacetRequest,
  outcome: FacetOutcome | undefined,
  engines: ReadonlyMap<number, { readonly name: string }>,
): readonly object[] {
  if (facet.type === 'value') {
    const values = outcome?.kind === 'value' ? outcome.values : [];
    return facet.field === ENGINE_FIELD ? byEngineName(facet, values, engines) : values;
  }
  const counts = outcome?.kind === 'counts' ? outcome.counts : [];
  return facet.ranges.map(({ shown }, i) => ({ ...shown, count: counts[i] ?? 0 }));
}

/** The index counts by the ids of engines; the response shows their names, in the requested order. */
function byEngineName(
  { sort, size = limits.facetValues.default }: Extract<FacetRequest, { type: 'value' }>,
  values: readonly FacetValue[],
  engines: ReadonlyMap<number, { readonly name: string }>,
): readonly object[] {
  const direction = sort.descending ? -1 : 1;
  const byName = (a: Named, b: Named): number => (a.value < b.value ? -1 : 1);
  return values
    .map(({ value, count }): Named => ({ value: engines.get(value as number)?.name ?? '', count }))
    .sort((a, b) =>
      sort.by === 'value' ? direction * byName(a, b) : direction * (a.count - b.count) || byName(a, b),
    )
    .slice(0, size);
}

interface Named {
  readonly value: string;
  readonly count: number;
}
