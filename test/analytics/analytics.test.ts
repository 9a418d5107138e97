import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { startTestService, type TestService } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';
import { signedKey } from '../support/signed-key.ts';
import { storedClicks } from '../support/stored-clicks.ts';

const BOOKS = [
  { id: 'dune', title: 'Dune' },
  { id: 'emma', title: 'Emma' },
];

/** An engine with two books, and functions to use it. */
async function books(service?: TestService) {
  const own = service ?? (await sharedService());
  const engine = await own.engine({ documents: BOOKS });
  const call = (path: string, body?: object, key?: string) =>
    own.call('POST', `/engines/${engine}/${path}`, { body, ...(key !== undefined && { key }) });
  return {
    service: own,
    engine,
    call,
    search: async (query: string, more: object = {}, key = own.searchKey): Promise<string> => {
      const { status, json, text } = await call('search', { query, ...more }, key);
      assert.equal(status, 200, text);
      return json.meta.request_id;
    },
    click: async (query: string, document_id: string, more: object = {}) =>
      assert.equal((await call('click', { query, document_id, ...more })).status, 200),
    report: async (path: string, body?: object) => {
      // Events are stored behind their requests, in order.
      await storedClicks(own, engine);
      const { status, json, text } = await call(`analytics/${path}`, body);
      assert.equal(status, 200, text);
      return json;
    },
  };
}

/** Without the click that `storedClicks` sends. */
const rows = (results: Array<{ term?: string; document_id?: string }>) =>
  results.filter(({ document_id }) => document_id !== 'x');

