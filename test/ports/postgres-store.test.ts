import { newDatabase, withoutPostgres } from '../services/postgres.ts';
import { openTestStore } from '../support/postgres-store.ts';
import type { StoreFactory } from './store/fixtures.ts';
import { nodeSuite } from './store/nodes.ts';
import { storeConformance } from './store-conformance.ts';

const make: StoreFactory = async (t) => {
  const { url } = await newDatabase(t);
  return {
    store: await openTestStore(t, url),
    openShared: () => openTestStore(t, url),
    openOther: async () => openTestStore(t, (await newDatabase(t)).url),
  };
};

const options = { concurrency: 4, skip: withoutPostgres() };
storeConformance('PostgreSQL', make, options);
nodeSuite('PostgreSQL', make, options);
