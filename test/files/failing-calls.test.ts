import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import type { Checkpoint } from '../../src/index/embedded/files/checkpoint.ts';
import { EngineFolder } from '../../src/index/embedded/files/engine-folder.ts';
import { isProblem } from '../../src/index/embedded/files/file-problem.ts';
import type { Files } from '../../src/index/embedded/files/file-system.ts';
import { temporaryFolder } from '../support/folder.ts';
import { FAILURES, FailingFiles, type Failure, unsynced } from './failing-files.ts';
import {
  allBut,
  checkpointOf,
  contentOfCheckpoint,
  contentOfLoaded,
  EXPECTED,
  piece,
} from './kept-engine.ts';

// The n-th call fails, for every n and every kind of failure.

const OLD = checkpointOf(10, [piece('a', 0, 3), piece('b', 3, 2)]);
/** One segment gets a deletion, one is removed, two are added. */
const NEW = checkpointOf(20, [
  { ...(OLD.segments[0] as (typeof OLD.segments)[number]), liveDocs: allBut(1, 3) },
  piece('c', 5, 4),
  piece('d', 9, 1),
]);
const LATER = checkpointOf(30, [...NEW.segments, piece('e', 10, 2)]);

const contents = new Map(
  [OLD, NEW, LATER].map((checkpoint) => [checkpoint, contentOfCheckpoint(checkpoint)]),
);

const loaded = async (folder: string) =>
  contentOfLoaded(await new EngineFolder(unsynced, folder).load(EXPECTED));

/** The folder has exactly the files of a checkpoint. */
function assertTidy(folder: string, { segments }: Checkpoint): void {
  const names = readdirSync(folder).map((name) => name.replace(/-[0-9a-f]{16}\.findling$/, ''));
  assert.deepEqual(names.sort(), ['MANIFEST', ...segments.map(() => 'segment')]);
}

/** A folder whose last process saved the old state; an earlier one died during a save. */
async function oldFolder(t: TestContext): Promise<string> {
  const folder = join(temporaryFolder(t), 'index', '7');
  await new EngineFolder(unsynced, folder).save(OLD);
  for (const name of [
    'MANIFEST.new',
    'segment-0123456789abcdef.findling',
    'segment-fedcba9876543210.findling.new',
  ]) {
    await (await unsynced.create(join(folder, name))).close();
  }
  return folder;
}

interface Round {
  readonly failure: Failure;
  readonly n: number;
}

/** A save with one failing call, in a new process or in one that has loaded the old state. */
async function round(t: TestContext, { failure, n }: Round, hasLoaded: boolean): Promise<number> {
  const folder = await oldFolder(t);
  const files: { now: Files } = { now: unsynced };
  const engine = new EngineFolder(changing(files), folder);
  if (hasLoaded) await engine.load(EXPECTED);
  const failing = new FailingFiles(unsynced, failure, n);
  files.now = failing;
  const where = `${failure} ${n} (${hasLoaded ? 'after a load' : 'at once'})`;
  const outcome = await engine.save(NEW).then(
    () => 'saved',
    (error: NodeJS.ErrnoException) => error.code,
  );
  const { calls } = failing;
  const label = `${where}: ${failing.failed} -> ${outcome}`;
  assert.equal(failing.openCount, 0, `${label}: every file is closed`);
  const state = await loaded(folder);
  assert.ok(
    [OLD, NEW].some((checkpoint) => isSame(state, contents.get(checkpoint))),
    `${label}: the folder has the old or the new state`,
  );
  if (outcome === 'saved') assert.deepEqual(state, contents.get(NEW), label);
  else assert.match(String(outcome), /^(EIO|ENOSPC|EMFILE|ESHORT)$/, label);
  if (failure !== 'end') {
    // The same process continues.
    failing.heal();
    await engine.save(LATER);
  } else {
    await new EngineFolder(unsynced, folder).save(LATER);
  }
  assert.deepEqual(await loaded(folder), contents.get(LATER), `${label}: a later save works`);
  assertTidy(folder, LATER);
  return calls;
}

const isSame = (a: unknown, b: unknown): boolean => {
  try {
    assert.deepEqual(a, b);
    return true;
  } catch {
    return false;
  }
};

/** A file system that can be replaced while a folder uses it. */
const changing = (files: { now: Files }): Files =>
  new Proxy(unsynced, {
    get:
      (_, name: keyof Files) =>
      (...args: never[]) =>
        (files.now[name] as (...args: never[]) => unknown)(...args),
  });

suite('the n-th call of a save fails', () => {
  for (const failure of FAILURES) {
    test(`${failure}: the folder has the old or the new state, and a later save works`, async (t) => {
      let rounds = 0;
      for (const hasLoaded of [false, true]) {
        const calls = await round(t, { failure, n: 0 }, hasLoaded);
        assert.ok(calls > 0);
        for (let n = 1; n <= calls; n++, rounds++) await round(t, { failure, n }, hasLoaded);
      }
      t.diagnostic(`${failure}: ${rounds} calls failed one by one, 0 states lost or mixed`);
    });
  }
});

test('a failing call of a load is reported as a problem, and leaves no file open', async (t) => {
  const folder = await oldFolder(t);
  for (const failure of ['EIO', 'EMFILE'] as const) {
    const counted = new FailingFiles(unsynced, failure, 0);
    await new EngineFolder(counted, folder).load(EXPECTED);
    for (let n = 1; n <= counted.calls; n++) {
      const failing = new FailingFiles(unsynced, failure, n);
      const found = await new EngineFolder(failing, folder).load(EXPECTED);
      assert.equal(failing.openCount, 0);
      if (failing.failed === 'close') assert.deepEqual(contentOfLoaded(found), contents.get(OLD));
      else assert.ok(isProblem(found) && found.kind === 'damaged', `${failure} ${n}`);
    }
  }
});

test('the removal of a folder can be completed after any of its calls failed', async (t) => {
  const calls = await removal(t, 0);
  for (let n = 1; n <= calls; n++) await removal(t, n);
});

async function removal(t: TestContext, n: number): Promise<number> {
  const folder = await oldFolder(t);
  const failing = new FailingFiles(unsynced, 'EIO', n);
  const engine = new EngineFolder(failing, folder);
  const outcome = await engine.remove().then(
    () => 'removed',
    (error: NodeJS.ErrnoException) => error.code,
  );
  const { calls } = failing;
  assert.equal(outcome, n === 0 ? 'removed' : 'EIO');
  if (n > 0) {
    const found = await new EngineFolder(unsynced, folder).load(EXPECTED);
    assert.ok(isProblem(found) ? found.kind === 'missing' : calls <= 2, 'complete, or missing for a load');
  }
  failing.heal();
  await engine.remove();
  assert.throws(() => readdirSync(folder), { code: 'ENOENT' });
  return calls;
}
