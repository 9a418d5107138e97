import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../config.ts';
import { Vault } from '../credentials/vault.ts';
import { MIN_SECRET_LENGTH } from '../setting-values.ts';
import { DataError } from '../store/migrations/migrations.ts';
import type { Store } from '../store/port.ts';
import { SECRET_FILE } from './data-folder.ts';

/** The fact that shows whether a secret belongs to the data. */
export const CHECK = 'secret_check';

/** The secret in a data folder, if there is one. */
export const readSecret = (folder: string): string | undefined => {
  const path = join(folder, SECRET_FILE);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
};

export const missingSecret = (folder: string): never => {
  throw new DataError(
    `The instance secret is missing from ${folder}: bring the file \`${SECRET_FILE}\` back, or set FINDLING_SECRET. Without it the stored keys cannot be read.`,
  );
};

/** The secret of the data folder, created at the first start. */
export async function ownSecret(folder: string, store: Store): Promise<string> {
  const known = readSecret(folder);
  if (known !== undefined) {
    if (known.length >= MIN_SECRET_LENGTH) return known;
    throw new DataError(
      `The file \`${SECRET_FILE}\` in ${folder} is too short to be a secret: it needs at least ${MIN_SECRET_LENGTH} characters.`,
    );
  }
  if ((await store.instance.get(CHECK)) !== undefined) return missingSecret(folder);
  const secret = randomBytes(32).toString('hex');
  writeSecret(folder, secret);
  return secret;
}

export const writeSecret = (folder: string, secret: string): void =>
  writeDurably(join(folder, SECRET_FILE), `${secret}\n`);

/** For a secret that was written to no avail. */
export const removeSecret = (folder: string): void => rmSync(join(folder, SECRET_FILE), { force: true });

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
export async function unlocked(store: Store, config: Config, secret: () => Promise<string>): Promise<Vault> {
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
  // Several nodes may start for the first time at once, each with a secret of its own.
  const expected =
    (await store.instance.get(CHECK)) ??
    (await store.transact('instance', async ({ instance }) => {
      const other = await instance.get(CHECK);
      if (other === undefined) await instance.set(CHECK, vault.checkValue);
      return other ?? vault.checkValue;
    }));
  if (expected !== vault.checkValue) throw otherSecret(config, 'this data');
}

/** The secret of the settings, or that of the data folder; undefined if there is none. */
export const knownSecret = ({ secret, data }: Config): string | undefined => secret ?? readSecret(data);

/** The refusal of a secret that does not belong to the data or to a backup. */
export function otherSecret({ secret, data }: Config, what: string): DataError {
  const source = secret === undefined ? `The file \`${SECRET_FILE}\` in ${data}` : 'FINDLING_SECRET';
  return new DataError(`${source} is not the secret that ${what} was made with.`);
}
