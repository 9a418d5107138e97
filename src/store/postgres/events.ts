import { Kysely, sql } from 'kysely';
import type { EventStore } from '../event-port.ts';
import type { EventTables } from '../event-tables.ts';
import { type Columns, type EventTransaction, insertBatch } from '../queries/events/inserting.ts';
import { deleteEngineEvents, engineIds, pruneEvents } from '../queries/events/pruning.ts';
import { eventReads } from '../queries/events/reads.ts';
import { PostgresDialect } from './client-connection.ts';
import { type ConnectionPool, clientConfig } from './connection-pool.ts';
import { ReadDriver } from './read-driver.ts';
import { EVENT_LOCK } from './scope-locks.ts';
import { type TransactionOptions, Transactions } from './transactions.ts';

/** The schema of the tables of events: some of them have the names of tables of the store. */
export const EVENT_SCHEMA = 'findling_events';

/** The settings of a connection on which unqualified names are tables of events. */
export const eventClientConfig = (url: string) =>
  clientConfig(url, { options: `-c search_path=${EVENT_SCHEMA}` });

/** A power cut may take the newest batches: waiting for the disk would make each of them as slow as a document write. */
const BEGIN = 'set local synchronous_commit = off;';

/** What events need of the database, their own connections among it. */
export interface EventConnections extends Omit<TransactionOptions, 'pool' | 'begin'> {
  readonly writing: ConnectionPool;
  readonly reading: ConnectionPool;
}

/** Events on their own connections: no report waits for a batch, and no batch for a report. */
export function postgresEvents({ writing, reading, ...database }: EventConnections): EventStore {
  const reader = new Kysely<EventTables>({
    dialect: new PostgresDialect(new ReadDriver(reading, database.assertUsable, FOR_NUL)),
  });
  const transactions = new Transactions({ ...database, pool: writing, begin: BEGIN });
  const transact = <T>(work: (tx: Kysely<EventTables>) => Promise<T>): Promise<T> =>
    transactions.run(EVENT_LOCK, work);
  return {
    ...eventReads(reader),
    insert: (batch) => transact((db) => insertBatch(eventTransaction(db), batch)),
    prune: (engineId, retention) => transact((tx) => pruneEvents(tx, engineId, retention)),
    engineIds: () => engineIds(reader),
    deleteEngine: (engineId) => transact((tx) => deleteEngineEvents(tx, engineId)),
    async check() {
      // PostgreSQL has checksums of its own; damage shows when a table is read.
      await eventReads(reader).mark();
      return [];
    },
  };
}

const TYPES: Readonly<Record<Columns[string], string>> = { integer: 'bigint', text: 'text' };

/** Texts of clients may have NUL characters, which PostgreSQL cannot store. */
const FOR_NUL = '\ufffd';
const storable = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', FOR_NUL) : value;

const eventTransaction = (db: Kysely<EventTables>): EventTransaction => ({
  db,
  async insertAll({ table, columns, keepsExisting }, rows) {
    const names = Object.keys(columns);
    // One array per column: a statement with a parameter per value would have too many of them.
    const arrays = Object.values(columns).map(
      (type, i) => sql`${rows.map((row) => storable(row[i]))}::${sql.raw(TYPES[type])}[]`,
    );
    const end = keepsExisting === true ? sql`on conflict do nothing` : sql``;
    await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      select * from unnest(${sql.join(arrays)}) ${end}`.execute(db);
  },
  async emptyTable(name, columns) {
    const definitions = Object.entries(columns).map(
      ([column, type], i) => `${column} ${TYPES[type]}${i === 0 ? ' primary key' : ''}`,
    );
    // Temporary tables are not vacuumed: it is truncated at each commit.
    await sql
      .raw(`create temp table if not exists ${name} (${definitions}) on commit delete rows`)
      .execute(db);
    await sql.raw(`delete from ${name}`).execute(db);
  },
});
