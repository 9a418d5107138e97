import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { checkedVersion, DATA_VERSION, DataError, migrate } from '../migrations.ts';
import type { Store } from '../port.ts';
import { allQueries } from '../queries/all.ts';
import type { Tables } from '../tables.ts';
import { NodeSqliteDialect } from './dialect.ts';

const FILE = 'findling.sqlite';

/** How long a process waits for another one's transaction, in milliseconds. */
const PATIENCE = 5000;

const connect = (path: string): { raw: DatabaseSync; db: Kysely<Tables> } => {
  const raw = new DatabaseSync(path, { timeout: PATIENCE });
  raw.exec('pragma journal_mode = wal');
  // FULL: the log is synced at every commit, so that an answered write survives a power cut too.
  raw.exec('pragma synchronous = full');
  raw.exec('pragma foreign_keys = on');
  return { raw, db: new Kysely<Tables>({ dialect: new NodeSqliteDialect(raw) }) };
};

/**
 * Opens the store in a data folder: one connection for transactions, one for reads, so that reads never wait
 * for a transaction (write-ahead log). With `create` missing tables are made and old data is brought up to date.
 */
export async function openSqliteStore(folder: string, options: { create: boolean }): Promise<Store> {
  const writer = connect(join(folder, FILE)).db;
  try {
    if (options.create) await migrate(writer);
    else if ((await checkedVersion(writer)) < DATA_VERSION) {
      throw new DataError(
        'The data is of an older Findling: run `findling start` once to bring it up to date.',
      );
    }
  } catch (error) {
    await writer.destroy();
    throw error;
  }
  const reader = connect(join(folder, FILE)).db;
  const { instance, accounts, keys, engines, documents, jobs, clicks } = allQueries(reader);
  return {
    instance,
    accounts,
    keys,
    engines,
    documents,
    jobs,
    clicks,
    transact: (work) => writer.transaction().execute((tx) => work(allQueries(tx))),
    async close() {
      await reader.destroy();
      await writer.destroy();
    },
  };
}

/** Whether a data folder holds a store. */
export const isStoreIn = (folder: string): boolean => existsSync(join(folder, FILE));
