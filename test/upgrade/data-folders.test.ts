import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { before, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { DATA_VERSION } from '../../src/store/migrations/migrations.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { findling, PROGRAM, plainEnvironment, ROOT } from '../support/command.ts';
import { temporaryFolder } from '../support/folder.ts';
import { announcedSeed, Random } from '../support/seed.ts';
import {
  hasClicks,
  hasDocumentsAndSchema,
  hasEvents,
  hasJudgements,
  hasKeys,
  hasOwner,
  hasSecondAccount,
  hasTuning,
} from './kept-checks.ts';
import { BOOKS, SINCE } from './kept-content.ts';
import { contentOfFolder, dataVersion, keptFolder, keptVersions, tablesOf } from './kept-folder.ts';
import { exported, settingsOf, stop, type Upgraded, upgrade } from './upgraded-service.ts';

/** The tests mostly wait for the processes that they start. */
const TWO_AT_A_TIME = { concurrency: 2 };

/** Events of version 9 have other tables under the same number; they are put aside. */
const hasUnreadableEvents = (version: number): boolean => version === SINCE.judgements;

function hasWarnings({ running }: Upgraded, data: string, version: number): void {
  const isAside = readdirSync(data).some((name) => name.startsWith('events.sqlite.unusable-'));
  const warns = /"msg":"The analytics and API logs in events\.sqlite cannot be read/.test(running.output());
  assert.deepEqual([isAside, warns], [hasUnreadableEvents(version), hasUnreadableEvents(version)]);
}

test('a data folder of every version is kept (test/fixtures/README.md)', () => {
  assert.deepEqual(
    keptVersions(),
    Array.from({ length: DATA_VERSION }, (_, i) => i + 1),
  );
});

suite('the service starts on a data folder', TWO_AT_A_TIME, () => {
  /** A folder that the present version has created. */
  let fresh = '';
  before(async () => {
    fresh = temporaryFolder({ after: () => {} });
    await (await openSqliteStore(fresh, { create: true })).close();
  });

  for (const version of keptVersions()) {
    test(`of data version ${version}, and everything is there`, async (t) => {
      const data = keptFolder(t, version);
      assert.equal(dataVersion(data), version);
      const upgraded = await upgrade(t, data);
      await hasDocumentsAndSchema(upgraded);
      await hasKeys(upgraded, version);
      await hasSecondAccount(upgraded, data);
      if (version >= SINCE.dashboard) await hasOwner(upgraded);
      if (version >= SINCE.tuning) await hasTuning(upgraded);
      if (version >= SINCE.judgements) await hasJudgements(upgraded);
      if (version >= SINCE.clicks && !hasUnreadableEvents(version)) await hasClicks(upgraded);
      if (version >= SINCE.events) await hasEvents(upgraded);
      hasWarnings(upgraded, data, version);

      const novel = { id: 'new', title: 'Novel' };
      await upgraded.call('POST', '/engines/books/documents', { body: [novel] });
      await stop(upgraded);
      assert.equal(dataVersion(data), DATA_VERSION);
      for (const file of ['findling.sqlite', 'events.sqlite']) {
        assert.deepEqual(tablesOf(data, file), tablesOf(fresh, file), `the tables of ${file}`);
      }
      const { code, stdout, stderr } = await findling(['verify'], { FINDLING_DATA: data });
      assert.deepEqual([code, stderr], [0, ''], stdout);
      assert.match(stdout, /Store and index agree: 3 engines, all checksums correct\.\n$/);

      const again = await upgrade(t, data);
      const documents = exported(await again.call('GET', '/engines/books/documents/export'));
      assert.deepEqual(documents, [...BOOKS, novel]);
      assert.deepEqual(await again.found({ query: 'novel' }), ['new']);
      await stop(again);
    });
  }
});

suite('a data folder of an earlier version', () => {
  test('is refused by commands, which change nothing', async (t) => {
    for (const version of [1, DATA_VERSION - 1]) {
      const data = keptFolder(t, version);
      const before = contentOfFolder(data);
      for (const command of ['verify', 'keys list', 'reindex books', 'dashboard link']) {
        const { code, stdout, stderr } = await findling(command.split(' '), { FINDLING_DATA: data });
        assert.deepEqual(
          { code, stdout, stderr },
          {
            code: 1,
            stdout: '',
            stderr: 'The data is of an older Findling: run `findling start` once to bring it up to date.\n',
          },
          command,
        );
      }
      assert.deepEqual(contentOfFolder(data), before);
    }
  });

  test('is upgraded by a start that comes after killed ones', async (t) => {
    const data = keptFolder(t, 1);
    const random = new Random(announcedSeed('killed upgrades'));
    for (let kill = 0; kill < 5; kill++) {
      const child = spawn(process.execPath, [PROGRAM, 'start'], {
        cwd: ROOT,
        env: plainEnvironment({ FINDLING_PORT: '0', ...settingsOf(data) }),
        stdio: 'ignore',
      });
      const exit = once(child, 'exit');
      await pause(random.below(1_500));
      child.kill('SIGKILL');
      await exit;
    }
    const upgraded = await upgrade(t, data);
    await hasDocumentsAndSchema(upgraded);
    await hasKeys(upgraded, 1);
    await stop(upgraded);
  });
});
