import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { existingTables, type TablesSnapshot } from '../copying/tables-snapshot.ts';
import type { EventTables } from '../event-tables.ts';
import { DataError } from '../migrations/migrations.ts';
import type { Tables } from '../tables.ts';
import { SqliteDialect } from './dialect.ts';
import { EVENTS_FILE } from './events.ts';
import { STORE_FILE } from './open.ts';
import { SnapshotDriver } from './snapshot-driver.ts';

const opened = <T>(path: string): Kysely<T> =>
  new Kysely<T>({ dialect: new SqliteDialect(new SnapshotDriver(path)) });

/** The tables in a data folder, each file at one moment, the events a little later than the store. */
export async function sqliteTablesSnapshot(folder: string, withEvents: boolean): Promise<TablesSnapshot> {
  const store = opened<Tables>(join(folder, STORE_FILE));
  let events: Kysely<EventTables> | undefined;
  const close = async (): Promise<void> => {
    await store.destroy();
    await events?.destroy();
  };
  try {
    // Kysely closes a driver that it has used only.
    await existingTables(store, 'sqlite');
    if (withEvents) events = await openedEvents(join(folder, EVENTS_FILE));
    return { database: 'sqlite', store, events, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The events; undefined if there are none. */
async function openedEvents(path: string): Promise<Kysely<EventTables> | undefined> {
  // Opening would create the file.
  if (!existsSync(path)) return undefined;
  try {
    const events = opened<EventTables>(path);
    if ((await existingTables(events, 'sqlite')).has('facts')) return events;
    await events.destroy();
    return undefined;
  } catch (error) {
    throw new DataError(
      `The analytics and API logs in ${EVENTS_FILE} cannot be read (${(error as Error).message}). Leave them out with --without-events.`,
    );
  }
}
