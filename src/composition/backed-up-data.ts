import { BackupEncoder } from '../backup/backup-encoder.ts';
import type { BackupHeader, BackupValue } from '../backup/format.ts';
import { sealSecret } from '../backup/sealed-secret.ts';
import type { Config } from '../config.ts';
import { Vault } from '../credentials/vault.ts';
import {
  type SnapshotRows,
  snapshotFacts,
  snapshotRows,
  type TablesSnapshot,
} from '../store/copying/tables-snapshot.ts';
import { DataError } from '../store/migrations/migrations.ts';
import { isStoreIn } from '../store/sqlite/open.ts';
import { sqliteTablesSnapshot } from '../store/sqlite/tables-snapshot.ts';
import { VERSION } from '../version.ts';
import { refuseLostData } from './data-folder.ts';
import { asDatabaseRefusal } from './database.ts';
import { usable } from './instance.ts';
import { CHECK, knownSecret, missingSecret, otherSecret } from './secret.ts';

export interface BackupOptions {
  readonly withEvents: boolean;
  /** Told the documents so far, and the share of all. */
  readonly progress?: ((documents: number, share: number) => void) | undefined;
  /** Ends the backup with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** What was backed up so far. */
export interface BackupContents {
  readonly documents: number;
  /** Documents whose checksum is wrong: they were damaged before. */
  readonly damaged: number;
  readonly bytes: number;
}

/** A backup of the data as it was when this was opened. */
export interface OpenedBackup {
  readonly identity: string;
  readonly createdAt: Date;
  /** Of the data's secret, which signs it. */
  readonly vault: Vault;
  /** Its bytes. They can be read once. */
  chunks(): AsyncGenerator<Buffer>;
  readonly contents: BackupContents;
  close(): Promise<void>;
}

/** Opens a backup of the data; a service may be running on it and go on writing. */
export const openBackup = (config: Config, options: BackupOptions): Promise<OpenedBackup> =>
  usable(config.data, () => opened(config, options));

async function opened(config: Config, options: BackupOptions): Promise<OpenedBackup> {
  const { passphrase } = config.backup;
  const snapshot = await openSnapshot(config, options.withEvents);
  try {
    const facts = await snapshotFacts(snapshot);
    const secret = knownSecret(config) ?? missingSecret(config.data);
    const vault = new Vault(secret);
    const check = facts.instance.get(CHECK);
    if (check === undefined) {
      throw new DataError('The service has not been started yet: run `findling start` first.');
    }
    if (check !== vault.checkValue) throw otherSecret(config, 'this data');
    const createdAt = new Date();
    const identity = facts.instance.get('identity') ?? '';
    const header: BackupHeader = {
      findling: VERSION,
      created_at: createdAt.toISOString(),
      data_version: facts.dataVersion,
      event_version: facts.eventVersion,
      identity,
      secret_check: check,
      sealed_secret: passphrase === undefined ? null : await sealSecret(secret, passphrase, identity),
    };
    const backup = new Backup(snapshot, header, vault, facts.documents, options);
    return {
      identity,
      createdAt,
      vault,
      chunks: () => backup.chunks(),
      get contents() {
        return backup.contents;
      },
      close: () => snapshot.close(),
    };
  } catch (error) {
    await snapshot.close();
    throw error;
  }
}

async function openSnapshot(
  { data, databaseUrl: url }: Config,
  withEvents: boolean,
): Promise<TablesSnapshot> {
  if (url === undefined) {
    refuseLostData(data);
    if (!isStoreIn(data)) {
      throw new DataError(`There is no data in ${data} yet: run \`findling start\` first.`);
    }
    return sqliteTablesSnapshot(data, withEvents);
  }
  // Loaded on demand, as in database.ts.
  const { postgresTablesSnapshot } = await import('../store/postgres/tables-snapshot.ts');
  try {
    return await postgresTablesSnapshot(url, withEvents);
  } catch (error) {
    throw asDatabaseRefusal(error, url);
  }
}

class Backup {
  readonly #snapshot: TablesSnapshot;
  readonly #header: BackupHeader;
  readonly #vault: Vault;
  readonly #total: number;
  readonly #options: BackupOptions;
  contents: BackupContents = { documents: 0, damaged: 0, bytes: 0 };

  constructor(
    snapshot: TablesSnapshot,
    header: BackupHeader,
    vault: Vault,
    total: number,
    options: BackupOptions,
  ) {
    this.#snapshot = snapshot;
    this.#header = header;
    this.#vault = vault;
    this.#total = total;
    this.#options = options;
  }

  async *chunks(): AsyncGenerator<Buffer> {
    const { progress, signal } = this.#options;
    const encoder = new BackupEncoder();
    yield this.#counted(encoder.begin(this.#header));
    for await (const { table, rows, damaged } of this.#rows()) {
      signal?.throwIfAborted();
      const columns = Object.keys(rows[0] ?? {});
      const values = rows.map((row) => columns.map((column) => row[column] as BackupValue));
      for (const bytes of encoder.rows(table, columns, values)) yield this.#counted(bytes);
      if (table !== 'store.documents') continue;
      const { contents } = this;
      const documents = contents.documents + rows.length;
      this.contents = { ...contents, documents, damaged: contents.damaged + damaged };
      progress?.(documents, Math.min(1, documents / Math.max(1, this.#total)));
    }
    yield this.#counted(encoder.end((digest) => this.#vault.sign(digest)));
  }

  async *#rows(): AsyncGenerator<SnapshotRows> {
    try {
      yield* snapshotRows(this.#snapshot);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== 'ERR_SQLITE_ERROR') throw error;
      throw new DataError(`The data cannot be read (${message}): the backup is not complete.`);
    }
  }

  #counted(bytes: Buffer): Buffer {
    this.contents = { ...this.contents, bytes: this.contents.bytes + bytes.length };
    return bytes;
  }
}
