import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { ClientConnection, noStream } from './client-connection.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { asStoreError } from './store-errors.ts';

/**
 * Runs Kysely's reads on a pool, each on any connection. A read whose connection broke is repeated once on another: after
 * a restart of the server, the first use of each connection fails.
 */
export class ReadDriver implements Driver {
  readonly #pool: ConnectionPool;
  readonly #assertUsable: () => void;
  readonly #nul: string | undefined;
  readonly #connection: DatabaseConnection = {
    executeQuery: (query) => this.#execute(query),
    streamQuery: noStream,
  };

  /** `nul` is as in ClientConnection. */
  constructor(pool: ConnectionPool, assertUsable: () => void, nul?: string) {
    this.#pool = pool;
    this.#assertUsable = assertUsable;
    this.#nul = nul;
  }

  async #execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    for (let isRepeated = false; ; isRepeated = true) {
      this.#assertUsable();
      const client = await this.#pool.take();
      const connection = new ClientConnection(client, { nul: this.#nul });
      try {
        return await connection.executeQuery<R>(query);
      } catch (error) {
        await connection.end();
        if (isRepeated || !connection.isLost) throw asStoreError(error);
      } finally {
        this.#pool.give(client, connection.isLost);
      }
    }
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

  async destroy(): Promise<void> {}
}
