import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { AdaptiveSettingsRecord, Store, SuggestionRecord } from '../../../src/store/port.ts';
import { ALL, engineIn, type StoreFactory, type SuiteOptions } from './fixtures.ts';

const SETTINGS: AdaptiveSettingsRecord = {
  enabled: true,
  mode: 'automatic',
  timeframe: 3,
  maxSize: 2,
  minClicks: 1,
  scheduleFrequency: 4,
  scheduleUnit: 'hour',
};
const suggestion = (query: string, more: Partial<SuggestionRecord> = {}): SuggestionRecord => ({
  query,
  status: 'pending',
  operation: 'create',
  promoted: ['a', 'ü'],
  curationId: null,
  applied: null,
  overridesManual: false,
  createdAt: 1,
  updatedAt: 2,
  ...more,
});

const put = (store: Store, id: number, ...suggestions: SuggestionRecord[]): Promise<void> =>
  store.transact({ engine: id }, async ({ adaptive }) => {
    for (const one of suggestions) await adaptive.putSuggestion(id, one);
  });

export function adaptiveSuite(adapter: string, make: StoreFactory, options: SuiteOptions): void {
  suite(`the store port on ${adapter}: adaptive relevance`, options, () => {
    test('settings are replaced as a whole, and enabled ones are scheduled until their engine is gone', async (t) => {
      const { store } = await make(t);
      const id = await engineIn(store);
      const other = await engineIn(store, 'others');
      assert.equal(await store.adaptive.settings(id), undefined);
      await store.transact('instance', async ({ adaptive }) => {
        await adaptive.setSettings(id, { ...SETTINGS, enabled: false });
        await adaptive.setSettings(id, SETTINGS);
        await adaptive.setSettings(other, { ...SETTINGS, enabled: false });
      });
      assert.deepEqual(await store.adaptive.settings(id), SETTINGS);
      assert.deepEqual(await store.adaptive.scheduled(), [{ engineId: id, settings: SETTINGS, lastRun: 0 }]);
      await store.transact({ engine: id }, ({ engines }) => engines.delete(id));
      assert.deepEqual(await store.adaptive.scheduled(), []);
    });

    test('the last run is kept when settings change, and needs no settings', async (t) => {
      const { store } = await make(t);
      const id = await engineIn(store);
      await store.transact({ engine: id }, ({ adaptive }) => adaptive.setLastRun(id, 7));
      assert.equal(await store.adaptive.settings(id), undefined);
      await store.transact({ engine: id }, ({ adaptive }) => adaptive.setSettings(id, SETTINGS));
      assert.deepEqual(await store.adaptive.scheduled(), [{ engineId: id, settings: SETTINGS, lastRun: 7 }]);
      await store.transact({ engine: id }, ({ adaptive }) => adaptive.setLastRun(id, 8));
      assert.deepEqual(await store.adaptive.scheduled(), [{ engineId: id, settings: SETTINGS, lastRun: 8 }]);
    });

    test('suggestions are listed by their last change and by status, replaced and deleted', async (t) => {
      const { store } = await make(t);
      const id = await engineIn(store);
      const applied = suggestion('b', {
        status: 'applied',
        curationId: 'cur-1',
        applied: ['a'],
        overridesManual: true,
        updatedAt: 3,
      });
      await put(
        store,
        id,
        suggestion('c', { status: 'disabled' }),
        applied,
        suggestion('B'),
        suggestion('a'),
      );
      const queries = async (...args: Parameters<Store['adaptive']['suggestions']>) => {
        const { total, results } = await store.adaptive.suggestions(...args);
        return [total, ...results.map(({ query }) => query)];
      };
      assert.deepEqual(await queries(id, null, ALL), [4, 'b', 'B', 'a', 'c']);
      assert.deepEqual(await queries(id, null, { offset: 1, limit: 2 }), [4, 'B', 'a']);
      assert.deepEqual(await queries(id, ['applied', 'disabled'], ALL), [2, 'b', 'c']);
      assert.deepEqual(await queries(id, [], ALL), [0]);
      assert.deepEqual(await store.adaptive.suggestion(id, 'b'), applied);
      assert.deepEqual((await store.adaptive.suggestedQueries(id)).toSorted(), ['B', 'a', 'b', 'c']);
      await put(store, id, suggestion('b'));
      assert.deepEqual(await store.adaptive.suggestion(id, 'b'), suggestion('b'));
      const remove = () =>
        store.transact({ engine: id }, ({ adaptive }) => adaptive.deleteSuggestion(id, 'b'));
      assert.equal(await remove(), true);
      assert.equal(await remove(), false);
      assert.equal(await store.adaptive.suggestion(id, 'b'), undefined);
    });

    test('settings and suggestions are removed with their engine', async (t) => {
      const { store } = await make(t);
      const id = await engineIn(store);
      await put(store, id, suggestion('a'));
      await store.transact({ engine: id }, ({ adaptive }) => adaptive.setSettings(id, SETTINGS));
      await store.transact({ engine: id }, ({ engines }) => engines.delete(id));
      let isGone = false;
      while (!isGone) {
        isGone = await store.transact({ engine: id }, ({ engines }) => engines.purge(id, 10));
      }
      assert.equal(await store.adaptive.settings(id), undefined);
      assert.deepEqual(await store.adaptive.suggestedQueries(id), []);
    });
  });
}
