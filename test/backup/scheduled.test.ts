import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BackupScheduleFacts } from '../../src/dashboard-api/operations-types.ts';
import { alterData, type Browser, startDashboard } from '../support/dashboard.ts';
import { S3Server } from '../support/s3-server.ts';
import { startTestService, type TestService, temporaryFolder } from '../support/service.ts';
import { until } from '../support/until.ts';
import { assertServes, fill, must, newPath, refused, shown } from './backed-up-service.ts';

const NAME = /^findling-[0-9a-f]{8}-\d{8}T\d{6}Z\.backup$/;

/** Lets the next backup be due: the last one was made two days ago. */
function letTimePass(service: TestService): void {
  alterData(
    service,
    `update instance set value = json_set(value, '$.success.at', ${Date.now() - 2 * 86_400_000}) where name = 'backup_state'`,
  );
}

const scheduleOf = async (owner: Browser): Promise<BackupScheduleFacts> =>
  (await owner.call('GET', '/operations')).json.backup;

const succeeded = (owner: Browser, count: number, names: () => readonly string[]) =>
  until(`${count} backups are there`, async () => {
    const { last_success: success, running_since: running } = await scheduleOf(owner);
    return running === null && success !== null && names().length === count && names().includes(success.name);
  });

suite('scheduled backups', () => {
  test('are made at the start and when they are due, and the oldest are removed', async (t) => {
    const folder = newPath(t, 'backups');
    const { service, owner } = await startDashboard(t, {
      FINDLING_BACKUP_TO: folder,
      FINDLING_BACKUP_EVERY: '6h',
      FINDLING_BACKUP_KEEP: '2',
    });
    const names = () => readdirSync(folder).sort();
    await until('the folder is there', async () => {
      const { last_success: success } = await scheduleOf(owner);
      return success !== null;
    });
    const engine = await fill(service);
    const expected = await shown(service, service, engine);
    const [first] = names();
    assert.match(first ?? '', NAME);
    const schedule = await scheduleOf(owner);
    assert.deepEqual(
      [schedule.to, schedule.every, schedule.keep, schedule.last_failure],
      [folder, 'every 6 hours', 2, null],
    );
    const { at, name, bytes } = schedule.last_success ?? { at: '', name: '', bytes: 0 };
    assert.equal(Date.parse(schedule.next_at), Date.parse(at) + 6 * 3_600_000);
    assert.equal(name, first);
    assert.equal(bytes, readFileSync(join(folder, name)).length);

    // Files of others, and the remains of an interrupted backup of this one.
    const others = ['findling-00000000-20200101T000000Z.backup', 'notes.txt', `${first}.old`];
    for (const other of others) writeFileSync(join(folder, other), 'kept');
    const stem = first?.slice(0, 18) ?? '';
    writeFileSync(join(folder, `${stem}20200101T000000Z.backup`), 'too old');
    writeFileSync(join(folder, `${stem}20200102T000000Z.backup.0123abcd.part`), 'interrupted');
    // Names have seconds.
    await sleep(1100);
    letTimePass(service);
    await service.restart();
    await succeeded(owner, 2 + others.length, names);
    const kept = names().filter((one) => !others.includes(one));
    assert.equal(kept[0], first);
    await sleep(1100);
    letTimePass(service);
    await service.restart();
    await until('the first is removed', async () => !names().includes(first as string));
    await succeeded(owner, 2 + others.length, names);
    for (const other of others) assert.equal(readFileSync(join(folder, other), 'utf8'), 'kept');

    const { last_success: last } = await scheduleOf(owner);
    const restored = temporaryFolder(t);
    writeFileSync(join(restored, 'secret'), readFileSync(join(service.config.data, 'secret')));
    await must(['restore', join(folder, last?.name ?? '')], { FINDLING_DATA: restored });
    const copy = await assertServes(t, { FINDLING_DATA: restored }, service, expected, engine);
    assert.equal((await copy.call('GET', '/engines', { key: service.privateKey })).status, 200);
  });

  test('that fail are shown, logged and tried again', async (t) => {
    const place = join(temporaryFolder(t), 'place');
    writeFileSync(place, 'a file where a folder should be');
    const folder = join(place, 'backups');
    const { service, owner } = await startDashboard(t, { FINDLING_BACKUP_TO: folder });
    await until('the failure is shown', async () => (await scheduleOf(owner)).last_failure !== null);
    const { last_failure: failure, last_success: success } = await scheduleOf(owner);
    assert.match(failure?.message ?? '', /^.*backups cannot be written \(ENOTDIR\)\.$/);
    assert.equal(success, null);
    assert.ok(service.logLines.some((line) => line.includes('a backup failed; it is tried again')));
    rmSync(place);
    await until('the backup is made', async () => (await scheduleOf(owner)).last_success !== null);
    assert.equal((await scheduleOf(owner)).last_failure, null);
    assert.equal(readdirSync(folder).length, 1);
  });

  test('go to S3-compatible storage, are read back, and the oldest are removed', async (t) => {
    const server = await S3Server.start(t, temporaryFolder(t));
    const passphrase = { FINDLING_BACKUP_PASSPHRASE: 'a long enough passphrase' };
    const { service, owner } = await startDashboard(t, {
      ...server.settings('nightly'),
      ...passphrase,
      FINDLING_BACKUP_KEEP: '1',
    });
    await succeeded(owner, 1, () => server.keys.map((key) => key.replace('nightly/', '')));
    const [first] = server.keys;
    assert.match(first?.replace('nightly/', '') ?? '', NAME);
    assert.ok(server.requests.includes(`GET ${first}`), 'it was read back');
    const engine = await fill(service);
    const expected = await shown(service, service, engine);

    // A storage that damages objects is noticed, and the backup from before is kept.
    await sleep(1100);
    server.isDamaging = true;
    letTimePass(service);
    await service.restart();
    await until('the failure is shown', async () => (await scheduleOf(owner)).last_failure !== null);
    assert.match(
      (await scheduleOf(owner)).last_failure?.message ?? '',
      /^s3:\/\/backups\/nightly\/.* is damaged/,
    );
    assert.deepEqual(server.keys, [first]);
    server.isDamaging = false;
    await until('the next one is made', async () => {
      const { last_failure: failure } = await scheduleOf(owner);
      return failure === null && !server.keys.includes(first as string);
    });
    assert.equal(server.keys.length, 1);
    for (const line of service.logLines) assert.ok(!line.includes('test/secret'), line);

    const folder = newPath(t, 'restored');
    const object = server.pathOf(server.keys[0] as string);
    await must(['restore', object], { FINDLING_DATA: folder, ...passphrase });
    await assertServes(t, { FINDLING_DATA: folder }, service, expected, engine);
  });

  test('need the keys of the storage, which no sentence shows', async (t) => {
    const told = await refused(['start'], {
      FINDLING_DATA: newPath(t, 'data'),
      FINDLING_PORT: '0',
      FINDLING_BACKUP_TO: 's3://backups',
    });
    assert.equal(
      told,
      'FINDLING_BACKUP_TO names S3 storage: set FINDLING_BACKUP_S3_ACCESS_KEY and FINDLING_BACKUP_S3_SECRET_KEY too.',
    );
  });

  test('end with the service, and leave no part of a file', async (t) => {
    const folder = newPath(t, 'backups');
    mkdirSync(folder);
    const service = await startTestService(t, { FINDLING_BACKUP_TO: folder });
    // Probably while the first one is being made.
    await service.close();
    for (const name of readdirSync(folder)) assert.match(name, NAME);
  });
});
