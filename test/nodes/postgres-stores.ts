import { openPostgresStore } from '../../src/store/postgres/open.ts';
import { newDatabase } from '../services/postgres.ts';
import type { OpenStore, SharedStores } from './node-stores.ts';

/** A PostgreSQL database that several stores of one process open. */
export const postgresStoresOn =
  (url: string): OpenStore =>
  () =>
    openPostgresStore({ url, connections: 10, create: true, role: 'server', version: '0.0.0-test' });

export const postgresStores: SharedStores = async (t) => postgresStoresOn((await newDatabase(t)).url);
