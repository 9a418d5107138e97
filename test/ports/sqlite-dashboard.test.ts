import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test, { type TestContext } from 'node:test';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { temporaryFolder } from '../support/service.ts';
import { dashboardConformance } from './dashboard-conformance.ts';

const open = async (t: TestContext, folder = temporaryFolder(t)) => {
  const store = await openSqliteStore(folder, { create: true });
  t.after(() => store.close());
  return store;
};

dashboardConformance('SQLite', (t) => open(t));

test('data from before the dashboard learns the sizes of what it has', async (t) => {
  const folder = temporaryFolder(t);
  const first = await openSqliteStore(folder, { create: true });
  const engine = await first.transact('instance', async ({ engines, documents }) => {
    const made = await engines.insert({
      accountId: 'a',
      name: 'books',
      language: null,
      createSettings: {},
      createdAt: 7,
    });
    await documents.put(made.id, [
      { id: 'a', json: '{"t":"é"}' },
      { id: 'b', json: '{}' },
    ]);
    return made;
  });
  await first.close();
  const db = new DatabaseSync(join(folder, 'findling.sqlite'));
  db.exec(`drop table people; drop table members; drop table sessions; drop table links; drop table audit;
           drop table unconfirmed_fields; delete from counters where name = 'audit';
           alter table engines drop column document_bytes; alter table engines drop column changed_at;
           update instance set value = '3' where name = 'data_version'`);
  db.close();
  await assert.rejects(openSqliteStore(folder, { create: false }), /older Findling/);
  const store = await open(t, folder);
  assert.deepEqual((await store.engines.figures([engine.id])).get(engine.id), {
    documentBytes: 12,
    changedAt: 7,
  });
});
