import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { suite, type TestContext, test } from 'node:test';
import { startTestService, type TestService } from '../support/service.ts';
import { type StoredClick, storedClicks } from '../support/stored-clicks.ts';
import { until } from '../support/until.ts';

// Search UI, its App Search connector and the client below it, as a page uses them, against the running service. They
// are loaded as CommonJS: the modules of the connector import files without extensions, which Node requires.

interface Result {
  readonly id: { readonly raw: string };
  readonly [field: string]: {
    readonly raw?: unknown;
    readonly snippet?: string | null;
    readonly id?: string;
  };
}
interface FacetData {
  readonly value: unknown;
  readonly count: number;
}
interface State {
  readonly isLoading: boolean;
  readonly error: string;
  readonly requestId: string;
  readonly results: readonly Result[];
  readonly totalResults: number;
  readonly totalPages: number;
  readonly pagingStart: number;
  readonly pagingEnd: number;
  readonly facets: Readonly<
    Record<string, ReadonlyArray<{ readonly type: string; readonly data: readonly FacetData[] }>>
  >;
  readonly autocompletedResults: readonly Result[];
  readonly autocompletedResultsRequestId: string;
  readonly autocompletedSuggestions: Readonly<Record<string, ReadonlyArray<{ readonly suggestion: string }>>>;
}
type Actions = Readonly<Record<string, (...args: unknown[]) => void>>;
interface Driver {
  getState(): State;
  getActions(): Actions;
}

const load = createRequire(import.meta.url);
const { SearchDriver } = load('@elastic/search-ui') as { SearchDriver: new (config: object) => Driver };
const { default: AppSearchAPIConnector } = load('@elastic/search-ui-app-search-connector') as {
  default: new (options: object) => object;
};

const ENGINE = 'national-parks-demo';

interface Page {
  readonly service: TestService;
  readonly driver: Driver;
  /** Performs an action of a visitor, and waits for its outcome. */
  act(action: string, ...args: unknown[]): Promise<State>;
}

