import { join } from 'node:path';
import { Kysely } from 'kysely';
import type { OpenedTables } from '../copying/copy.ts';
import type { EventTables } from '../event-tables.ts';
import { migrateEvents } from '../migrations/events.ts';
import { checkedVersion, DATA_VERSION, DataError, migrate } from '../migrations/migrations.ts';
import type { Tables } from '../tables.ts';
import { SqliteDialect } from './dialect.ts';
import { WriteDriver } from './driver.ts';
import { EVENTS_FILE } from './events.ts';
import { STORE_FILE } from './open.ts';
import { InlineWriter } from './writer.ts';

export const openedForWriting = <T>(path: string): Kysely<T> =>
  new Kysely<T>({ dialect: new SqliteDialect(new WriteDriver(new InlineWriter({ path }))) });

/** Opens the tables in a data folder. Without `create`, they must be those of this version. */
export async function openSqliteTables(folder: string, create: boolean): Promise<OpenedTables> {
  const store = openedForWriting<Tables>(join(folder, STORE_FILE));
  const events = openedForWriting<EventTables>(join(folder, EVENTS_FILE));
  const close = async (): Promise<void> => {
    await store.destroy();
    await events.destroy();
  };
  try {
    if (create) await migrate(store, 'sqlite');
    else if ((await checkedVersion(store, 'sqlite')) < DATA_VERSION) {
      throw new DataError(
        'The data is of an older Findling: run `findling start` once to bring it up to date.',
      );
    }
    await migrateEvents(events, 'sqlite');
  } catch (error) {
    await close();
    throw error;
  }
  // SQLite gives out numbers after the highest one that was ever inserted.
  return { store, events, continueNumbers: async () => {}, close };
}
