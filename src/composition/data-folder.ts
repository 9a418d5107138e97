import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { DataError } from '../store/migrations/migrations.ts';
import { STORE_FILE } from '../store/sqlite/open.ts';

export const SECRET_FILE = 'secret';

/** Whether anything is stored in the data folder: the data, index files or the secret. */
export const hasDataFolder = ({ databaseUrl, searchNodes, secret }: Config): boolean =>
  databaseUrl === undefined || searchNodes === undefined || secret === undefined;

/**
 * Refuses a folder that has a secret but no database: the database was lost, and a new one would hide that. At the first
 * start the secret is written after the database.
 */
export function refuseLostData(folder: string): void {
  const secret = statSync(join(folder, SECRET_FILE), { throwIfNoEntry: false });
  if (!secret?.isFile()) return;
  const store = statSync(join(folder, STORE_FILE), { throwIfNoEntry: false });
  if (store !== undefined && (!store.isFile() || store.size > 0)) return;
  throw new DataError(
    `The data folder ${folder} has a \`${SECRET_FILE}\`, but its database \`${STORE_FILE}\` is ${store === undefined ? 'missing' : 'empty'}: bring it back from a backup, or point FINDLING_DATA at another folder to start over.`,
  );
}

/** A sentence for the log if other users of the machine can enter the data folder; undefined otherwise. */
export function folderModeWarning(folder: string): string | undefined {
  // Windows has no such modes.
  if (process.platform === 'win32') return undefined;
  const mode = statSync(folder).mode & 0o777;
  if ((mode & 0o077) === 0) return undefined;
  return `The data folder ${folder} is open to other users of this machine (mode ${mode.toString(8)}). Its files are readable by their owner only; run \`chmod 700\` on the folder to close it.`;
}
