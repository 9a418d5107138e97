import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { DATA_VERSION } from '../../src/store/migrations/migrations.ts';
import { newDatabase, withoutPostgres } from '../services/postgres.ts';
import { revertData } from '../support/earlier-data.ts';
import { startTestService } from '../support/service.ts';
import { must, newPath, refused } from './backed-up-service.ts';
import { assertKept, KEPT, KEPT_KEYS, KEPT_PASSPHRASE, writeKept } from './kept-service.ts';

const files = readdirSync(KEPT).filter((name) => name.endsWith('.backup'));

suite('kept backups', () => {
  test('there is one of the current data version', () => {
    assert.ok(files.includes(`data-${DATA_VERSION}.backup`), 'run `node test/backup/write-fixture.ts`');
  });

  for (const name of files) {
    test(`${name} is restored and served`, async (t) => {
      const folder = newPath(t, 'restored');
      const settings = { FINDLING_DATA: folder, ...KEPT_PASSPHRASE };
      await must(['verify', '--backup', join(KEPT, name)], settings);
      await must(['restore', join(KEPT, name)], settings);
      await assertKept(await startTestService(t, { FINDLING_DATA: folder }));
    });

    test(`${name} is restored into PostgreSQL`, { skip: withoutPostgres() }, async (t) => {
      const { url } = await newDatabase(t);
      const settings = { FINDLING_DATA: newPath(t, 'node'), FINDLING_DATABASE_URL: url };
      await must(['restore', join(KEPT, name)], { ...settings, ...KEPT_PASSPHRASE });
      await assertKept(await startTestService(t, settings));
    });
  }

  /** Before the dashboard; before checksums; before tuning; the last ones. */
  for (const version of [2, 5, 6, DATA_VERSION - 1]) {
    test(`data of version ${version} can be backed up before it is migrated, and is migrated by the restore`, async (t) => {
      const service = await startTestService(t, KEPT_KEYS);
      await writeKept(service);
      await service.close();
      const { data } = service.config;
      revertData(data, version);
      assert.match(
        await refused(['keys', 'list'], { FINDLING_DATA: data }),
        /^The data is of an older Findling/,
      );
      const file = newPath(t, 'old.backup');
      await must(['backup', file], { FINDLING_DATA: data, ...KEPT_PASSPHRASE });
      const folder = newPath(t, 'restored');
      await must(['restore', file], { FINDLING_DATA: folder, ...KEPT_PASSPHRASE });
      await assertKept(await startTestService(t, { FINDLING_DATA: folder }), { hasTuning: version >= 7 });
    });
  }
});
