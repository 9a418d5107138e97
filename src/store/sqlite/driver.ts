import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import type { Outcome } from './connection.ts';
import type { Writer } from './writer.ts';

export const queryResult = <R>({ rows, changes }: Outcome): QueryResult<R> => ({
  rows: rows as R[],
  ...(changes !== undefined && { numAffectedRows: BigInt(changes) }),
});

// biome-ignore lint/correctness/useYield: long reads page by key, so that no reader holds the connection for long.
export async function* noStream(): AsyncIterableIterator<never> {
  throw new Error('streaming is not used: read page by page');
}

/**
 * Runs Kysely's queries on the writer. There is one writer: a transaction holds it exclusively, and the others queue.
 */
export class WriteDriver implements Driver {
  readonly #writer: Writer;
  readonly #connection: DatabaseConnection;
  #tail: Promise<void> = Promise.resolve();
  #release: () => void = () => {};

  constructor(writer: Writer) {
    this.#writer = writer;
    this.#connection = {
      executeQuery: async <R>({ sql, parameters }: CompiledQuery) =>
        queryResult<R>(await writer.run(sql, parameters)),
      streamQuery: noStream,
    };
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const turn = this.#tail;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#tail = promise;
    await turn;
    this.#release = resolve;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#release();
  }

  beginTransaction(): Promise<void> {
    return this.#writer.begin();
  }

  commitTransaction(): Promise<void> {
    return this.#writer.commit();
  }

  rollbackTransaction(): Promise<void> {
    return this.#writer.rollback();
  }

  destroy(): Promise<void> {
    return this.#writer.close();
  }
}
