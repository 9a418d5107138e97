import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { EngineHealth } from '../../src/dashboard-api/health-types.ts';
import { limits } from '../../src/limits.ts';
import { Browser, PASSWORD, sharedDashboard } from '../support/dashboard.ts';
import { beginChange, FAILING_IDS, LARGE, startLargeService } from '../support/large-engine.ts';
import { until } from '../support/until.ts';

const NONE = { count: 0, first: [] };
const HEALTHY: EngineHealth = {
  unsearched_fields: NONE,
  invalid_boosts: NONE,
  skipped_search_fields: NONE,
  skipped_result_fields: NONE,
  stale_promotions: { documents: 0, curations: 0, first: [], checked_all: true },
  failed_conversions: { count: 0, job: null },
  searches_without_results: NONE,
  unconfirmed_fields: NONE,
  type_conflicts: NONE,
  reindexing: NONE,
};
const one = (text: string) => ({ count: 1, first: [text] });

async function withEngine(options: { schema?: Record<string, string>; documents?: unknown[] }) {
  const { service, owner } = await sharedDashboard();
  const engine = await service.engine(options);
  const path = `/engines/${engine}`;
  const health = async (name = engine): Promise<EngineHealth> => {
    const { status, json, text } = await owner.account('GET', `/engines/${name}/health`);
    assert.equal(status, 200, text);
    return json;
  };
  const send = async (method: string, rest: string, body: unknown) => {
    const { status, json, text } = await service.call(method, path + rest, { body });
    assert.equal(status, 200, text);
    return json;
  };
  const retype = async (types: Record<string, string>) => {
    await send('POST', '/schema', types);
    await service.settled(engine);
  };
  return { service, owner, engine, path, health, send, retype };
}

