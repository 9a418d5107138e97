import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import type { ClickRecord, Store } from '../../../src/store/port.ts';
import type { StoreFactory, SuiteOptions } from './fixtures.ts';

export function clickSuite(adapter: string, make: StoreFactory, options: SuiteOptions): void {
  const open = async (t: TestContext): Promise<Store> => (await make(t)).store;
  const click = (engineId: number, more: Partial<ClickRecord> = {}): ClickRecord => ({
    accountId: 'account-a',
    engineId,
    query: 'red',
    documentId: 'doc',
    requestId: 'request-1',
    tags: ['web', 'é"\u0000'],
    createdAt: 1_700_000_000_123,
    ...more,
  });
  const all = { offset: 0, limit: 1000 };
  const engineOf = (store: Store, name: string) =>
    store.transact('instance', ({ engines }) =>
      engines.insert({ accountId: 'account-a', name, language: null, createSettings: {}, createdAt: 1 }),
    );

  suite(`the store port on ${adapter}: clicks`, options, () => {
    test('a click is read as it was written, with any content', async (t) => {
      const store = await open(t);
      const clicks = [
        click(1),
        click(1, { query: '', requestId: null, tags: [] }),
        click(1, { query: "'; drop table clicks; --", documentId: '😀'.repeat(400) }),
      ];
      for (const one of clicks) await store.transact('instance', (tx) => tx.clicks.insert([one]));
      assert.deepEqual(await store.clicks.page(1, all), { total: 3, results: clicks });
    });

    test('clicks are listed in the order of insertion, in pages with the total', async (t) => {
      const store = await open(t);
      for (let i = 0; i < 5; i++) {
        // The clock may go backwards; the order is that of insertion.
        await store.transact('instance', (tx) =>
          tx.clicks.insert([click(1, { query: `${i}`, createdAt: 100 - i })]),
        );
        await store.transact('instance', (tx) => tx.clicks.insert([click(2, { query: 'other engine' })]));
      }
      const { total, results } = await store.clicks.page(1, { offset: 2, limit: 2 });
      assert.deepEqual([total, results.map(({ query }) => query)], [5, ['2', '3']]);
      assert.deepEqual(await store.clicks.page(3, all), { total: 0, results: [] });
    });

    test('the same click twice counts twice, and clicks of a rejected transaction do not count', async (t) => {
      const store = await open(t);
      await store.transact('instance', (tx) => tx.clicks.insert([click(1)]));
      await store.transact('instance', (tx) => tx.clicks.insert([click(1)]));
      const refused = store.transact('instance', async (tx) => {
        await tx.clicks.insert([click(1)]);
        throw new Error('no');
      });
      await assert.rejects(refused, /no/);
      assert.equal((await store.clicks.page(1, all)).total, 2);
    });

    test('many clicks of one transaction keep their order', async (t) => {
      const store = await open(t);
      const clicks = Array.from({ length: 1100 }, (_, i) => click(1, { query: `${i}` }));
      await store.transact('instance', (tx) => tx.clicks.insert(clicks));
      await store.transact('instance', (tx) => tx.clicks.insert([]));
      const { total, results } = await store.clicks.page(1, { offset: 0, limit: 2000 });
      assert.deepEqual([total, results], [1100, clicks]);
    });

    test('the newest clicks of an engine, or of all, are kept and older ones removed bit by bit', async (t) => {
      const store = await open(t);
      const named = (engine: number, ...names: number[]) =>
        names.map((n) => click(engine, { query: `${n}` }));
      await store.transact('instance', (tx) =>
        tx.clicks.insert([...named(1, 1, 2, 3), ...named(2, 4), ...named(1, 5, 6)]),
      );
      const keep = (engine: number | null, kept: number, limit: number) =>
        store.transact('instance', (tx) => tx.clicks.keepNewest(engine, kept, limit));
      const left = async (engine: number) =>
        (await store.clicks.page(engine, all)).results.map(({ query }) => Number(query));
      assert.equal(await keep(1, 5, 10), 0);
      assert.equal(await keep(1, 2, 1), 1);
      assert.deepEqual(await left(1), [2, 3, 5, 6]);
      assert.equal(await keep(1, 2, 10), 2);
      assert.deepEqual([await left(1), await left(2)], [[5, 6], [4]]);
      assert.equal(await keep(null, 2, 10), 1);
      assert.deepEqual([await left(1), await left(2)], [[5, 6], []]);
    });

    test('clicks made before a time are removed, as far as the oldest that are looked at', async (t) => {
      const store = await open(t);
      await store.transact('instance', (tx) =>
        tx.clicks.insert([1, 5, 2, 9].map((createdAt) => click(1, { createdAt }))),
      );
      const remove = (time: number, limit: number) =>
        store.transact('instance', (tx) => tx.clicks.removeBefore(time, limit));
      assert.equal(await remove(5, 1), 1);
      assert.equal(await remove(5, 10), 1);
      assert.equal(await remove(5, 10), 0);
      const { results } = await store.clicks.page(1, all);
      assert.deepEqual(
        results.map(({ createdAt }) => createdAt),
        [5, 9],
      );
    });

    test('a purge removes exactly the clicks of a deleted engine, in steps', async (t) => {
      const store = await open(t);
      const gone = await engineOf(store, 'gone');
      const kept = await engineOf(store, 'kept');
      await store.transact('instance', async (tx) => {
        for (let i = 0; i < 5; i++) await tx.clicks.insert([click(gone.id)]);
        await tx.clicks.insert([click(kept.id)]);
        await tx.engines.delete(gone.id);
      });
      const left: number[] = [];
      while (!(await store.transact({ engine: gone.id }, (tx) => tx.engines.purge(gone.id, 2)))) {
        left.push((await store.clicks.page(gone.id, all)).total);
      }
      assert.deepEqual(left, [3, 1, 0]);
      assert.deepEqual(await store.engines.deleted(), []);
      assert.equal((await store.clicks.page(kept.id, all)).total, 1);
    });
  });
}
