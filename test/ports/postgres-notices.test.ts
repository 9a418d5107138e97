import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { withCachedRecords } from '../../src/store/cached-records.ts';
import { type ChangeNotice, NOTICE_LAG, type Store, TRUST } from '../../src/store/port.ts';
import { newDatabase, withoutPostgres } from '../services/postgres.ts';
import { openTestStore } from '../support/postgres-store.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { until } from '../support/until.ts';
import { documents, engineIn, key, put } from './store/fixtures.ts';

const ACCOUNT = 'account-a';

const addKey = (store: Store, name: string) =>
  store.transact({ account: ACCOUNT }, ({ keys }) => keys.insert(key(name)));
const deleteKey = (store: Store, name: string) =>
  store.transact({ account: ACCOUNT }, ({ keys }) => keys.delete(ACCOUNT, name));

function listening(t: TestContext, store: Store): ChangeNotice[] {
  const notices: ChangeNotice[] = [];
  t.after(store.subscribe((notice) => void notices.push(notice)));
  return notices;
}

/** Without notices that anything may have changed, which a slow machine adds. */
const named = (notices: readonly ChangeNotice[]): readonly ChangeNotice[] =>
  notices.filter(({ engines }) => engines !== undefined);

/** Two stores on one database, the second through a proxy. */
async function two(t: TestContext) {
  const { server, name, url } = await newDatabase(t);
  const proxy = await TcpProxy.start(t, server.port);
  const store = await openTestStore(t, url);
  const far = await openTestStore(t, server.url(name, proxy.port));
  const client = await server.connect(name);
  t.after(() => client.end());
  return { store, far, proxy, client };
}

