import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, type TestContext, test } from 'node:test';
import { crc32 } from 'node:zlib';
import type { Store, StoreWriter } from '../../src/store/port.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { revertData } from '../support/earlier-data.ts';
import { temporaryFolder } from '../support/folder.ts';

/** Creates data with `fill`, reverts it to an earlier version, and opens it again. */
async function upgraded(
  t: TestContext,
  version: number,
  fill: (tx: StoreWriter) => Promise<number>,
): Promise<{ store: Store; folder: string; id: number; before: Store }> {
  const folder = temporaryFolder(t);
  const before = await openSqliteStore(folder, { create: true });
  const id = await before.transact('instance', fill);
  await before.close();
  revertData(folder, version);
  await assert.rejects(openSqliteStore(folder, { create: false }), /older Findling/);
  const store = await openSqliteStore(folder, { create: true });
  t.after(() => store.close());
  return { store, folder, id, before };
}

const engine = { accountId: 'a', name: 'books', language: null, createSettings: {}, createdAt: 7 };

suite('data of an earlier version is migrated', () => {
  test('from before clicks: it gets a table for them and keeps its data', async (t) => {
    const { store } = await upgraded(t, 1, async (tx) => {
      await tx.instance.set('fact', 'kept');
      return 0;
    });
    assert.equal(await store.instance.get('fact'), 'kept');
    assert.deepEqual(await store.clicks.after(0, 1), []);
  });

  test('from before checkpoints: it gets an identity, and its deletion records count as removed', async (t) => {
    const { store, id, before } = await upgraded(t, 2, async (tx) => {
      const made = await tx.engines.insert(engine);
      await tx.documents.put(made.id, [
        { id: 'a', json: '{}' },
        { id: 'b', json: '{}' },
      ]);
      await tx.documents.delete(made.id, ['a']);
      return made.id;
    });
    assert.match(store.identity, /^[0-9a-f]{32}$/);
    assert.notEqual(store.identity, before.identity);
    const { sequence, forgotten } = (await store.engines.byId(id)) ?? {};
    assert.deepEqual({ sequence, forgotten }, { sequence: 3, forgotten: 3 });
  });

  test('from before the dashboard: it gets the sizes of its documents', async (t) => {
    const { store, id } = await upgraded(t, 3, async (tx) => {
      const made = await tx.engines.insert(engine);
      await tx.documents.put(made.id, [
        { id: 'a', json: '{"t":"é"}' },
        { id: 'b', json: '{}' },
      ]);
      return made.id;
    });
    const figures = await store.engines.figures([id]);
    assert.deepEqual(figures.get(id), { documentBytes: 12, changedAt: 7 });
  });

  test('from before leases: any process may claim a running job', async (t) => {
    const { store, id } = await upgraded(t, 4, async (tx) => {
      const made = await tx.engines.insert(engine);
      const schema = new Map();
      const job = await tx.jobs.insert({
        engineId: made.id,
        state: 'running',
        before: schema,
        after: schema,
        changed: [],
        added: [],
        sequence: 0,
        total: 0,
        startedAt: 1,
        finishedAt: null,
      });
      await tx.engines.setRunningJob(made.id, job.id);
      return job.id;
    });
    assert.deepEqual(
      (await store.jobs.running()).map((job) => job.id),
      [id],
    );
    assert.equal(await store.transact('instance', ({ jobs }) => jobs.claim(id, 'somebody', 1000)), 1);
  });

  test('from before checksums: documents are read without one, and get one when they are written again', async (t) => {
    const { store, folder, id } = await upgraded(t, 5, async (tx) => {
      const made = await tx.engines.insert(engine);
      await tx.documents.put(made.id, [
        { id: 'a', json: '{}' },
        { id: 'b', json: '{}' },
      ]);
      return made.id;
    });
    assert.equal((await store.documents.byIds(id, ['a', 'b'])).size, 2);
    assert.deepEqual(await store.documents.check(id, 0, 10), { last: 2, damagedIds: [] });
    await store.transact({ engine: id }, (tx) => tx.documents.put(id, [{ id: 'b', json: '{"c":1}' }]));
    const db = new DatabaseSync(join(folder, 'findling.sqlite'));
    t.after(() => db.close());
    const checksums = db.prepare('select id, checksum from documents order by id').all();
    assert.deepEqual(
      checksums.map((row) => ({ ...row })),
      [
        { id: 'a', checksum: null },
        { id: 'b', checksum: crc32('{"c":1}', crc32('3 b')) },
      ],
    );
  });
});