/** A page with a search box over the sample engine. */
async function page(t: TestContext, config: object, connector: object = {}): Promise<Page> {
  t.mock.method(console, 'warn', () => {}); // the connector warns each time that it is deprecated
  const service = await startTestService(t, { FINDLING_SAMPLE: 'on' });
  const apiConnector = new AppSearchAPIConnector({
    searchKey: service.searchKey,
    engineName: ENGINE,
    endpointBase: service.baseUrl,
    ...connector,
  });
  const driver = new SearchDriver({ apiConnector, trackUrlState: false, ...config });
  const settled = async (before: string): Promise<State> => {
    for (let waited = 0; waited < 1000; waited++) {
      const state = driver.getState();
      if (state.error !== '' || (!state.isLoading && state.requestId !== before)) return state;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return assert.fail('Search UI did not settle');
  };
  return {
    service,
    driver,
    act(action, ...args) {
      const before = driver.getState().requestId;
      driver.getActions()[action]?.(...args);
      return settled(before);
    },
  };
}

const titles = (state: State): unknown[] => state.results.map((result) => result.title?.raw);
const counts = (state: State, field: string): Record<string, number> =>
  Object.fromEntries(
    (state.facets[field]?.[0]?.data ?? []).map(({ value, count }) => [JSON.stringify(value), count]),
  );

suite('Search UI', () => {
  test('searches and shows snippets', async (t) => {
    const { act } = await page(t, {
      searchQuery: {
        search_fields: { title: { weight: 3 }, description: {} },
        result_fields: { title: { raw: {} }, description: { snippet: { size: 100, fallback: true } } },
      },
    });
    const state = await act('setSearchTerm', 'everglades');
    assert.equal(state.error, '');
    assert.equal(titles(state)[0], 'Everglades');
    assert.deepEqual(Object.keys(state.results[0] ?? {}).sort(), ['_meta', 'description', 'id', 'title']);
    const found = await act('setSearchTerm', 'sunrise');
    assert.match(found.results[0]?.description?.snippet ?? '', /<em>sunrise<\/em>/);
    assert.ok(found.totalResults >= 1);
  });

  test('pages and sorts', async (t) => {
    const { act } = await page(t, {
      searchQuery: { result_fields: { title: { raw: {} }, acres: { raw: {} } } },
    });
    await act('setResultsPerPage', 20);
    const sorted = await act('setSort', 'title', 'asc');
    assert.equal(sorted.totalResults, 63);
    assert.equal(sorted.totalPages, 4);
    assert.deepEqual(titles(sorted).slice(0, 3), ['Acadia', 'American Samoa', 'Arches']);
    const last = await act('setCurrent', 4);
    assert.deepEqual([last.pagingStart, last.pagingEnd], [61, 63]);
    assert.deepEqual(titles(last), ['Yellowstone', 'Yosemite', 'Zion']);
    const list = [
      { field: 'world_heritage_site', direction: 'desc' },
      { field: 'title', direction: 'desc' },
    ];
    assert.equal(titles(await act('setSort', list))[0], 'Yosemite');
  });

  const FACETS = {
    states: { type: 'value', size: 100 },
    world_heritage_site: { type: 'value' },
    acres: {
      type: 'range',
      ranges: [
        { to: 100_000, name: 'small' },
        { from: 100_000, to: 1_000_000, name: 'large' },
        { from: 1_000_000, name: 'huge' },
      ],
    },
    location: {
      type: 'range',
      center: '37.7749, -122.4194',
      unit: 'mi',
      ranges: [
        { from: 0, to: 200, name: 'nearby' },
        { from: 200, name: 'far' },
      ],
    },
    date_established: { type: 'range', ranges: [{ to: '1950-01-01T00:00:00.000Z', name: 'old' }] },
  };

  test('counts facets, and filters by the returned values and ranges', async (t) => {
    const { act } = await page(t, { searchQuery: { facets: FACETS } });
    const all = await act('setSearchTerm', '');
    assert.equal(counts(all, 'states')['"Utah"'], 5);
    assert.deepEqual(
      Object.values(counts(all, 'acres')).reduce((sum, count) => sum + count),
      63,
    );
    assert.deepEqual(
      Object.values(counts(all, 'location')).reduce((sum, count) => sum + count),
      63,
    );

    for (const field of ['acres', 'location', 'date_established']) {
      for (const { value, count } of all.facets[field]?.[0]?.data ?? []) {
        const given =
          field === 'location' ? { ...(value as object), center: '37.7749, -122.4194', unit: 'mi' } : value;
        const state = await act('setFilter', field, given);
        assert.equal(state.error, '', field);
        assert.equal(state.totalResults, count, `${field} ${JSON.stringify(value)}`);
        await act('clearFilters');
      }
    }
    const utah = await act('addFilter', 'states', 'Utah', 'all');
    assert.deepEqual([utah.totalResults, counts(utah, 'states')['"Utah"']], [5, 5]);
    await act('clearFilters');
    const none = await act('setFilter', 'states', 'Utah', 'none');
    assert.equal(none.totalResults, 58);
  });

  test('counts disjunctive facets without their own filter', async (t) => {
    const { act } = await page(t, {
      searchQuery: { facets: FACETS, disjunctiveFacets: ['states', 'acres'] },
    });
    const all = await act('setSearchTerm', '');
    const utah = await act('addFilter', 'states', 'Utah', 'any');
    assert.equal(utah.totalResults, 5);
    assert.deepEqual(counts(utah, 'states'), counts(all, 'states'));
    const two = await act('addFilter', 'states', 'Maine', 'any');
    assert.equal(two.totalResults, 6);
    assert.deepEqual(counts(two, 'states'), counts(all, 'states'));
    const ranged = await act('addFilter', 'acres', { to: 100_000, name: 'small' }, 'any');
    assert.ok(ranged.totalResults < 6);
    assert.equal(
      Object.values(counts(ranged, 'acres')).reduce((sum, count) => sum + count),
      6,
    );
  });

  test('autocompletes with results and suggestions', async (t) => {
    const { act, driver } = await page(t, {
      searchQuery: {},
      autocompleteQuery: {
        results: { resultsPerPage: 3, result_fields: { title: { snippet: { size: 100, fallback: true } } } },
        suggestions: { types: { documents: { fields: ['title'] } }, size: 4 },
      },
    });
    driver.getActions().setSearchTerm?.('yose', {
      autocompleteResults: true,
      autocompleteSuggestions: true,
      shouldClearFilters: false,
      refresh: false,
    });
    for (let waited = 0; waited < 400 && driver.getState().autocompletedResults.length === 0; waited++) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const { autocompletedResults, autocompletedSuggestions } = driver.getState();
    assert.equal(autocompletedResults[0]?.title?.snippet, '<em>Yosemite</em>');
    assert.deepEqual(autocompletedSuggestions, { documents: [{ suggestion: 'yosemite' }] });
    assert.equal((await act('setSearchTerm', 'yosemite')).results[0]?.id.raw, 'park_yosemite');
  });

  test('reports clicks', async (t) => {
    const { act, driver, service } = await page(t, { searchQuery: {} });
    const state = await act('setSearchTerm', 'zion');
    driver.getActions().trackClickThrough?.(state.results[0]?._meta?.id, ['web']);
    // The client does not wait for the response either.
    let clicks: StoredClick[] = [];
    await until('the click is stored', async () => {
      // The sample has clicks of its own.
      clicks = (await storedClicks(service, ENGINE)).filter(({ tags }) => !tags.includes('demo-traffic'));
      return clicks.length > 0;
    });
    const { query, documentId, position, tags } = clicks[0] as StoredClick;
    assert.deepEqual([query, documentId, position, tags], ['zion', 'park_zion', 1, ['results', 'web']]);
  });

  test('shows the error message of an invalid search', async (t) => {
    const { act } = await page(t, { searchQuery: { facets: { taco: { type: 'value' } } } });
    const state = await act('setSearchTerm', 'x');
    assert.match(state.error, /\[400\] Facets contains invalid field: taco/);
  });

  test('searches with boosts, groups, precision and analytics from its configuration', async (t) => {
    const { act } = await page(t, {
      searchQuery: {
        boosts: {
          visitors: [{ type: 'functional', function: 'logarithmic', operation: 'multiply', factor: 5 }],
        },
        group: { field: 'world_heritage_site' },
        precision: 3,
        analytics: { tags: ['web'] },
        record_analytics: false,
      },
    });
    const state = await act('setSearchTerm', '');
    assert.equal(state.error, '');
    assert.equal(state.totalResults, 2);
    assert.equal(state.results[0]?.title?.raw, 'Great Smoky Mountains');
  });
});
