import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { JudgementRecord } from '../../../src/store/port.ts';
import { ALL, engineIn, type StoreFactory, type SuiteOptions } from './fixtures.ts';

const judgement = (query: string, documentId: string, more: Partial<JudgementRecord> = {}) => ({
  queryKey: query.toLowerCase(),
  query,
  documentId,
  grade: 1,
  source: 'manual' as const,
  ...more,
});

export function judgementSuite(adapter: string, make: StoreFactory, options: SuiteOptions): void {
  suite(`the store port on ${adapter}: judgements`, options, () => {
    test('are listed by query key and document in byte order, also those of one query', async (t) => {
      const { store } = await make(t);
      const id = await engineIn(store);
      const other = await engineIn(store, 'others');
      const sorted = [
        judgement('', 'x'),
        judgement('A', 'B'),
        judgement('A', 'a'),
        judgement('A', 'ä'),
        judgement('b', 'a'),
      ];
      await store.transact({ engine: id }, ({ judgements }) => judgements.put(id, sorted.toReversed()));
      await store.transact({ engine: other }, ({ judgements }) =>
        judgements.put(other, [judgement('a', 'z')]),
      );
      assert.deepEqual(await store.judgements.page(id, null, ALL), { total: 5, results: sorted });
      assert.deepEqual(await store.judgements.page(id, 'a', { offset: 1, limit: 1 }), {
        total: 3,
        results: [sorted[2]],
      });
      assert.deepEqual(await store.judgements.page(id, 'c', ALL), { total: 0, results: [] });
      assert.deepEqual(await store.judgements.count(id), { judgements: 5, queries: 3 });
      assert.deepEqual(await store.judgements.count(other + 1), { judgements: 0, queries: 0 });
    });

    test('replace those of the same query key and document', async (t) => {
      const { store } = await make(t);
      const id = await engineIn(store);
      await store.transact({ engine: id }, async ({ judgements }) => {
        await judgements.put(id, [judgement('a', '1'), judgement('a', '2')]);
        await judgements.put(id, [judgement('A', '1', { grade: 3, source: 'clicks' })]);
      });
      assert.deepEqual((await store.judgements.page(id, null, ALL)).results, [
        judgement('A', '1', { grade: 3, source: 'clicks' }),
        judgement('a', '2'),
      ]);
    });

    test('are put in any number', async (t) => {
      const { store } = await make(t);
      const id = await engineIn(store);
      const many = Array.from({ length: 1201 }, (_, n) => judgement(`q${n % 7}`, `d${n}`));
      await store.transact({ engine: id }, ({ judgements }) => judgements.put(id, many));
      assert.deepEqual(await store.judgements.count(id), { judgements: 1201, queries: 7 });
    });

    test('are deleted by document, by query, by source and all at once', async (t) => {
      const { store } = await make(t);
      const id = await engineIn(store);
      const deleted = (work: 'of documents' | 'of nothing' | 'of query' | 'of clicks' | 'all') =>
        store.transact({ engine: id }, ({ judgements }) => {
          if (work === 'of documents') return judgements.deleteOf(id, 'a', ['1', '9']);
          if (work === 'of nothing') return judgements.deleteOf(id, 'a', []);
          if (work === 'of query') return judgements.deleteOf(id, 'a');
          return judgements.deleteAll(id, work === 'of clicks' ? 'clicks' : undefined);
        });
      await store.transact({ engine: id }, ({ judgements }) =>
        judgements.put(id, [
          ...['1', '2', '3'].map((document) => judgement('a', document)),
          judgement('b', '1', { source: 'clicks' }),
          judgement('b', '2'),
        ]),
      );
      assert.equal(await deleted('of documents'), 1);
      assert.equal(await deleted('of nothing'), 0);
      assert.equal(await deleted('of query'), 2);
      assert.equal(await deleted('of clicks'), 1);
      assert.deepEqual((await store.judgements.page(id, null, ALL)).results, [judgement('b', '2')]);
      assert.equal(await deleted('all'), 1);
      assert.deepEqual(await store.judgements.count(id), { judgements: 0, queries: 0 });
    });

    test('are removed with their engine', async (t) => {
      const { store } = await make(t);
      const id = await engineIn(store);
      await store.transact({ engine: id }, ({ judgements }) => judgements.put(id, [judgement('a', '1')]));
      await store.transact({ engine: id }, ({ engines }) => engines.delete(id));
      let isGone = false;
      while (!isGone) {
        isGone = await store.transact({ engine: id }, ({ engines }) => engines.purge(id, 10));
      }
      assert.deepEqual(await store.judgements.count(id), { judgements: 0, queries: 0 });
    });
  });
}
