import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ALL, engineIn, engineRecord, type StoreFactory, type SuiteOptions } from './fixtures.ts';

const version = (json: string) => ({ json, author: 'key', createdAt: 5 });

export function tuningSuite(adapter: string, make: StoreFactory, options: SuiteOptions): void {
  suite(`the store port on ${adapter}: tuning`, options, () => {
    test('settings are empty at first and are replaced as a whole', async (t) => {
      const { store } = await make(t);
      const id = await engineIn(store);
      assert.deepEqual(await store.tuning.settings(id), {});
      for (const settings of [{ boosts: { a: [{ type: 'value' }] }, precision: 3 }, { precision: 4 }]) {
        await store.transact({ engine: id }, ({ tuning }) => tuning.setSettings(id, settings));
        assert.deepEqual(await store.tuning.settings(id), settings);
      }
      assert.deepEqual(await store.tuning.settings(id + 1), {});
    });

    test('synonym sets are listed in order of creation, which a replacement keeps', async (t) => {
      const { store } = await make(t);
      const id = await engineIn(store);
      await store.transact({ engine: id }, async ({ tuning }) => {
        for (const name of ['syn-b', 'syn-a', 'syn-c']) {
          await tuning.putSynonymSet(id, { id: name, terms: [name, 'ü'] });
        }
        await tuning.putSynonymSet(id, { id: 'syn-b', terms: ['x', 'y'] });
      });
      assert.deepEqual(await store.tuning.synonymSets(id, { offset: 0, limit: 2 }), {
        total: 3,
        results: [
          { id: 'syn-b', terms: ['x', 'y'] },
          { id: 'syn-a', terms: ['syn-a', 'ü'] },
        ],
      });
      assert.deepEqual(await store.tuning.synonymSet(id, 'syn-c'), { id: 'syn-c', terms: ['syn-c', 'ü'] });
      const remove = () =>
        store.transact({ engine: id }, ({ tuning }) => tuning.deleteSynonymSet(id, 'syn-c'));
      assert.equal(await remove(), true);
      assert.equal(await remove(), false);
      assert.equal(await store.tuning.synonymSet(id, 'syn-c'), undefined);
    });

    test('a curation is found by its queries, and no longer by those it lost', async (t) => {
      const { store } = await make(t);
      const id = await engineIn(store);
      const other = await engineIn(store, 'others');
      const curation = { id: 'cur-1', queries: ['A', 'b'], promoted: ['1', '2'], hidden: [] };
      await store.transact({ engine: id }, ({ tuning }) => tuning.putCuration(id, curation, ['a', 'b']));
      await store.transact({ engine: other }, ({ tuning }) => tuning.putCuration(other, curation, ['a']));
      assert.deepEqual(await store.tuning.curationOf(id, 'b'), curation);
      const changed = { id: 'cur-1', queries: ['c'], promoted: [], hidden: ['3'] };
      await store.transact({ engine: id }, ({ tuning }) => tuning.putCuration(id, changed, ['c']));
      assert.equal(await store.tuning.curationOf(id, 'b'), undefined);
      assert.deepEqual(await store.tuning.curationOf(id, 'c'), changed);
      assert.deepEqual(await store.tuning.curations(id, ALL), { total: 1, results: [changed] });
      assert.equal(
        await store.transact({ engine: id }, ({ tuning }) => tuning.deleteCuration(id, 'cur-1')),
        true,
      );
      assert.equal(await store.tuning.curationOf(id, 'c'), undefined);
      assert.deepEqual(await store.tuning.curation(other, 'cur-1'), curation);
    });

    test('two curations cannot have the same query', async (t) => {
      const { store } = await make(t);
      const id = await engineIn(store);
      const put = (name: string) =>
        store.transact({ engine: id }, ({ tuning }) =>
          tuning.putCuration(id, { id: name, queries: ['a'], promoted: ['1'], hidden: [] }, ['a']),
        );
      await put('cur-1');
      await assert.rejects(put('cur-2'));
      assert.equal((await store.tuning.curations(id, ALL)).total, 1);
    });

    test('a version raises the number of the engine, and the oldest are removed', async (t) => {
      const { store } = await make(t);
      const id = await engineIn(store);
      for (const json of ['1', '2', '3']) {
        await store.transact({ engine: id }, ({ tuning }) => tuning.addVersion(id, version(json), 2));
      }
      assert.equal((await engineRecord(store, id)).tuningVersion, 3);
      assert.deepEqual(await store.tuning.versions(id, ALL), {
        total: 2,
        results: [
          { version: 3, author: 'key', createdAt: 5 },
          { version: 2, author: 'key', createdAt: 5 },
        ],
      });
      assert.deepEqual(await store.tuning.version(id, 2), { ...version('2'), version: 2 });
      assert.equal(await store.tuning.version(id, 1), undefined);
    });

    test('a failed transaction changes nothing', async (t) => {
      const { store } = await make(t);
      const id = await engineIn(store);
      const failing = store.transact({ engine: id }, async ({ tuning }) => {
        await tuning.setSettings(id, { precision: 5 });
        await tuning.putSynonymSet(id, { id: 'syn-a', terms: ['a', 'b'] });
        await tuning.addVersion(id, version('{}'), 2);
        throw new Error('no');
      });
      await assert.rejects(failing, /no/);
      assert.deepEqual(await store.tuning.settings(id), {});
      assert.equal((await store.tuning.synonymSets(id, ALL)).total, 0);
      assert.equal((await engineRecord(store, id)).tuningVersion, 0);
    });

    test('the sources of a meta engine are set and read in order', async (t) => {
      const { store } = await make(t);
      const id = await engineIn(store);
      await store.transact({ engine: id }, ({ engines }) => engines.setSources(id, [9, 3]));
      assert.deepEqual((await engineRecord(store, id)).sources, [9, 3]);
    });

    test('a purged engine leaves nothing behind', async (t) => {
      const { store } = await make(t);
      const id = await engineIn(store);
      await store.transact({ engine: id }, async ({ tuning, engines }) => {
        await tuning.setSettings(id, { precision: 5 });
        await tuning.putSynonymSet(id, { id: 'syn-a', terms: ['a', 'b'] });
        await tuning.putCuration(id, { id: 'cur-1', queries: ['a'], promoted: ['1'], hidden: [] }, ['a']);
        await tuning.addVersion(id, version('{}'), 2);
        await engines.delete(id);
      });
      const purge = () => store.transact({ engine: id }, ({ engines }) => engines.purge(id, 100));
      while (!(await purge()));
      assert.deepEqual(await store.tuning.settings(id), {});
      assert.equal((await store.tuning.synonymSets(id, ALL)).total, 0);
      assert.equal((await store.tuning.curations(id, ALL)).total, 0);
      assert.equal(await store.tuning.curationOf(id, 'a'), undefined);
      assert.equal((await store.tuning.versions(id, ALL)).total, 0);
    });
  });
}
