import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { storedClicks } from '../support/stored-clicks.ts';
import { bookshop } from './bookshop.ts';
import { connected } from './enterprise-search-client.ts';

const engine_name = 'books';
const date = { from: '2020-01-01', to: '2020-01-02' };

suite('@elastic/enterprise-search: analytics', () => {
  test('getTopQueriesAnalytics', async (t) => {
    const service = await bookshop();
    const app = connected(t, service);
    await app.search({ engine_name, body: { query: 'Dune', analytics: { tags: ['web'] } } });
    await app.search({ engine_name, body: { query: 'nowhere' } });
    await app.logClickthrough({ engine_name, body: { query: 'dune', document_id: 'dune' } });
    await storedClicks(service, engine_name);
    const found = await app.getTopQueriesAnalytics({
      engine_name,
      body: { filters: { all: [{ results: true }, { tag: ['web', 'app'] }] }, page: { size: 20 } },
    });
    assert.deepEqual(found.results, [{ term: 'dune', clicks: 0, queries: 1 }]);
    assert.deepEqual(found.meta.page, { size: 20, current: 1 });
    const clicked = await app.getTopQueriesAnalytics({ engine_name, body: { filters: { clicks: true } } });
    assert.deepEqual(clicked.results, [{ term: 'dune', clicks: 1, queries: 1 }]);
    assert.equal((await app.getTopQueriesAnalytics({ engine_name })).results.length, 2);
  });

  test('getTopClicksAnalytics', async (t) => {
    const service = await bookshop();
    const app = connected(t, service);
    await app.logClickthrough({ engine_name, body: { query: 'dune', document_id: 'dune', tags: ['web'] } });
    await storedClicks(service, engine_name);
    const body = { query: 'dune', filters: { tag: 'web' }, page: { size: 2 } };
    assert.deepEqual(await app.getTopClicksAnalytics({ engine_name, body }), {
      results: [{ document_id: 'dune', clicks: 1 }],
      meta: { page: { size: 2, current: 1 } },
    });
  });

  test('getCountAnalytics', async (t) => {
    const app = connected(t, await bookshop());
    const filters = { all: [{ query: 'dune' }, { document_id: 'dune' }, { tag: ['web'] }, { date }] };
    const found = await app.getCountAnalytics({ engine_name, body: { filters, interval: 'day' } });
    assert.deepEqual(found, {
      results: [{ clicks: 0, queries: 0, from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' }],
    });
    assert.ok((await app.getCountAnalytics({ engine_name })).results.length >= 7);
  });
});
