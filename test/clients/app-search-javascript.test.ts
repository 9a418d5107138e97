import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import AppSearchClient from '@elastic/app-search-node';
import type { TestService } from '../support/service.ts';
import { BOOKS, bookshop, clicksOf, suggestions } from './bookshop.ts';
import { browserFetch } from './browser.ts';
import { connected, genres, ids, type Settings } from './browser-client.ts';
import { pageOf } from './node-client.ts';

suite('search', () => {
  test('returns result objects with raw values', async () => {
    const client = connected(await bookshop());
    const list = await client.search('herbert');
    assert.equal(list.results.length, 1);
    assert.equal(list.rawResults.length, 1);
    const [dune] = list.results;
    assert.equal(dune?.getRaw('id'), 'dune');
    assert.equal(dune?.getRaw('title'), 'Dune');
    assert.equal(dune?.getRaw('year'), 1965);
    assert.deepEqual(dune?.getRaw('genre'), ['science fiction']);
    assert.equal(dune?.getRaw('nothing'), undefined);
    assert.equal(dune?.getSnippet('title'), undefined);
  });

  test('returns page and request information', async () => {
    const { info } = await connected(await bookshop()).search('', { page: { current: 2, size: 3 } });
    assert.deepEqual(info.meta.page, pageOf(2, 3, BOOKS.length));
    assert.match(info.meta.request_id, /^[\w-]+$/);
    assert.equal('facets' in info, false);
  });

  test('returns snippets on request', async () => {
    const client = connected(await bookshop());
    const { results } = await client.search('emma', {
      result_fields: {
        title: { snippet: {} },
        author: { snippet: { size: 20, fallback: true } },
        year: { raw: {}, snippet: {} },
      },
      sort: { year: 'asc' },
    });
    const shown = results.map((result) => ['title', 'author', 'year'].map((name) => result.getSnippet(name)));
    assert.deepEqual(shown, [
      ['<em>Emma</em>', 'Jane Austen', null],
      [null, '<em>Emma</em> Donoghue', null],
    ]);
    assert.equal(results[0]?.getRaw('title'), undefined);
    assert.equal(results[0]?.getRaw('year'), 1815);
    assert.equal(results[0]?.getRaw('genre'), undefined);
  });

  test('returns snippets that are safe to insert into a page', async () => {
    const service = await bookshop();
    const title = 'Tom & <b onclick="x()">Jerry</b>';
    await service.call('POST', '/engines/books/documents', { body: { id: 'tom', title } });
    const [tom] = (await connected(service).search('jerry', { result_fields: { title: { snippet: {} } } }))
      .results;
    assert.equal(
      tom?.getSnippet('title'),
      'Tom &amp; &lt;b onclick=&quot;x()&quot;&gt;<em>Jerry</em>&lt;/b&gt;',
    );
  });

  const searches: Array<[what: string, query: string, options: object, found: string[]]> = [
    ['fields to search', 'emma', { search_fields: { title: {} } }, ['emma']],
    ['a filter', '', { filters: { genre: 'romance' } }, ['emma', 'persuasion']],
    [
      'the filters of Search UI',
      '',
      {
        filters: {
          all: [
            { all: [{ author: 'Jane Austen' }] },
            { any: [{ genre: ['romance', 'drama'] }] },
            { any: [{ year: { from: 1810, to: 1816 } }, { year: { from: 1900 } }] },
          ],
        },
        sort: [{ year: 'desc' }],
        page: {},
      },
      ['emma'],
    ],
  ];
  for (const [what, query, options, found] of searches) {
    test(`accepts ${what}`, async () => {
      assert.deepEqual(ids(await connected(await bookshop()).search(query, options)), found);
    });
  }

  test('sends a request each time if responses are not cached', async () => {
    const service = await bookshop();
    const client = connected(service, { cacheResponses: false });
    assert.deepEqual(ids(await client.search('dune')), ['dune']);
    await service.call('DELETE', '/engines/books/documents', { body: ['dune'] });
    assert.deepEqual(ids(await client.search('dune')), []);
  });

  test('accepts additional headers, even a meaningless content type', async () => {
    const additionalHeaders = { 'Content-Type': 'bogus/format', 'X-Request-Id': 'page-7' };
    const { info } = await connected(await bookshop(), { additionalHeaders }).search('dune');
    assert.deepEqual(info.meta.page, pageOf(1, 10, 1));
    assert.equal(info.meta.request_id, 'page-7');
  });

  test('accepts a signed search key instead of the search key', async () => {
    const service = await bookshop();
    const searchKey = AppSearchClient.createSignedSearchKey(service.searchKey, 'search-key', {
      result_fields: { title: { raw: {} } },
      filters: { genre: 'romance' },
      facets: {},
    });
    const client = connected(service, { searchKey });
    const list = await client.search('', { facets: { genre: { type: 'value' } } });
    assert.deepEqual(ids(list), ['emma', 'persuasion']);
    assert.equal('facets' in list.info, false);
    assert.equal(list.results[0]?.getRaw('author'), undefined);
  });
});

