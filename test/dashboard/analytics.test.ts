import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedDashboard, startDashboard } from '../support/dashboard.ts';
import { until } from '../support/until.ts';

const TODAY = new Date().toISOString().slice(0, 10);

test('the dashboard counts searches without results, and lists the tags', async () => {
  const { owner, service } = await sharedDashboard();
  const engine = await service.engine({ documents: [{ id: 'a', title: 'Dune' }] });
  const search = (query: string, tags: readonly string[] = []) =>
    service.call('POST', `/engines/${engine}/search`, { body: { query, analytics: { tags } } });
  await search('dune', ['web', 'app']);
  await search('xyzzy', ['web']);
  await search('xyzzy');
  await service.call('POST', `/engines/${engine}/click`, { body: { query: 'dune', document_id: 'a' } });
  const counts = async (body: object = {}) =>
    (await owner.account('POST', `/engines/${engine}/analytics`, { body })).json;
  const sums = async (filters: object) => {
    const { results } = await counts({ filters });
    return ['queries', 'without_results', 'clicks'].map((name) =>
      results.reduce((sum: number, bucket: Record<string, number>) => sum + (bucket[name] ?? 0), 0),
    );
  };
  await until('events are stored', async () => (await sums({}))[2] === 1);
  assert.deepEqual(await sums({}), [3, 2, 1]);
  assert.deepEqual(await sums({ query: 'XYZZY ' }), [2, 2, 0]);
  assert.deepEqual(await sums({ tag: 'web' }), [2, 1, 0]);
  const { results, recent, ...rest } = await counts({ filters: { date: { from: TODAY } } });
  assert.deepEqual(
    recent.map(({ time, ...search }: { time: string }) => search),
    [
      { term: 'xyzzy', tags: [], has_results: false },
      { term: 'xyzzy', tags: ['web'], has_results: false },
      { term: 'dune', tags: ['app', 'web'], has_results: true },
    ],
  );
  assert.ok(recent.every(({ time }: { time: string }) => Math.abs(Date.now() - Date.parse(time)) < 60_000));
  assert.deepEqual(rest, { tags: ['app', 'web'], recorded: true, kept_days: 180 });
  assert.deepEqual(Object.keys(results[0]), ['from', 'to', 'queries', 'without_results', 'clicks']);

  const wrong = await owner.account('POST', `/engines/${engine}/analytics`, { body: { interval: 'week' } });
  assert.deepEqual([wrong.status, wrong.json.errors], [400, ['Interval contains invalid value: week']]);
  // The lists are those of the public API.
  for (const report of ['queries', 'clicks']) {
    const path = `/engines/${engine}/analytics/${report}`;
    const own = await owner.data('POST', path, { body: {} });
    assert.deepEqual(own.json, (await service.call('POST', path, { body: {} })).json);
  }
});

test('the dashboard says whether searches are recorded', async (t) => {
  const { owner, service } = await startDashboard(t, { FINDLING_ANALYTICS_DAYS: '30' });
  const engine = await service.engine();
  const facts = async () => {
    const { recorded, kept_days: days } = (await owner.account('POST', `/engines/${engine}/analytics`)).json;
    return { recorded, days };
  };
  assert.deepEqual(await facts(), { recorded: true, days: 30 });
  await service.call('PUT', '/log_settings', { body: { analytics: { enabled: false } } });
  assert.deepEqual(await facts(), { recorded: false, days: 30 });
});