suite('analytics', () => {
  test('list the most frequent queries with their clicks', async () => {
    const { search, click, report } = await books();
    for (const query of ['dune', ' DUNE', 'nothing', 'dune', '', 'nothing']) await search(query);
    await click('dune', 'dune');
    await click('Dune ', 'emma');
    assert.deepEqual(await report('queries'), {
      results: [
        { term: 'dune', clicks: 2, queries: 3 },
        { term: 'nothing', clicks: 0, queries: 2 },
        { term: '', clicks: 0, queries: 1 },
      ],
      meta: { page: { size: 10, current: 1 } },
    });
    assert.deepEqual(await report('queries', { page: { size: 1, current: 2 } }), {
      results: [{ term: 'nothing', clicks: 0, queries: 2 }],
      meta: { page: { size: 1, current: 2 } },
    });
    const terms = async (filters: object) =>
      (await report('queries', { filters })).results.map(({ term }: { term: string }) => term);
    assert.deepEqual(await terms({ results: false }), ['nothing']);
    assert.deepEqual(await terms({ results: true }), ['dune', '']);
    assert.deepEqual(await terms({ clicks: true }), ['dune']);
    assert.deepEqual(await terms({ all: [{ clicks: false }, { results: false }] }), ['nothing']);
    assert.deepEqual(await terms({ all: [{ clicks: false }, { clicks: true }] }), []);
    assert.deepEqual(await terms({ date: { from: '2020-01-01', to: '2020-02-01' } }), []);
  });

  test('list the most clicked documents, of all queries or of one', async () => {
    const { click, report } = await books();
    await click('dune', 'dune');
    await click('DUNE', 'emma', { tags: ['web'] });
    await click('emma', 'emma', { tags: ['app'] });
    const all = await report('clicks');
    assert.deepEqual(rows(all.results), [
      { document_id: 'emma', clicks: 2 },
      { document_id: 'dune', clicks: 1 },
    ]);
    assert.deepEqual(all.meta, { page: { size: 10, current: 1 } });
    const { results } = await report('clicks', { query: ' Emma' });
    assert.deepEqual(results, [{ document_id: 'emma', clicks: 1 }]);
    const tagged = await report('clicks', { query: 'dune', filters: { tag: ['web', 'app'] } });
    assert.deepEqual(tagged.results, [{ document_id: 'emma', clicks: 1 }]);
  });

  test('count searches and clicks of the last seven days in eight buckets', async () => {
    const { search, click, report } = await books();
    await search('dune');
    await click('dune', 'dune');
    const { results, ...rest } = await report('counts', { filters: { query: 'dune' } });
    assert.deepEqual(rest, {});
    const first = results[0];
    const last = results.at(-1);
    assert.deepEqual([last.queries, last.clicks], [1, 1]);
    assert.match(first.from, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.match(first.to, /^\d{4}-\d\d-\d\dT00:00:00\+00:00$/);
    assert.equal(last.from, results.at(-2).to);
    assert.equal(Date.parse(last.to) - Date.parse(first.from), 7 * 86_400_000);
    // Seven only if the request was made in the first second of a day.
    assert.equal(results.length, last.to.endsWith('T00:00:00Z') ? 7 : 8);
    assert.deepEqual(Object.keys(first), ['clicks', 'queries', 'from', 'to']);
  });

  test('have buckets of hours and days in UTC, whatever the time zone of the caller', async () => {
    const { report } = await books();
    const counts = async (from: string, to: string, interval: string) =>
      (await report('counts', { interval, filters: { all: [{ date: { from, to } }, { document_id: 'a' }] } }))
        .results;
    const none = { clicks: 0, queries: 0 };
    assert.deepEqual(await counts('2018-07-02T10:24:46Z', '2018-07-03T10:24:46Z', 'day'), [
      { ...none, from: '2018-07-02T10:24:46Z', to: '2018-07-03T00:00:00+00:00' },
      { ...none, from: '2018-07-03T00:00:00+00:00', to: '2018-07-03T10:24:46Z' },
    ]);
    assert.deepEqual(await counts('2018-07-02T23:30:00+05:30', '2018-07-02T15:00:00-04:00', 'hour'), [
      { ...none, from: '2018-07-02T18:00:00Z', to: '2018-07-02T19:00:00Z' },
    ]);
    assert.deepEqual(await counts('2018-07-02T17:59:59.5Z', '2018-07-02T19:00:01Z', 'hour'), [
      { ...none, from: '2018-07-02T17:59:59.5Z', to: '2018-07-02T18:00:00+00:00' },
      { ...none, from: '2018-07-02T18:00:00+00:00', to: '2018-07-02T19:00:00+00:00' },
      { ...none, from: '2018-07-02T19:00:00+00:00', to: '2018-07-02T19:00:01Z' },
    ]);
    assert.deepEqual(await counts('2018-07-02', '2018-07-02', 'hour'), [
      { ...none, from: '2018-07-02T00:00:00Z', to: '2018-07-02T00:00:00Z' },
    ]);
    assert.equal((await counts('2018-07-02', '2018-10-10', 'day')).length, 100);
    assert.equal((await counts('2018-07-02T00:30Z', '2018-07-06T04:00Z', 'hour')).length, 100);
  });

  test('take their options from the query string too', async () => {
    const { service, engine, search, report } = await books();
    await search('dune', { analytics: { tags: ['web'] } });
    await report('queries');
    const get = async (path: string) => {
      const { status, json, text } = await service.call('GET', `/engines/${engine}/analytics/${path}`);
      assert.equal(status, 200, text);
      return json;
    };
    const found = await get('queries/?filters[all][][tag]=web&filters[all][][results]=true&page[size]=3');
    assert.deepEqual(found, {
      results: [{ term: 'dune', clicks: 0, queries: 1 }],
      meta: { page: { size: 3, current: 1 } },
    });
    assert.deepEqual((await get('clicks.json?query=dune')).results, []);
    const counted = await get(
      'counts?interval=hour&filters[date][from]=2018-07-02&filters[date][to]=2018-07-02',
    );
    assert.equal(counted.results.length, 1);
  });

  test('do not count what must not be recorded', async () => {
    const { service, search, call, report } = await books();
    await search('facet only', {
      record_analytics: false,
      page: { size: 0 },
      analytics: { tags: ['Facet-Only'] },
    });
    const signed = signedKey({ name: 'private-key', key: service.privateKey }, { record_analytics: false });
    await search('signed', {}, signed);
    await call('query_suggestion', { query: 'du' });
    await call('search_explain', { query: 'dune' });
    await call('elasticsearch/_search', { query: { match_all: {} } });
    await call('search', { query: 'invalid', page: { size: -1 } });
    assert.deepEqual((await report('queries')).results, []);
  });

  test('count every search of a multi search, with its tags', async () => {
    const { call, report } = await books();
    await call('multi_search', {
      queries: [
        { query: 'a', analytics: { tags: ['x', 'x'] } },
        { query: 'b' },
        { query: 'c', record_analytics: false },
      ],
    });
    const { results } = await report('queries');
    assert.deepEqual(results.map(({ term }: { term: string }) => term).sort(), ['a', 'b']);
    const tagged = await report('queries', { filters: { tag: 'x' } });
    assert.deepEqual(tagged.results, [{ term: 'a', clicks: 0, queries: 1 }]);
  });

  test('count a search of elasticsearch/_search that names its query in a header', async () => {
    const { service, engine, report } = await books();
    const send = (headers: Record<string, string>) =>
      service.call('POST', `/engines/${engine}/elasticsearch/_search`, {
        body: { query: { match: { title: 'dune' } } },
        headers,
      });
    const long = 'x'.repeat(65);
    await send({
      'x-enterprise-search-analytics': ' The  Dunes',
      'x-enterprise-search-analytics-tags': `web, app,,${long}`,
    });
    await send({ 'x-enterprise-search-analytics-tags': 'web' });
    const counted = {
      results: [{ term: 'the dunes', clicks: 0, queries: 1 }],
      meta: { page: { size: 10, current: 1 } },
    };
    for (const tag of ['web', 'app'])
      assert.deepEqual(await report('queries', { filters: { tag } }), counted);
    assert.deepEqual((await report('queries', { filters: { tag: [long, ''] } })).results, []);
  });

  test('of a meta engine are its own', async (t) => {
    const service = await startTestService(t);
    const source = await books(service);
    await service.call('POST', '/engines', {
      body: { name: 'all', type: 'meta', source_engines: [source.engine] },
    });
    const found = await service.call('POST', '/engines/all/search', { body: { query: 'dune' } });
    const click = {
      query: 'dune',
      document_id: found.json.results[0].id.raw,
      request_id: found.json.meta.request_id,
    };
    await service.call('POST', '/engines/all/click', { body: click });
    assert.deepEqual((await source.report('queries')).results, []);
    assert.deepEqual(
      (await storedClicks(service, 'all')).map(({ documentId, position }) => [documentId, position]),
      [[`${source.engine}|dune`, 1]],
    );
  });

  test('an empty engine has empty reports', async () => {
    const { service, engine } = await books();
    for (const path of ['queries', 'clicks']) {
      const { json } = await service.call('POST', `/engines/${engine}/analytics/${path}`, {
        body: { page: { size: 20 } },
      });
      assert.deepEqual(json, { results: [], meta: { page: { size: 20, current: 1 } } });
    }
  });
});

suite('invalid options of analytics', () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => ({ tag: `${i}` }));
  const deep = { all: [{ all: [{ all: [{ all: [{ all: [{ tag: 'a' }] }] }] }] }] };
  const both = ['queries', 'clicks'];
  const all = ['queries', 'clicks', 'counts'];
  const cases: ReadonlyArray<readonly [paths: readonly string[], body: object, message: string]> = [
    [all, { filters: 'x' }, 'Filters must be an object'],
    [all, { filters: { taco: 1 } }, 'Filters contains invalid key: taco'],
    [['clicks', 'counts'], { filters: { clicks: true } }, 'Filters contains invalid key: clicks'],
    [both, { filters: { query: 'x' } }, 'Filters contains invalid key: query'],
    [all, { filters: { all: { tag: 'x' } } }, 'Filters all must be an array'],
    [all, { filters: { all: ['x'] } }, 'Filters must be an object'],
    [all, { filters: deep }, 'Filters cannot be nested more than 5 levels'],
    [all, { filters: { all: many(33) } }, 'Filters cannot have more than 32 filters'],
    [['queries'], { filters: { clicks: 'maybe' } }, 'Filters clicks must be a boolean'],
    [['queries'], { filters: { results: 1 } }, 'Filters results must be a boolean'],
    [all, { filters: { tag: true } }, 'Filters tag must be a string'],
    [all, { filters: { tag: ['a', {}] } }, 'Filters tag must be a string'],
    [
      all,
      { filters: { tag: Array.from({ length: 1025 }, String) } },
      'Filters tag cannot have more than 1024 values',
    ],
    [['counts'], { filters: { query: ['x'] } }, 'Filters query must be a string'],
    [['counts'], { filters: { document_id: {} } }, 'Filters document id must be a string'],
    [all, { filters: { date: '2020' } }, 'Filters date must be an object'],
    [all, { filters: { date: { since: 1 } } }, 'Filters date contains invalid key: since'],
    [all, { filters: { date: { from: 'soon' } } }, 'Filters date from contains invalid value: soon'],
    [
      all,
      { filters: { date: { from: '2020-02-30' } } },
      'Filters date from contains invalid value: 2020-02-30',
    ],
    [all, { filters: { date: { to: 5 } } }, 'Filters date to contains invalid value: 5'],
    [
      all,
      { filters: { date: { from: '2020-01-02', to: '2020-01-01' } } },
      'Filters date contains invalid option: from must not be after to',
    ],
    [['counts'], { interval: 'week' }, 'Interval contains invalid value: week'],
    [
      ['counts'],
      { filters: { date: { from: '2020-01-01', to: '2020-04-10T00:00:01Z' } } },
      'Filters date cannot have more than 100 buckets',
    ],
    [
      ['counts'],
      { interval: 'hour', filters: { date: { from: '2020-01-01', to: '2020-01-06' } } },
      'Filters date cannot have more than 100 buckets',
    ],
    [['clicks'], { query: ['x'] }, 'Query must be a string'],
    [both, { page: 'x' }, 'Page must be an object'],
    [both, { page: { size: 0 } }, 'Page size must be greater than or equal to 1'],
    [both, { page: { size: 'x' } }, 'Page size must be an integer'],
    [both, { page: { current: 101 } }, 'Page current must be less than or equal to 100'],
    [all, { taco: 1 }, 'Options contains invalid key: taco'],
    [['queries', 'counts'], { query: 'x' }, 'Options contains invalid key: query'],
    [['counts'], { page: { size: 1 } }, 'Options contains invalid key: page'],
  ];
  test('are refused with a message', async () => {
    const { call } = await books();
    for (const [paths, body, message] of cases) {
      for (const path of paths) {
        const { status, json } = await call(`analytics/${path}`, body);
        assert.deepEqual(
          { status, json },
          { status: 400, json: { errors: [message] } },
          JSON.stringify(body),
        );
      }
    }
  });
});
