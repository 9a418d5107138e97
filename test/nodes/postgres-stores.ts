import { openPostgresStore } from '../../src/store/postgres/open.ts';
import { newDatabase } from '../services/postgres.ts';
import type { SharedStores } from './node-stores.ts';

/** A new PostgreSQL database that several stores of one process open. */
export const postgresStores: SharedStores = async (t) => {
  const { url } = await newDatabase(t);
  return () =>
    openPostgresStore({ url, connections: 10, create: true, role: 'server', version: '0.0.0-test' });
};