suite('the health of an engine', () => {
  test('has nothing to say about a good engine, or an empty one', async () => {
    const { health } = await withEngine({
      schema: { title: 'text' },
      documents: [{ id: 'a', title: 'Dune' }],
    });
    assert.deepEqual(await health(), HEALTHY);
    const empty = await withEngine({});
    assert.deepEqual(await empty.health(), HEALTHY);
  });

  test('names text fields that are not searched, and settings that a type change made invalid', async () => {
    const { health, send, retype } = await withEngine({
      schema: { title: 'text', body: 'text', notes: 'text', visitors: 'number', shelf: 'number' },
    });
    const found = async () => {
      const { unsearched_fields: unsearched, ...rest } = await health();
      return {
        unsearched: unsearched.first,
        boosts: rest.invalid_boosts,
        fields: rest.skipped_search_fields,
      };
    };
    await send('PUT', '/search_settings', {
      search_fields: { title: {}, body: { weight: 0 }, notes: { weight: 2 } },
      boosts: { visitors: { type: 'functional', function: 'linear' } },
    });
    assert.deepEqual(await found(), { unsearched: ['body'], boosts: NONE, fields: NONE });
    await retype({ visitors: 'text', notes: 'number' });
    assert.deepEqual(await found(), {
      unsearched: ['body', 'visitors'],
      boosts: one('Boost skipped: functional is not supported for text field visitors'),
      fields: one('Search field skipped: search is not supported for number field notes'),
    });
    // Without a valid entry, searches use every text field.
    await retype({ title: 'number', body: 'number' });
    assert.deepEqual((await found()).unsearched, []);
    await send('POST', '/search_settings/reset', undefined);
    assert.deepEqual(await health(), { ...HEALTHY, failed_conversions: (await health()).failed_conversions });
  });

  test('counts values that the last type change could not convert, and names unconfirmed fields', async () => {
    const { service, owner, path, health, retype } = await withEngine({
      documents: [
        { id: 'a', year: '1999' },
        { id: 'b', year: 'soon' },
      ],
    });
    assert.deepEqual(await health(), { ...HEALTHY, unconfirmed_fields: one('year') });
    await owner.account('POST', `${path}/schema/confirm`);
    await retype({ year: 'number' });
    const { json } = await service.call('GET', `${path}/schema/reindex/failures`);
    assert.deepEqual(await health(), { ...HEALTHY, failed_conversions: { count: 1, job: json.meta.job } });
    await retype({ year: 'text' });
    assert.equal((await health()).failed_conversions.count, 0);
  });

  test('finds promoted documents that do not exist', async () => {
    const { health, send } = await withEngine({
      schema: { title: 'text' },
      documents: ['a', 'b', 'c'].map((id) => ({ id, title: id })),
    });
    const { id } = await send('POST', '/curations', { queries: ['Lava', 'magma'], promoted: ['a', 'b'] });
    await send('POST', '/curations', { queries: ['pond'], promoted: ['c'], hidden: ['a'] });
    await send('DELETE', '/documents', ['a', 'b']);
    const stale = { id, query: 'Lava', documents: 2 };
    assert.deepEqual(await health(), {
      ...HEALTHY,
      stale_promotions: { documents: 2, curations: 1, first: [stale], checked_all: true },
    });
    await send('POST', '/documents', [{ id: 'a' }, { id: 'b' }]);
    assert.deepEqual(await health(), HEALTHY);
  });

  test('checks a limited number of promoted documents, and says so', async () => {
    const ids = Array.from({ length: limits.curatedDocuments }, (_, n) => `d${n}`);
    const { health, send } = await withEngine({
      schema: { title: 'text' },
      documents: ['gone', ...ids].map((id) => ({ id, title: id })),
    });
    const curationsOf = (promoted: ReadonlyArray<readonly string[]>) =>
      send('PUT', '/configuration', {
        version: 1,
        curations: promoted.map((list, n) => ({ queries: [`query ${n}`], promoted: list, hidden: [] })),
      });
    // More curations than are read at once.
    await curationsOf(Array.from({ length: 150 }, (_, n) => [n === 140 ? 'gone' : 'd0']));
    await send('DELETE', '/documents', ['gone']);
    const { first, ...many } = (await health()).stale_promotions;
    assert.deepEqual(many, { documents: 1, curations: 1, checked_all: true });
    assert.equal(first[0]?.query, 'query 140');

    await send('POST', '/documents', [{ id: 'gone' }]);
    const full = Array.from({ length: limits.health.promotedDocuments / ids.length }, () => ids);
    await curationsOf(full);
    assert.deepEqual((await health()).stale_promotions, HEALTHY.stale_promotions);
    await curationsOf([...full, ['gone']]);
    await send('DELETE', '/documents', ['gone']);
    const unchecked = { ...HEALTHY.stale_promotions, checked_all: false };
    assert.deepEqual((await health()).stale_promotions, unchecked);
    // The first entries only.
    await send('DELETE', '/documents', ['d0']);
    const found = (await health()).stale_promotions;
    assert.deepEqual([found.documents, found.curations, found.first.length], [20, 20, limits.health.entries]);
  });

  test('lists the most frequent queries without results', async () => {
    const { service, path, health } = await withEngine({
      schema: { title: 'text' },
      documents: [{ id: 'a', title: 'Dune' }],
    });
    for (const query of ['xyzzy', 'dune', 'XYZZY ', 'plugh']) {
      await service.call('POST', `${path}/search`, { body: { query } });
    }
    await until('the searches are recorded', async () => {
      const { searches_without_results: searches } = await health();
      return searches.count === 3;
    });
    assert.deepEqual((await health()).searches_without_results.first, [
      { term: 'xyzzy', queries: 2 },
      { term: 'plugh', queries: 1 },
    ]);
  });

  test('of a meta engine is about its own settings and the types of its sources', async () => {
    const books = await withEngine({ documents: [{ id: 'a', title: 'Moss', shelf: '1' }] });
    const films = await withEngine({ documents: [{ id: 'a', title: 'Fern', shelf: 'upper' }] });
    const { service, health } = books;
    const meta = `meta-${books.engine}`;
    await service.call('POST', '/engines', {
      body: { name: meta, type: 'meta', source_engines: [books.engine, films.engine] },
    });
    assert.deepEqual(await health(meta), HEALTHY);
    await books.retype({ shelf: 'number' });
    assert.deepEqual(await health(meta), { ...HEALTHY, type_conflicts: one('shelf') });
    const { json } = await service.call('POST', `/engines/${meta}/curations`, {
      body: { queries: ['moss'], promoted: [`${books.engine}|a`, `${films.engine}|a`] },
    });
    await films.send('DELETE', '/documents', ['a']);
    const { stale_promotions: stale } = await health(meta);
    assert.deepEqual(stale.first, [{ id: json.id, query: 'moss', documents: 1 }]);
  });

  test('says that the engine is reindexing, and has no count of failed values until then', async (t) => {
    const service = await startLargeService(t);
    const owner = new Browser(service);
    const body = { token: service.service.setupToken, name: 'Ada', password: PASSWORD };
    assert.equal((await owner.call('POST', '/setup', { body })).status, 200);
    const health = async (): Promise<EngineHealth> =>
      (await owner.account('GET', `/engines/${LARGE}/health`)).json;
    await beginChange(service);
    const during = await health();
    assert.deepEqual(during.reindexing, one(LARGE));
    assert.deepEqual(during.failed_conversions, { count: 0, job: null });
    await service.settled(LARGE);
    const after = await health();
    assert.deepEqual(after.reindexing, NONE);
    assert.equal(after.failed_conversions.count, FAILING_IDS.length);
  });
});
