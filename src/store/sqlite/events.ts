import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import type { EventBatch, EventStore } from '../event-port.ts';
import type { EventTables } from '../event-tables.ts';
import { migrateEvents } from '../migrations/events.ts';
import type { StoreThread } from '../port.ts';
import { bytesOf, type EventTransaction, insertBatch } from '../queries/events/inserting.ts';
import { deleteEngineEvents, engineIds, pruneEvents } from '../queries/events/pruning.ts';
import { eventReads } from '../queries/events/reads.ts';
import { SqliteDialect } from './dialect.ts';
import { asWriteError, DiskAdmission, fileUse } from './disk-admission.ts';
import { WriteDriver } from './driver.ts';
import { ThreadedWriter } from './threaded-writer.ts';
import { InlineWriter, type Writer } from './writer.ts';

export const EVENTS_FILE = 'events.sqlite';

/** Bytes that must remain free: events must not fill the disk to the point where documents are refused. */
const SPARE = 256 * 1024 * 1024;
/** Bytes of a search or click on disk, roughly. */
const EVENT_BYTES = 200;

export interface EventOptions {
  /** Where statements run: in separate threads or in the calling one. */
  readonly writer: 'thread' | 'inline';
  readonly maxBytes?: number | undefined;
}

/** Events with the end of their connections. */
export interface OpenedEvents {
  readonly events: EventStore;
  readonly threads: readonly StoreThread[];
  close(): Promise<void>;
}

/**
 * Opens the events in a data folder. They have their own file, so that no batch of events waits for a write of documents
 * or delays one, and two threads: one that writes, and one for reports, which starts when the first one is requested.
 */
export async function openSqliteEvents(folder: string, options: EventOptions): Promise<OpenedEvents> {
  const { writer: place, maxBytes } = options;
  const path = join(folder, EVENTS_FILE);
  const WriterClass = place === 'thread' ? ThreadedWriter : InlineWriter;
  const connection = { path, mayLoseCommits: true, isBackground: true };
  const writing = new WriterClass({ ...connection, maxBytes });
  const writer = new Kysely<EventTables>({ dialect: new SqliteDialect(new WriteDriver(writing)) });
  // In the calling thread one connection does both.
  const reading = place === 'thread' ? new WriterClass({ ...connection, reads: true }) : writing;
  const reader =
    reading === writing
      ? writer
      : new Kysely<EventTables>({
          dialect: new SqliteDialect(new WriteDriver(reading, { takesTurns: true })),
        });
  const close = async (): Promise<void> => {
    await reading.close();
    await writing.close();
  };
  const disk = new DiskAdmission(folder, () => fileUse(writer), maxBytes);
  const transact = async <T>(work: (tx: Kysely<EventTables>) => Promise<T>): Promise<T> => {
    try {
      return await writer.transaction().execute(work);
    } catch (error) {
      throw await asWriteError(error, folder);
    }
  };
  try {
    await migrateEvents(writer, 'sqlite');
  } catch (error) {
    await close();
    throw error;
  }
  const events: EventStore = {
    async insert(batch) {
      await disk.admit(batchBytes(batch), SPARE);
      await transact((db) => insertBatch(eventTransaction(db, writing), batch));
    },
    ...eventReads(reader),
    prune: (engineId, retention) => transact((tx) => pruneEvents(tx, engineId, retention)),
    engineIds: () => engineIds(writer),
    deleteEngine: (engineId) => transact((tx) => deleteEngineEvents(tx, engineId)),
    async check() {
      const { rows } = await sql<{ quick_check: string }>`pragma quick_check(10)`.execute(reader);
      return rows.map((row) => row.quick_check).filter((line) => line !== 'ok');
    },
  };
  return { events, threads: [writing, reading].filter((one) => one instanceof ThreadedWriter), close };
}

const eventTransaction = (db: Kysely<EventTables>, writing: Writer): EventTransaction => ({
  db,
  insertAll({ table, columns, keepsExisting }, rows) {
    const names = Object.keys(columns);
    const values = names.map(() => '?');
    const end = keepsExisting === true ? ' on conflict do nothing' : '';
    return writing.runAll(`insert into ${table} (${names}) values (${values})${end}`, rows);
  },
  async emptyTable(name, columns) {
    // As an "integer primary key" the first column is the number of the row.
    const definitions = Object.entries(columns).map(
      ([column, type], i) => `${column} ${type}${i === 0 ? ' primary key' : ''}`,
    );
    await sql.raw(`create temp table if not exists ${name} (${definitions})`).execute(db);
    await sql.raw(`delete from ${name}`).execute(db);
  },
});

const batchBytes = ({ searches, clicks, requests }: EventBatch): number =>
  EVENT_BYTES * (searches.length + clicks.length) +
  requests.reduce((sum, request) => sum + bytesOf(request), 0);

/**
 * As above. If the file cannot be used, it is put aside with a warning and a new one is created: no report is worth a
 * service that does not start.
 */
export async function openOrReplaceEvents(
  folder: string,
  options: EventOptions,
  warn: (sentence: string) => void,
): Promise<OpenedEvents> {
  try {
    return await openSqliteEvents(folder, options);
  } catch (error) {
    const aside = `${EVENTS_FILE}.unusable-${Date.now()}`;
    for (const suffix of ['', '-wal', '-shm']) {
      const path = join(folder, EVENTS_FILE + suffix);
      if (existsSync(path)) renameSync(path, join(folder, aside + suffix));
    }
    const opened = await openSqliteEvents(folder, options);
    warn(
      `The analytics and API logs in ${EVENTS_FILE} cannot be read (${(error as Error).message}). The file was renamed to ${aside}, and a new one was created.`,
    );
    return opened;
  }
}

/** Events that are opened when they are first used, for commands, most of which need none. */
export function lazyEvents(open: () => Promise<OpenedEvents>): OpenedEvents {
  let opening: Promise<OpenedEvents> | undefined;
  const opened = async (): Promise<EventStore> => {
    opening ??= open();
    return (await opening).events;
  };
  return {
    events: {
      insert: async (batch) => (await opened()).insert(batch),
      mark: async () => (await opened()).mark(),
      topQueries: async (engineId, filter, range) => (await opened()).topQueries(engineId, filter, range),
      topClicks: async (engineId, filter, range) => (await opened()).topClicks(engineId, filter, range),
      counts: async (engineId, filter, limits) => (await opened()).counts(engineId, filter, limits),
      tags: async (engineId, limit) => (await opened()).tags(engineId, limit),
      recentSearches: async (engineId, since, limit) =>
        (await opened()).recentSearches(engineId, since, limit),
      clickedDocuments: async (engineId, filter) => (await opened()).clickedDocuments(engineId, filter),
      apiLog: async (engineId, filter, range) => (await opened()).apiLog(engineId, filter, range),
      prune: async (engineId, retention) => (await opened()).prune(engineId, retention),
      engineIds: async () => (await opened()).engineIds(),
      deleteEngine: async (engineId) => (await opened()).deleteEngine(engineId),
      check: async () => (await opened()).check(),
    },
    threads: [],
    async close() {
      const result = await opening?.catch(() => undefined);
      await result?.close();
    },
  };
}