suite('change notices on PostgreSQL', { skip: withoutPostgres() }, () => {
  test('a notice names the changed engines, and is delivered once where it was committed', async (t) => {
    const { store, far } = await two(t);
    const engines = [await engineIn(store, 'one'), await engineIn(store, 'two')] as const;
    await sleep(NOTICE_LAG);
    const [here, there] = [listening(t, store), listening(t, far)];
    await store.transact('instance', async (tx) => {
      for (const engine of engines) await tx.documents.put(engine, documents('x'));
    });
    const expected = { kinds: ['engines'], engines };
    assert.deepEqual(named(here), [expected]);
    await until('the notice comes', async () => named(there).length > 0);
    assert.deepEqual(named(there), [expected]);
    await sleep(2 * TRUST);
    assert.equal(named(here).length, 1);
  });

  test('a transaction that writes nothing, or rolls back, causes no notice', async (t) => {
    const { store, far } = await two(t);
    const engine = await engineIn(store);
    await sleep(NOTICE_LAG);
    const [here, there] = [listening(t, store), listening(t, far)];
    await store.transact({ engine }, (tx) => tx.engines.byId(engine));
    const failing = store.transact({ engine }, async (tx) => {
      await tx.documents.put(engine, documents('x'));
      throw new Error('no');
    });
    await assert.rejects(failing, /^Error: no$/);
    await sleep(TRUST);
    assert.deepEqual([named(here), named(there)], [[], []]);
  });

  test('after its connection was lost, a store is told that anything may have changed, and hears again', async (t) => {
    const { store, far, client } = await two(t);
    const engine = await engineIn(store);
    const notices = listening(t, far);
    for (let n = 0; n < 3; n++) {
      notices.length = 0;
      const { rows } = await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like 'select value from instance%' or query like 'listen%'`);
      assert.ok(rows.length > 0);
      await until('anything may have changed', async () => notices.some(({ engines }) => !engines));
      // Notices that are sent while nobody listens are lost, and the next `ANY_CHANGE` stands for them.
      await put(store, engine, `d${n}`);
      await until('the write is noticed', async () =>
        notices.some(
          ({ kinds, engines }) => kinds.includes('engines') && (engines ?? [engine]).includes(engine),
        ),
      );
    }
    await sleep(NOTICE_LAG);
    notices.length = 0;
    await put(store, engine, 'last');
    await until('the write is noticed by its engine', async () =>
      notices.some(({ engines }) => engines?.[0] === engine),
    );
  });

  test('a deleted key is unknown to cached records of another node as soon as `transact` resolves', async (t) => {
    const { store, far } = await two(t);
    const cached = withCachedRecords(far);
    for (let n = 0; n < 5; n++) {
      await addKey(store, `k${n}`);
      await until('the key is known', async () => (await cached.keys.byName(ACCOUNT, `k${n}`)) !== undefined);
      assert.ok(await cached.keys.byLookup(ACCOUNT, `lookup of k${n}`));
      await deleteKey(store, `k${n}`);
      const [byName, byLookup] = [
        cached.keys.byName(ACCOUNT, `k${n}`),
        cached.keys.byLookup(ACCOUNT, `lookup of k${n}`),
      ];
      assert.deepEqual(await Promise.all([byName, byLookup]), [undefined, undefined]);
    }
  });

  test('a node that cannot hear does not go by its copies once `transact` resolves', async (t) => {
    const { store, far, proxy } = await two(t);
    const cached = withCachedRecords(far);
    await addKey(store, 'k');
    await until('the key is known', async () => (await cached.keys.byName(ACCOUNT, 'k')) !== undefined);
    proxy.stall();
    const began = performance.now();
    await deleteKey(store, 'k');
    assert.ok(performance.now() - began >= TRUST, 'the deletion waits for the copies of others');
    const lookup = cached.keys.byName(ACCOUNT, 'k').then(
      (record) => ({ record }),
      () => 'refused',
    );
    assert.equal(await Promise.race([lookup, sleep(500).then(() => 'waiting')]), 'waiting');
    proxy.resume();
    assert.deepEqual(await lookup, { record: undefined });
  });

  test('a process that was stopped drops its copies before it uses one', async (t) => {
    const { store } = await two(t);
    await until('copies are trusted', async () => {
      const before = listening(t, store);
      store.expireCopies?.();
      return before.length === 0;
    });
    const notices = listening(t, store);
    // Blocks the event loop, as SIGSTOP would.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TRUST + 50);
    store.expireCopies?.();
    assert.deepEqual(
      notices.map(({ kinds }) => kinds.length),
      [4],
    );
  });

  test('only a change that takes rights away waits for other nodes', async (t) => {
    const { store } = await two(t);
    const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
      const began = performance.now();
      await work();
      return performance.now() - began;
    };
    // The fastest of some, as the machine may be slow.
    let fastest = Number.POSITIVE_INFINITY;
    for (const name of ['k', 'k2', 'k3', 'k4', 'k5']) {
      fastest = Math.min(fastest, await timeOf(() => addKey(store, name)));
    }
    assert.ok(fastest < TRUST);
    const update = () =>
      store.transact({ account: ACCOUNT }, ({ keys }) => keys.update(key('k', { read: false })));
    assert.ok((await timeOf(update)) >= TRUST);
    const revoke = () =>
      store.transact({ account: ACCOUNT }, ({ revocations }) =>
        revocations.put(ACCOUNT, { jti: 'a', sub: null, keyName: null, issuedBefore: null }, 1),
      );
    assert.ok((await timeOf(revoke)) >= TRUST);
  });

  test('a server that stops answering gives `StoreUnavailable` soon, and everything continues afterwards', async (t) => {
    const { store, far, proxy } = await two(t);
    const engine = await engineIn(store);
    await put(far, engine, 'a');
    proxy.stall();
    const began = performance.now();
    await assert.rejects(far.engines.byId(engine), { name: 'StoreUnavailable' });
    assert.ok(performance.now() - began < 20_000);
    proxy.resume();
    await until('it can be read again', () =>
      far.engines.byId(engine).then(
        (record) => record?.sequence === 1,
        () => false,
      ),
    );
  });
});
