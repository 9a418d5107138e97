import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { temporaryFolder } from '../support/folder.ts';
import { storeConformance } from './store-conformance.ts';

for (const writer of ['thread', 'inline'] as const) {
  storeConformance(`SQLite, writer: ${writer}`, async (t) => {
    const open = async (folder: string, maxBytes?: number) => {
      const store = await openSqliteStore(folder, { create: true, writer, maxBytes });
      t.after(() => store.close());
      return store;
    };
    const folder = temporaryFolder(t);
    return {
      store: await open(folder),
      openBeside: () => open(folder),
      openSmall: (maxBytes) => open(temporaryFolder(t), maxBytes),
    };
  });
}
