import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { type Store, StoreFull, type StoreWriter } from '../../../src/store/port.ts';
import {
  ALL,
  account,
  clickEvent,
  documents,
  engineIn,
  engineRecord,
  idsOf,
  key,
  MB,
  newEngine,
  newJob,
  remove,
} from './fixtures.ts';

/** Opens a store with new data of at most `maxBytes`. */
export type SmallStoreFactory = (t: TestContext, maxBytes: number) => Promise<Store>;

/** The optional capability of a store that knows the free space on its disk. */
export function diskSpaceSuite(adapter: string, openSmall: SmallStoreFactory): void {
  suite(`the store port on ${adapter}: disk space`, () => {
    const withoutRoom: ReadonlyArray<readonly [string, (tx: StoreWriter) => Promise<unknown>]> = [
      ['documents', (tx) => tx.documents.put(1, documents('new'))],
      ['an engine', (tx) => tx.engines.insert(newEngine('films'))],
      ['a key', (tx) => tx.keys.insert(key('second'))],
      ['an account', (tx) => tx.accounts.insert(account('c'))],
      ['a reindex job', (tx) => tx.jobs.insert(newJob(1))],
    ];
    for (const [what, write] of withoutRoom) {
      test(`the reserve is not for ${what}: it is rejected, and the transaction is rolled back`, async (t) => {
        const store = await openSmall(t, 4 * MB);
        const attempt = store.transact('instance', async (tx) => {
          await tx.instance.set('fact', 'new');
          await write(tx);
        });
        await assert.rejects(attempt, assertFull);
        assert.equal(await store.instance.get('fact'), undefined);
      });
    }

    test('events leave room for documents', async (t) => {
      const store = await openSmall(t, 128 * MB);
      const engine = await engineIn(store);
      const batch = { searches: [], clicks: [{ ...clickEvent, engineId: engine }], requests: [] };
      await assert.rejects(store.events.insert(batch), assertFull);
      assert.ok(await putMegabyte(store, engine, 'm'));
    });

    test('writes that free space can use a reserve, and then all writes continue', async (t) => {
      const store = await openSmall(t, 48 * MB);
      const engine = await engineIn(store);
      let megabytes = 0;
      while (await putMegabyte(store, engine, `m${megabytes}`)) megabytes++;
      assert.ok(megabytes > 4, `${megabytes} MB are there`);
      assert.ok(!(await putMegabyte(store, engine, 'refused')));
      assert.equal((await engineRecord(store, engine)).documentCount, megabytes * 10);
      assert.equal((await store.documents.page(engine, ALL)).length, megabytes * 10);

      const ids = idsOf(await store.documents.page(engine, { offset: 0, limit: megabytes * 5 }));
      await remove(store, engine, ...ids);
      assert.ok(await putMegabyte(store, engine, 'later'));
      assert.equal((await engineRecord(store, engine)).documentCount, megabytes * 5 + 10);
    });

    test('a transaction that does not fit on the disk is rolled back, and later ones work', async (t) => {
      const store = await openSmall(t, 2 * MB);
      await store.transact('instance', ({ instance }) => instance.set('fact', 'kept'));
      const attempt = store.transact('instance', async ({ instance }) => {
        for (let n = 0; n < 100; n++) await instance.set(`large ${n}`, 'x'.repeat(100_000));
      });
      await assert.rejects(attempt, assertFull);
      assert.equal(await store.instance.get('large 0'), undefined);
      assert.equal(await store.instance.get('fact'), 'kept');
      await store.transact('instance', ({ instance }) => instance.set('fact', 'new'));
      assert.equal(await store.instance.get('fact'), 'new');
    });
  });
}

/** Puts a megabyte of documents, and returns whether it fitted. */
async function putMegabyte(store: Store, engine: number, name: string): Promise<boolean> {
  const json = JSON.stringify({ text: 'x'.repeat(102_000) });
  const batch = Array.from({ length: 10 }, (_, i) => ({ id: `${name}-${i}`, json }));
  try {
    await store.transact({ engine }, (tx) => tx.documents.put(engine, batch));
    return true;
  } catch (error) {
    assertFull(error);
    return false;
  }
}

function assertFull(error: unknown): true {
  assert.ok(error instanceof StoreFull, String(error));
  return true;
}
