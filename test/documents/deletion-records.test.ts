import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { Documents } from '../../src/documents/documents.ts';
import { ParsedDocuments } from '../../src/documents/sent-documents.ts';
import { Indexing } from '../../src/indexing/indexing.ts';
import { ReindexJob } from '../../src/schema/reindex-job.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { temporaryFolder } from '../support/folder.ts';
import { SourcedIndex } from '../support/sourced-index.ts';

/** An engine with documents a to d, which are changes 1 to 4. */
async function engineOfFour(t: TestContext) {
  const store = await openSqliteStore(temporaryFolder(t), { create: true });
  t.after(() => store.close());
  const indexing = new Indexing(store, new SourcedIndex());
  const documents = new Documents(store, indexing);
  const { id: engine } = await store.transact('instance', ({ engines }) =>
    engines.insert({ accountId: 'a', name: 'books', language: null, createSettings: {}, createdAt: 0 }),
  );
  const put = (...ids: string[]) => documents.replace(engine, new ParsedDocuments(ids.map((id) => ({ id }))));
  await indexing.loader.open(engine);
  await put('a', 'b', 'c', 'd');
  const deletions = async () =>
    (await store.documents.changesSince(engine, 0, 100))
      .filter(({ json }) => json === null)
      .map(({ id }) => id);
  const forgotten = async () => (await store.engines.byId(engine))?.forgotten;
  return { store, indexing, documents, engine, put, deletions, forgotten };
}

suite('records of deletions', () => {
  test('are kept until a checkpoint includes them, so that an older copy can catch up', async (t) => {
    const { store, documents, engine, deletions, forgotten } = await engineOfFour(t);
    await documents.delete(engine, ['a', 'b']); // 5 6
    await documents.delete(engine, ['c']); // 7
    assert.deepEqual(await deletions(), ['a', 'b', 'c']);
    assert.equal(await forgotten(), 0);
    await store.transact({ engine }, (tx) => tx.documents.forgetDeletions(engine, 6));
    assert.deepEqual(await deletions(), ['c']);
    assert.equal(await forgotten(), 6);
  });

  test('are removed when the document is written again', async (t) => {
    const { documents, engine, put, deletions } = await engineOfFour(t);
    await documents.delete(engine, ['a', 'b']);
    await put('b', 'd');
    assert.deepEqual(await deletions(), ['a']);
  });

  test('are kept while a reindex job runs, and after its end', async (t) => {
    const { store, indexing, documents, engine, deletions, forgotten } = await engineOfFour(t);
    await documents.delete(engine, ['a']); // 5
    const job = await store.transact('instance', async (tx) => {
      const made = await tx.jobs.insert({
        engineId: engine,
        state: 'running',
        before: new Map(),
        after: new Map(),
        changed: [],
        added: [],
        sequence: 5,
        total: 3,
        startedAt: 0,
        finishedAt: null,
      });
      await tx.engines.setRunningJob(engine, made.id);
      return made;
    });
    await documents.delete(engine, ['b']); // 6
    const forget = () => store.transact({ engine }, (tx) => tx.documents.forgetDeletions(engine, 6));
    assert.equal(await forget(), 5);
    assert.deepEqual(await deletions(), ['b']);

    assert.equal(await new ReindexJob(store, indexing, job, 'test').run(), true);
    assert.deepEqual(await deletions(), ['b']);
    assert.equal(await forgotten(), 5);
    assert.equal(await forget(), 6);
    assert.deepEqual(await deletions(), []);
  });
});
