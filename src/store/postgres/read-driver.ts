import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { ClientConnection, noStream } from './client-connection.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { asStoreError } from './store-errors.ts';

/** PostgreSQL has no NUL in texts, so nothing is found by one: looked up as the character that stands for a bad one. */
const withoutNul = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;

/**
 * Runs Kysely's reads on a pool, each on any connection. A read whose connection broke is repeated once on another: after
 * a restart of the server, the first use of each connection fails.
 */
export class ReadDriver implements Driver {
  readonly #pool: ConnectionPool;
  readonly #assertUsable: () => void;
  readonly #connection: DatabaseConnection = {
    executeQuery: (query) => this.#execute(query),
    streamQuery: noStream,
  };

  constructor(pool: ConnectionPool, assertUsable: () => void) {
    this.#pool = pool;
    this.#assertUsable = assertUsable;
  }

  async #execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const cleaned = { ...query, parameters: query.parameters.map(withoutNul) };
    for (let isRepeated = false; ; isRepeated = true) {
      this.#assertUsable();
      const client = await this.#pool.take();
      const connection = new ClientConnection(client);
      try {
        return await connection.executeQuery<R>(cleaned);
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
