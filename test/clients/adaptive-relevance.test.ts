import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { request, type TestService } from '../support/service.ts';
import { storedClicks } from '../support/stored-clicks.ts';
import { until } from '../support/until.ts';
import { bookshop } from './bookshop.ts';
import { connected, refusal } from './enterprise-search-client.ts';

// Clients call adaptive relevance under /api/as/v0.

const engine_name = 'books';
const SETTINGS = {
  curation: {
    enabled: false,
    mode: 'manual',
    timeframe: 7,
    max_size: 3,
    min_clicks: 20,
    schedule_frequency: 1,
    schedule_unit: 'day',
  },
} as const;

/** A bookshop with two clicks on a book, for a query. */
async function clickedBooks(): Promise<TestService> {
  const shop = await bookshop();
  const body = { query: 'spice', document_id: 'dune' };
  for (let n = 0; n < 2; n++) await shop.call('POST', '/engines/books/click', { body });
  await storedClicks(shop, engine_name);
  return shop;
}

suite('adaptive relevance with @elastic/enterprise-search', () => {
  test('settings are read and changed', async (t) => {
    const app = connected(t, await bookshop());
    assert.deepEqual(await app.getAdaptiveRelevanceSettings({ engine_name }), SETTINGS);
    const body = { curation: { enabled: true, schedule_frequency: 2, schedule_unit: 'hour' } } as const;
    const changed = { curation: { ...SETTINGS.curation, ...body.curation } };
    assert.deepEqual(await app.putAdaptiveRelevanceSettings({ engine_name, body }), changed);
    assert.deepEqual(await app.getAdaptiveRelevanceSettings({ engine_name }), changed);
  });

  test('suggestions are refreshed, listed, read and applied', async (t) => {
    const app = connected(t, await clickedBooks());
    await app.putAdaptiveRelevanceSettings({ engine_name, body: { curation: { min_clicks: 2 } } });
    assert.deepEqual(
      await app.refreshAdaptiveRelevanceUpdateProcess({
        engine_name,
        adaptive_relevance_suggestion_type: 'curation',
      }),
      { process: { type: 'curation' } },
    );
    type Listed = { meta: { page: unknown }; results: Array<Record<string, unknown>> };
    const list = async (status: 'pending' | 'applied'): Promise<Listed> =>
      (await app.listAdaptiveRelevanceSuggestions({
        engine_name,
        body: { filters: { status: [status], type: 'curation' }, page: { current: 1, size: 10 } },
      })) as unknown as Listed;
    await until('there is a suggestion', async () => (await list('pending')).results.length === 1);
    const { meta, results } = await list('pending');
    assert.deepEqual(meta.page, { current: 1, total_pages: 1, total_results: 1, size: 10 });
    assert.deepEqual(results[0]?.promoted, ['dune']);
    const one = await app.getAdaptiveRelevanceSuggestions({ engine_name, search_suggestion_query: 'spice' });
    assert.deepEqual(one.results, results);
    const changed = await app.putAdaptiveRelevanceSuggestions({
      engine_name,
      body: [{ query: 'spice', type: 'curation', status: 'applied' }],
    });
    assert.partialDeepStrictEqual(changed, { results: [{ query: 'spice', status: 'applied' }] });
    assert.equal((await list('applied')).results.length, 1);
    const search = await app.search({ engine_name, body: { query: 'spice' } });
    assert.equal(search.results.length, 1);
  });

  test('a query without suggestions is not found, and an unknown suggestion is reported', async (t) => {
    const app = connected(t, await bookshop());
    assert.deepEqual(
      await refusal(app.getAdaptiveRelevanceSuggestions({ engine_name, search_suggestion_query: 'none' })),
      [404, { errors: ['Suggestion not found for query: none'] }],
    );
    const change = { query: 'none', type: 'curation', status: 'applied' } as const;
    assert.deepEqual(await app.putAdaptiveRelevanceSuggestions({ engine_name, body: [change] }), {
      results: [{ ...change, errors: ['Suggestion not found for query: none'] }],
    });
  });
});

/** How the clients of other languages send the same requests. */
const CLIENTS = {
  'elastic-enterprise-search for Ruby': { end: '/', empty: '{}' },
  'elastic/enterprise-search for PHP': { end: '', empty: undefined },
} as const;

for (const [client, { end, empty }] of Object.entries(CLIENTS)) {
  suite(`adaptive relevance with ${client}`, () => {
    test('settings, suggestions and refreshes have the shapes that its suite expects', async () => {
      const shop = await clickedBooks();
      const send = (method: string, path: string, body: unknown = empty) =>
        request(`${shop.baseUrl}/api/as/v0/engines/books/adaptive_relevance/${path}${end}`, method, {
          key: shop.privateKey,
          ...(body !== undefined && { body }),
        });
      assert.deepEqual((await send('GET', 'settings')).json, SETTINGS);
      const changed = await send('PUT', 'settings', { curation: { enabled: true, min_clicks: 2 } });
      assert.equal(changed.json.curation.enabled, true);
      const refreshed = await send('POST', 'update_process/curation/refresh');
      assert.deepEqual([refreshed.status, refreshed.json], [200, { process: { type: 'curation' } }]);
      await until('there is a suggestion', async () => {
        const { json } = await send('GET', 'suggestions');
        return json.results.length === 1;
      });
      const missing = await send('GET', 'suggestions/foo');
      assert.equal(missing.status, 404);
      const put = await send('PUT', 'suggestions', [{ query: 'foo', type: 'curation', status: 'applied' }]);
      assert.equal(put.status, 200);
      assert.deepEqual(Object.keys(put.json.results[0]), ['query', 'type', 'status', 'errors']);
      const accepted = await send('PUT', 'suggestions', [
        { query: 'spice', type: 'curation', status: 'automated' },
      ]);
      assert.equal(accepted.json.results[0].status, 'automated');
    });
  });
}
