import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { Client } from 'pg';
import { DATA_VERSION } from '../../src/store/migrations/migrations.ts';
import { prepareDatabase } from '../../src/store/postgres/preparation.ts';
import { newDatabase, withoutPostgres } from '../services/postgres.ts';
import { temporaryFolder } from '../support/folder.ts';
import {
  hasClicks,
  hasDocumentsAndSchema,
  hasEvents,
  hasJudgements,
  hasKeys,
  hasOwner,
  hasTuning,
} from './kept-checks.ts';
import { dumpOf, keptDumps, keptFolder } from './kept-folder.ts';
import { stop, upgrade } from './upgraded-service.ts';

/** The first version that could store its data in PostgreSQL. */
const FIRST = 10;

async function columnsOf(client: Client): Promise<unknown[]> {
  const { rows } = await client.query(
    `select table_schema, table_name, column_name, data_type, is_nullable from information_schema.columns
     where table_schema in ('public', 'findling_events') order by 1, 2, 3`,
  );
  return rows;
}

test('a PostgreSQL dump of every version is kept (test/fixtures/README.md)', () => {
  assert.deepEqual(
    keptDumps(),
    Array.from({ length: DATA_VERSION - FIRST + 1 }, (_, i) => FIRST + i),
  );
});

suite('the service starts on a PostgreSQL database', { skip: withoutPostgres() }, () => {
  for (const version of keptDumps()) {
    test(`of data version ${version}, and everything is there`, async (t) => {
      const { url, server, name } = await newDatabase(t);
      const restoring = await server.connect(name);
      await restoring.query(gunzipSync(readFileSync(dumpOf(version))).toString());
      await restoring.end();
      const client = await server.connect(name);
      t.after(() => client.end());
      const dataVersion = async () => {
        const { rows } = await client.query("select value from instance where name = 'data_version'");
        return Number(rows[0]?.value);
      };
      assert.equal(await dataVersion(), version);

      const secret = readFileSync(join(keptFolder(t, version), 'secret'), 'utf8').trim();
      const settings = { FINDLING_DATABASE_URL: url, FINDLING_SECRET: secret };
      const upgraded = await upgrade(t, temporaryFolder(t), settings);
      await hasDocumentsAndSchema(upgraded);
      await hasKeys(upgraded, version);
      await hasOwner(upgraded);
      await hasTuning(upgraded);
      await hasJudgements(upgraded);
      await hasClicks(upgraded);
      await hasEvents(upgraded);
      await stop(upgraded);

      assert.equal(await dataVersion(), DATA_VERSION);
      const fresh = await newDatabase(t);
      await prepareDatabase(fresh.url, true);
      const other = await fresh.server.connect(fresh.name);
      t.after(() => other.end());
      assert.deepEqual(await columnsOf(client), await columnsOf(other));
    });
  }
});
