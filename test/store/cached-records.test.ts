import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { withCachedRecords } from '../../src/store/cached-records.ts';
import type { ChangeListener, Store } from '../../src/store/port.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { account, documents, engineIn, key } from '../ports/store/fixtures.ts';
import { temporaryFolder } from '../support/folder.ts';

const open = async (t: TestContext, folder = temporaryFolder(t)): Promise<Store> => {
  const store = await openSqliteStore(folder, { create: true });
  t.after(() => store.close());
  return store;
};

/** A store with one account, key and engine, and all cached lookups. */
async function furnished(t: TestContext) {
  const folder = temporaryFolder(t);
  const store = await open(t, folder);
  await store.transact('instance', async (tx) => {
    await tx.accounts.insert(account('a', { isDefault: true }));
    await tx.keys.insert(key('k'));
  });
  const engine = await engineIn(store);
  return { folder, store, engine };
}

const look = async (store: Store, engine: number) => ({
  account: (await store.accounts.default())?.name,
  host: (await store.accounts.byHostIdentifier('host-a'))?.name,
  key: (await store.keys.byLookup('account-a', 'lookup of k'))?.read,
  named: (await store.keys.byName('account-a', 'k'))?.read,
  count: (await store.engines.byName('account-a', 'books'))?.documentCount,
  known: (await store.engines.byId(engine))?.documentCount,
});
const FIRST = { account: 'a', host: 'a', key: true, named: true, count: 0, known: 0 };

suite('cached records', () => {
  test('a record is read once until a commit', async (t) => {
    const { store, engine } = await furnished(t);
    let reads = 0;
    const byId: Store['engines']['byId'] = (id) => {
      reads++;
      return store.engines.byId(id);
    };
    const cached = withCachedRecords({ ...store, engines: { ...store.engines, byId } });
    for (let n = 0; n < 3; n++) await cached.engines.byId(engine);
    assert.equal(reads, 1);
    await cached.transact({ engine }, (tx) => tx.documents.put(engine, documents('x')));
    assert.equal((await cached.engines.byId(engine))?.documentCount, 1);
    assert.equal(reads, 2);
  });

  test('a document that is newer than the kept record of its engine shows that the record is out of date', async (t) => {
    const { folder, store, engine } = await furnished(t);
    const second = await open(t, folder);
    // Without notices, as if they were on their way.
    const { checkForChanges: _, ...late } = store;
    const cached = withCachedRecords({ ...late, subscribe: () => () => {} });
    assert.equal((await cached.engines.byId(engine))?.documentCount, 0);
    await second.transact({ engine }, (tx) => tx.documents.put(engine, documents('x')));
    assert.equal((await cached.engines.byId(engine))?.documentCount, 0);
    assert.equal((await cached.documents.byIds(engine, ['x'])).size, 1);
    assert.equal((await cached.engines.byId(engine))?.documentCount, 1);
    await second.transact({ engine }, (tx) => tx.documents.put(engine, documents('y')));
    assert.equal((await cached.documents.page(engine, { offset: 0, limit: 10 })).length, 2);
    assert.equal((await cached.engines.byId(engine))?.documentCount, 2);
  });

  test('commits of another process are visible to the next lookup', async (t) => {
    const { folder, store, engine } = await furnished(t);
    const second = await open(t, folder);
    const cached = withCachedRecords(store);
    assert.deepEqual(await look(cached, engine), FIRST);
    await second.transact('instance', async (tx) => {
      await tx.keys.update(key('k', { read: false }));
      await tx.documents.put(engine, documents('x'));
    });
    assert.deepEqual(await look(cached, engine), { ...FIRST, key: false, named: false, count: 1, known: 1 });
    await second.transact('instance', async (tx) => {
      await tx.keys.delete('account-a', 'k');
      await tx.engines.delete(engine);
    });
    const gone = { key: undefined, named: undefined, count: undefined, known: undefined };
    assert.deepEqual(await look(cached, engine), { ...FIRST, ...gone });
  });

  test('a read that a commit overtakes is not cached', async (t) => {
    const { store, engine } = await furnished(t);
    const { promise: goOn, resolve: letGoOn } = Promise.withResolvers<void>();
    const slowly: Store['engines']['byId'] = async (id) => {
      const record = await store.engines.byId(id);
      await goOn;
      return record;
    };
    const cached = withCachedRecords({ ...store, engines: { ...store.engines, byId: slowly } });
    const overtaken = cached.engines.byId(engine);
    await cached.transact({ engine }, (tx) => tx.documents.put(engine, documents('x')));
    letGoOn();
    assert.equal((await overtaken)?.documentCount, 0);
    assert.equal((await cached.engines.byId(engine))?.documentCount, 1);
  });

  test('a notice clears only the kinds that it names', async (t) => {
    const { store, engine } = await furnished(t);
    let notify: ChangeListener = () => {};
    const { checkForChanges: _, ...later } = store;
    const cached = withCachedRecords({
      ...later,
      subscribe(listener) {
        notify = listener;
        return () => {};
      },
    });
    assert.deepEqual(await look(cached, engine), FIRST);
    await store.transact('instance', async (tx) => {
      await tx.keys.update(key('k', { read: false }));
      await tx.documents.put(engine, documents('x'));
    });
    notify({ kinds: ['engines'] });
    assert.deepEqual(await look(cached, engine), { ...FIRST, count: 1, known: 1 });
    notify({ kinds: ['keys'] });
    assert.deepEqual(await look(cached, engine), { ...FIRST, key: false, named: false, count: 1, known: 1 });
  });

  test('missing records are not cached', async (t) => {
    const { store } = await furnished(t);
    const { checkForChanges: _, ...silent } = store;
    const cached = withCachedRecords({ ...silent, subscribe: () => () => {} });
    assert.equal(await cached.keys.byName('account-a', 'second'), undefined);
    await store.transact({ account: 'account-a' }, (tx) => tx.keys.insert(key('second')));
    assert.equal((await cached.keys.byName('account-a', 'second'))?.name, 'second');
  });
});
