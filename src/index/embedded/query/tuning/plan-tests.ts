import type { Boost, FacetPlan, Filter, SearchPlan, SortKey } from '../../../plan.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import {
  DEEP_PAGE,
  FEW_DISTANCES,
  FEW_RANGES,
  TESTS_PER_DEEP_HIT,
  TESTS_PER_DISTANCE,
  TESTS_PER_GROUP,
  TESTS_PER_HASHED_VALUE,
} from './thresholds.ts';

/**
 * An estimate of the tests that a plan makes of each matching document: conditions, facets, boosts, sort keys, the group
 * and the place on a deep page. Lists of values and ranges of a field cost one test, however long they are
 * (filters/intervals.ts), and so do the value facets of a field.
 */
export function testsOf(snapshot: Snapshot, plan: SearchPlan): number {
  const { filter, boosts, sort, group, facets, offset, limit } = plan;
  const sum = <T>(items: Iterable<T>, cost: (item: T) => number): number => {
    let total = 0;
    for (const item of items) total += cost(item);
    return total;
  };
  const counted = new Set(facets.filter((facet) => facet.kind === 'value').map(({ field }) => field));
  return (
    filterTests(filter) +
    sum(
      counted,
      (field) => valuesPerDoc(snapshot, field) * (isText(snapshot, field) ? 1 : TESTS_PER_HASHED_VALUE),
    ) +
    sum(facets, (facet) => rangeTests(snapshot, facet)) +
    sum(boosts, boostTests) +
    sum(sort, sortTests) +
    (group === null ? 0 : TESTS_PER_GROUP * valuesPerDoc(snapshot, group.field) + sortTests(group.sort)) +
    (offset + limit > DEEP_PAGE ? TESTS_PER_DEEP_HIT * Math.max(1, sort.length) : 0)
  );
}

const isText = ({ readers }: Snapshot, field: string): boolean =>
  readers.every(({ segment }) => (segment.column(field)?.type ?? 'text') === 'text');

/** The average number of values of documents, at least 1. */
function valuesPerDoc({ readers }: Snapshot, field: string): number {
  let values = 0;
  let docs = 1;
  for (const { segment } of readers) {
    const starts = segment.column(field)?.starts;
    if (starts === undefined) continue;
    values += starts[segment.docCount] as number;
    docs += segment.docCount;
  }
  return Math.max(1, Math.round(values / docs));
}

function filterTests(filter: Filter): number {
  switch (filter.kind) {
    case 'all':
    case 'any':
    case 'none': {
      const joined = new Set<string>();
      let tests = 0;
      for (const part of filter.of) {
        const isJoined = filter.kind !== 'all' && (part.kind === 'range' || part.kind === 'value');
        if (isJoined) joined.add(`${part.kind} ${part.field}`);
        else tests += filterTests(part);
      }
      return tests + joined.size;
    }
    case 'distance':
      return TESTS_PER_DISTANCE;
    case 'range':
    case 'value':
      return 1;
    case 'engine':
      return 0;
  }
}

function rangeTests(snapshot: Snapshot, facet: FacetPlan): number {
  if (facet.kind === 'value' || facet.kind === 'engine') return 0;
  const perDoc = valuesPerDoc(snapshot, facet.field);
  const { length } = facet.ranges;
  return facet.kind === 'range'
    ? perDoc * Math.min(length, FEW_RANGES)
    : perDoc * TESTS_PER_DISTANCE * Math.min(length, FEW_DISTANCES);
}

const boostTests = (boost: Boost): number => (boost.kind === 'proximity' ? TESTS_PER_DISTANCE : 1);

const sortTests = (key: SortKey): number => (key.kind === 'distance' ? TESTS_PER_DISTANCE : 1);

/** The values that are looked up or parsed in each segment before its documents are tested. */
export function lookupsOf({ filter, boosts }: SearchPlan): number {
  return boosts.reduce(
    (sum, boost) => sum + (boost.kind === 'value' ? boost.values.length : 0),
    filterLookups(filter),
  );
}

function filterLookups(filter: Filter): number {
  switch (filter.kind) {
    case 'all':
    case 'any':
    case 'none':
      return filter.of.reduce((sum, part) => sum + filterLookups(part), 0);
    case 'value':
      return filter.values.length;
    case 'range':
    case 'distance':
      return 1;
    case 'engine':
      return 0;
  }
}
