import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DataError } from '../migrations/migrations.ts';

/** Nothing but a lock is in this file. */
export const LOCK_FILE = 'lock.sqlite';

/**
 * Locks a data folder for one server. The lock is an open transaction on a separate database: the operating system
 * releases it however the process ends, unlike a file with a process id.
 */
export function lockFolder(folder: string): () => void {
  const db = new DatabaseSync(join(folder, LOCK_FILE), { timeout: 0 });
  try {
    db.exec('begin exclusive');
  } catch (error) {
    db.close();
    if ((error as { errcode?: number }).errcode === 5 /* SQLITE_BUSY */) {
      throw new DataError(
        `Another Findling is running on the data folder ${folder}. Stop it first, or give this one a folder of its own with FINDLING_DATA.`,
      );
    }
    throw error;
  }
  return () => db.close();
}
