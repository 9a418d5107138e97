import type { FacetOutcome, FacetPlan, FacetValue } from '../plan.ts';
import type { Json } from './cluster.ts';
import { distanceQuery, NO, rangeQuery, valuePath } from './filters.ts';
import { compareBytes } from './fuzzy-terms.ts';
import type { Targets } from './target.ts';

type ValueFacet = Extract<FacetPlan, { kind: 'value' | 'engine' }>;

/** Values that each shard names: more than a response needs, so that most counts are exact at once. */
const SHARD_VALUES = 1_000;

/** The facets of a plan as aggregations, by number. */
export const facetAggregations = (facets: readonly FacetPlan[], targets: Targets): Record<string, Json> =>
  Object.fromEntries(facets.map((facet, i) => [`f${i}`, aggregation(facet, targets)] as const));

function aggregation(facet: FacetPlan, targets: Targets): Json {
  switch (facet.kind) {
    case 'value':
    case 'engine': {
      const { size, sort } = facet;
      const direction = sort.descending ? 'desc' : 'asc';
      const order = sort.by === 'value' ? [{ _key: direction }] : [{ _count: direction }, { _key: 'asc' }];
      const most = Math.max(1, size);
      return {
        terms: { field: facetPath(facet), size: most, shard_size: Math.max(most, SHARD_VALUES), order },
      };
    }
    case 'range':
      return {
        filters: {
          filters: facet.ranges.map(({ from, to }) => rangeQuery(facet.field, from, to, targets)),
        },
      };
    case 'distance':
      return {
        filters: {
          filters: facet.ranges.map(({ from = 0, to = Number.POSITIVE_INFINITY }) =>
            to < 0 ? NO : distanceQuery(facet.field, facet.center, from, to, targets),
          ),
        },
      };
  }
}

export const facetPath = (facet: ValueFacet): string =>
  facet.kind === 'engine' ? 'e' : valuePath(facet.field);

interface Buckets {
  readonly doc_count_error_upper_bound?: number;
  readonly sum_other_doc_count?: number;
  readonly buckets: ReadonlyArray<{ readonly key?: string | number; readonly doc_count: number }>;
}

/** The counts of an aggregation; undefined if shards left out values that might belong to them. */
export function facetOutcome(
  facet: FacetPlan,
  aggregation: unknown,
  targets: Targets,
): FacetOutcome | undefined {
  const { buckets, sum_other_doc_count: others = 0, ...rest } = aggregation as Buckets;
  if (facet.kind === 'range' || facet.kind === 'distance')
    return { kind: 'counts', counts: buckets.map(({ doc_count }) => doc_count) };
  const isExact =
    others === 0 ||
    targets.shards === 1 ||
    facet.sort.by === 'value' ||
    (facet.sort.descending && rest.doc_count_error_upper_bound === 0);
  if (!isExact) return undefined;
  const values = buckets.map(({ key, doc_count }) => ({ value: key ?? '', count: doc_count }));
  return valueOutcome(facet, values, others);
}

/** The outcome of values that are in the facet's order. `others` is the sum of the counts of all other values. */
function valueOutcome(facet: ValueFacet, values: readonly FacetValue[], others: number): FacetOutcome {
  const shown = values.slice(0, facet.size);
  if (facet.kind !== 'value' || facet.hasSum !== true) return { kind: 'value', values: shown };
  return { kind: 'value', values: shown, sum: values.reduce((sum, { count }) => sum + count, others) };
}

/** The outcome of a facet from the counts of all its values. */
export function outcomeOfAll(facet: ValueFacet, values: readonly FacetValue[]): FacetOutcome {
  const sign = facet.sort.descending ? -1 : 1;
  const sorted = values.toSorted((a, b) => {
    const byValue =
      typeof a.value === 'number' && typeof b.value === 'number'
        ? a.value - b.value
        : compareBytes(String(a.value), String(b.value));
    return facet.sort.by === 'value' ? sign * byValue : sign * (a.count - b.count) || byValue;
  });
  return valueOutcome(facet, sorted, 0);
}