suite('facets', () => {
  test('count the values among the matching documents', async () => {
    const client = connected(await bookshop());
    const { info } = await client.search('', {
      filters: { author: 'Jane Austen' },
      facets: { genre: { type: 'value' } },
    });
    assert.deepEqual(info.facets, { genre: genres(['romance', 2], ['comedy', 1]) });
  });

  // That is, without the filter on their own field; the client sends a second request for these.
  const ALL = genres(['romance', 2], ['comedy', 1], ['drama', 1], ['science fiction', 1]);
  const filters: object[] = [
    { genre: 'drama' },
    { all: [{ genre: 'drama' }] },
    { all: [{ any: [{ genre: 'drama' }] }] },
    { all: [{ any: [{ genre: ['drama'] }] }] },
  ];
  for (const filter of filters) {
    test(`that are disjunctive ignore the filter ${JSON.stringify(filter)}`, async () => {
      const list = await connected(await bookshop()).search('', {
        filters: filter,
        facets: { genre: [{ type: 'value' }] },
        disjunctiveFacets: ['genre'],
      });
      assert.deepEqual(ids(list), ['room']);
      assert.deepEqual(list.info.facets, { genre: ALL });
    });
  }

  test('that are disjunctive keep the filters on other fields', async () => {
    const list = await connected(await bookshop()).search('', {
      filters: { all: [{ genre: 'comedy' }, { author: 'Jane Austen' }] },
      facets: { genre: { type: 'value' }, author: { type: 'value' } },
      disjunctiveFacets: ['genre', 'author'],
      disjunctiveFacetsAnalyticsTags: ['counts'],
    });
    assert.deepEqual(ids(list), ['emma']);
    assert.deepEqual(list.info.facets, {
      genre: genres(['romance', 2], ['comedy', 1]),
      author: genres(['Jane Austen', 1]),
    });
  });

  test('that are disjunctive count ranges and values, each without its own filter and with the others', async () => {
    const ranges = [
      { to: 1900, name: 'old' },
      { from: 1900, name: 'new' },
    ];
    const list = await connected(await bookshop()).search('emma', {
      filters: { all: [{ any: [{ genre: 'romance' }] }, { any: [{ year: { to: 1900 } }] }] },
      facets: { genre: { type: 'value' }, year: { type: 'range', ranges }, author: { type: 'value' } },
      disjunctiveFacets: ['genre', 'year'],
      analytics: { tags: ['web'] },
      page: { size: 1 },
    });
    assert.deepEqual(ids(list), ['emma']);
    assert.deepEqual(list.info.meta.page, pageOf(1, 1, 1));
    assert.deepEqual(list.info.facets, {
      author: genres(['Jane Austen', 1]),
      genre: genres(['comedy', 1], ['romance', 1]),
      year: [
        {
          type: 'range',
          data: [
            { to: 1900, name: 'old', count: 1 },
            { from: 1900, name: 'new', count: 0 },
          ],
        },
      ],
    });
  });

  test('that are disjunctive stay within the filters of a signed key', async () => {
    const service = await bookshop();
    const searchKey = AppSearchClient.createSignedSearchKey(service.searchKey, 'search-key', {
      filters: { author: 'Jane Austen' },
    });
    const list = await connected(service, { searchKey }).search('', {
      filters: { genre: 'comedy' },
      facets: { genre: { type: 'value' } },
      disjunctiveFacets: ['genre'],
    });
    assert.deepEqual(ids(list), ['emma']);
    assert.deepEqual(list.info.facets, { genre: genres(['romance', 2], ['comedy', 1]) });
  });

  test('that are disjunctive and not filtered need one search', async () => {
    const list = await connected(await bookshop()).search('', {
      facets: { genre: { type: 'value' } },
      disjunctiveFacets: ['genre'],
    });
    assert.deepEqual(list.info.facets, { genre: ALL });
  });
});

