import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test, { type TestContext } from 'node:test';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { temporaryFolder } from '../support/folder.ts';
import { clickConformance } from './click-conformance.ts';

const open = async (t: TestContext, folder = temporaryFolder(t)) => {
  const store = await openSqliteStore(folder, { create: true });
  t.after(() => store.close());
  return store;
};

clickConformance('SQLite', (t) => open(t));

test('data from before there were clicks gets a place for them, and keeps what it has', async (t) => {
  const folder = temporaryFolder(t);
  const first = await openSqliteStore(folder, { create: true });
  await first.transact('instance', (tx) => tx.instance.set('fact', 'kept'));
  await first.close();
  const db = new DatabaseSync(join(folder, 'findling.sqlite'));
  db.exec(`alter table engines drop column forgotten; delete from instance where name = 'identity';
           drop table clicks; delete from counters where name in ('click', 'audit');
           drop table people; drop table members; drop table sessions; drop table links; drop table audit;
           drop table unconfirmed_fields; alter table engines drop column document_bytes;
           alter table engines drop column changed_at;
           update instance set value = '1' where name = 'data_version'`);
  db.close();
  await assert.rejects(openSqliteStore(folder, { create: false }), /older Findling/);
  const store = await open(t, folder);
  assert.equal(await store.instance.get('fact'), 'kept');
  assert.deepEqual(await store.clicks.page(1, { offset: 0, limit: 1 }), { total: 0, results: [] });
});
