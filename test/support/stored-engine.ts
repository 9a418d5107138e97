import type { TestContext } from 'node:test';
import type { EngineRecord, Store, StoreWriter } from '../../src/store/port.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { temporaryFolder } from './folder.ts';

/** A store with an engine that has these documents, all empty, and what `work` adds to it. */
export async function storedEngine(
  t: TestContext,
  ids: readonly string[],
  work: (tx: StoreWriter, engineId: number) => Promise<void> = async () => {},
): Promise<{ readonly store: Store; readonly engine: EngineRecord }> {
  const store = await openSqliteStore(temporaryFolder(t), { create: true });
  t.after(() => store.close());
  const engine = await store.transact('instance', async (tx) => {
    await tx.accounts.insert({ id: 'a', name: 'a', hostIdentifier: 'a', isDefault: true, createdAt: 0 });
    const made = await tx.engines.insert({
      accountId: 'a',
      name: 'parks',
      language: null,
      createSettings: {},
      createdAt: 0,
    });
    await tx.documents.put(
      made.id,
      ids.map((id) => ({ id, json: '{}' })),
    );
    await work(tx, made.id);
    return made;
  });
  return { store, engine };
}
