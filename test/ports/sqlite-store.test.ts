import type { TestContext } from 'node:test';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { temporaryFolder } from '../support/folder.ts';
import { diskSpaceSuite } from './store/disk-space.ts';
import { storeConformance } from './store-conformance.ts';

for (const writer of ['thread', 'inline'] as const) {
  const open = async (t: TestContext, folder = temporaryFolder(t), maxBytes?: number) => {
    const store = await openSqliteStore(folder, { create: true, writer, maxBytes });
    t.after(() => store.close());
    return store;
  };
  const adapter = `SQLite, writer: ${writer}`;
  storeConformance(adapter, async (t) => {
    const folder = temporaryFolder(t);
    return { store: await open(t, folder), openShared: () => open(t, folder), openOther: () => open(t) };
  });
  diskSpaceSuite(adapter, (t, maxBytes) => open(t, temporaryFolder(t), maxBytes));
}
