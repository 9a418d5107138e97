import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { type BackupInput, readBackup } from '../backup/backup-reader.ts';
import { BACKUP_STATE } from '../backup/backup-state.ts';
import type { BackupHeader } from '../backup/format.ts';
import { checkSignature, verifyBackup } from '../backup/verification.ts';
import type { Config } from '../config.ts';
import { Restoration, type RestoreTarget } from '../store/copying/restoration.ts';
import { DATA_VERSION, DataError } from '../store/migrations/migrations.ts';
import { StoreFull } from '../store/port.ts';
import { asWriteError } from '../store/sqlite/disk-admission.ts';
import { LOCK_FILE, lockFolder } from '../store/sqlite/lock.ts';
import {
  isStoreFile,
  isUnfinishedRestore,
  removeStore,
  sqliteRestoreTarget,
} from '../store/sqlite/restore-target.ts';
import { type BackupSecret, secretForRestore } from './backup-secret.ts';
import { SECRET_FILE } from './data-folder.ts';
import { asDatabaseRefusal } from './database.ts';
import { usable } from './instance.ts';
import { removeSecret, writeSecret } from './secret.ts';

export interface RestoreOptions {
  /** Whether the input can be read twice: then all of it is verified before anything is written. */
  readonly isFile: boolean;
  /** Told the documents read so far, first of the verification. */
  readonly progress: (documents: number) => void;
}

export interface RestoredData {
  readonly header: BackupHeader;
  readonly documents: number;
  /** What the data is to be used with. */
  readonly advice: string;
}

/** Restores a backup into the empty data folder or database of the settings. If it fails, nothing is left there. */
export async function restoreData(
  config: Config,
  input: BackupInput,
  { isFile, progress }: RestoreOptions,
): Promise<RestoredData> {
  if (config.databaseUrl === undefined) await usable(config.data, async () => checkFolder(config.data));
  if (isFile) {
    const vaultOf = async (header: BackupHeader) => (await admitted(config, input, header)).vault;
    await verifyBackup(input, vaultOf, progress);
  }
  return usable(config.data, () => new Restore(config, input, progress).run());
}

/** The secret of a backup that this version can restore. */
async function admitted(config: Config, { name }: BackupInput, header: BackupHeader): Promise<BackupSecret> {
  const { data_version: version, findling } = header;
  if (version > DATA_VERSION) {
    throw new DataError(
      `${name} was made by a newer Findling (${findling}, data version ${version}; this one knows up to ${DATA_VERSION}). Restore it with that version.`,
    );
  }
  return secretForRestore(config, header);
}

class Restore {
  readonly #config: Config;
  readonly #input: BackupInput;
  readonly #progress: (documents: number) => void;
  #target: OpenedTarget | undefined;
  #hasWrittenSecret = false;

  constructor(config: Config, input: BackupInput, progress: (documents: number) => void) {
    this.#config = config;
    this.#input = input;
    this.#progress = progress;
  }

  async run(): Promise<RestoredData> {
    try {
      return await this.#run();
    } catch (error) {
      // If this fails too, the data still says that it is unfinished.
      await this.#target?.tables.discard().catch(() => {});
      if (this.#hasWrittenSecret) removeSecret(this.#config.data);
      throw await this.#refusal(error);
    } finally {
      await this.#target?.close();
    }
  }

  async #run(): Promise<RestoredData> {
    let begun: { restoration: Restoration; header: BackupHeader; secret: BackupSecret } | undefined;
    let documents = 0;
    for await (const part of readBackup(this.#input)) {
      if (part.kind === 'header') {
        const { header } = part;
        const secret = await admitted(this.#config, this.#input, header);
        this.#target = await openTarget(this.#config);
        const restoration = new Restoration(this.#target.tables, [BACKUP_STATE]);
        await restoration.begin(header.data_version, header.event_version, header.identity);
        begun = { restoration, header, secret };
      } else if (part.kind === 'rows') {
        await begun?.restoration.insert(part);
        if (part.table === 'store.documents') documents += part.rows.length;
        this.#progress(documents);
      } else if (begun !== undefined) {
        const { restoration, header, secret } = begun;
        checkSignature(this.#input.name, secret.vault, part);
        await restoration.migrate();
        if (secret.isFromBackup) this.#writeSecret(secret);
        await restoration.release();
        return { header, documents, advice: this.#advice() };
      }
    }
    throw new Error('a backup has an end');
  }

  #writeSecret({ value }: BackupSecret): void {
    const { data } = this.#config;
    mkdirSync(data, { recursive: true, mode: 0o700 });
    this.#hasWrittenSecret = true;
    writeSecret(data, value);
  }

  #advice(): string {
    const { data, databaseUrl, secret } = this.#config;
    const where = databaseUrl === undefined ? `FINDLING_DATA=${data}` : 'the same FINDLING_DATABASE_URL';
    const key =
      secret !== undefined
        ? ' and the same FINDLING_SECRET'
        : databaseUrl === undefined
          ? ''
          : ` and the secret: the file \`${SECRET_FILE}\` of ${data}, or FINDLING_SECRET`;
    return `Start the service with ${where}${key}. The first start builds the search index; people sign in again.`;
  }

  async #refusal(error: unknown): Promise<unknown> {
    const { data, databaseUrl: url } = this.#config;
    const known = url === undefined ? await asWriteError(error, data) : asDatabaseRefusal(error, url);
    if (!(known instanceof StoreFull)) return known;
    const where = url === undefined ? `of ${data}` : 'of the database';
    return new DataError(
      `The disk ${where} is full: nothing was restored. Free space, or restore elsewhere.`,
    );
  }
}

interface OpenedTarget {
  readonly tables: RestoreTarget;
  close(): Promise<void>;
}

async function openTarget({ data, databaseUrl: url }: Config): Promise<OpenedTarget> {
  if (url === undefined) return openFolder(data);
  // Loaded on demand, as in database.ts.
  const { postgresRestoreTarget } = await import('../store/postgres/restore-target.ts');
  try {
    const tables = await postgresRestoreTarget(url);
    return { tables, close: () => tables.close() };
  } catch (error) {
    throw asDatabaseRefusal(error, url);
  }
}

/** What an empty folder may hold: the secret, a lock, and what file systems have at their root. */
const isKept = (name: string): boolean =>
  name === SECRET_FILE || name.startsWith(LOCK_FILE) || name === 'lost+found';

/** Refuses a folder that is not empty. The remains of an interrupted restore do not count. */
function checkFolder(folder: string): void {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  // Refuses a folder with a service on it before it is called not empty.
  if (names.includes(LOCK_FILE)) lockFolder(folder)();
  const isUnfinished = isUnfinishedRestore(folder);
  const other = names.find((name) => !isKept(name) && !(isUnfinished && isStoreFile(name)));
  if (other !== undefined) {
    throw new DataError(
      `The data folder ${folder} is not empty: it has \`${other}\`. Restore into an empty folder, and name it with FINDLING_DATA.`,
    );
  }
}

function openFolder(folder: string): OpenedTarget {
  checkFolder(folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const release = lockFolder(folder);
  removeStore(folder);
  const tables = sqliteRestoreTarget(folder);
  return {
    tables,
    async close() {
      await tables.close();
      release();
    },
  };
}
