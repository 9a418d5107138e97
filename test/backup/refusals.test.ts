import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { BackupEncoder } from '../../src/backup/backup-encoder.ts';
import type { BackupHeader } from '../../src/backup/format.ts';
import { Vault } from '../../src/credentials/vault.ts';
import { smallDisk } from '../durability/small-disk.ts';
import { PROGRAM, plainEnvironment, ROOT } from '../support/command.ts';
import { startTestService, type TestService, temporaryFolder } from '../support/service.ts';
import { must, newPath, refused } from './backed-up-service.ts';

const SECRET = 'a secret of the tests, long enough';
const HEADER: BackupHeader = {
  findling: '9.9.9',
  created_at: '2026-01-31T03:30:00.000Z',
  data_version: 1,
  event_version: null,
  identity: '0123456789abcdef0123456789abcdef',
  secret_check: new Vault(SECRET).checkValue,
  sealed_secret: null,
};

/** A backup of the given pieces, correct in every checksum. */
function written(
  header: Partial<BackupHeader>,
  rows: ReadonlyArray<readonly [table: string, columns: string[], rows: Array<Array<string | number>>]> = [],
  sign = (digest: Buffer) => new Vault(SECRET).sign(digest),
): Buffer {
  const encoder = new BackupEncoder();
  const pieces = [encoder.begin({ ...HEADER, ...header })];
  for (const [table, columns, values] of rows) pieces.push(...encoder.rows(table, columns, values));
  return Buffer.concat([...pieces, encoder.end(sign)]);
}

async function backedUp(service: TestService, file: string): Promise<Buffer> {
  await must(['backup', file], { FINDLING_DATA: service.config.data });
  return readFileSync(file);
}

suite('findling backup refuses', () => {
  test('data that is missing, of another secret, or without its secret', async (t) => {
    const file = newPath(t, 'a.backup');
    const empty = temporaryFolder(t);
    assert.equal(
      await refused(['backup', file], { FINDLING_DATA: empty }),
      `There is no data in ${empty} yet: run \`findling start\` first.`,
    );
    const service = await startTestService(t, { FINDLING_SECRET: SECRET });
    const { data } = service.config;
    assert.match(
      await refused(['backup', file], { FINDLING_DATA: data }),
      /^The instance secret is missing from /,
    );
    assert.equal(
      await refused(['backup', file], { FINDLING_DATA: data, FINDLING_SECRET: 'x'.repeat(32) }),
      'FINDLING_SECRET is not the secret that this data was made with.',
    );
    assert.ok(!existsSync(file));
  });

  test('a file that cannot be written', async (t) => {
    const service = await startTestService(t);
    const settings = { FINDLING_DATA: service.config.data };
    const missing = join(temporaryFolder(t), 'missing', 'a.backup');
    assert.equal(await refused(['backup', missing], settings), `${missing} cannot be written (ENOENT).`);
  });

  test('a full disk, and leaves no part of a file', async (t) => {
    const service = await startTestService(t);
    const documents = Array.from({ length: 100 }, (_, n) => ({ id: `${n}`, title: `title ${n}` }));
    await service.engine({ documents });
    const env = plainEnvironment({ FINDLING_DATA: service.config.data });
    // Every write to this device fails as on a full disk.
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM, 'backup', '-'], {
      cwd: ROOT,
      env,
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    });
    assert.equal(status, 1);
    const told =
      'The disk is full: standard output was not written. Free space, or write the backup elsewhere.\n';
    assert.equal(String(stderr), told);
    const disk = smallDisk(t);
    if (disk.ballast === undefined) return;
    disk.ballast.fill();
    const file = join(disk.folder, 'a.backup');
    assert.equal(
      await refused(['backup', file], { FINDLING_DATA: service.config.data }),
      `The disk is full: ${file} was not written. Free space, or write the backup elsewhere.`,
    );
    assert.deepEqual(readdirSync(disk.folder), ['ballast']);
    // There is room for some of the tables.
    const ballast = join(disk.folder, 'ballast');
    truncateSync(ballast, statSync(ballast).size - 200_000);
    const whole = newPath(t, 'whole.backup');
    await backedUp(service, whole);
    const secret = readFileSync(join(service.config.data, 'secret'), 'utf8').trim();
    const folder = join(disk.folder, 'restored');
    assert.equal(
      await refused(['restore', whole], { FINDLING_DATA: folder, FINDLING_SECRET: secret }),
      `The disk of ${folder} is full: nothing was restored. Free space, or restore elsewhere.`,
    );
    assert.deepEqual(readdirSync(folder), ['lock.sqlite']);
  });
});

