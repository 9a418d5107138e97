import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { account, documents, engineIn, key, put, type StoreFactory } from './fixtures.ts';

export function noticeSuite(adapter: string, make: StoreFactory): void {
  suite(`the store port on ${adapter}: revisions`, () => {
    test('the revision stays while nothing is committed', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      const before = store.revision();
      await store.engines.byId(engine);
      await assert.rejects(
        store.transact({ engine }, async (tx) => {
          await tx.documents.put(engine, documents('x'));
          throw new Error('no');
        }),
      );
      assert.equal(store.revision(), before);
    });

    test('a commit, here or by another process, makes a revision that never was', async (t) => {
      const { store, openBeside } = await make(t);
      const beside = await openBeside();
      const engine = await engineIn(store);
      const seen = new Set([store.revision()]);
      for (let i = 0; i < 10; i++) {
        await put(i % 2 === 0 ? store : beside, engine, `d${i}`);
        const revision = store.revision();
        assert.ok(revision === undefined || !seen.has(revision), `${revision} after ${[...seen]}`);
        seen.add(revision);
      }
    });

    test('what was read before is read again after a commit by another process', async (t) => {
      const { store, openBeside } = await make(t);
      const beside = await openBeside();
      await store.transact('instance', async (tx) => {
        await tx.accounts.insert(account('a', { isDefault: true }));
        await tx.keys.insert(key('k'));
      });
      const engine = await engineIn(store);
      const look = async () => ({
        key: (await store.keys.byLookup('account-a', 'lookup of k'))?.read,
        named: (await store.keys.byName('account-a', 'k'))?.read,
        count: (await store.engines.byName('account-a', 'books'))?.documentCount,
        known: (await store.engines.byId(engine))?.documentCount,
      });
      assert.deepEqual(await look(), { key: true, named: true, count: 0, known: 0 });
      await beside.transact('instance', async (tx) => {
        await tx.keys.update(key('k', { read: false }));
        await tx.documents.put(engine, documents('x'));
      });
      assert.deepEqual(await look(), { key: false, named: false, count: 1, known: 1 });
      await beside.transact('instance', async (tx) => {
        await tx.keys.delete('account-a', 'k');
        await tx.engines.delete(engine);
      });
      const gone = { key: undefined, named: undefined, count: undefined, known: undefined };
      assert.deepEqual(await look(), gone);
    });
  });
}
