import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { request } from '../support/service.ts';
import { idsOf, shelf } from './shelf.ts';

/** Acceptance checks of the search API, against App Search's behaviour. */
suite('acceptance', () => {
  const checks: ReadonlyArray<readonly [what: string, check: (t: TestContext) => Promise<void>]> = [
    [
      'a search without a query gets 400',
      async (t) => (await shelf(t)).refuses({ query: undefined }, 'Missing required parameter: query'),
    ],
    [
      'an unknown option gets 400 with its name',
      async (t) => (await shelf(t)).refuses({ query: 'cat', x: 1 }, 'Options contains invalid key: x'),
    ],
    [
      'GET with a JSON body equals POST, and search.json and /search/ work',
      async (t) => {
        const { service, engine, search } = await shelf(t);
        const body = { query: 'space', sort: { year: 'asc' }, page: { size: 1 } };
        const expected = (await search(body)).json;
        for (const [method, path] of [
          ['GET', 'search'],
          ['GET', 'search.json'],
          ['POST', 'search.json'],
          ['POST', 'search/'],
          ['GET', 'search/'],
        ] as const) {
          const { status, json } = await service.call(method, `/engines/${engine}/${path}`, { body });
          assert.equal(status, 200, path);
          assert.deepEqual(json.results, expected.results, path);
        }
      },
    ],
    [
      'the counting search of disjunctive facets has no results and facets over everything',
      async (t) => {
        const { search } = await shelf(t);
        for (const filters of [
          {},
          { all: [] },
          { all: [{ any: [] }] },
          { all: [{ all: [] }] },
          { all: [{ none: [] }] },
        ]) {
          const { status, json } = await search({
            page: { size: 0 },
            filters,
            facets: { tags: { type: 'value' } },
          });
          assert.equal(status, 200);
          assert.deepEqual(json.results, []);
          assert.deepEqual(json.meta.page, { current: 1, total_pages: 1, total_results: 5, size: 0 });
          assert.deepEqual(
            json.facets.tags[0].data.map(({ count }: { count: number }) => count),
            [2, 2, 1],
          );
        }
      },
    ],
    [
      'a sort by a field has null scores, and every result has _meta.id',
      async (t) => {
        const { search } = await shelf(t);
        for (const { _meta, id } of (await search({ sort: { year: 'asc' } })).json.results) {
          assert.deepEqual([_meta.score, _meta.id], [null, id.raw]);
        }
      },
    ],
    [
      'a multi search with one invalid search gets 400 with an array of two',
      async (t) => {
        const { post } = await shelf(t);
        const { status, json } = await post('multi_search', {
          queries: [{ query: 'a', bad: 1 }, { query: 'b' }],
        });
        assert.equal(status, 400);
        assert.deepEqual(json, [{ errors: ['Options contains invalid key: bad'] }, { errors: [] }]);
      },
    ],
    [
      'a click gets 200 and zero bytes, one without a query 400',
      async (t) => {
        const { post } = await shelf(t);
        const click = await post('click', { query: 'a', document_id: 'b' });
        assert.deepEqual([click.status, click.text], [200, '']);
        const bad = await post('click', { tags: [] });
        assert.deepEqual([bad.status, bad.json], [400, { errors: ['Missing required parameter: query'] }]);
      },
    ],
    [
      'an invalid bearer token gets 401 with `error`, on every search endpoint',
      async (t) => {
        const { post } = await shelf(t);
        for (const path of ['search', 'multi_search', 'query_suggestion', 'click']) {
          const { status, json } = await post(path, { query: '' }, 'nobody');
          assert.deepEqual([status, json], [401, { error: 'Invalid authentication token.' }], path);
        }
      },
    ],
    [
      'a preflight is echoed with credentials',
      async (t) => {
        const { service, engine } = await shelf(t);
        for (const path of ['search.json', 'multi_search.json', 'query_suggestion', 'click.json']) {
          const { status, headers } = await request(
            `${service.baseUrl}/api/as/v1/engines/${engine}/${path}`,
            'OPTIONS',
            {
              headers: {
                origin: 'https://shop.example',
                'access-control-request-method': 'POST',
                'access-control-request-headers': 'authorization,content-type',
              },
            },
          );
          assert.ok(status < 300, path);
          assert.equal(headers.get('access-control-allow-origin'), 'https://shop.example');
          assert.equal(headers.get('access-control-allow-credentials'), 'true');
        }
      },
    ],
    [
      'entries of range facets have no `value`',
      async (t) => {
        const { search } = await shelf(t);
        const facets = { year: { type: 'range', ranges: [{ from: 1900 }] } };
        assert.deepEqual(Object.keys((await search({ facets })).json.facets.year[0].data[0]), [
          'from',
          'count',
        ]);
      },
    ],
    [
      'a sort object with two keys gets its message',
      async (t) =>
        (await shelf(t)).refuses(
          { sort: { title: 'asc', year: 'desc' } },
          'Sort contains an object with more than one key: field and direction',
        ),
    ],
    [
      '33 filters get their message',
      async (t) => {
        const { search, refuses } = await shelf(t);
        const titles = (count: number) => Array.from({ length: count }, (_, i) => ({ title: `${i}` }));
        assert.equal((await search({ filters: { any: titles(32) } })).status, 200);
        await refuses({ filters: { any: titles(33) } }, 'Filters cannot have more than 32 filters');
      },
    ],
    [
      'suggestions of size 3 are at most three, in lower case',
      async (t) => {
        const documents = ['Catwalk', 'CATS', 'Cat4d', 'Categories'].map((title) => ({ title }));
        const { post } = await shelf(t, documents);
        const { json } = await post('query_suggestion', { query: 'Cat', size: 3 });
        assert.deepEqual(
          json.results.documents.map(({ suggestion }: { suggestion: string }) => suggestion),
          ['cats', 'cat4d', 'catwalk'],
        );
      },
    ],
  ];
  for (const [what, check] of checks) test(what, (t) => check(t));

  test('precision decides how many of the words are required', async (t) => {
    const { search } = await shelf(t, [{ id: 'samoa', title: 'American Samoa National Park' }]);
    const rows: ReadonlyArray<readonly [query: string, precision: number, isFound: boolean]> = [
      ['Joshua Tree Park', 1, true],
      ['Joshua Tree Park', 2, false],
      ['Joshua Tree National Park', 2, true],
      ['Joshua Tree National Park', 4, false],
      ['Joshua Park', 3, false],
      ['Joshua Tree American National Park', 4, true],
      ['American Tree National Park', 5, false],
      ['American Samoa Tree National Park', 5, true],
    ];
    for (const [query, precision, isFound] of rows) {
      assert.deepEqual(
        idsOf(await search({ query, precision })),
        isFound ? ['samoa'] : [],
        `${query} ${precision}`,
      );
    }
  });
});
