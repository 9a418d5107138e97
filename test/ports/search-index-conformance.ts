import { changeSuite } from './search-index/changes.ts';
import { filterAndFacetSuite } from './search-index/filters-and-facets.ts';
import type { SearchIndexFactory } from './search-index/fixtures.ts';
import { generationSuite } from './search-index/generations.ts';
import { orderingSuite } from './search-index/ordering.ts';
import { querySuite } from './search-index/queries.ts';
import { severalGenerationsSuite } from './search-index/several-generations.ts';
import { treeSuite } from './search-index/trees.ts';

/** The guarantees of `src/index/port.ts` and of the plans in `src/index/plan.ts` for every adapter. */
export function searchIndexConformance(adapter: string, make: SearchIndexFactory): void {
  for (const suiteOf of [
    generationSuite,
    changeSuite,
    querySuite,
    filterAndFacetSuite,
    orderingSuite,
    severalGenerationsSuite,
    treeSuite,
  ]) {
    suiteOf(adapter, make);
  }
}
