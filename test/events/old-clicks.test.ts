import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'node:test';
import { moveClicks } from '../../src/events/moving-clicks.ts';
import type { EventBatch, Store } from '../../src/store/port.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { temporaryFolder } from '../support/folder.ts';

const TIME = 1_700_000_000_000;
const EVER = { from: 0, to: 2 * TIME, tags: [] };

/** A store with clicks of an earlier version. */
async function withOldClicks(t: test.TestContext, count: number): Promise<Store> {
  const folder = temporaryFolder(t);
  const store = await openSqliteStore(folder, { create: true, writer: 'inline' });
  t.after(() => store.close());
  const db = new DatabaseSync(join(folder, 'findling.sqlite'));
  const insert = db.prepare(
    `insert into clicks values (?, 'account', 1, ?, 'doc', null, '["web","web"]', ?)`,
  );
  db.exec('begin');
  for (let number = 1; number <= count; number++) insert.run(number, ` Query ${number % 3}`, TIME + number);
  db.exec('commit');
  db.close();
  return store;
}

test('clicks of earlier versions are moved to the events once, and counted there', async (t) => {
  const store = await withOldClicks(t, 2500);
  await moveClicks(store, () => false);
  await moveClicks(store, () => false);
  assert.deepEqual(await store.clicks.after(0, 1), []);
  assert.deepEqual(await store.events.topClicks(1, EVER, { offset: 0, limit: 2 }), [
    { documentId: 'doc', clicks: 2500 },
  ]);
  const [first] = await store.events.counts(1, { term: 'query 1', tags: [['web']] }, [0, 2 * TIME]);
  assert.deepEqual(first, { queries: 0, misses: 0, clicks: 834 });
});

test('a move that is interrupted between its two stores counts no click twice', async (t) => {
  const store = await withOldClicks(t, 2500);
  let batches = 0;
  const interrupted: Store = {
    ...store,
    events: {
      ...store.events,
      async insert(batch: EventBatch) {
        await store.events.insert(batch);
        if (++batches === 2) throw new Error('killed');
      },
    },
  };
  await assert.rejects(
    moveClicks(interrupted, () => false),
    /killed/,
  );
  await moveClicks(store, () => false);
  const [all] = await store.events.counts(1, { tags: [] }, [0, 2 * TIME]);
  assert.deepEqual(all, { queries: 0, misses: 0, clicks: 2500 });
  assert.deepEqual(await store.clicks.after(0, 1), []);
});
