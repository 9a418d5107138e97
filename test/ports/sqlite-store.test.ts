import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { temporaryFolder } from '../support/service.ts';
import { storeConformance } from './store-conformance.ts';

storeConformance('SQLite', async (t) => {
  const folder = temporaryFolder(t);
  const open = async () => {
    const store = await openSqliteStore(folder, { create: true });
    t.after(() => store.close());
    return store;
  };
  return { store: await open(), openBeside: open };
});
