import type { Boost, FacetPlan, Filter, SearchPlan, SortKey } from '../../../plan.ts';
import { FEW_RANGES, TESTS_PER_DISTANCE } from './thresholds.ts';

/**
 * An estimate of the tests that a plan makes of each matching document: conditions, facets, boosts, sort keys and the
 * group. Lists of values and ranges of a field cost one test, however long they are (filters/intervals.ts).
 */
export function testsOf({ filter, boosts, sort, group, facets }: SearchPlan): number {
  const sum = <T>(items: readonly T[], cost: (item: T) => number): number =>
    items.reduce((total, item) => total + cost(item), 0);
  return (
    filterTests(filter) +
    sum(facets, facetTests) +
    sum(boosts, boostTests) +
    sum(sort, sortTests) +
    (group === null ? 0 : 1 + sortTests(group.sort))
  );
}

function filterTests(filter: Filter): number {
  switch (filter.kind) {
    case 'all':
    case 'any':
    case 'none': {
      const ranges = new Set<string>();
      let tests = 0;
      for (const part of filter.of) {
        if (part.kind === 'range' && filter.kind !== 'all') ranges.add(part.field);
        else tests += filterTests(part);
      }
      return tests + ranges.size;
    }
    case 'distance':
      return TESTS_PER_DISTANCE;
    case 'range':
    case 'value':
      return 1;
  }
}

function facetTests(facet: FacetPlan): number {
  if (facet.kind === 'value') return 1;
  const each = facet.kind === 'distance' ? TESTS_PER_DISTANCE : 1;
  return each * Math.min(facet.ranges.length, FEW_RANGES);
}

const boostTests = (boost: Boost): number => (boost.kind === 'proximity' ? TESTS_PER_DISTANCE : 1);

const sortTests = (key: SortKey): number => (key.kind === 'distance' ? TESTS_PER_DISTANCE : 1);
