import { randomInt } from 'node:crypto';
import type { StoreThread } from '../port.ts';
import type { ConnectionOptions, Outcome } from './connection.ts';
import type { Writer } from './writer.ts';
import { ThreadEnded, threadName, WriterThread } from './writer-thread.ts';

/** Marks are values of SQLite's `user_version`; 0 is a file without a mark. */
const MARKS = 2 ** 31 - 1;

/**
 * Writes in a separate thread, so that syncing the log and copying megabytes into it does not block the main thread.
 * A statement costs a message each way, about 30 µs; `begin` is sent with the first statement.
 *
 * If the thread ends, the running transaction rejects and the next one gets a new thread. A transaction belongs to the
 * thread in which it began: the rest of it never runs in another one.
 */
export class ThreadedWriter implements Writer, StoreThread {
  readonly #options: ConnectionOptions;
  #thread: WriterThread | undefined;
  #transaction: { readonly thread: WriterThread; hasBegun: boolean } | undefined;
  #mark = randomInt(MARKS);
  #isClosed = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    // A reader starts with its first statement: many services never ask for reports.
    if (options.reads !== true) this.#thread = new WriterThread(options);
  }

  get name(): string {
    return threadName(this.#options);
  }

  get isStarted(): boolean {
    return this.#thread !== undefined && !this.#thread.isOver;
  }

  get pending(): number {
    return this.#thread?.pending ?? 0;
  }

  async begin(): Promise<void> {
    this.#transaction = { thread: this.#openThread(), hasBegun: false };
  }

  async run(sql: string, parameters: readonly unknown[]): Promise<Outcome> {
    const transaction = this.#transaction;
    if (transaction === undefined) {
      return this.#openThread().call({ verb: 'run', sql, parameters, place: 'alone' });
    }
    const place = transaction.hasBegun ? 'inside' : 'begins';
    transaction.hasBegun = true;
    return transaction.thread.call({ verb: 'run', sql, parameters, place });
  }

  async runAll(sql: string, rows: ReadonlyArray<readonly unknown[]>): Promise<void> {
    const transaction = this.#transaction;
    if (transaction === undefined) throw new Error('the transaction is over');
    const place = transaction.hasBegun ? 'inside' : 'begins';
    transaction.hasBegun = true;
    await transaction.thread.call({ verb: 'run all', sql, rows, place });
  }

  async commit(): Promise<void> {
    if (this.#transaction?.hasBegun === true) {
      const { thread } = this.#transaction;
      this.#mark = (this.#mark % MARKS) + 1;
      try {
        await thread.call({ verb: 'commit', mark: this.#mark });
      } catch (error) {
        if (!(error instanceof ThreadEnded) || !(await this.#isMarked(this.#mark))) throw error;
      }
    }
    this.#transaction = undefined;
  }

  /** Whether a commit succeeded although its thread ended before it could answer. */
  async #isMarked(mark: number): Promise<boolean> {
    const request = { verb: 'run', sql: 'pragma user_version', parameters: [], place: 'alone' } as const;
    const { rows } = await this.#openThread().call(request);
    return (rows as Array<{ user_version: number }>)[0]?.user_version === mark;
  }

  async rollback(): Promise<void> {
    const transaction = this.#transaction;
    this.#transaction = undefined;
    // A thread that has ended has already rolled back.
    if (transaction?.hasBegun === true && !transaction.thread.isOver) {
      await transaction.thread.call({ verb: 'rollback' });
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread?.close();
  }

  #openThread(): WriterThread {
    if (this.#isClosed) throw new Error('the store is closed');
    if (this.#thread === undefined || this.#thread.isOver) this.#thread = new WriterThread(this.#options);
    return this.#thread;
  }
}
