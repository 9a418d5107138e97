import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import type { Store } from '../../src/store/port.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { temporaryFolder } from '../support/folder.ts';
import { announcedSeed, Random } from '../support/seed.ts';

/** A store, and a function that ends its writer thread. */
async function open(t: TestContext, folder = temporaryFolder(t)) {
  const threads: Worker[] = [];
  // Not those of the events.
  const note = (worker: Worker): void => {
    if (worker.threadName === 'store writer') threads.push(worker);
  };
  process.on('worker', note);
  t.after(() => process.off('worker', note));
  const store = await openSqliteStore(folder, { create: true });
  t.after(() => store.close());
  return { store, threads, endThread: async () => void (await threads.at(-1)?.terminate()) };
}

const engineIn = async (store: Store): Promise<number> => {
  const engine = { accountId: 'a', name: 'books', language: null, createSettings: {}, createdAt: 0 };
  return (await store.transact('instance', ({ engines }) => engines.insert(engine))).id;
};
const set = (store: Store, name: string): Promise<void> =>
  store.transact('instance', ({ instance }) => instance.set(name, 'set'));

const JSON_100_KB = JSON.stringify({ text: 'ü'.repeat(51_000) });
const large = (count: number, version: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `d${i}`, json: `${JSON_100_KB}${' '.repeat(version)}` }));

suite('the writer thread of SQLite', () => {
  test('may end in the middle of a transaction: that one rejects, all others are stored', async (t) => {
    const { store, threads, endThread } = await open(t);
    await set(store, 'before');
    const attempt = store.transact('instance', async ({ instance }) => {
      await instance.set('half', 'set');
      await endThread();
      await instance.set('other half', 'set');
    });
    await assert.rejects(attempt, /writer thread/);
    assert.equal(threads.length, 1, 'nothing of it was carried out by another thread');
    assert.equal(await store.instance.get('half'), undefined);
    assert.equal(await store.instance.get('other half'), undefined);
    await set(store, 'after');
    assert.equal(threads.length, 2);
    assert.equal(await store.instance.get('before'), 'set');
    assert.equal(await store.instance.get('after'), 'set');
  });

  test('may end between two transactions without any effect', async (t) => {
    const { store, endThread } = await open(t);
    for (const name of ['first', 'second', 'third']) {
      await set(store, name);
      await endThread();
    }
    await set(store, 'last');
    for (const name of ['first', 'second', 'third', 'last']) {
      assert.equal(await store.instance.get(name), 'set');
    }
  });

  test('may end at any moment: resolved transactions are stored, rejected ones are not', async (t) => {
    const seed = announcedSeed('ends of the writer thread');
    const random = new Random(seed);
    const { store, endThread } = await open(t);
    const engine = await engineIn(store);
    const counts = { resolved: 0, rejected: 0 };
    for (let round = 0; round < 30; round++) {
      let isOver = false;
      const { promise: underWay, resolve: isUnderWay } = Promise.withResolvers<void>();
      const write = async () => {
        for (let n = 0; !isOver; n++) {
          const batch = Array.from({ length: 20 }, (_, i) => ({ id: `${round}-${n}-${i}`, json: '{"a":1}' }));
          const ids = batch.map(({ id }) => id);
          const hasResolved = await store
            .transact({ engine }, (tx) => tx.documents.put(engine, batch))
            .then(
              () => true,
              (error) => {
                assert.match(String(error), /writer thread/);
                return false;
              },
            );
          const there = (await store.documents.byIds(engine, ids)).size;
          assert.equal(there, hasResolved ? ids.length : 0, `seed ${seed}, round ${round}, write ${n}`);
          counts[hasResolved ? 'resolved' : 'rejected']++;
          isUnderWay();
        }
      };
      const writing = write();
      await underWay;
      await sleep(random.below(20));
      await endThread();
      isOver = true;
      await writing;
    }
    const { documentCount } = (await store.engines.byId(engine)) ?? {};
    assert.equal(documentCount, counts.resolved * 20);
    assert.ok(counts.rejected > 0, 'the thread ended while it worked');
    process.stdout.write(
      `ends of the writer thread: 30, ${counts.resolved} transactions resolved, ${counts.rejected} rejected\n`,
    );
  });

  test('may end during a commit: the outcome of the commit is determined', async (t) => {
    const seed = announcedSeed('ends during a commit');
    const random = new Random(seed);
    const { store, threads } = await open(t);
    const engine = await engineIn(store);
    const counts = { resolved: 0, rejected: 0 };
    for (let round = 0; round < 30; round++) {
      // Large, so that the commit takes a while.
      const documents = large(20, round);
      let ended: Promise<unknown> = Promise.resolve();
      const outcome = store.transact({ engine }, async (tx) => {
        await tx.documents.put(engine, documents);
        const thread = threads.at(-1);
        ended = sleep(random.below(8)).then(() => thread?.terminate());
      });
      const hasResolved = await outcome.then(
        () => true,
        () => false,
      );
      await ended;
      const { json } = (await store.documents.byIds(engine, ['d0'])).get('d0') ?? {};
      assert.equal(json === documents[0]?.json, hasResolved, `seed ${seed}, round ${round}`);
      counts[hasResolved ? 'resolved' : 'rejected']++;
    }
    process.stdout.write(
      `ends during a commit: 30, ${counts.resolved} transactions resolved, ${counts.rejected} rejected\n`,
    );
  });

  test('passes on the details of SQLite errors', async (t) => {
    const { store } = await open(t);
    const twice = store.transact('instance', async ({ accounts }) => {
      const account = { id: 'a', name: 'a', hostIdentifier: 'host-a', isDefault: false, createdAt: 0 };
      await accounts.insert(account);
      await accounts.insert(account);
    });
    await assert.rejects(twice, {
      message: /UNIQUE constraint failed: accounts/,
      code: 'ERR_SQLITE_ERROR',
      errcode: 2067,
    });
  });

  test('moves the log into the database when the store is closed', async (t) => {
    const folder = temporaryFolder(t);
    const store = await openSqliteStore(folder, { create: true });
    await set(store, 'fact');
    assert.ok(existsSync(join(folder, 'findling.sqlite-wal')));
    await store.close();
    assert.ok(!existsSync(join(folder, 'findling.sqlite-wal')));
    const { store: again } = await open(t, folder);
    assert.equal(await again.instance.get('fact'), 'set');
  });
});

