import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { takeTurn } from '../../threads/turns.ts';
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

  /**
   * With `takesTurns`, what follows a query waits for a turn of the event loop. Otherwise a thread that answers faster
   * than the next query is written keeps this thread in one turn: Node delivers up to 1,000 messages in it.
   */
  constructor(writer: Writer, { takesTurns = false } = {}) {
    this.#writer = writer;
    this.#connection = {
      executeQuery: async <R>({ sql, parameters }: CompiledQuery) => {
        const outcome = await writer.run(sql, parameters);
        if (takesTurns) await takeTurn();
        return queryResult<R>(outcome);
      },
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
