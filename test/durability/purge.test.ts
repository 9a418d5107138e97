import assert from 'node:assert/strict';
import test from 'node:test';
import { Engines } from '../../src/engines/engines.ts';
import { Indexing } from '../../src/indexing/indexing.ts';
import type { Store } from '../../src/store/port.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { temporaryFolder } from '../support/service.ts';
import { SourcedIndex } from '../support/sourced-index.ts';

test('the next purge removes exactly what a failed purge left of a deleted engine', async (t) => {
  const real = await openSqliteStore(temporaryFolder(t), { create: true });
  t.after(() => real.close());
  let isFull = false;
  const { promise: refused, resolve: refuse } = Promise.withResolvers<void>();
  const transact: Store['transact'] = async (scope, work) => {
    if (!isFull) return real.transact(scope, work);
    refuse();
    throw new Error('no space left on the device');
  };
  const store: Store = { ...real, transact };
  const engines = new Engines(store, new Indexing(store, new SourcedIndex()));
  const request = { name: 'books', language: null, createSettings: {} };

  const first = await engines.create('account', request);
  await store.transact({ engine: first.id }, (tx) => tx.documents.put(first.id, [{ id: 'a', json: '{}' }]));
  // No space from the end of the deletion itself.
  await engines.delete(first).then(() => (isFull = true));
  await refused;
  assert.deepEqual(await store.engines.deleted(), [first.id]);

  isFull = false;
  await engines.delete(await engines.create('account', request));
  while ((await store.engines.deleted()).length > 0) await new Promise(setImmediate);
  assert.deepEqual(await store.documents.page(first.id, { offset: 0, limit: 10 }), []);
  await engines.close();
});
