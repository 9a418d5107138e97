import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { Connection } from './connection.ts';
import { noStream } from './driver.ts';

/** How long reads may go on within one turn of the event loop before they let others in, in milliseconds. */
const STRETCH = 2;

/** Connections that wait for the next read; more than one is needed only while long reads are interrupted. */
const KEPT = 4;

/** Long reads that may be interrupted at the same time; one more than these runs to its end in one go. */
const MOST_INTERRUPTED = 16;

/**
 * Runs Kysely's reads, in the calling thread. A read of many megabytes lets others in every few milliseconds, and is
 * still one read: its connection stays with the data as it was when the read began. Others then use another
 * connection, because on this one they would not see what was committed since.
 *
 * So do many short reads in a row: without them waiting now and then, the loop that they are made in would keep
 * everybody else out, the answers of the writer's thread included.
 */
export class ReadDriver implements Driver {
  readonly #path: string;
  readonly #idle: Connection[] = [];
  readonly #connection: DatabaseConnection;
  /** When the first read of this turn of the event loop began. */
  #turnBegan: number | undefined;
  #interrupted = 0;
  #isClosed = false;

  constructor(path: string) {
    this.#path = path;
    this.#connection = {
      executeQuery: (query) => this.#execute(query),
      streamQuery: noStream,
    };
  }

  async #execute<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isTurnLong()) await yieldToEventLoop();
    const connection = this.#idle.pop() ?? new Connection({ path: this.#path, reads: true });
    try {
      const rows: R[] = [];
      // Its own time, not that of the turn: between two short reads others are let in without a connection at stake.
      let began = performance.now();
      for (const row of connection.iterate(sql, parameters)) {
        rows.push(row as R);
        if (performance.now() - began < STRETCH || this.#interrupted >= MOST_INTERRUPTED) continue;
        this.#interrupted++;
        await yieldToEventLoop();
        this.#interrupted--;
        began = performance.now();
      }
      return { rows };
    } finally {
      if (this.#isClosed || this.#idle.length >= KEPT) connection.close();
      else this.#idle.push(connection);
    }
  }

  #isTurnLong(): boolean {
    const now = performance.now();
    if (this.#turnBegan === undefined) {
      this.#turnBegan = now;
      setImmediate(() => {
        this.#turnBegan = undefined;
      });
    }
    return now - this.#turnBegan >= STRETCH;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(): Promise<void> {
    throw new Error('a reader has no transactions');
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#isClosed = true;
    for (const connection of this.#idle.splice(0)) connection.close();
  }
}
