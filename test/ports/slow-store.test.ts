import { suite } from 'node:test';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { temporaryFolder } from '../support/folder.ts';
import { slowStore } from './slow-store.ts';
import type { StoreFactory } from './store/fixtures.ts';
import { storeConformance } from './store-conformance.ts';

const make: StoreFactory = async (t) => {
  const open = async (folder: string) => {
    const store = slowStore(await openSqliteStore(folder, { create: true, writer: 'inline' }));
    t.after(() => store.close());
    return store;
  };
  const folder = temporaryFolder(t);
  return {
    store: await open(folder),
    openShared: () => open(folder),
    openOther: () => open(temporaryFolder(t)),
  };
};

// Suites and tests run concurrently, as they spend nearly all of their time waiting.
suite('concurrently', { concurrency: 8 }, () => storeConformance('a slow store', make, { concurrency: 16 }));
