import type { FacetOutcome, FacetPlan } from '../../src/index/plan.ts';
import type { OracleDocument } from './document.ts';
import { distancesOf } from './filters.ts';
import { compareValues, isWithin, type Range, valuesOf } from './values.ts';

type Values = (document: OracleDocument) => ReadonlyArray<string | number>;

/** What a facet says about the documents that were found. */
export function facetOutcome(plan: FacetPlan, found: readonly OracleDocument[]): FacetOutcome {
  switch (plan.kind) {
    case 'value':
      return valueFacet(plan, found, (document) => valuesOf(document, plan.field));
    case 'engine':
      return valueFacet(plan, found, ({ engineId }) => [engineId]);
    case 'range':
      return rangeFacet(plan.ranges, found, (document) => valuesOf(document, plan.field));
    case 'distance':
      return rangeFacet(plan.ranges, found, (document) => distancesOf(document, plan.field, plan.center));
  }
}

function valueFacet(
  plan: Extract<FacetPlan, { kind: 'value' | 'engine' }>,
  found: readonly OracleDocument[],
  valuesOf: Values,
): FacetOutcome {
  const { size, sort } = plan;
  const hasSum = plan.kind === 'value' && plan.hasSum;
  const counts = new Map<string | number, number>();
  for (const document of found) {
    for (const value of new Set(valuesOf(document))) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const sign = sort.descending ? -1 : 1;
  const values = [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => {
      const byValue = compareValues(a.value, b.value);
      return sort.by === 'value' ? sign * byValue : sign * (a.count - b.count) || byValue;
    });
  const sum = values.reduce((all, { count }) => all + count, 0);
  return { kind: 'value', values: values.slice(0, size), ...(hasSum ? { sum } : {}) };
}

/** A document counts once in every range that holds one of its values; ranges may overlap. */
function rangeFacet(
  ranges: readonly Range[],
  found: readonly OracleDocument[],
  valuesOf: Values,
): FacetOutcome {
  const counts = ranges.map(
    (range) => found.filter((document) => valuesOf(document).some((value) => isWithin(value, range))).length,
  );
  return { kind: 'counts', counts };
}
