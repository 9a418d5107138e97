import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { checkedVersion, DATA_VERSION, DataError, migrate } from '../migrations/migrations.ts';
import { refuseUnfinishedCopy } from '../migrations/unfinished-copy.ts';
import type { Store } from '../port.ts';
import { admitted } from '../queries/admitted.ts';
import { allQueries } from '../queries/all.ts';
import type { QueryDialect } from '../queries/query-dialect.ts';
import type { Tables } from '../tables.ts';
import { ChangeNotices } from './change-notices.ts';
import { SqliteDialect } from './dialect.ts';
import { asWriteError, DiskAdmission, fileUse } from './disk-admission.ts';
import { WriteDriver } from './driver.ts';
import { lazyEvents, type OpenedEvents, openOrReplaceEvents, openSqliteEvents } from './events.ts';
import { ReadDriver } from './read-driver.ts';
import { SnapshotDriver } from './snapshot-driver.ts';
import { ThreadedWriter } from './threaded-writer.ts';
import { InlineWriter } from './writer.ts';

export const STORE_FILE = 'findling.sqlite';

/** All processes of a data folder run on one machine, so its clock is the store's clock. */
const DIALECT: QueryDialect = { byteCollation: 'binary', now: async () => Date.now() };

export interface StoreOptions {
  /** Creates missing tables and migrates old data; otherwise such data is refused. */
  readonly create: boolean;
  /** Where transactions run: in a separate thread (the default) or in the calling one. */
  readonly writer?: 'thread' | 'inline';
  /** The largest size of the database file, in bytes; without it the disk is the limit. */
  readonly maxBytes?: number | undefined;
  /** Receives sentences for the person who runs the service. */
  readonly warn?: (sentence: string) => void;
}

/**
 * Opens the store in a data folder. Transactions have their own connection in their own thread; reads have others in
 * this thread, so that they never wait for a transaction (write-ahead log).
 */
export async function openSqliteStore(folder: string, options: StoreOptions): Promise<Store> {
  const { create, writer: place = 'thread', maxBytes, warn = () => {} } = options;
  const path = join(folder, STORE_FILE);
  const reader = new Kysely<Tables>({ dialect: new SqliteDialect(new ReadDriver(path)) });
  const Writer = place === 'thread' ? ThreadedWriter : InlineWriter;
  const writing = new Writer({ path, maxBytes });
  const writer = new Kysely<Tables>({ dialect: new SqliteDialect(new WriteDriver(writing)) });
  const notices = new ChangeNotices(path);
  const snapshots = new Set<SnapshotDriver>();
  let opened: OpenedEvents | undefined;
  const close = async (): Promise<void> => {
    notices.close();
    for (const snapshot of snapshots) snapshot.close();
    await opened?.close();
    // The writer is closed last: it moves the rest of the log into the database.
    await reader.destroy();
    await writer.destroy();
    // Kysely does not close a driver that it has not used.
    await writing.close();
  };
  try {
    if ((await checkedVersion(reader, 'sqlite')) < DATA_VERSION) {
      if (!create) {
        throw new DataError(
          'The data is of an older Findling: run `findling start` once to bring it up to date.',
        );
      }
      await migrate(writer, 'sqlite');
    }
    const queries = allQueries(reader, DIALECT);
    const identity = await queries.instance.get('identity');
    if (identity === undefined) throw new Error('the data has no identity');
    await refuseUnfinishedCopy(queries.instance);
    const eventOptions = { writer: place, maxBytes };
    opened = create
      ? await openOrReplaceEvents(folder, eventOptions, warn)
      : lazyEvents(() => openSqliteEvents(folder, eventOptions));
    const disk = new DiskAdmission(folder, () => fileUse(reader), maxBytes);
    const admit = (bytes: number): Promise<void> => disk.admit(bytes);
    return {
      ...queries,
      identity,
      events: opened.events,
      threads: [...(writing instanceof ThreadedWriter ? [writing] : []), ...opened.threads],
      subscribe: (listener) => notices.subscribe(listener),
      checkForChanges: () => notices.check(),
      // SQLite has a single write lock, so every scope is serial.
      async transact(_scope, work) {
        try {
          const result = await writer
            .transaction()
            .execute((tx) => work(admitted(allQueries(tx, DIALECT), admit)));
          notices.check();
          return result;
        } catch (error) {
          throw await asWriteError(error, folder);
        }
      },
      async snapshot() {
        const driver = new SnapshotDriver(path);
        snapshots.add(driver);
        const { engines, documents } = allQueries(
          new Kysely<Tables>({ dialect: new SqliteDialect(driver) }),
          DIALECT,
        );
        const end = () => {
          snapshots.delete(driver);
          driver.close();
        };
        return { engines, documents, close: end };
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Whether a data folder holds a store. */
export const isStoreIn = (folder: string): boolean => existsSync(join(folder, STORE_FILE));
