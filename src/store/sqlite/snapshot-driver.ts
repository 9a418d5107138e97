import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { yieldToEventLoop } from '../../threads/turns.ts';
import { Connection } from './connection.ts';
import { noStream } from './driver.ts';
import { TIME_SLICE } from './read-driver.ts';

/**
 * Runs Kysely's reads on one snapshot: a connection of its own with an open read transaction. Until it is closed, the
 * write-ahead log cannot be truncated beyond it and grows with every commit.
 */
export class SnapshotDriver implements Driver {
  readonly #connection: Connection;

  constructor(path: string) {
    this.#connection = new Connection({ path, reads: true });
    try {
      // A transaction takes its snapshot at the first read.
      this.#connection.db.exec('begin; select 1 from sqlite_master limit 1');
    } catch (error) {
      this.#connection.close();
      throw error;
    }
  }

  async #execute<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const rows: R[] = [];
    let began = performance.now();
    for (const row of this.#connection.iterate(sql, parameters)) {
      rows.push(row as R);
      if (performance.now() - began < TIME_SLICE) continue;
      await yieldToEventLoop();
      began = performance.now();
    }
    return { rows };
  }

  close(): void {
    this.#connection.close();
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return { executeQuery: (query) => this.#execute(query), streamQuery: noStream };
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(): Promise<void> {
    throw new Error('a snapshot is one transaction');
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async destroy(): Promise<void> {
    this.close();
  }
}
