import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { newDatabase, withoutPostgres } from '../services/postgres.ts';
import { findling } from '../support/command.ts';
import { startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { assertServes, fill, must, newPath, refused, shown } from './backed-up-service.ts';
import { findlingWith } from './programs.ts';
import { backUpUnderLoad } from './under-load.ts';

const SECRET = { FINDLING_SECRET: 'a secret of the tests, long enough' };

suite('backups with PostgreSQL', { skip: withoutPostgres() }, () => {
  test('a backup of a folder is restored into a database, and one of the database into a folder', async (t) => {
    const service = await startTestService(t, SECRET);
    const engine = await fill(service);
    const expected = await shown(service, service, engine);
    const file = newPath(t, 'sqlite.backup');
    await must(['backup', file], { FINDLING_DATA: service.config.data, ...SECRET });

    const { url } = await newDatabase(t);
    const database = { FINDLING_DATABASE_URL: url, ...SECRET, FINDLING_DATA: newPath(t, 'node') };
    const told = await must(['restore', file], database);
    assert.match(
      told,
      /\nStart the service with the same FINDLING_DATABASE_URL and the same FINDLING_SECRET\./,
    );
    const onDatabase = await assertServes(t, database, service, expected, engine);
    const dashboard = await onDatabase.call('GET', `/engines/${engine}`, { key: service.privateKey });
    assert.equal(dashboard.status, 200);
    const expectedThen = await shown(onDatabase, service, engine);

    const back = newPath(t, 'postgres.backup');
    await must(['backup', back], database);
    const folder = { FINDLING_DATA: newPath(t, 'restored'), ...SECRET };
    await must(['restore', back], folder);
    const copy = await assertServes(t, folder, service, expectedThen, engine);
    await copy.close();
    const verified = await findling(['verify'], folder);
    assert.equal(verified.code, 0, verified.stdout + verified.stderr);

    // A database with data is left as it is.
    assert.equal(
      await refused(['restore', back], database),
      'The database has data of its own. Restore into an empty database.',
    );
    await onDatabase.close();
    assert.match(await refused(['restore', back], database), /^The database has data of its own\./);
  });

  test('an interrupted restore into a database cannot be opened, and the next one starts over', async (t) => {
    const service = await startTestService(t, SECRET);
    const engine = await fill(service);
    const expected = await shown(service, service, engine);
    const settings = { FINDLING_DATA: service.config.data, ...SECRET };
    const { stdout: bytes } = await findlingWith(['backup', '-'], settings);
    const { url, server, name } = await newDatabase(t);
    const database = { FINDLING_DATABASE_URL: url, ...SECRET, FINDLING_DATA: newPath(t, 'node') };
    // What was restored from a truncated backup is removed.
    const cut = await findlingWith(['restore', '-'], database, bytes.subarray(0, bytes.length - 50));
    assert.match(cut.stderr, /^The backup on standard input is incomplete/);
    const client = await server.connect(name);
    t.after(() => client.end());
    const tables = await client.query(
      `select 1 from information_schema.tables where table_name = 'documents'`,
    );
    assert.equal(tables.rowCount, 0);
    // As after a kill: the mark is still there.
    await must(['restore', await fileOf(t, bytes)], database);
    await client.query(`insert into instance values ('restore_of', 'x')`);
    assert.equal(
      await refused(['keys', 'list'], database),
      'The data is an unfinished restore: run `findling restore` again, which starts over.',
    );
    assert.match(await refused(['backup', newPath(t, 'b')], database), /^The data is an unfinished restore/);
    await must(['restore', await fileOf(t, bytes)], database);
    await assertServes(t, database, service, expected, engine);
  });

  test('one of several nodes makes a scheduled backup, and all know about it', async (t) => {
    const { url, server, name } = await newDatabase(t);
    const folder = newPath(t, 'backups');
    const settings = { FINDLING_DATABASE_URL: url, ...SECRET, FINDLING_BACKUP_TO: folder };
    const nodes = [await startTestService(t, settings), await startTestService(t, settings)];
    const client = await server.connect(name);
    t.after(() => client.end());
    const state = async () =>
      (await client.query(`select value from instance where name = 'backup_state'`)).rows[0]?.value;
    await until('a backup was made', async () => (await state()) !== undefined);
    // Each of them has looked several times.
    await sleep(11_000);
    const { success, failure } = JSON.parse(await state());
    assert.equal(failure, null);
    assert.deepEqual(readdirSync(folder), [success.name]);
    const lines = nodes.flatMap(({ logLines }) => logLines);
    assert.equal(lines.filter((line) => line.includes('a backup was made and verified')).length, 1);
    await must(['verify', '--backup', join(folder, success.name)], SECRET);
  });

  test('a backup of a database under load restores to a state in between', async (t) => {
    const { url } = await newDatabase(t);
    await backUpUnderLoad(
      t,
      'backups of PostgreSQL under load',
      { FINDLING_DATABASE_URL: url },
      async () => ({}),
    );
  });
});

async function fileOf(t: Parameters<typeof newPath>[0], bytes: Buffer): Promise<string> {
  const { writeFile } = await import('node:fs/promises');
  const file = newPath(t, 'a.backup');
  await writeFile(file, bytes);
  return file;
}