suite('findling restore refuses', () => {
  const restore = (file: string, folder: string, more: Record<string, string> = {}) =>
    refused(['restore', file], { FINDLING_DATA: folder, FINDLING_SECRET: SECRET, ...more });

  test('a missing secret and another one, before anything is written', async (t) => {
    const service = await startTestService(t);
    const file = newPath(t, 'a.backup');
    await backedUp(service, file);
    const folder = newPath(t, 'restored');
    assert.equal(
      await refused(['restore', file], { FINDLING_DATA: folder }),
      `The backup can only be restored with the instance secret of its data: set FINDLING_SECRET, or put the file \`secret\` into ${folder}.`,
    );
    assert.equal(
      await restore(file, folder),
      'FINDLING_SECRET is not the secret that the backup was made with.',
    );
    assert.ok(!existsSync(folder));
    mkdirSync(folder);
    writeFileSync(join(folder, 'secret'), `${SECRET}\n`);
    assert.equal(
      await refused(['restore', file], { FINDLING_DATA: folder }),
      `The file \`secret\` in ${folder} is not the secret that the backup was made with.`,
    );
    assert.deepEqual(readdirSync(folder), ['secret']);
  });

  test('a folder that is in use or not empty', async (t) => {
    const service = await startTestService(t, { FINDLING_SECRET: SECRET });
    const { data } = service.config;
    const file = newPath(t, 'a.backup');
    await must(['backup', file], { FINDLING_DATA: data, FINDLING_SECRET: SECRET });
    assert.match(await restore(file, data), /^Another Findling is running on the data folder /);
    await service.close();
    assert.match(
      await restore(file, data),
      /^The data folder .* is not empty: it has `.*`\. Restore into an empty/,
    );
    const other = temporaryFolder(t);
    writeFileSync(join(other, 'letter.txt'), 'kept');
    assert.match(await restore(file, other), /is not empty: it has `letter\.txt`\./);
    assert.deepEqual(readdirSync(other), ['letter.txt']);
  });

  test('what is not a backup, of a newer version, or cannot be read', async (t) => {
    const folder = newPath(t, 'restored');
    const file = newPath(t, 'a.backup');
    assert.equal(await restore(file, folder), `${file} cannot be read (ENOENT).`);
    writeFileSync(file, 'a letter to my aunt, longer than sixteen bytes');
    assert.equal(await restore(file, folder), `${file} is not a Findling backup.`);
    writeFileSync(file, '');
    assert.equal(
      await restore(file, folder),
      `${file} is incomplete: it ends after 0 bytes. Use another backup.`,
    );
    writeFileSync(file, written({ data_version: 999 }));
    assert.match(
      await restore(file, folder),
      /a\.backup was made by a newer Findling \(9\.9\.9, data version 999; this one knows up to \d+\)\. Restore it with that version\.$/,
    );
    assert.ok(!existsSync(folder));
  });

  test('a backup that somebody altered, although every checksum is correct', async (t) => {
    const folder = newPath(t, 'restored');
    const file = newPath(t, 'a.backup');
    const account = ['store.accounts', ['id'], [['a']]] as const;
    writeFileSync(
      file,
      written({}, [[account[0], [...account[1]], [['b']]]], (digest) =>
        new Vault('x'.repeat(32)).sign(digest),
      ),
    );
    const altered = `${file} was altered: its signature is not that of the instance secret. Use another backup.`;
    assert.equal(await restore(file, folder), altered);
    assert.equal(
      await refused(['verify', '--backup', file], { FINDLING_DATA: folder, FINDLING_SECRET: SECRET }),
      altered,
    );
    assert.ok(!existsSync(folder));
  });

  test('tables that it does not know, and leaves nothing', async (t) => {
    const folder = newPath(t, 'restored');
    const file = newPath(t, 'a.backup');
    writeFileSync(file, written({}, [['store.secrets', ['id'], [['a']]]]));
    assert.equal(
      await restore(file, folder),
      'The backup has a table store.secrets, which this Findling does not know.',
    );
    assert.deepEqual(readdirSync(folder), ['lock.sqlite']);
  });
});
