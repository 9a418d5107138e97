import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Description } from '../../packages/client/generate.ts';
import { FindlingClient, type FindlingError, signSearchKey } from '../../packages/client/src/index.ts';
import { request, startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { describedFetch } from './described-fetch.ts';

/** Operations without a method of their own, and the operation that does the same: with GET for POST, or PUT for PATCH. */
const TWINS = {
  getSearch: 'search',
  getMultiSearch: 'multiSearch',
  getQuerySuggestion: 'querySuggestion',
  getSearchExplain: 'searchExplain',
  getElasticsearchSearch: 'elasticsearchSearch',
  getTopQueriesAnalytics: 'topQueriesAnalytics',
  getTopClicksAnalytics: 'topClicksAnalytics',
  getCountAnalytics: 'countAnalytics',
  getApiLogs: 'apiLogs',
  listAdaptiveRelevanceSuggestions: 'postlistAdaptiveRelevanceSuggestions',
  postgetAdaptiveRelevanceSuggestions: 'getAdaptiveRelevanceSuggestions',
  putLogSettings: 'patchLogSettings',
} as const;

const SCHEMA = {
  title: 'text',
  genre: 'text',
  price: 'number',
  published: 'date',
  place: 'geolocation',
} as const;

const BOOKS = [
  {
    id: 'dune',
    title: 'Dune',
    genre: ['sf', 'novel'],
    price: 9.5,
    published: '1965-08-01',
    place: '21.3,-157.8',
  },
  { id: 'emma', title: 'Emma', genre: 'novel', price: 5, published: '1815-12-23', place: [-1.3, 51.06] },
  { id: 'room', title: 'Room without a price', genre: null },
] as const;

suite('the client against a service', () => {
  test('every operation has a method, and requests and answers are as described', async (t) => {
    const service = await startTestService(t);
    const described = await describedFetch(service.baseUrl);
    const connect = (key: string) =>
      new FindlingClient({ url: service.baseUrl, key, fetch: described.fetch });
    const findling = connect(service.privateKey);
    const admin = connect(service.adminKey);

    // Engines
    const created = await findling.createEngine({ name: 'books', language: 'en' });
    assert.deepEqual([created.name, created.type, created.language], ['books', 'default', 'en']);
    const books = findling.engine('books', { schema: SCHEMA });
    await findling.createEngine({ name: 'more-books' });
    await findling.createEngine({ name: 'all-books', type: 'meta', source_engines: ['more-books'] });
    await findling.createEngine({ name: 'english', language: 'en' });
    await findling.createEngine({ name: 'shelf', type: 'meta', source_engines: ['books'] });
    const shelf = findling.engine('shelf');
    assert.deepEqual((await shelf.addSources(['english'])).source_engines, ['books', 'english']);
    assert.deepEqual((await shelf.removeSources(['english'])).source_engines, ['books']);
    const { meta, results } = await findling.listEngines({ current: 1, size: 2 });
    assert.deepEqual([meta.page.total_results, results.length], [5, 2]);
    assert.equal((await findling.engine('more-books').info()).document_count, 0);
    await findling.engine('all-books').delete();
    assert.deepEqual(await findling.engine('more-books').delete(), { deleted: true });

    // Schema and documents
    assert.equal((await books.schema.update(SCHEMA)).price, 'number');
    await books.schema.settled();
    assert.deepEqual(
      await books.index(BOOKS),
      BOOKS.map(({ id }) => ({ id, errors: [] })),
    );
    assert.deepEqual(await books.patch({ id: 'emma', price: 6 }), [{ id: 'emma', errors: [] }]);
    const [emma, nobody] = await books.get(['emma', 'nobody']);
    assert.deepEqual([emma?.price, emma?.place, nobody], [6, '51.06,-1.3', null]);
    assert.equal((await shelf.get(['books|emma']))[0]?.id, 'books|emma');
    assert.equal((await books.list({ size: 2 })).results.length, 2);
    await shelf.list();
    assert.deepEqual(await books.schema.get(), SCHEMA);
    const rehearsal = await books.schema.dryRun({ genre: 'number', isbn: 'text' });
    assert.deepEqual([rehearsal.added, rehearsal.changed.genre?.failed], [['isbn'], 2]);
    await books.index({ id: 'odd', title: 'Odd', shelf_mark: 'x' } as never);
    await books.schema.update({ shelf_mark: 'number' });
    await books.schema.settled();
    const failures = await books.schema.failures({ size: 10 });
    assert.deepEqual(
      failures.results.map(({ document_id, value }) => [document_id, value]),
      [['odd', 'x']],
    );
    assert.deepEqual(await books.schema.cancelReindex().catch((error: FindlingError) => error.messages), [
      'Engine is not reindexing.',
    ]);
    assert.deepEqual(await books.deleteDocuments(['odd', 'nobody']), [
      { id: 'odd', deleted: true },
      { id: 'nobody', deleted: false },
    ]);
    assert.deepEqual(await books.deleteByFilter({ genre: 'essay' }), { matched: 0, deleted: 0 });
    assert.deepEqual(await books.deleteByFilter({ id: 'dune' }, { dry_run: true }), {
      matched: 1,
      deleted: 0,
      ids: ['dune'],
    });
    const exported = [];
    for await (const document of books.export()) exported.push(document.id);
    assert.deepEqual(exported, ['dune', 'emma', 'room']);
    assert.equal((await books.import([{ id: 'persuasion', title: 'Persuasion' }])).imported, 1);

    // Searching
    const found = await books.search('emma', {
      facets: {
        genre: [{ type: 'value' }, { type: 'value', name: 'top', size: 1, sort: { count: 'desc' } }],
        price: { type: 'range', ranges: [{ to: 6 }, { from: 6, name: 'high' }] },
        published: { type: 'range', ranges: [{ from: '1900-01-01' }] },
        place: { type: 'range', center: '51,-1', unit: 'km', ranges: [{ from: 0, to: 100 }] },
      },
      filters: { any: [{ price: { from: 5 } }, { place: { center: '0,0', distance: 1 } }, { genre: ['x'] }] },
      boosts: { price: { type: 'functional', function: 'linear' }, title: { type: 'value', value: 'Emma' } },
      search_fields: { title: { weight: 2 } },
      result_fields: { title: { raw: { size: 20 }, snippet: {} }, genre: {} },
      sort: [{ _score: 'desc' }, { place: { center: '51,-1' } }],
      group: { field: 'genre', size: 2 },
      page: { size: 5 },
      precision: 3,
      analytics: { tags: ['web'] },
    });
    assert.equal(found.results[0]?.title?.snippet, '<em>Emma</em>');
    await shelf.search('', { facets: { _engine: { type: 'value' } }, filters: { _engine: 'books' } });
    await books.search(
      'emma',
      {},
      { headers: { 'x-enterprise-search-profile': 'true', 'x-enterprise-search-debug': 'true' } },
    );
    const [first, second] = await books.multiSearch([
      { query: 'dune' },
      { query: '', page: { size: 0 }, facets: { genre: { type: 'value' } } },
    ]);
    assert.deepEqual([first.results.length, second.facets.genre[0].data.length], [1, 2]);
    assert.deepEqual(await books.suggest('du', { fields: ['title'], size: 3 }), ['dune']);
    await books.click({
      query: 'spice',
      document_id: 'dune',
      request_id: found.meta.request_id,
      tags: ['web'],
    });
    await books.click({ query: 'spice', document_id: 'dune' });
    const explained = await books.explain('emma', { document_id: 'emma' });
    assert.equal(explained.explanation?.position, 1);
    await books.explain('emma');
    const { hits, aggregations } = await books.elasticsearch({
      query: { match: { title: 'emma' } },
      sort: [{ price: 'desc' }],
      aggs: { genres: { terms: { field: 'genre' } } },
    });
    assert.deepEqual(
      [hits.hits[0]?._id, hits.total?.value, Object.keys(aggregations ?? {})],
      ['emma', 1, ['genres']],
    );

    // Tuning
    assert.equal((await books.settings.get()).precision, 2);
    const settings = {
      search_fields: { title: { weight: 2 } },
      boosts: { price: { type: 'functional', function: 'linear' } },
    } as const;
    assert.deepEqual((await books.settings.update(settings)).search_fields, settings.search_fields);
    assert.equal((await books.settings.reset()).precision_enabled, true);
    const set = await books.synonyms.create(['spice', 'melange']);
    assert.deepEqual((await books.synonyms.replace(set.id, ['spice', 'cinnamon'])).synonyms, [
      'spice',
      'cinnamon',
    ]);
    assert.deepEqual(await books.synonyms.get(set.id), { id: set.id, synonyms: ['spice', 'cinnamon'] });
    assert.equal((await books.synonyms.list()).results.length, 1);
    assert.deepEqual(await books.synonyms.delete(set.id), { deleted: true });
    const curation = await books.curations.create({ queries: ['sand'], promoted: ['dune'] });
    await books.curations.replace(curation.id, { queries: ['sand'], hidden: ['emma'] });
    assert.deepEqual((await books.curations.get(curation.id)).hidden, ['emma']);
    assert.equal((await books.curations.list({ size: 1 })).results.length, 1);
    assert.deepEqual(await books.curations.delete(curation.id), { deleted: true });

    // Configuration
    const configuration = await books.configuration.get();
    const { diff } = await books.configuration.dryRun({ version: 1, search_settings: { precision: 5 } });
    assert.deepEqual(diff.search_settings?.added, [{ precision: 5 }]);
    await books.configuration.replace({ ...configuration, search_settings: { precision: 5 } });
    const versions = await books.configuration.versions({ size: 2 });
    const [latest, previous] = versions.results;
    assert.ok(latest && previous);
    assert.equal(
      (await books.configuration.version(latest.version)).configuration.search_settings.precision,
      5,
    );
    assert.equal((await books.configuration.restore(previous.version)).search_settings.precision, undefined);
    await shelf.configuration.get();

    // Relevance
    const judgements = [{ query: 'dune', document_id: 'dune', grade: 3 }];
    assert.deepEqual(await books.relevance.setJudgements(judgements), { judgements: 1, queries: 1 });
    assert.equal((await books.relevance.judgements({ query: 'dune' })).results[0]?.grade, 3);
    const evaluation = await books.relevance.evaluate({ settings: { precision: 11 }, synonyms: [] });
    assert.deepEqual([evaluation.present.ndcg, evaluation.proposed?.ndcg], [1, 1]);
    assert.equal((await books.relevance.evaluate()).k, 10);
    await books.relevance.judgeByClicks({ dry_run: true, min_clicks: 1 });
    assert.deepEqual(await books.relevance.deleteJudgements({ all: true }), { deleted: 1 });

    // Adaptive relevance
    assert.equal((await books.adaptiveRelevance.settings()).curation.mode, 'manual');
    await books.adaptiveRelevance.updateSettings({ min_clicks: 2 });
    await until('there is a suggestion', async () => {
      assert.deepEqual(await books.adaptiveRelevance.refresh(), { process: { type: 'curation' } });
      const list = await books.adaptiveRelevance.suggestions({ filters: { status: ['pending'] } });
      return list.results.length === 1;
    });
    assert.equal((await books.adaptiveRelevance.suggestion('spice')).results[0]?.operation, 'create');
    const changed = await books.adaptiveRelevance.updateSuggestions([
      { query: 'spice', status: 'applied' },
      { query: 'nothing', status: 'applied' },
    ]);
    assert.deepEqual(
      changed.results.map((result) => ('errors' in result ? result.errors : result.status)),
      ['applied', ['Suggestion not found for query: nothing']],
    );

    // Analytics and logs
    await until('events are counted', async () => {
      const { results: queries } = await books.analytics.queries({
        filters: { tag: 'web' },
        page: { size: 5 },
      });
      return queries.some(({ term, queries: times }) => term === 'emma' && times === 1);
    });
    assert.deepEqual((await books.analytics.clicks({ query: 'spice' })).results, [
      { document_id: 'dune', clicks: 2 },
    ]);
    assert.equal((await books.analytics.counts({ interval: 'day' })).results.length > 6, true);
    const date = { from: '2020-01-01', to: '2100-01-01' };
    await until('requests are logged', async () => {
      const { results: entries } = await books.logs({
        filters: { date, method: 'POST', status: '2xx' },
        query: 'books/search',
        sort_direction: 'desc',
      });
      return entries.some(({ key_type }) => key_type === 'private');
    });
    assert.equal((await findling.logSettings.get()).api.enabled, true);
    assert.equal((await findling.logSettings.update({ api: { enabled: false } })).api.enabled, false);
    assert.equal((await findling.logSettings.reset()).api.enabled, true);

    // Keys
    const key = await admin.credentials.create({
      name: 'web',
      type: 'private',
      read: true,
      engines: ['books'],
    });
    await admin.credentials.put({ name: 'web', description: 'The shop', expires_at: '2099-01-01T00:00:00Z' });
    await admin.credentials.update('web', { rate_limit: { requests_per_second: 100 } });
    const rotated = await admin.credentials.rotate('web', 60);
    assert.notEqual(rotated.key, key.key);
    assert.equal((await admin.credentials.get('web')).description, 'The shop');
    assert.equal((await admin.credentials.list({ size: 100 })).meta.page.total_results, 4);

    // Refusals
    await admin.credentials.update('web', { rate_limit: { requests_per_second: 1, burst: 1 } });
    const hasty = connect(rotated.key).engine('books');
    await hasty.search('');
    await assert.rejects(hasty.search('', {}, { retries: 0 }), {
      status: 429,
      messages: ['Rate limit exceeded.'],
    });
    await assert.rejects(connect('private-x').engine('books').search(''), { status: 401 });
    await assert.rejects(connect(service.searchKey).engine('books').info(), { status: 401 });
    await assert.rejects(findling.engine('nothing').info(), { status: 404 });
    await assert.rejects(books.multiSearch([{ query: 'x'.repeat(200) }]), { status: 400 });
    await admin.credentials.update('web', { rate_limit: null });

    // Signed search keys
    const token = await signSearchKey(
      { name: 'web', key: rotated.key },
      { filters: { genre: 'sf' }, sub: 'ada' },
    );
    assert.deepEqual((await findling.signedKeys.inspect(token)).restrictions, { filters: { genre: 'sf' } });
    assert.equal((await findling.signedKeys.inspect('nonsense')).kind, null);
    assert.equal((await connect(token).engine('books').search('')).results.length, 1);
    const revocation = await admin.signedKeys.revoke({ sub: 'ada' });
    await admin.signedKeys.revoke({ jti: 'x', issued_before: 1, api_key_name: 'web' });
    assert.equal((await admin.signedKeys.revocations()).results.length, 2);
    await admin.signedKeys.deleteRevocation({ jti: 'x', issued_before: 1, api_key_name: 'web' });
    assert.deepEqual(await admin.signedKeys.deleteRevocation(revocation.id), { deleted: true });
    assert.deepEqual(await admin.credentials.delete('web'), { deleted: true });

    // The engine is too small for a reindex that could be cancelled.
    const refused = ['cancelReindex'];
    const missing = () => [...described.operations].filter((id) => !described.succeeded.has(id)).sort();
    assert.deepEqual(missing(), [...Object.keys(TWINS), ...refused].sort());

    // Operations with the same effect as another
    const path = { engine: 'books' };
    const query = { query: 'emma' };
    await findling.request('getSearch', { path, query });
    await findling.request('getQuerySuggestion', { path, query });
    await findling.request('getSearchExplain', { path, query });
    await findling.request('getElasticsearchSearch', { path, query: { size: 1 } });
    await findling.request('getTopQueriesAnalytics', { path });
    await findling.request('getTopClicksAnalytics', { path });
    await findling.request('getCountAnalytics', { path });
    await findling.request('listAdaptiveRelevanceSuggestions', { path, query: { 'page[size]': 1 } });
    await findling.request('postgetAdaptiveRelevanceSuggestions', {
      path: { ...path, query: 'spice' },
      body: {},
    });
    await findling.request('putLogSettings', { body: { api: { enabled: true } } });
    // `fetch` sends no body with GET, and the description does not name their options in the query string.
    const get = (address: string) =>
      described.fetch(`${service.baseUrl}/api/as/v1/engines/books/${address}`, {
        method: 'GET',
        headers: { authorization: `Bearer ${service.privateKey}` },
      });
    await get('multi_search?queries[][query]=emma');
    await get(`logs/api?filters[date][from]=${date.from}&filters[date][to]=${date.to}`);
    assert.deepEqual(missing(), refused);
  });

  test('an operation without a method of its own has a twin of the same shape', async (t) => {
    const { baseUrl } = await startTestService(t);
    const { paths }: Description = (await request(`${baseUrl}/openapi.json`, 'GET')).json;
    const all = Object.entries(paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, operation })),
    );
    const shapeOf = (id: string) => {
      const { path, operation } = all.find((one) => one.operation.operationId === id) ?? {};
      return [path, operation?.responses];
    };
    for (const [id, twin] of Object.entries(TWINS)) {
      assert.ok(isDeepStrictEqual(shapeOf(id), shapeOf(twin)), `${id} and ${twin}`);
    }
  });
});
