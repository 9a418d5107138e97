import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  DEMO_TAG,
  type DemoQuery,
  demoTraffic,
  PARK_QUERIES,
  QUAKE_QUERIES,
} from '../../src/sample/demo-traffic.ts';
import { startDashboard } from '../support/dashboard.ts';
import { startTestService, type TestService } from '../support/service.ts';

const NOW = Date.parse('2026-03-20T14:05:00Z');
const WEEK = 7 * 86_400_000;
/** Below the default of adaptive relevance, so that it suggests nothing from clicks of nobody. */
const FEWEST_FOR_SUGGESTION = 20;

const SAMPLES = [
  ['national-parks', PARK_QUERIES],
  ['earthquakes', QUAKE_QUERIES],
] as const;

const reported = async ({ call }: TestService, engine: string): Promise<Record<string, string>> => {
  const body = { page: { size: 100 }, filters: { date: { from: '2020-01-01' }, tag: DEMO_TAG } };
  const { json } = await call('POST', `/engines/${engine}/analytics/queries`, { body });
  return Object.fromEntries(
    json.results.map(({ term, queries, clicks }: Record<string, unknown>) => [term, `${queries} ${clicks}`]),
  );
};
const expected = (queries: readonly DemoQuery[]): Record<string, string> =>
  Object.fromEntries(
    queries.map(({ term, searches, clicks }) => [
      term,
      `${searches} ${Object.values(clicks).reduce((sum, count) => sum + count, 0)}`,
    ]),
  );

suite('demo traffic', () => {
  test('is always the same, tagged, and of the week before', () => {
    for (const [, queries] of SAMPLES) {
      const { searches, clicks, requests } = demoTraffic(7, queries, NOW);
      assert.deepEqual(demoTraffic(7, queries, NOW), { searches, clicks, requests });
      assert.deepEqual(requests, []);
      for (const { engineId, tags, time } of [...searches, ...clicks]) {
        assert.deepEqual([engineId, tags], [7, [DEMO_TAG]]);
        assert.ok(Number.isInteger(time) && time > NOW - WEEK - 1 && time <= NOW, `${time}`);
      }
      const days = new Set(searches.map(({ time }) => Math.floor((NOW - time) / 86_400_000)));
      assert.deepEqual([...days].sort(), [0, 1, 2, 3, 4, 5, 6]);
    }
  });

  test('has fewer clicks than a suggestion needs, and no more clicks than searches', () => {
    for (const { term, searches, clicks } of [...PARK_QUERIES, ...QUAKE_QUERIES]) {
      const counts = Object.values(clicks);
      assert.ok(
        counts.every((count) => count < FEWEST_FOR_SUGGESTION),
        term,
      );
      assert.ok(counts.reduce((sum, count) => sum + count, 0) <= searches, term);
    }
  });

  test('fits the documents: queries have results as it says, with the clicked documents among the first', async (t) => {
    const { owner, service } = await startDashboard(t);
    for (const [sample, queries] of SAMPLES) {
      const { json: engine } = await owner.account('POST', '/samples', { body: { sample } });
      assert.deepEqual(await reported(service, engine.name), expected(queries));
      for (const { term, hasResults, clicks } of queries) {
        const body = { query: term, page: { size: 10 }, record_analytics: false };
        const { json } = await service.call('POST', `/engines/${engine.name}/search`, { body });
        const ids = json.results.map(({ id }: { id: { raw: string } }) => id.raw);
        assert.equal(ids.length > 0, hasResults, `${sample}: ${term}: ${ids}`);
        assert.deepEqual(
          Object.keys(clicks).filter((id) => !ids.includes(id)),
          [],
          `${sample}: ${term}: ${ids}`,
        );
      }
    }
  });

  test('is created once with the sample of the first start', async (t) => {
    const service = await startTestService(t, { FINDLING_SAMPLE: 'on' });
    const engine = 'national-parks-demo';
    assert.deepEqual(await reported(service, engine), expected(PARK_QUERIES));
    await service.restart();
    assert.deepEqual(await reported(service, engine), expected(PARK_QUERIES));
  });

  test('is not created while analytics are turned off', async (t) => {
    const { owner, service } = await startDashboard(t);
    await service.call('PUT', '/log_settings', { body: { analytics: { enabled: false } } });
    const { json } = await owner.account('POST', '/samples', { body: { sample: 'earthquakes' } });
    assert.deepEqual(await reported(service, json.name), {});
  });
});
