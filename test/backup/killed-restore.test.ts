import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { PROGRAM, plainEnvironment, ROOT } from '../support/command.ts';
import { announcedSeed, Random, repetitions } from '../support/seed.ts';
import { startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { assertServes, fill, must, newPath, refused, shown } from './backed-up-service.ts';
import { findlingWith } from './programs.ts';

/** A table that the test adds to what a killed restore has left, to tell it from what the next one writes. */
const LEFTOVER = 'leftover';

/** Whether the store of a folder says that it is an unfinished restore, and is no leftover. */
function isMarked(folder: string): boolean {
  const path = join(folder, 'findling.sqlite');
  if (!existsSync(path)) return false;
  const db = new DatabaseSync(path, { timeout: 1000 });
  try {
    const leftover = db.prepare('select 1 from sqlite_master where name = ?').get(LEFTOVER);
    const mark = db.prepare(`select 1 from instance where name = 'restore_of'`).get();
    return leftover === undefined && mark !== undefined;
  } catch {
    return false;
  } finally {
    db.close();
  }
}

function markLeftover(folder: string): void {
  const db = new DatabaseSync(join(folder, 'findling.sqlite'), { timeout: 1000 });
  db.exec(`create table ${LEFTOVER} (a integer)`);
  db.close();
}

test('a killed restore cannot be opened, and the next restore starts over', async (t) => {
  const random = new Random(announcedSeed('killed restores'));
  const service = await startTestService(t);
  const engine = await fill(service);
  const expected = await shown(service, service, engine);
  const passphrase = { FINDLING_BACKUP_PASSPHRASE: 'a long enough passphrase' };
  const source = { FINDLING_DATA: service.config.data, ...passphrase };
  const { stdout: bytes } = await findlingWith(['backup', '-'], source);
  const folder = newPath(t, 'restored');
  const settings = { FINDLING_DATA: folder, ...passphrase };
  for (let kill = 0; kill < repetitions('KILLS', 3); kill++) {
    const child = spawn(process.execPath, [PROGRAM, 'restore', '-'], {
      cwd: ROOT,
      env: plainEnvironment(settings),
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const exited = once(child, 'exit');
    child.stdin.on('error', () => {});
    // Everything but some bytes: it waits for the rest.
    child.stdin.write(bytes.subarray(0, bytes.length - 1 - random.below(bytes.length >> 1)));
    await until('the restore has begun', async () => isMarked(folder));
    child.kill('SIGKILL');
    await exited;
    assert.ok(isMarked(folder));
    // Otherwise the next restore finds the folder exactly as the killed one has left it.
    if (kill === 0) {
      assert.equal(
        await refused(['start'], {
          FINDLING_PORT: '0',
          FINDLING_SECRET: 'x'.repeat(32),
          FINDLING_DATA: folder,
        }),
        'The data is an unfinished restore: run `findling restore` again, which starts over.',
      );
    }
    markLeftover(folder);
  }
  assert.ok(!existsSync(join(folder, 'secret')));

  // Interrupted by a signal that can be handled, it leaves nothing.
  const child = spawn(process.execPath, [PROGRAM, 'restore', '-'], {
    cwd: ROOT,
    env: plainEnvironment(settings),
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const exited = once(child, 'close');
  child.stdin.on('error', () => {});
  child.stdin.write(bytes.subarray(0, bytes.length - 10));
  await until('the restore waits', async () => isMarked(folder));
  child.kill('SIGINT');
  assert.deepEqual(await exited, [1, null]);
  assert.equal(stderr, 'The restore was interrupted: nothing was restored.\n');
  assert.ok(!existsSync(join(folder, 'findling.sqlite')));

  const done = await findlingWith(['restore', '-'], settings, bytes);
  assert.equal(done.code, 0, done.stderr);
  await assertServes(t, { FINDLING_DATA: folder }, service, expected, engine);
  assert.match(
    await refused(['restore', newPath(t, 'none')], { FINDLING_DATA: folder }),
    /^Another Findling is running/,
  );
  await must(['keys', 'list'], { FINDLING_DATA: folder });
});