suite('errors', () => {
  type Refused = [
    what: string,
    settings: (service: TestService) => Settings,
    query: string | undefined,
    message: string,
  ];
  const refused: Refused[] = [
    ['an unknown engine', () => ({ engineName: 'nope' }), '', '[404] Could not find engine.'],
    ['a search without a query', () => ({}), undefined, '[400] Missing required parameter: query'],
    ['an admin key', (s) => ({ searchKey: s.adminKey }), '', '[401] Unauthorized action.'],
    // The client shows `errors`, not the `error` of a response with an authentication challenge.
    ['an unknown key', () => ({ searchKey: 'search-aaaaaaaaaaaaaaaaaaaaaaaa' }), '', '[401]'],
    ['no key', () => ({ searchKey: '' }), '', '[401]'],
  ];
  for (const [what, settings, query, message] of refused) {
    test(`${what}: the client reports it`, async () => {
      const service = await bookshop();
      await assert.rejects(connected(service, settings(service)).search(query), { name: 'Error', message });
    });
  }

  type Call = (client: ReturnType<typeof connected>) => Promise<unknown>;
  const calls: Array<[name: string, call: Call]> = [
    ['multiSearch', (client) => client.multiSearch([{ query: 'dune' }])],
    ['querySuggestion', (client) => client.querySuggestion('du')],
    ['click', (client) => client.click({ query: 'dune', documentId: 'dune' })],
  ];
  for (const [name, call] of calls) {
    test(`${name} is rejected like a search`, async () => {
      const service = await bookshop();
      const refusedWith = (settings: Settings, message: string) =>
        assert.rejects(call(connected(service, settings)), { name: 'Error', message });
      await refusedWith({ engineName: 'nope' }, '[404] Could not find engine.');
      await refusedWith({ searchKey: service.adminKey }, '[401] Unauthorized action.');
      await refusedWith({ searchKey: 'search-aaaaaaaaaaaaaaaaaaaaaaaa' }, '[401]');
      assert.deepEqual(await clicksOf(service), []);
    });
  }
});

suite('in a page of another origin', () => {
  /** Makes the client of this test run as in a browser. */
  function enterBrowser(t: TestContext): void {
    const { fetch } = globalThis;
    globalThis.fetch = browserFetch('https://shop.example', fetch);
    t.after(() => {
      globalThis.fetch = fetch;
    });
  }

  test('the client may search, with its own headers and those of the page', async (t) => {
    const service = await bookshop();
    enterBrowser(t);
    const client = connected(service, { additionalHeaders: { 'X-Shop-Visit': '42' } });
    assert.deepEqual(ids(await client.search('dune')), ['dune']);
    assert.deepEqual((await client.multiSearch([{ query: 'dune' }])).map(ids), [['dune']]);
    assert.deepEqual((await client.querySuggestion('dun')).results, suggestions('dune'));
    assert.deepEqual(await client.click({ query: 'dune', documentId: 'dune' }), {});
  });

  test('the client sees why it was rejected', async (t) => {
    const service = await bookshop();
    enterBrowser(t);
    await assert.rejects(connected(service).search(undefined), {
      message: '[400] Missing required parameter: query',
    });
    await assert.rejects(connected(service, { searchKey: service.adminKey }).search(''), {
      message: '[401] Unauthorized action.',
    });
    await assert.rejects(connected(service, { engineName: 'nope' }).search(''), {
      message: '[404] Could not find engine.',
    });
    await assert.rejects(connected(service).click({ query: 'dune' }), {
      message: '[400] Missing required parameter: document_id',
    });
    await assert.rejects(connected(service).multiSearch([{ query: '', options: { x: 1 } }]), {
      message: '[400] Options contains invalid key: x',
    });
  });

  test('other paths than the API are not accessible', async (t) => {
    const service = await bookshop();
    enterBrowser(t);
    await assert.rejects(fetch(`${service.baseUrl}/health`), {
      name: 'TypeError',
      message: /^Failed to fetch/,
    });
  });
});
