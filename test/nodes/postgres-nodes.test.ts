import { openPostgresStore } from '../../src/store/postgres/open.ts';
import { newDatabase, withoutPostgres } from '../services/postgres.ts';
import { followingSuite } from './following.ts';
import { interleavingSuite } from './interleavings.ts';
import type { SharedStores } from './node-stores.ts';
import { takingOverSuite } from './taking-over.ts';

const stores: SharedStores = async (t) => {
  const { url } = await newDatabase(t);
  return () =>
    openPostgresStore({ url, connections: 10, create: true, role: 'server', version: '0.0.0-test' });
};

const skip = withoutPostgres();
followingSuite('PostgreSQL database', stores, { skip });
takingOverSuite('PostgreSQL database', stores, { skip });
interleavingSuite('PostgreSQL database', stores, { skip });
