import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { RestoreTarget } from '../copying/restoration.ts';
import type { EventTables } from '../event-tables.ts';
import { RESTORE_OF } from '../migrations/unfinished-copy.ts';
import type { Tables } from '../tables.ts';
import { EVENTS_FILE } from './events.ts';
import { isStoreIn, STORE_FILE } from './open.ts';
import { openedForWriting } from './opened-tables.ts';

/** The files of a store with those that SQLite adds. */
const FILES: readonly string[] = [STORE_FILE, EVENTS_FILE].flatMap((name) =>
  ['', '-wal', '-shm'].map((suffix) => `${name}${suffix}`),
);

export const isStoreFile = (name: string): boolean => FILES.includes(name);

/** Creates the files in a folder that has none. */
export function sqliteRestoreTarget(folder: string): RestoreTarget {
  const store = openedForWriting<Tables>(join(folder, STORE_FILE));
  const events = openedForWriting<EventTables>(join(folder, EVENTS_FILE));
  const close = async (): Promise<void> => {
    await store.destroy();
    await events.destroy();
  };
  return {
    database: 'sqlite',
    store,
    events,
    // SQLite gives out numbers after the highest one that was ever inserted.
    continueNumbers: async () => {},
    async discard() {
      await close();
      removeStore(folder);
    },
    close,
  };
}

export function removeStore(folder: string): void {
  for (const name of FILES) rmSync(join(folder, name), { force: true });
}

/** Whether the store in a folder is an unfinished restore, or was never given a table. */
export function isUnfinishedRestore(folder: string): boolean {
  if (!isStoreIn(folder)) return false;
  const db = new DatabaseSync(join(folder, STORE_FILE));
  try {
    const tables = db.prepare(`select name from sqlite_master where type = 'table'`).all();
    if (tables.length === 0) return true;
    return (
      tables.some(({ name }) => name === 'instance') &&
      db.prepare('select 1 from instance where name = ?').get(RESTORE_OF) !== undefined
    );
  } catch {
    // Not a database, or one of another program.
    return false;
  } finally {
    db.close();
  }
}
