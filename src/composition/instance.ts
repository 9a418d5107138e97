import { mkdirSync } from 'node:fs';
import type { Config } from '../config.ts';
import type { Vault } from '../credentials/vault.ts';
import { withCachedRecords } from '../store/cached-records.ts';
import { DataError } from '../store/migrations/migrations.ts';
import type { Store } from '../store/port.ts';
import { lockFolder } from '../store/sqlite/lock.ts';
import { isStoreIn, openSqliteStore } from '../store/sqlite/open.ts';
import { folderModeWarning, hasDataFolder, refuseLostData } from './data-folder.ts';
import { type OpenOptions, openDatabase } from './database.ts';
import { missingSecret, ownSecret, readSecret, unlocked } from './secret.ts';

/** The opened data of one installation: its store, and the vault that its secret unlocks. */
export interface Instance {
  readonly store: Store;
  readonly vault: Vault;
  /** What the person who runs the service should know about its data. */
  readonly warnings?: readonly string[];
  close(): Promise<void>;
}

/** Opens the data for the server: creates what is missing and locks the folder until it is closed. */
export function openForServing(config: Config, options: OpenOptions = {}): Promise<Instance> {
  const { data } = config;
  return usable(data, async () => {
    const warnings: string[] = [];
    const release = hasDataFolder(config) ? openFolder(config, warnings) : () => {};
    try {
      const warn = (sentence: string): void => void warnings.push(sentence);
      const store = withCachedRecords(await openStore(config, options, warn));
      const vault = await unlocked(store, config, () => ownSecret(data, store));
      return {
        store,
        vault,
        warnings,
        async close() {
          await store.close();
          release();
        },
      };
    } catch (error) {
      release();
      throw error;
    }
  });
}

/** Creates and locks the data folder. */
function openFolder({ data, databaseUrl }: Config, warnings: string[]): () => void {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  if (databaseUrl === undefined) refuseLostData(data);
  const warning = folderModeWarning(data);
  if (warning !== undefined) warnings.push(warning);
  return lockFolder(data);
}

function openStore(config: Config, options: OpenOptions, warn: (sentence: string) => void): Promise<Store> {
  const { data, maxBytes } = config;
  if (config.databaseUrl === undefined) return openSqliteStore(data, { create: true, maxBytes, warn });
  if (isStoreIn(data)) {
    warn(
      `The data folder ${data} has a database of its own, which is not used because FINDLING_DATABASE_URL is set.`,
    );
  }
  return openDatabase(config, { ...options, create: true, role: 'server' });
}

/** Whether a server runs on a data folder. */
export function isServed(folder: string): boolean {
  try {
    lockFolder(folder)();
    return false;
  } catch (error) {
    if (error instanceof DataError) return true;
    throw error;
  }
}

/** Opens the data for a command; a server may be running on it. */
export function openShared(config: Config): Promise<Instance> {
  const { data } = config;
  return usable(data, async () => {
    const store = await openExisting(config);
    const vault = await unlocked(store, config, async () => readSecret(data) ?? missingSecret(data));
    return { store, vault, close: () => store.close() };
  });
}

async function openExisting(config: Config): Promise<Store> {
  const { data } = config;
  if (config.databaseUrl !== undefined) return openDatabase(config, { create: false, role: 'command' });
  refuseLostData(data);
  if (!isStoreIn(data)) {
    throw new DataError(`There is no data in ${data} yet: run \`findling start\` first.`);
  }
  return openSqliteStore(data, { create: false, writer: 'inline' });
}

/** Turns a system error about the data folder into a sentence for the person at the terminal. */
export async function usable<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof DataError || code === undefined) throw error;
    throw new DataError(
      `The data folder ${folder} cannot be used (${message}). Make it readable and writable, or point FINDLING_DATA at another folder.`,
    );
  }
}
