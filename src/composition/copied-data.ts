import { existsSync, mkdirSync } from 'node:fs';
import type { Config } from '../config.ts';
import { parseDatabaseUrl } from '../setting-values.ts';
import { type CopyProgress, copyStore, type OpenedTables } from '../store/copying/copy.ts';
import { DataError } from '../store/migrations/migrations.ts';
import { lockFolder } from '../store/sqlite/lock.ts';
import { isStoreIn } from '../store/sqlite/open.ts';
import { openSqliteTables } from '../store/sqlite/opened-tables.ts';
import { refuseLostData } from './data-folder.ts';
import { asDatabaseRefusal } from './database.ts';
import { readSecret, writeSecret } from './secret.ts';

export interface CopiedData {
  /** What the target is to be used with. */
  readonly advice: string;
  /** The tables that differ. */
  readonly differing: readonly string[];
}

/**
 * Copies all data of the data folder to a database, or, if `to` is a folder, all data of the database to it. Nothing may
 * run on either.
 */
export async function copyData(config: Config, to: string, progress: CopyProgress): Promise<CopiedData> {
  if (parseDatabaseUrl(to) !== undefined) return toDatabase(config, to, progress);
  if (/^postgres(ql)?:/.test(to)) {
    throw new DataError('The address after --to (not shown) is not that of a PostgreSQL database.');
  }
  return toFolder(config, to, progress);
}

async function toDatabase({ data }: Config, url: string, progress: CopyProgress): Promise<CopiedData> {
  refuseLostData(data);
  if (!isStoreIn(data)) throw new DataError(`There is no data in ${data} to copy.`);
  const release = lockFolder(data);
  try {
    const differing = await copied(await openSqliteTables(data, false), () => database(url, true), progress);
    const advice = `Start nodes with FINDLING_DATABASE_URL and the same secret: FINDLING_SECRET, or the file \`secret\` of ${data} in each data folder.`;
    return { differing, advice };
  } finally {
    release();
  }
}

async function toFolder(config: Config, folder: string, progress: CopyProgress): Promise<CopiedData> {
  const { databaseUrl } = config;
  if (databaseUrl === undefined) {
    throw new DataError('To copy to a folder, set FINDLING_DATABASE_URL to the database to copy from.');
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const release = lockFolder(folder);
  try {
    const source = await database(databaseUrl, false);
    const differing = await copied(source, () => openSqliteTables(folder, true), progress);
    const secret = readSecret(config.data);
    if (differing.length === 0 && secret !== undefined && readSecret(folder) === undefined) {
      writeSecret(folder, secret);
    }
    const isThere = existsSync(folder) && readSecret(folder) !== undefined;
    const how = isThere ? '' : ' and the same FINDLING_SECRET';
    return {
      differing,
      advice: `Start the service with FINDLING_DATA=${folder}${how}, without FINDLING_DATABASE_URL.`,
    };
  } finally {
    release();
  }
}

async function copied(
  source: OpenedTables,
  openTarget: () => Promise<OpenedTables>,
  progress: CopyProgress,
): Promise<readonly string[]> {
  try {
    const target = await openTarget();
    try {
      return await copyStore(source, target, progress);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function database(url: string, create: boolean): Promise<OpenedTables> {
  // Loaded on demand, as in database.ts.
  const { openPostgresTables } = await import('../store/postgres/opened-tables.ts');
  try {
    return await openPostgresTables(url, create);
  } catch (error) {
    throw asDatabaseRefusal(error, url);
  }
}
