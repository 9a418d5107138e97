import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { request } from '../support/service.ts';
import { bookshop } from './bookshop.ts';
import { connected, MAY_NOT, refusal } from './enterprise-search-client.ts';
import { sending } from './other-clients.ts';

// `search_explain` and `elasticsearch/_search`, as every client calls them.

interface EsAnswer {
  readonly hits: { readonly total: object; readonly hits: ReadonlyArray<{ readonly _id: string }> };
}
const idsOf = (answer: unknown): string[] => (answer as EsAnswer).hits.hits.map(({ _id }) => _id);
const BY_AUSTEN = { query: { bool: { must: { term: { author: 'austen' } } } } };

suite('@elastic/enterprise-search', () => {
  test('searches with a query of Elasticsearch, with parameters and headers in the query string', async (t) => {
    const app = connected(t, await bookshop());
    assert.deepEqual(
      idsOf(await app.searchEsSearch({ engine_name: 'books', body: BY_AUSTEN, Authorization: {} })).sort(),
      ['emma', 'persuasion'],
    );
    const sorted = await app.searchEsSearch({
      engine_name: 'books',
      body: BY_AUSTEN,
      es_search_query_params: { sort: 'year:desc', size: 1 },
      // Headers, but the client sends them as parameters. It declares objects, and documents strings.
      'X-Enterprise-Search-Analytics': 'austen' as never,
      'X-Enterprise-Search-Analytics-Tags': 'a,b' as never,
      Authorization: 'ApiKey c2VjcmV0' as never,
    });
    assert.deepEqual(idsOf(sorted), ['persuasion']);
  });

  test('explains a search', async (t) => {
    const service = await bookshop();
    const app = connected(t, service);
    const explained = await app.search_explain({ engine_name: 'books', body: { query: 'emma' } });
    const { request_id, ...meta } = explained.meta;
    assert.ok(request_id);
    assert.deepEqual(meta, {
      alerts: [],
      warnings: [],
      precision: 2,
      engine: { name: 'books', type: 'default' },
    });
    assert.equal(explained.query_string, 'GET enterprise-search-engine-books/_search');
    assert.equal(typeof explained.query_body, 'object');
    const searcher = connected(t, service, service.searchKey);
    const body = { query: 'emma' };
    assert.deepEqual(await refusal(searcher.search_explain({ engine_name: 'books', body })), MAY_NOT);
  });
});

suite('elastic-enterprise-search for Ruby', () => {
  const HEADERS = { 'content-type': 'application/json' };

  test('searches by words in lower case, with a sort that is not JSON, under a path with a slash', async () => {
    const send = sending(await bookshop(), HEADERS);
    for (const query of ['', '?sort=_score', '?sort=title.enum:asc&engine_name=books']) {
      const { status, json, text } = await send(
        'POST',
        `/engines/books/elasticsearch/_search/${query}`,
        BY_AUSTEN,
      );
      assert.equal(status, 200, text);
      assert.deepEqual(
        [json.hits.total, idsOf(json).sort()],
        [{ value: 2, relation: 'eq' }, ['emma', 'persuasion']],
      );
    }
  });

  test('compares the query string of an explanation', async () => {
    const send = sending(await bookshop(), HEADERS);
    const { status, json } = await send('POST', '/engines/books/search_explain/', { query: 'test' });
    assert.equal(status, 200);
    assert.equal(json.query_string, 'GET enterprise-search-engine-books/_search');
    assert.equal(json.meta.page, undefined);
  });
});

suite('elastic-enterprise-search for Python', () => {
  const HEADERS = { 'content-type': 'application/json', accept: 'application/json' };

  test('searches under v0', async () => {
    const service = await bookshop();
    const address = `${service.baseUrl}/api/as/v0/engines/books/elasticsearch/_search?sort=_score`;
    const { status, json } = await request(address, 'POST', {
      key: service.privateKey,
      headers: HEADERS,
      body: { query: { match: { '*': 'client' } } },
    });
    assert.equal(status, 200);
    assert.deepEqual(
      { ...json, took: 0 },
      {
        took: 0,
        timed_out: false,
        _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
        hits: { total: { value: 0, relation: 'eq' }, max_score: null, hits: [] },
      },
    );
  });

  test('explains with a GET or POST', async () => {
    const send = sending(await bookshop(), HEADERS);
    for (const method of ['GET', 'POST']) {
      const { status, json } = await send(method, '/engines/books/search_explain', { query: 'emma' });
      assert.deepEqual([status, Object.keys(json)], [200, ['meta', 'query_string', 'query_body']]);
    }
  });
});

suite('elastic/enterprise-search for PHP', () => {
  test('searches and explains', async () => {
    const send = sending(await bookshop(), {
      'content-type': 'application/json',
      'user-agent': 'ent-search-php/8.7.0',
    });
    const found = await send('POST', '/engines/books/elasticsearch/_search?size=1', BY_AUSTEN);
    assert.deepEqual([found.status, found.json.hits.hits.length], [200, 1]);
    const explained = await send('POST', '/engines/books/search_explain', { query: 'emma' });
    assert.equal(explained.status, 200);
  });
});
