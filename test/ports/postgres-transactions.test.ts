import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Store, StoreOutcomeUnknown, StoreUnavailable } from '../../src/store/port.ts';
import { lockOf } from '../../src/store/postgres/scope-locks.ts';
import { newDatabase, PostgresServer, withoutPostgres } from '../services/postgres.ts';
import { openTestStore } from '../support/postgres-store.ts';
import { type Cut, TcpProxy } from '../support/tcp-proxy.ts';
import { until } from '../support/until.ts';
import { ALL, documents, engineIn, engineRecord, idsOf, key, put } from './store/fixtures.ts';

const isUnavailable = (error: unknown): boolean => error instanceof StoreUnavailable;

/** A store with an engine, and a plain connection to its database. */
async function opened(t: TestContext) {
  const { server, name, url } = await newDatabase(t);
  const store = await openTestStore(t, url);
  const engine = await engineIn(store);
  const client = await server.connect(name);
  t.after(() => client.end());
  return { server, name, url, store, engine, client };
}

/** Ends the server process of the open transaction of a database. */
const KILL_OPEN = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and state = 'idle in transaction'`;

/** The end of the message that commits. */
const COMMIT = 'commit\0';

const isSettled = async (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => true), sleep(300).then(() => false)]);

suite('transactions on PostgreSQL', { skip: withoutPostgres() }, () => {
  for (const scope of ['the same scope', 'another scope'] as const) {
    test(`a commit that comes late is never hidden by one with a higher sequence number: ${scope}`, async (t) => {
      const { url, store, engine } = await opened(t);
      const second = await openTestStore(t, url);
      const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
      const { promise: hasWritten, resolve: written } = Promise.withResolvers<void>();
      const late = store.transact({ engine }, async (tx) => {
        await tx.documents.put(engine, documents('late'));
        written();
        await mayCommit;
      });
      await hasWritten;
      const early = second.transact(scope === 'the same scope' ? { engine } : 'instance', (tx) =>
        tx.documents.put(engine, documents('early')),
      );
      assert.equal(await isSettled(early), false, 'the later number waits for the earlier one');
      assert.deepEqual(await second.documents.changesSince(engine, 0, 10), []);
      commit();
      await Promise.all([late, early]);
      const changes = await second.documents.changesSince(engine, 0, 10);
      assert.deepEqual(
        changes.map(({ sequence, id }) => [sequence, id]),
        [
          [1, 'late'],
          [2, 'early'],
        ],
      );
      assert.equal((await engineRecord(second, engine)).documentCount, 2);
    });
  }

  test('two transactions that block each other both succeed: one of them runs again', async (t) => {
    const { store } = await opened(t);
    let runs = 0;
    let started = 0;
    const { promise: bothStarted, resolve: go } = Promise.withResolvers<void>();
    const both = async (scope: Parameters<Store['transact']>[0], first: string, second: string) =>
      store.transact(scope, async ({ instance }) => {
        runs++;
        await instance.set(first, `of ${first}`);
        if (++started === 2) go();
        await bothStarted;
        await instance.set(second, `of ${first}`);
      });
    await Promise.all([both('instance', 'a', 'b'), both({ account: 'x' }, 'b', 'a')]);
    assert.ok(runs > 2, `${runs} runs: the repeated one may fail again, by serialization`);
    assert.equal(await store.instance.get('a'), await store.instance.get('b'));
  });

  test('a serialization failure is retried up to four times', async (t) => {
    const { store, client } = await opened(t);
    await client.query(`create sequence attempts; create function refuse() returns trigger as $$ begin
      if nextval('attempts') < tg_argv[0]::int then raise exception 'no' using errcode = '40001'; end if;
      return new; end $$ language plpgsql`);
    const refuseUntil = (attempt: number) =>
      client.query(`drop trigger if exists refuse on instance; alter sequence attempts restart;
        create trigger refuse before insert or update on instance for each row execute function refuse(${attempt})`);
    const set = (value: string) => store.transact('instance', ({ instance }) => instance.set('fact', value));
    await refuseUntil(5);
    await set('fifth time');
    assert.equal(await store.instance.get('fact'), 'fifth time');
    await refuseUntil(6);
    await assert.rejects(set('never'), isUnavailable);
    assert.equal(await store.instance.get('fact'), 'fifth time');
  });

  test('a transaction in which a statement failed is not committed, whatever its work does', async (t) => {
    const { store } = await opened(t);
    await store.transact('instance', ({ keys }) => keys.insert(key('k')));
    const attempt = store.transact('instance', async ({ keys, instance }) => {
      await instance.set('fact', 'half');
      await keys.insert(key('k')).catch(() => {});
    });
    await assert.rejects(attempt);
    assert.equal(await store.instance.get('fact'), undefined);
  });

  test('a server process that dies during a transaction leaves nothing of it', async (t) => {
    const { store, engine, client } = await opened(t);
    const attempt = store.transact({ engine }, async (tx) => {
      await tx.documents.put(engine, documents('a'));
      await client.query(KILL_OPEN);
      await tx.documents.put(engine, documents('b'));
    });
    await assert.rejects(attempt, isUnavailable);
    assert.deepEqual(await store.documents.page(engine, ALL), []);
    await put(store, engine, 'c');
    assert.deepEqual(await store.documents.changesSince(engine, 0, 10), [
      { sequence: 1, id: 'c', json: '{"name":"c"}' },
    ]);
  });

  test('a lock that is not free in time gives `StoreUnavailable`, and reads do not wait for it', async (t) => {
    const { store, engine, client } = await opened(t);
    const { group, key: number } = lockOf({ engine });
    await client.query(`select pg_advisory_lock(${group}, ${number})`);
    const attempts = [put(store, engine, 'a'), put(store, engine, 'b'), put(store, engine, 'c')];
    assert.equal((await engineRecord(store, engine)).sequence, 0);
    const outcomes = await Promise.allSettled(attempts);
    assert.ok(outcomes.every(({ status }) => status === 'rejected'));
    assert.ok(outcomes.every((outcome) => 'reason' in outcome && isUnavailable(outcome.reason)));
    await client.query(`select pg_advisory_unlock(${group}, ${number})`);
    await put(store, engine, 'd');
    assert.deepEqual(idsOf(await store.documents.page(engine, ALL)), ['d']);
  });

  test('more transactions of one engine than connections do not keep reads waiting', async (t) => {
    const { store, engine } = await opened(t);
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    const writes = Array.from({ length: 30 }, (_, n) =>
      store.transact({ engine }, async (tx) => {
        await mayCommit;
        await tx.documents.put(engine, documents(`d${n}`));
      }),
    );
    const reads = Array.from({ length: 30 }, () => engineRecord(store, engine));
    assert.ok((await Promise.all(reads)).every(({ sequence }) => sequence === 0));
    commit();
    await Promise.all(writes);
    assert.equal((await engineRecord(store, engine)).sequence, 30);
  });

  const cuts: ReadonlyArray<readonly [Cut, outcome: string, stored: readonly string[]]> = [
    ['before', 'the commit did not reach the server: nothing is stored', []],
    ['half', 'the commit did not reach the server, which does not know: nothing is stored', []],
    ['after', 'only the answer to the commit was lost: it is stored, and the caller is told so', ['a']],
  ];
  for (const [cut, outcome, stored] of cuts) {
    test(outcome, async (t) => {
      const { server, name, store, engine } = await opened(t);
      const proxy = await TcpProxy.start(t, server.port);
      const lossy = await openTestStore(t, server.url(name, proxy.port));
      proxy.cutAt(COMMIT, cut);
      const attempt = put(lossy, engine, 'a');
      if (stored.length > 0) assert.equal((await attempt)[0]?.sequence, 1);
      else await assert.rejects(attempt, isUnavailable);
      assert.equal(proxy.cuts, 1);
      assert.deepEqual(idsOf(await store.documents.page(engine, ALL)), stored);
      // The lock of the engine is free again.
      await put(lossy, engine, 'b');
      assert.deepEqual(idsOf(await lossy.documents.page(engine, ALL)), [...stored, 'b']);
      assert.equal((await engineRecord(lossy, engine)).sequence, stored.length + 1);
    });
  }

  test('a crash of the server before the commit is not taken for a success', async (t) => {
    // Nothing but a checkpoint brings the log to the disk, so that the crash loses it.
    const own = await PostgresServer.start({ wal_writer_delay: '10s' });
    t.after(() => own.stop());
    const { name } = await newDatabase(t, own);
    const proxy = await TcpProxy.start(t, own.port);
    const store = await openTestStore(t, own.url(name, proxy.port));
    const engine = await engineIn(store);
    const client = await own.connect(name);
    await client.query('checkpoint');
    let transactionId = '';
    const { promise: hasWritten, resolve: written } = Promise.withResolvers<void>();
    const attempt = store.transact({ engine }, async (tx) => {
      await tx.documents.put(engine, documents('a'));
      const open = `select backend_xid::text as id from pg_stat_activity where state = 'idle in transaction'`;
      transactionId = (await client.query<{ id: string }>(open)).rows[0]?.id ?? '';
      proxy.stall();
      written();
    });
    const rejected = assert.rejects(attempt, StoreOutcomeUnknown);
    await hasWritten;
    await own.stop('SIGQUIT');
    await own.start();
    const after = await own.connect(name);
    t.after(() => after.end());
    // Another transaction gets the same number, and commits.
    for (let id = ''; id !== transactionId; ) {
      const { rows } = await after.query<{ id: string }>('select pg_current_xact_id()::text as id');
      id = rows[0]?.id ?? '';
      assert.ok(Number(id) <= Number(transactionId), `${id} comes after ${transactionId}`);
    }
    proxy.resume();
    await rejected;
    assert.deepEqual(await store.documents.page(engine, ALL), []);
  });

  test('a batch of events whose commit was answered too late is counted once', async (t) => {
    const { server, name, store } = await opened(t);
    const proxy = await TcpProxy.start(t, server.port);
    const lossy = await openTestStore(t, server.url(name, proxy.port));
    const time = 20_000 * 86_400_000;
    const search = { engineId: 1, time, term: 'a\0b', tags: [], hasResults: true, page: null };
    const batch = { searches: [search], clicks: [], requests: [] };
    proxy.cutAt(COMMIT, 'after');
    await lossy.events.insert(batch);
    proxy.cutAt(COMMIT, 'before');
    await assert.rejects(lossy.events.insert(batch), isUnavailable);
    assert.equal(proxy.cuts, 2);
    await Promise.all([store.events.insert(batch), lossy.events.insert(batch)]);
    const found = await store.events.topQueries(1, { from: 0, to: 2 * time, tags: [] }, ALL);
    assert.deepEqual(found, [{ term: 'a\ufffdb', queries: 3, clicks: 0 }]);
  });

  test('reads and writes continue after the server was restarted', async (t) => {
    const { store, engine, client } = await opened(t);
    await put(store, engine, 'a');
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
    );
    assert.deepEqual(idsOf(await store.documents.page(engine, ALL)), ['a']);
    await put(store, engine, 'b');
    await until('events can be stored', () =>
      store.events.insert({ searches: [], clicks: [], requests: [] }).then(
        () => true,
        () => false,
      ),
    );
    assert.deepEqual(idsOf(await store.documents.page(engine, ALL)), ['a', 'b']);
  });
});
