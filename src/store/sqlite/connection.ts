import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { BoundedCache, textBytes } from '../../caching/bounded-cache.ts';

// Also loaded by the writer thread: every import here adds to its start-up time.

/** The most bytes of prepared statements, and what SQLite takes for one besides its text, roughly. */
const CACHE_BYTES = 2 * 1024 * 1024;
const STATEMENT_BYTES = 4096;

/** How long a process waits for the write lock of another process, in milliseconds. */
const BUSY_TIMEOUT = 5000;

/** The size to which the write-ahead log is truncated after a checkpoint, in bytes. */
const KEPT_LOG = 16 * 1024 * 1024;

export interface ConnectionOptions {
  readonly path: string;
  /** A reading connection refuses to write: writes belong in transactions. */
  readonly reads?: boolean | undefined;
  /** The largest size of the database file, in bytes. */
  readonly maxBytes?: number | undefined;
  /** Whether a commit may be lost in a power cut; the death of the process never loses one. */
  readonly mayLoseCommits?: boolean | undefined;
  /** Whether other threads get the processor first. */
  readonly isBackground?: boolean | undefined;
}

/** The result of a statement: its rows, or the number of rows it changed. */
export interface Outcome {
  readonly rows: unknown[];
  readonly changes?: number | bigint;
}

/** One connection of `node:sqlite` with its prepared statements. All calls are synchronous. */
export class Connection {
  readonly db: DatabaseSync;
  readonly #statements = new BoundedCache<string, StatementSync>({
    bytes: CACHE_BYTES,
    weigh: (sql) => STATEMENT_BYTES + textBytes(sql),
  });

  constructor({ path, reads, maxBytes, mayLoseCommits = false }: ConnectionOptions) {
    this.db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT });
    this.db.exec('pragma journal_mode = wal');
    // FULL syncs the log at every commit, so that an acknowledged write survives a power cut.
    this.db.exec(`pragma synchronous = ${mayLoseCommits ? 'normal' : 'full'}`);
    this.db.exec('pragma foreign_keys = on');
    this.db.exec(`pragma journal_size_limit = ${KEPT_LOG}`);
    if (reads === true) this.db.exec('pragma query_only = on');
    if (maxBytes !== undefined) {
      const { page_size: size } = this.db.prepare('pragma page_size').get() as { page_size: number };
      this.db.exec(`pragma max_page_count = ${Math.floor(maxBytes / size)}`);
    }
  }

  run(sql: string, parameters: readonly unknown[]): Outcome {
    const statement = this.#prepare(sql);
    const values = parameters as SQLInputValue[];
    // biome-ignore lint/plugin: SQLite allows 32,766 parameters in a statement.
    if (statement.columns().length > 0) return { rows: statement.all(...values) };
    // biome-ignore lint/plugin: as above.
    return { rows: [], changes: statement.run(...values).changes };
  }

  /** Runs one statement for each of many rows of values. */
  runAll(sql: string, rows: ReadonlyArray<readonly unknown[]>): void {
    const statement = this.#prepare(sql);
    // biome-ignore lint/plugin: as in `run`.
    for (const values of rows) statement.run(...(values as SQLInputValue[]));
  }

  /** Rows one by one. The connection stays on the snapshot of the first row until the last one is read. */
  iterate(sql: string, parameters: readonly unknown[]): Iterable<unknown> {
    // biome-ignore lint/plugin: as in `run`.
    return this.#prepare(sql).iterate(...(parameters as SQLInputValue[]));
  }

  /** Rolls back the transaction, unless a failed commit or a full disk already did. */
  rollback(): void {
    if (this.db.isTransaction) this.db.exec('rollback');
  }

  close(): void {
    if (this.db.isOpen) this.db.close();
  }

  #prepare(sql: string): StatementSync {
    return this.#statements.getOrMake(sql, () => this.db.prepare(sql));
  }
}
