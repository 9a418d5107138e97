import assert from 'node:assert/strict';
import test from 'node:test';
import { Curations } from '../../src/curations/curations.ts';
import { limits } from '../../src/limits.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { temporaryFolder } from '../support/service.ts';

test('an engine has at most 2,000 curations', async (t) => {
  const store = await openSqliteStore(temporaryFolder(t), { create: true });
  t.after(() => store.close());
  const engine = await store.transact('instance', async ({ accounts, engines, documents, tuning }) => {
    await accounts.insert({ id: 'a', name: 'a', hostIdentifier: 'a', isDefault: true, createdAt: 0 });
    const made = await engines.insert({
      accountId: 'a',
      name: 'parks',
      language: null,
      createSettings: {},
      createdAt: 0,
    });
    await documents.put(made.id, [{ id: 'a', json: '{}' }]);
    // Without the history of versions: each would hold all curations.
    for (let n = 1; n < limits.curations; n++) {
      const curation = { id: `cur-${n}`, queries: [`${n}`], promoted: ['a'], hidden: [] };
      await tuning.putCuration(made.id, curation, [`${n}`]);
    }
    return made;
  });
  const curations = new Curations(store);
  const change = { engine, author: 'private-key', precondition: undefined };
  const request = (query: string) => ({ queries: [query], promoted: ['a'], hidden: [] });
  await curations.create(change, request('the last'));
  await assert.rejects(curations.create(change, request('one more')), {
    status: 400,
    body: { errors: ['Cannot exceed 2,000 curations in an engine'] },
  });
  await curations.delete(change, 'cur-1');
  await curations.create(change, request('one more'));
});