suite('the calling thread', () => {
  /** In milliseconds. */
  const BOUND = 50;
  const ROUNDS = 20;

  /**
   * `work` blocks the event loop for less than the bound, and for less than half of its own duration. It may be
   * retried: a busy machine delays everything now and then.
   */
  async function assertLetsOthersIn(what: string, work: (round: number) => Promise<unknown>): Promise<void> {
    const rounds: Array<{ took: number; longest: number }> = [];
    const isGood = ({ took, longest }: { took: number; longest: number }): boolean =>
      longest < BOUND && longest < took / 2;
    for (let round = 0; round < ROUNDS && !rounds.some(isGood); round++) {
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      // The histogram starts with its second tick.
      await sleep(10);
      const began = performance.now();
      await work(round);
      const took = performance.now() - began;
      await sleep(5);
      delay.disable();
      rounds.push({ took, longest: delay.max / 1e6 });
    }
    const said = rounds.map(({ took, longest }) => `${longest.toFixed(1)} of ${took.toFixed(0)}`).join(', ');
    process.stdout.write(`${what}: event loop held up for ${said} ms\n`);
    assert.ok(rounds.some(isGood), `${what}: ${said}`);
  }

  test('is not blocked while a hundred documents of 100 KB are committed', async (t) => {
    const { store } = await open(t);
    const engine = await engineIn(store);
    const batches = [large(100, 0), large(100, 1)] as const;
    await assertLetsOthersIn('committing 100 documents of 100 KB', (round) =>
      store.transact({ engine }, (tx) => tx.documents.put(engine, batches[round % 2 === 0 ? 0 : 1])),
    );
  });

  const COUNT = 150;
  test('yields during a read of many megabytes, which is still consistent', async (t) => {
    const { store } = await open(t);
    const engine = await engineIn(store);
    await store.transact({ engine }, (tx) => tx.documents.put(engine, large(COUNT, 0)));
    const lengths = async (read: Promise<Iterable<{ readonly json: string | null }>>) =>
      [...new Set([...(await read)].map(({ json }) => json?.length))].map(
        (length) => (length ?? 0) - JSON_100_KB.length,
      );
    const ids = large(COUNT, 0).map(({ id }) => id);
    const { documents } = store;
    const reads: ReadonlyArray<readonly [string, () => Promise<Iterable<{ readonly json: string | null }>>]> =
      [
        ['byIds', async () => (await documents.byIds(engine, ids)).values()],
        ['page', () => documents.page(engine, { offset: 0, limit: COUNT })],
        ['after', () => documents.after(engine, 0, COUNT)],
        ['changesSince', () => documents.changesSince(engine, 0, COUNT)],
      ];
    let version = 0;
    for (const [name, read] of reads) {
      await assertLetsOthersIn(`reading 15 MB by ${name}`, read);

      const slow = lengths(read());
      await store.transact({ engine }, (tx) =>
        tx.documents.put(engine, large(COUNT, version + 1).slice(0, 10)),
      );
      const [first] = (await documents.byIds(engine, ['d0'])).values();
      assert.equal((first?.json.length ?? 0) - JSON_100_KB.length, version + 1, 'others see the commit');
      assert.deepEqual(await slow, [version], `${name} sees the data as it was when it began`);
      version++;
      await store.transact({ engine }, (tx) => tx.documents.put(engine, large(COUNT, version)));
    }
  });
});
