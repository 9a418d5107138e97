import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { temporaryFolder } from '../support/folder.ts';

test('data from before there were checkpoints gets an identity, and counts its deletions as forgotten', async (t) => {
  const folder = temporaryFolder(t);
  const first = await openSqliteStore(folder, { create: true });
  const engine = await first.transact('instance', async (tx) => {
    const made = { accountId: 'a', name: 'books', language: null, createSettings: {}, createdAt: 0 };
    const { id } = await tx.engines.insert(made);
    await tx.documents.put(id, [
      { id: 'a', json: '{}' },
      { id: 'b', json: '{}' },
    ]);
    await tx.documents.delete(id, ['a']);
    return id;
  });
  await first.close();
  const db = new DatabaseSync(join(folder, 'findling.sqlite'));
  db.exec(`alter table engines drop column forgotten; delete from instance where name = 'identity';
           drop table people; drop table members; drop table sessions; drop table links; drop table audit;
           drop table unconfirmed_fields; delete from counters where name = 'audit';
           alter table engines drop column document_bytes; alter table engines drop column changed_at;
           update instance set value = '2' where name = 'data_version'`);
  db.close();

  await assert.rejects(openSqliteStore(folder, { create: false }), /older Findling/);
  const store = await openSqliteStore(folder, { create: true });
  t.after(() => store.close());
  assert.match(store.identity, /^[0-9a-f]{32}$/);
  assert.notEqual(store.identity, first.identity);
  const { sequence, forgotten } = (await store.engines.byId(engine)) ?? {};
  assert.deepEqual({ sequence, forgotten }, { sequence: 3, forgotten: 3 });
});
