import assert from 'node:assert/strict';
import test from 'node:test';
import { Documents } from '../../src/documents/documents.ts';
import { Indexing } from '../../src/documents/indexing.ts';
import { EmbeddedIndex } from '../../src/index/embedded/embedded-index.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { temporaryFolder } from '../support/service.ts';

test('deletions are recorded while a reindex job runs, which replays them, and do not pile up otherwise', async (t) => {
  const store = await openSqliteStore(temporaryFolder(t), { create: true });
  t.after(() => store.close());
  const documents = new Documents(store, new Indexing(store, new EmbeddedIndex()));
  const { id: engine } = await store.transact(({ engines }) =>
    engines.insert({ accountId: 'a', name: 'books', language: null, createSettings: {}, createdAt: 0 }),
  );
  const deletions = async () =>
    (await store.documents.changesSince(engine, 0, 100))
      .filter(({ json }) => json === null)
      .map(({ id }) => id);
  await documents.replace(engine, [{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' }]);

  await documents.delete(engine, ['a']);
  assert.deepEqual(await deletions(), []);
  await store.transact(({ engines }) => engines.setRunningJob(engine, 1));
  await documents.delete(engine, ['b']);
  await documents.delete(engine, ['c']);
  assert.deepEqual(await deletions(), ['b', 'c']);
  await store.transact(({ engines }) => engines.setRunningJob(engine, null));
  await documents.delete(engine, ['d']);
  assert.deepEqual(await deletions(), []);
});
