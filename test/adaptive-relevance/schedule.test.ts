import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { DEFAULT_SETTINGS } from '../../src/adaptive-relevance/settings-request.ts';
import { SuggestionUpdates } from '../../src/adaptive-relevance/suggestion-updates.ts';
import { limits } from '../../src/limits.ts';
import type { AdaptiveSettingsRecord, Store, SuggestionRecord } from '../../src/store/port.ts';
import { storedEngine } from '../support/stored-engine.ts';
import { until } from '../support/until.ts';

const HOUR = 3_600_000;
const ALL = { offset: 0, limit: 1000 };
const log = pino({ level: 'silent' });

/** A store with an engine of three documents. */
async function lakes(t: TestContext, settings: Partial<AdaptiveSettingsRecord> = {}) {
  const { store, engine } = await storedEngine(t, ['x', 'y', 'z'], (tx, engineId) =>
    tx.adaptive.setSettings(engineId, { ...DEFAULT_SETTINGS, enabled: true, minClicks: 2, ...settings }),
  );
  const { id } = engine;
  const click = (term: string, documentId: string, time = Date.now(), count = 2) =>
    store.events.insert({
      searches: [],
      clicks: Array.from({ length: count }, () => ({
        engineId: id,
        time,
        term,
        tags: [],
        documentId,
        requestId: null,
      })),
      requests: [],
    });
  const suggested = async (): Promise<readonly SuggestionRecord[]> =>
    (await store.adaptive.suggestions(id, null, ALL)).results;
  const lastRun = async () => (await store.adaptive.scheduled())[0]?.lastRun ?? 0;
  return { store, id, click, suggested, lastRun };
}

/** Watches until the condition holds, then stops. */
async function watched(store: Store, isDone: () => Promise<boolean>): Promise<void> {
  const updates = new SuggestionUpdates(store, store.events, log);
  updates.watch();
  await until('suggestions are computed', isDone);
  await updates.close();
}

suite('suggestions on a schedule', () => {
  test('are computed at the first look, and not again before the time', async (t) => {
    const { store, click, suggested, lastRun } = await lakes(t);
    await click('lake', 'x');
    await watched(store, async () => (await lastRun()) > 0);
    assert.deepEqual(
      (await suggested()).map(({ query, status, promoted }) => [query, status, promoted]),
      [['lake', 'pending', ['x']]],
    );
    const first = await lastRun();
    await click('pond', 'y');
    const updates = new SuggestionUpdates(store, store.events, log);
    updates.watch();
    await new Promise((resolve) => setTimeout(resolve, 100));
    await updates.close();
    assert.equal(await lastRun(), first);
    assert.equal((await suggested()).length, 1);
  });

  test('are computed after a restart if they came due meanwhile, also if the clock was set back', async (t) => {
    const { store, id, click, suggested, lastRun } = await lakes(t);
    const setLastRun = (time: number) =>
      store.transact({ engine: id }, ({ adaptive }) => adaptive.setLastRun(id, time));
    for (const [at, time] of [Date.now() - 25 * HOUR, Date.now() + 1000 * HOUR].entries()) {
      await setLastRun(time);
      await click(`lake ${at}`, 'x');
      await watched(store, async () => (await suggested()).length === at + 1);
      assert.ok(Math.abs((await lastRun()) - Date.now()) < HOUR);
    }
  });

  test('count the clicks of the timeframe, and clicks of a clock that was ahead', async (t) => {
    const { store, click, suggested, lastRun } = await lakes(t, { timeframe: 2 });
    const now = Date.now();
    await click('old', 'x', now - 49 * HOUR);
    await click('recent', 'x', now - 47 * HOUR);
    await click('ahead', 'x', now + 5 * HOUR);
    await click('rare', 'x', now, 1);
    await watched(store, async () => (await lastRun()) > 0);
    assert.deepEqual((await suggested()).map(({ query }) => query).toSorted(), ['ahead', 'recent']);
  });

  test('are applied in automatic mode, as one version, and withdrawn when their clicks are too old', async (t) => {
    const { store, id, click, suggested, lastRun } = await lakes(t, { mode: 'automatic', timeframe: 1 });
    for (let n = 0; n < 60; n++) await click(`lake ${n}`, 'x', Date.now() - 23 * HOUR);
    await watched(store, async () => (await lastRun()) > 0);
    assert.ok((await suggested()).every(({ status }) => status === 'automated'));
    assert.equal((await store.tuning.curations(id, ALL)).total, 60);
    assert.equal((await store.tuning.versions(id, ALL)).total, 1);

    // Two hours later, as it were.
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 2 * HOUR });
    const updates = new SuggestionUpdates(store, store.events, log);
    updates.start(id);
    await until('no curation is left', async () => (await store.tuning.curations(id, ALL)).total === 0);
    await updates.close();
  });

  test('stay pending if the engine has as many curations as it can have', async (t) => {
    const { store, id, click, suggested, lastRun } = await lakes(t, { mode: 'automatic' });
    await store.transact({ engine: id }, async ({ tuning }) => {
      for (let n = 0; n < limits.curations; n++) {
        const query = `full ${n}`;
        await tuning.putCuration(id, { id: `cur-${n}`, queries: [query], promoted: ['x'], hidden: [] }, [
          query,
        ]);
      }
    });
    await click('lake', 'x');
    await watched(store, async () => (await lastRun()) > 0);
    assert.deepEqual(
      (await suggested()).map(({ query, status }) => [query, status]),
      [['lake', 'pending']],
    );
  });

  test('are not computed for an engine that is gone', async (t) => {
    const { store, id, click, suggested } = await lakes(t);
    await click('lake', 'x');
    await store.transact({ engine: id }, ({ engines }) => engines.delete(id));
    const updates = new SuggestionUpdates(store, store.events, log);
    updates.start(id);
    await updates.close();
    assert.deepEqual(await suggested(), []);
  });
});
