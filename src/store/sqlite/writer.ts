import { Connection, type ConnectionOptions, type Outcome } from './connection.ts';

/** Where transactions run, one at a time: in this thread, or in one of their own. */
export interface Writer {
  begin(): Promise<void>;
  run(sql: string, parameters: readonly unknown[]): Promise<Outcome>;
  /** Resolves when the transaction is durable; rejects when nothing of it is there. */
  commit(): Promise<void>;
  rollback(): Promise<void>;
  close(): Promise<void>;
}

/** Writes in the calling thread: for commands, which have nobody to keep waiting and want to be quick. */
export class InlineWriter implements Writer {
  readonly #connection: Connection;

  constructor(options: ConnectionOptions) {
    this.#connection = new Connection(options);
  }

  async begin(): Promise<void> {
    // IMMEDIATE: a transaction that would have to give way does so before it has read anything.
    this.#connection.db.exec('begin immediate');
  }

  async run(sql: string, parameters: readonly unknown[]): Promise<Outcome> {
    return this.#connection.run(sql, parameters);
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
