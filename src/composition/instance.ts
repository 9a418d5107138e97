import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../config.ts';
import { Vault } from '../credentials/vault.ts';
import { MIN_SECRET_LENGTH } from '../setting-values.ts';
import { withCachedRecords } from '../store/cached-records.ts';
import { DataError } from '../store/migrations/migrations.ts';
import type { Store } from '../store/port.ts';
import { lockFolder } from '../store/sqlite/lock.ts';
import { isStoreIn, openSqliteStore } from '../store/sqlite/open.ts';
import { folderModeWarning, refuseLostData, SECRET_FILE } from './data-folder.ts';

const CHECK = 'secret_check';

/** The opened data of one installation: its store, and the vault that its secret unlocks. */
export interface Instance {
  readonly store: Store;
  readonly vault: Vault;
  /** What the person who runs the service should know about its data. */
  readonly warnings?: readonly string[];
  close(): Promise<void>;
}

/** Opens the data for the server: creates what is missing and locks the folder until it is closed. */
export function openForServing(config: Config): Promise<Instance> {
  const { data } = config;
  return usable(data, async () => {
    mkdirSync(data, { recursive: true, mode: 0o700 });
    refuseLostData(data);
    const warning = folderModeWarning(data);
    const release = lockFolder(data);
    try {
      const warnings = warning === undefined ? [] : [warning];
      const warn = (sentence: string): void => void warnings.push(sentence);
      const options = { create: true, maxBytes: config.maxBytes, warn };
      const store = withCachedRecords(await openSqliteStore(data, options));
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
    refuseLostData(data);
    if (!isStoreIn(data)) {
      throw new DataError(`There is no data in ${data} yet: run \`findling start\` first.`);
    }
    const store = await openSqliteStore(data, { create: false, writer: 'inline' });
    const vault = await unlocked(store, config, async () => readSecret(data) ?? missingSecret(data));
    return { store, vault, close: () => store.close() };
  });
}

/** Turns a system error about the data folder into a sentence for the person at the terminal. */
async function usable<T>(folder: string, work: () => Promise<T>): Promise<T> {
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

const readSecret = (folder: string): string | undefined => {
  const path = join(folder, SECRET_FILE);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
};

const missingSecret = (folder: string): never => {
  throw new DataError(
    `The instance secret is missing from ${folder}: bring the file \`${SECRET_FILE}\` back, or set FINDLING_SECRET. Without it the stored keys cannot be read.`,
  );
};

/** The secret of the data folder, created at the first start. */
async function ownSecret(folder: string, store: Store): Promise<string> {
  const known = readSecret(folder);
  if (known !== undefined) {
    if (known.length >= MIN_SECRET_LENGTH) return known;
    throw new DataError(
      `The file \`${SECRET_FILE}\` in ${folder} is too short to be a secret: it needs at least ${MIN_SECRET_LENGTH} characters.`,
    );
  }
  if ((await store.instance.get(CHECK)) !== undefined) return missingSecret(folder);
  const secret = randomBytes(32).toString('hex');
  writeDurably(join(folder, SECRET_FILE), `${secret}\n`);
  return secret;
}

/** Writes under a temporary name, syncs and renames, so that the file is complete or absent. Readable by its owner only. */
function writeDurably(path: string, text: string): void {
  const aside = `${path}.new`;
  const file = openSync(aside, 'w', 0o600);
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
  renameSync(aside, path);
  const folder = openSync(dirname(path), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** The vault of a store; closes the store if the secret is wrong. */
async function unlocked(store: Store, config: Config, secret: () => Promise<string>): Promise<Vault> {
  try {
    const vault = new Vault(config.secret ?? (await secret()));
    await checkSecret(store, vault, config);
    return vault;
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function checkSecret(store: Store, vault: Vault, config: Config): Promise<void> {
  const expected = await store.instance.get(CHECK);
  if (expected === undefined) {
    await store.transact('instance', ({ instance }) => instance.set(CHECK, vault.checkValue));
  } else if (expected !== vault.checkValue) {
    const source =
      config.secret === undefined ? `The file \`${SECRET_FILE}\` in ${config.data}` : 'FINDLING_SECRET';
    throw new DataError(`${source} is not the secret that this data was made with.`);
  }
}
