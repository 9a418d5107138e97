import { type Kysely, sql } from 'kysely';
import type { EventTables } from '../event-tables.ts';
import { EVENT_VERSION } from '../migrations/events.ts';
import { checkedVersion, type DatabaseKind, DataError } from '../migrations/migrations.ts';
import { refuseUnfinishedCopy } from '../migrations/unfinished-copy.ts';
import { isIntact } from '../queries/document-checksum.ts';
import type { Row, Tables } from '../tables.ts';
import { EVENT_KEYS, STORE_KEYS, type TableKeys } from './table-keys.ts';
import { type AnyTables, type CopiedRow, tablePages } from './table-pages.ts';

/** All tables at one moment, those of the store before those of the events. A service may write meanwhile. */
export interface TablesSnapshot {
  readonly database: DatabaseKind;
  readonly store: Kysely<Tables>;
  /** Undefined if there are none, or if they are not wanted. */
  readonly events: Kysely<EventTables> | undefined;
  close(): Promise<void>;
}

export interface SnapshotFacts {
  readonly dataVersion: number;
  readonly eventVersion: number | null;
  /** The facts about the instance by name. */
  readonly instance: ReadonlyMap<string, string>;
  readonly documents: number;
}

/** Rows of a table, named `store.documents` or `events.searches`. */
export interface SnapshotRows {
  readonly table: string;
  readonly rows: readonly CopiedRow[];
  /** The number of documents among them that do not have their checksum. */
  readonly damaged: number;
}

/**
 * Tables that a backup leaves out: with an old session, somebody who has signed out since, or who no longer has a right to
 * sign in, would be signed in again.
 */
const LEFT_OUT: ReadonlySet<string> = new Set(['sessions']);

const STORE: TableKeys = { instance: ['name'], ...STORE_KEYS };
const EVENTS: TableKeys = { facts: ['name'], ...EVENT_KEYS };

/** What the data is. Refuses data that is missing, unfinished or of a newer Findling. */
export async function snapshotFacts({ database, store, events }: TablesSnapshot): Promise<SnapshotFacts> {
  const dataVersion = await checkedVersion(store, database);
  if (dataVersion === 0) throw new DataError('There is no data yet: run `findling start` first.');
  const rows = await store.selectFrom('instance').selectAll().execute();
  const instance = new Map(rows.map(({ name, value }) => [name, value]));
  await refuseUnfinishedCopy({ get: async (name) => instance.get(name) });
  const counted = await sql<{ documents: number }>`
    select coalesce(sum(document_count), 0) as documents from engines`.execute(store);
  return {
    dataVersion,
    eventVersion: events === undefined ? null : await eventVersionOf(events),
    instance,
    documents: Number(counted.rows[0]?.documents ?? 0),
  };
}

async function eventVersionOf(events: Kysely<EventTables>): Promise<number> {
  const row = await events
    .selectFrom('facts')
    .select('value')
    .where('name', '=', 'version')
    .executeTakeFirst();
  const version = Number(row?.value ?? 0);
  if (version > EVENT_VERSION) throw new DataError('The events were written by a newer Findling.');
  if (version === 0)
    throw new DataError('The service is starting for the first time. Try again in a moment.');
  return version;
}

/** All rows, page by page. */
export async function* snapshotRows({
  database,
  store,
  events,
}: TablesSnapshot): AsyncGenerator<SnapshotRows> {
  yield* rowsOf(store, database, 'store', STORE);
  if (events !== undefined) yield* rowsOf(events, database, 'events', EVENTS);
}

async function* rowsOf(
  db: AnyTables,
  database: DatabaseKind,
  prefix: string,
  tables: TableKeys,
): AsyncGenerator<SnapshotRows> {
  // Data of an earlier version lacks the tables of later ones.
  const existing = await existingTables(db, database);
  for (const [table, key] of Object.entries(tables)) {
    if (LEFT_OUT.has(table) || !existing.has(table)) continue;
    for await (const rows of tablePages(db, table, key)) {
      const damaged = table === 'documents' ? rows.filter((row) => !isIntactRow(row)).length : 0;
      yield { table: `${prefix}.${table}`, rows, damaged };
    }
  }
}

/** Documents of early versions have no checksums. */
const isIntactRow = (row: CopiedRow): boolean =>
  isIntact({ checksum: null, ...row } as unknown as Row<'documents'>);

/** The tables that unqualified names can mean. */
export async function existingTables(db: AnyTables, database: DatabaseKind): Promise<ReadonlySet<string>> {
  const { rows } =
    database === 'sqlite'
      ? await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db)
      : await sql<{ name: string }>`
          select table_name::text as name from information_schema.tables
          where table_schema::text = any(current_schemas(false)::text[])`.execute(db);
  return new Set(rows.map(({ name }) => name));
}
