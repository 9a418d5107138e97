import { Connection, type ConnectionOptions, type Outcome } from './connection.ts';

/** Runs transactions, one at a time: in this thread or in a separate one. */
export interface Writer {
  begin(): Promise<void>;
  run(sql: string, parameters: readonly unknown[]): Promise<Outcome>;
  /** Runs one statement for each of many rows of values, within the transaction. */
  runAll(sql: string, rows: ReadonlyArray<readonly unknown[]>): Promise<void>;
  /** Resolves when the transaction is durable; rejects if nothing of it was committed. */
  commit(): Promise<void>;
  rollback(): Promise<void>;
  close(): Promise<void>;
}

/** Writes in the calling thread: for commands, which serve no requests and must start quickly. */
export class InlineWriter implements Writer {
  readonly #connection: Connection;

  constructor(options: ConnectionOptions) {
    this.#connection = new Connection(options);
  }

  async begin(): Promise<void> {
    // IMMEDIATE takes the write lock before anything is read.
    this.#connection.db.exec('begin immediate');
  }

  async run(sql: string, parameters: readonly unknown[]): Promise<Outcome> {
    return this.#connection.run(sql, parameters);
  }

  async runAll(sql: string, rows: ReadonlyArray<readonly unknown[]>): Promise<void> {
    this.#connection.runAll(sql, rows);
  }

  async commit(): Promise<void> {
    this.#connection.db.exec('commit');
  }

  async rollback(): Promise<void> {
    this.#connection.rollback();
  }

  async close(): Promise<void> {
    this.#connection.close();
  }
}
