import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { FieldType } from '../../../src/values/types.ts';
import {
  ALL,
  engineIn,
  engineRecord,
  failure,
  idsOf,
  newEngine,
  newJob,
  put,
  remove,
  type StoreFactory,
  type SuiteOptions,
} from './fixtures.ts';

export function engineSuite(adapter: string, make: StoreFactory, options: SuiteOptions): void {
  suite(`the store port on ${adapter}: engines`, options, () => {
    test('a new engine is empty and is read as it was created', async (t) => {
      const { store } = await make(t);
      const settings = { number_of_shards: 2, nested: { list: [1, null, 'ü'] } };
      const made = await store.transact('instance', ({ engines }) =>
        engines.insert(newEngine('books', { language: 'pt-br', createSettings: settings })),
      );
      assert.deepEqual(made, {
        ...newEngine('books', { language: 'pt-br', createSettings: settings }),
        id: made.id,
        schema: new Map(),
        documentCount: 0,
        sequence: 0,
        type: 'default',
        sources: [],
        forgotten: 0,
        runningJob: null,
        tuningVersion: 0,
      });
      assert.deepEqual(await store.engines.byName('account-a', 'books'), made);
      assert.deepEqual(await store.engines.byId(made.id), made);
      assert.equal(await store.engines.byName('account-b', 'books'), undefined);
      assert.equal(await store.engines.byId(made.id + 1), undefined);
    });

    test('a schema keeps its fields in order, with any names', async (t) => {
      const { store } = await make(t);
      const id = await engineIn(store);
      const schema = new Map<string, FieldType>([
        ['zebra', 'number'],
        ['constructor', 'date'],
        ['a', 'geolocation'],
        ['1a', 'text'],
      ]);
      await store.transact({ engine: id }, ({ engines }) => engines.setSchema(id, schema));
      assert.deepEqual([...(await engineRecord(store, id)).schema], [...schema]);
    });

    test('the running job of an engine is set and cleared', async (t) => {
      const { store } = await make(t);
      const id = await engineIn(store);
      await store.transact('instance', ({ engines }) => engines.setRunningJob(id, 12));
      assert.equal((await engineRecord(store, id)).runningJob, 12);
      await store.transact('instance', ({ engines }) => engines.setRunningJob(id, null));
      assert.equal((await engineRecord(store, id)).runningJob, null);
    });

    test('engines are listed ascending by name, within a scope, in pages with the total', async (t) => {
      const { store } = await make(t);
      for (const name of ['b', 'a-2', '1', 'a', 'a1']) await engineIn(store, name);
      await engineIn(store, 'elsewhere', 'account-b');
      const names = async (scope: readonly string[] | null, offset = 0, limit = 100) => {
        const { total, results } = await store.engines.page('account-a', scope, { offset, limit });
        return [total, results.map(({ name }) => name)];
      };
      assert.deepEqual(await names(null), [5, ['1', 'a', 'a-2', 'a1', 'b']]);
      assert.deepEqual(await names(null, 1, 2), [5, ['a', 'a-2']]);
      assert.deepEqual(await names(null, 5, 2), [5, []]);
      assert.deepEqual(await names(['b', 'a', 'elsewhere', 'nowhere']), [2, ['a', 'b']]);
      assert.deepEqual(await names([]), [0, []]);
    });

    test('`all` lists the engines of every account', async (t) => {
      const { store } = await make(t);
      await engineIn(store, 'b');
      await engineIn(store, 'a', 'account-b');
      assert.deepEqual((await store.engines.all()).map(({ name }) => name).sort(), ['a', 'b']);
    });

    test('a deleted engine is hidden from every reader, and its name can be used at once', async (t) => {
      const { store } = await make(t);
      const old = await engineIn(store);
      await put(store, old, 'a', 'b');
      await store.transact({ engine: old }, ({ engines }) => engines.delete(old));
      assert.equal(await store.engines.byId(old), undefined);
      assert.equal(await store.engines.byName('account-a', 'books'), undefined);
      assert.deepEqual(await store.engines.all(), []);
      assert.deepEqual(await store.engines.page('account-a', null, ALL), { total: 0, results: [] });
      assert.deepEqual(await store.engines.deleted(), [old]);

      const fresh = await engineIn(store);
      assert.notEqual(fresh, old);
      assert.equal((await engineRecord(store, fresh)).documentCount, 0);
      assert.deepEqual(await store.documents.page(fresh, ALL), []);
      await store.transact({ engine: fresh }, ({ engines }) => engines.delete(fresh));
      assert.deepEqual([...(await store.engines.deleted())].sort(), [old, fresh].sort());
    });

    test('a purge removes exactly a deleted engine, in steps', async (t) => {
      const { store } = await make(t);
      const [gone, other] = [await engineIn(store, 'gone'), await engineIn(store, 'other')];
      for (const engine of [gone, other]) {
        await put(store, engine, 'a', 'b', 'c', 'd', 'e');
        await remove(store, engine, 'e');
      }
      const jobs = await store.transact('instance', async (tx) => {
        const made = [await tx.jobs.insert(newJob(gone)), await tx.jobs.insert(newJob(other))];
        for (const job of made) await tx.jobs.addFailures(job.id, [failure('a')]);
        return made.map((job) => job.id);
      });
      await store.transact({ engine: gone }, ({ engines }) => engines.delete(gone));

      const left: number[] = [];
      for (let isGone = false; !isGone; ) {
        isGone = await store.transact({ engine: gone }, ({ engines }) => engines.purge(gone, 3));
        left.push((await store.documents.page(gone, ALL)).length);
      }
      assert.equal(left[0], 1, 'the first purge removes the given number');
      assert.ok(left.length <= 4, 'it comes to an end');
      assert.deepEqual(await store.engines.deleted(), []);
      assert.deepEqual(await store.documents.changesSince(gone, 0, 100), []);
      assert.deepEqual(await store.jobs.list(gone), []);
      assert.equal((await store.jobs.failures(jobs[0] as number, ALL)).total, 0);

      assert.deepEqual(idsOf(await store.documents.page(other, ALL)), ['a', 'b', 'c', 'd']);
      assert.equal((await store.documents.changesSince(other, 0, 100)).length, 5);
      assert.equal((await store.jobs.failures(jobs[1] as number, ALL)).total, 1);
    });

    test('a purge removes deletion records in steps too', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      const ids = Array.from({ length: 10 }, (_, i) => `d${i}`);
      await put(store, engine, ...ids);
      await remove(store, engine, ...ids);
      await store.transact({ engine }, ({ engines }) => engines.delete(engine));
      const left: number[] = [];
      for (let isGone = false; !isGone; ) {
        isGone = await store.transact({ engine }, ({ engines }) => engines.purge(engine, 4));
        left.push((await store.documents.changesSince(engine, 0, 100)).length);
      }
      assert.deepEqual(left, [6, 2, 0, 0]);
    });

    test('the id of a purged engine is never used again', async (t) => {
      const { store } = await make(t);
      const gone = await engineIn(store);
      await store.transact({ engine: gone }, ({ engines }) => engines.delete(gone));
      assert.equal(await store.transact({ engine: gone }, ({ engines }) => engines.purge(gone, 10)), true);
      assert.ok((await engineIn(store)) > gone);
    });
  });
}
