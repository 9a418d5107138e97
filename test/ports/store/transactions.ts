import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { StoreWriter } from '../../../src/store/port.ts';
import {
  ALL,
  account,
  documents,
  engineRecord,
  everything,
  failure,
  furnished,
  type Ids,
  idsOf,
  key,
  newEngine,
  newJob,
  pause,
  type StoreFactory,
  type SuiteOptions,
  schemaOf,
} from './fixtures.ts';

export function transactionSuite(adapter: string, make: StoreFactory, options: SuiteOptions): void {
  suite(`the store port on ${adapter}: transactions`, options, () => {
    test('the changes of a transaction are visible to others when its promise resolves', async (t) => {
      const { store, openShared } = await make(t);
      const id = await store.transact('instance', async (tx) => {
        await tx.accounts.insert(account('a', { isDefault: true }));
        await tx.keys.insert(key('k'));
        const engine = await tx.engines.insert(newEngine('books'));
        await tx.documents.put(engine.id, documents('x', 'y'));
        return engine.id;
      });
      const second = await openShared();
      assert.deepEqual(await second.accounts.default(), account('a', { isDefault: true }));
      assert.deepEqual(await second.keys.byName('account-a', 'k'), key('k'));
      assert.equal((await engineRecord(second, id)).documentCount, 2);
      assert.deepEqual(idsOf(await second.documents.page(id, ALL)), ['x', 'y']);
    });

    test('a transaction returns the result of its work', async (t) => {
      const { store } = await make(t);
      assert.deepEqual(await store.transact('instance', async () => ({ answer: 42 })), { answer: 42 });
    });

    const writes: ReadonlyArray<readonly [string, (tx: StoreWriter, ids: Ids) => Promise<unknown>]> = [
      ['a fact about the instance', (tx) => tx.instance.set('fact', 'new')],
      ['an account', (tx) => tx.accounts.insert(account('c'))],
      ['a new key', (tx) => tx.keys.insert(key('second'))],
      ['a changed key', (tx) => tx.keys.update(key('first', { write: true }))],
      ['a deleted key', (tx) => tx.keys.delete('account-a', 'first')],
      ['a new engine', (tx) => tx.engines.insert(newEngine('films'))],
      ['a schema', (tx, { engine }) => tx.engines.setSchema(engine, schemaOf({ title: 'date' }))],
      ['a running job', (tx, { engine, job }) => tx.engines.setRunningJob(engine, job)],
      ['a deleted engine', (tx, { engine }) => tx.engines.delete(engine)],
      ['new and replaced documents', (tx, { engine }) => tx.documents.put(engine, documents('b', 'z'))],
      ['deleted documents', (tx, { engine }) => tx.documents.delete(engine, ['a', 'b'])],
      ['forgotten deletions', (tx, { engine }) => tx.documents.forgetDeletions(engine, 1000)],
      ['a new job', (tx, { engine }) => tx.jobs.insert(newJob(engine))],
      [
        'a changed job',
        (tx, { engine, job }) => tx.jobs.update({ ...newJob(engine), id: job, done: 2, failures: 1 }),
      ],
      ['failures', (tx, { job }) => tx.jobs.addFailures(job, [failure('b')])],
      ['removed failures', (tx, { job }) => tx.jobs.removeFailures(job)],
      ['a deleted job', (tx, { job }) => tx.jobs.delete(job)],
    ];
    for (const [what, write] of writes) {
      test(`${what} is rolled back if the transaction rejects`, async (t) => {
        const { store } = await make(t);
        const ids = await furnished(store);
        const before = await everything(store, ids);
        const reason = new Error('changed my mind');
        const attempt = store.transact('instance', async (tx) => {
          await write(tx, ids);
          assert.notDeepEqual(await everything(tx, ids), before, 'the transaction sees its own write');
          throw reason;
        });
        await assert.rejects(attempt, (error) => error === reason);
        assert.deepEqual(await everything(store, ids), before);
      });
    }

    test('a rejected transaction does not block the next one', async (t) => {
      const { store } = await make(t);
      const attempts = [1, 2, 3].map((n) =>
        store.transact('instance', async ({ instance }) => {
          await instance.set(`fact ${n}`, 'set');
          if (n === 2) throw new Error('no');
        }),
      );
      const outcomes = await Promise.allSettled(attempts);
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled'],
      );
      assert.deepEqual(await Promise.all([1, 2, 3].map((n) => store.instance.get(`fact ${n}`))), [
        'set',
        undefined,
        'set',
      ]);
    });

    test('transactions run one after another: what one reads does not change until it ends', async (t) => {
      const { store } = await make(t);
      let inside = 0;
      const add = () =>
        store.transact('instance', async ({ instance }) => {
          inside++;
          assert.equal(inside, 1, 'no other transaction is under way');
          const count = Number((await instance.get('count')) ?? 0);
          await pause();
          await instance.set('count', String(count + 1));
          await pause();
          inside--;
        });
      await Promise.all(Array.from({ length: 40 }, add));
      assert.equal(await store.instance.get('count'), '40');
    });

    test('reads outside neither see an open transaction nor wait for it', { timeout: 120_000 }, async (t) => {
      const { store } = await make(t);
      const ids = await furnished(store);
      const before = await everything(store, ids);
      const { promise: maySucceed, resolve: letSucceed } = Promise.withResolvers<void>();
      const { promise: hasWritten, resolve: written } = Promise.withResolvers<void>();
      const open = store.transact('instance', async (tx) => {
        await tx.documents.put(ids.engine, documents('new'));
        await tx.engines.setSchema(ids.engine, schemaOf({ other: 'number' }));
        assert.deepEqual(idsOf(await tx.documents.page(ids.engine, ALL)), ['a', 'b', 'new']);
        written();
        await maySucceed;
      });
      await hasWritten;
      // Would never resolve if it waited for the transaction.
      assert.deepEqual(await everything(store, ids), before);
      letSucceed();
      await open;
      assert.deepEqual(idsOf(await store.documents.page(ids.engine, ALL)), ['a', 'b', 'new']);
    });

    test('a read that begins after a commit sees it', async (t) => {
      const { store } = await make(t);
      for (let n = 0; n < 50; n++) {
        await store.transact('instance', ({ instance }) => instance.set('n', String(n)));
        assert.equal(await store.instance.get('n'), String(n));
      }
    });
  });
}
