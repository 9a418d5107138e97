import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { yieldToEventLoop } from '../../threads/turns.ts';
import { Connection } from './connection.ts';
import { noStream } from './driver.ts';

/** How long reads may run within one turn of the event loop before they yield, in milliseconds. */
export const TIME_SLICE = 2;

/** Idle connections that are kept; more than one is needed only while long reads are interrupted. */
const KEPT = 4;

/** Long reads that may be interrupted at the same time; a further one runs to its end without yielding. */
const MOST_INTERRUPTED = 16;

/**
 * Runs Kysely's reads in the calling thread. A read of many megabytes yields to the event loop every few milliseconds
 * and still sees one snapshot: its connection stays on the data as of its start. Other reads then use another
 * connection, because on this one they would not see later commits.
 *
 * Many short reads in a row yield too: otherwise a loop of them would block the event loop, including the messages of the
 * writer thread.
 */
export class ReadDriver implements Driver {
  readonly #path: string;
  readonly #idle: Connection[] = [];
  readonly #connection: DatabaseConnection;
  /** Start of the first read in this turn of the event loop. */
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
      // The time of this read, not of the turn: between two short reads, yielding does not occupy a connection.
      let began = performance.now();
      for (const row of connection.iterate(sql, parameters)) {
        rows.push(row as R);
        if (performance.now() - began < TIME_SLICE || this.#interrupted >= MOST_INTERRUPTED) continue;
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
    return now - this.#turnBegan >= TIME_SLICE;
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
