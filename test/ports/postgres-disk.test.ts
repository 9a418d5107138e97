import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { StoreFull } from '../../src/store/port.ts';
import { newDatabase, PostgresServer, withoutPostgres } from '../services/postgres.ts';
import { openTestStore } from '../support/postgres-store.ts';
import { engineIn, engineRecord, put } from './store/fixtures.ts';

/** A file system of 40 MB for the tables; undefined where that is not allowed. */
function smallDisk(t: TestContext, server: PostgresServer): string | undefined {
  const folder = join(server.folder, 'small');
  mkdirSync(folder);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=40m,mode=0777', 'tmpfs', folder]);
  if (mounted.status !== 0) return undefined;
  t.after(async () => {
    await server.stop();
    spawnSync('umount', ['-l', folder]);
  });
  const tables = join(folder, 'tables');
  // As the user of the server.
  spawnSync('install', ['-d', '-o', 'postgres', '-g', 'postgres', tables]);
  return tables;
}

test('a full disk of the database gives `StoreFull`; reads and later writes work', {
  skip: withoutPostgres(),
}, async (t) => {
  const server = await PostgresServer.start();
  const folder = smallDisk(t, server);
  if (folder === undefined) {
    t.skip('a small file system cannot be mounted here');
    return;
  }
  const admin = await server.connect('postgres');
  await admin.query(`create tablespace small location '${folder}'`);
  await admin.end();
  const { name, url } = await newDatabase(t, server, 'tablespace small');
  const store = await openTestStore(t, url);
  const engine = await engineIn(store);
  await put(store, engine, 'kept');
  const client = await server.connect(name);
  await client.query('create table filler (text text)');
  // In steps, as a statement that fails leaves nothing behind.
  const fill = async (size: number): Promise<void> => {
    try {
      for (;;) {
        await client.query(
          `insert into filler select repeat(md5(random()::text), 60) from generate_series(1, $1)`,
          [size],
        );
      }
    } catch (error) {
      assert.equal((error as { code?: string }).code, '53100');
    }
  };
  for (const size of [1000, 100, 10, 1]) await fill(size);
  // Random, as texts are compressed.
  const batch = Array.from({ length: 20 }, (_, n) => ({
    id: `d${n}`,
    json: JSON.stringify({ text: randomBytes(60_000).toString('base64') }),
  }));
  const attempt = store.transact({ engine }, (tx) => tx.documents.put(engine, batch));
  await assert.rejects(attempt, (error) => error instanceof StoreFull);
  assert.equal((await engineRecord(store, engine)).documentCount, 1);
  assert.equal((await store.documents.byIds(engine, ['kept'])).size, 1);
  await client.query('drop table filler');
  await client.end();
  await store.transact({ engine }, (tx) => tx.documents.put(engine, batch));
  assert.equal((await engineRecord(store, engine)).documentCount, 21);
});
