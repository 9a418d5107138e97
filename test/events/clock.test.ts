import assert from 'node:assert/strict';
import { mock, type TestContext, test } from 'node:test';
import { Analytics } from '../../src/analytics/analytics.ts';
import type { Caller } from '../../src/api/caller.ts';
import { Events } from '../../src/events/events.ts';
import { EventRetention } from '../../src/events/retention.ts';
import { ApiLogs } from '../../src/logs/api-logs.ts';
import type { EngineRecord, Store } from '../../src/store/port.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { temporaryFolder } from '../support/folder.ts';
import { until } from '../support/until.ts';

const HOUR = 3_600_000;
const NOON = Date.parse('2026-03-10T12:00:00Z');
const SETTINGS = { analyticsDays: 180, apiLogDays: 7, apiLogBytes: 2 ** 30 };
const caller = { kind: 'search' } as Caller;

async function recording(t: TestContext): Promise<{ store: Store; engine: EngineRecord; events: Events }> {
  mock.timers.enable({ apis: ['Date'], now: NOON });
  t.after(() => mock.timers.reset());
  const store = await openSqliteStore(temporaryFolder(t), { create: true, writer: 'inline' });
  t.after(() => store.close());
  const engine = await store.transact('instance', ({ engines }) =>
    engines.insert({ accountId: 'a', name: 'one', language: null, createSettings: {}, createdAt: 1 }),
  );
  const settings = { of: () => ({ api: true, analytics: true }) };
  return { store, engine, events: new Events({ store: store.events, settings, warn: () => {} }) };
}

test('events count at the time of the clock, also when it is set back', async (t) => {
  const { store, engine, events } = await recording(t);
  const search = (requestId: string) =>
    events.search({
      engine,
      caller,
      query: 'x',
      tags: [],
      hasResults: true,
      requestId,
      first: 1,
      documentIds: ['d'],
    });
  search('before');
  mock.timers.setTime(NOON - 5 * HOUR);
  search('after');
  events.click(engine, { query: 'x', documentId: 'd', requestId: 'before', tags: [] });
  mock.timers.setTime(NOON - 30 * HOUR);
  search('the day before');
  await events.close();
  // Nothing is too old because the clock was ahead.
  const retention = new EventRetention(store, SETTINGS);
  retention.watch();
  await retention.close();

  mock.timers.setTime(NOON);
  const analytics = new Analytics(store.events, SETTINGS);
  const filters = { date: { from: '2026-03-09', to: '2026-03-11' } };
  const { results } = (await analytics.counts(engine, { filters })) as {
    results: Array<{ queries: number; clicks: number }>;
  };
  assert.deepEqual(
    results.map(({ queries, clicks }) => [queries, clicks]),
    [
      [1, 0],
      [2, 1],
    ],
  );
  const [clicked] = await store.events.clickedDocuments(engine.id, {
    from: 0,
    to: 2 * NOON,
    minClicks: 1,
    limit: 1,
  });
  assert.deepEqual(clicked?.positions, [{ position: 1, clicks: 1 }]);
});

test('a period without dates ends now, and never before it begins', async (t) => {
  const { store, engine, events } = await recording(t);
  await events.close();
  const analytics = new Analytics(store.events, SETTINGS);
  const { results } = (await analytics.counts(engine, { filters: { date: { from: '2026-03-12' } } })) as {
    results: object[];
  };
  assert.deepEqual(results, [
    { clicks: 0, queries: 0, from: '2026-03-12T00:00:00Z', to: '2026-03-12T00:00:00Z' },
  ]);
});

test('an account that keeps less than the instance neither shows nor stores older requests', async (t) => {
  const { store, engine } = await recording(t);
  const request = (path: string, hours: number) => ({
    engineId: engine.id,
    time: NOON - hours * HOUR,
    method: 'GET',
    path,
    fullPath: path,
    status: 200,
    requestBody: '',
    responseBody: '',
    userAgent: '',
    keyName: 'web',
    keyKind: 'search',
    duration: 1,
  });
  const requests = [request('/old', 49), request('/new', 47)];
  await store.events.insert({ searches: [], clicks: [], requests });
  const retentionOf = (accountId: string) => ({ ...SETTINGS, apiLogDays: accountId === 'a' ? 2 : 7 });
  const stored = async () => {
    const period = { from: 0, to: NOON, isDescending: false };
    const { results } = await store.events.apiLog(engine.id, period, { offset: 0, limit: 10 });
    return results.map(({ path }) => path);
  };
  const filters = { date: { from: '2026-01-01', to: '2027-01-01' } };
  const shown = (await new ApiLogs(store.events, retentionOf).list(engine, { filters })) as {
    results: Array<{ path: string }>;
  };
  assert.deepEqual(
    shown.results.map(({ path }) => path),
    ['/new'],
  );
  assert.deepEqual(await stored(), ['/old', '/new']);
  const retention = new EventRetention(store, SETTINGS, retentionOf);
  retention.watch();
  await until('the old request is removed', async () => (await stored()).length === 1);
  await retention.close();
  assert.deepEqual(await stored(), ['/new']);
});
