import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Index } from '../../src/indexing/generation-writer.ts';
import { Indexing } from '../../src/indexing/indexing.ts';
import type { Store } from '../../src/store/port.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import type { Schema } from '../../src/values/types.ts';
import { temporaryFolder } from '../support/service.ts';
import { SourcedIndex } from '../support/sourced-index.ts';

export const BEFORE: Schema = new Map([['year', 'text']]);
export const AFTER: Schema = new Map([['year', 'number']]);
export const COUNT = 120;

/** An engine whose reindex job no process runs yet; the years of half of its documents are not numbers. */
export async function reindexingEngine<I extends Index = SourcedIndex>(
  t: TestContext,
  index: I = new SourcedIndex() as Index as I,
) {
  const store = await openSqliteStore(temporaryFolder(t), { create: true });
  t.after(() => store.close());
  const { engine, job } = await store.transact('instance', async (tx) => {
    const made = await tx.engines.insert({
      accountId: 'a',
      name: 'books',
      language: null,
      createSettings: {},
      createdAt: 0,
    });
    const documents = Array.from({ length: COUNT }, (_, i) => ({
      id: `d${i}`,
      json: `{"year":"${i % 2 ? i : 'x'}"}`,
    }));
    await tx.documents.put(made.id, documents);
    await tx.engines.setSchema(made.id, AFTER);
    const job = await tx.jobs.insert({
      engineId: made.id,
      state: 'running',
      before: BEFORE,
      after: AFTER,
      changed: ['year'],
      added: [],
      sequence: COUNT,
      total: COUNT,
      startedAt: 0,
      finishedAt: null,
    });
    await tx.engines.setRunningJob(made.id, job.id);
    return { engine: made.id, job };
  });
  const indexing = new Indexing(store, index);
  const record = await store.engines.byId(engine);
  assert.ok(record);
  await indexing.loader.load(record);
  return { store, index, indexing, engine, job };
}

/** The store, with `event` right before its n-th transaction. */
export function interrupted(
  store: Store,
  n: number,
  event: () => Promise<void>,
): { store: Store; count: () => number } {
  let transactions = 0;
  const transact: Store['transact'] = async (scope, work) => {
    if (++transactions === n) await event();
    return store.transact(scope, work);
  };
  return { store: { ...store, transact }, count: () => transactions };
}
