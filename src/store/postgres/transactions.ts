import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Client } from 'pg';
import { StoreOutcomeUnknown, StoreUnavailable } from '../port.ts';
import { ClientConnection, kyselyOn } from './client-connection.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { ScopeTurns } from './scope-turns.ts';
import { asStoreError, isAborted, isLost } from './store-errors.ts';

/** Runs of one transaction, the first included. */
const MOST_RUNS = 5;
/** The longest pause before the second run, in milliseconds; it doubles with each further run. */
const FIRST_PAUSE = 10;

/** How long the outcome of a commit is asked for, and after what time its connection is ended, in milliseconds. */
const SETTLE_TIME = 30_000;
const SETTLE_GRACE = 1000;
const MOST_SETTLE_PAUSE = 250;

/** An advisory lock: two 32-bit integers. */
export interface Lock {
  readonly group: number;
  readonly key: number;
}

/** Something that does not outlive a crash of the server, such as a connection that is open all the time. */
export interface Witness {
  isAlive(): Promise<boolean>;
}

export interface TransactionOptions {
  readonly pool: ConnectionPool;
  /** A connection outside of the pool, all of whose connections may be in use. */
  connect(): Promise<Client>;
  /** Throws if the database must not be used. */
  readonly assertUsable: () => void;
  /** What will prove that the server has not crashed since now; undefined if nothing can. */
  witness(): Witness | undefined;
  /** Statements at the beginning of each transaction. */
  readonly begin?: string;
}

/** A transaction that the server may have committed, on a connection that broke. */
interface Unsettled {
  readonly transactionId: string;
  readonly processId: number;
  /** From before the beginning of the transaction. */
  readonly witness: Witness | undefined;
  readonly cause: unknown;
}

/**
 * Serial transactions per lock, over all processes. Isolation is "read committed": the lock, which is held until the end,
 * makes them serial, and each statement sees what was committed before it.
 */
export class Transactions {
  readonly #pool: ConnectionPool;
  readonly #connect: () => Promise<Client>;
  readonly #assertUsable: () => void;
  readonly #witness: () => Witness | undefined;
  readonly #begin: string;
  readonly #turns = new ScopeTurns();

  constructor({ pool, connect, assertUsable, witness, begin = '' }: TransactionOptions) {
    this.#pool = pool;
    this.#connect = connect;
    this.#assertUsable = assertUsable;
    this.#witness = witness;
    this.#begin = begin;
  }

  /**
   * Runs `work` and commits; again if the server aborted it in favour of another transaction. `last` gives statements
   * that are sent with the commit.
   */
  run<Tables, T>(
    lock: Lock,
    work: (db: Kysely<Tables>) => Promise<T>,
    last: () => string = () => '',
  ): Promise<T> {
    return this.#turns.run(`${lock.group} ${lock.key}`, async () => {
      for (let run = 1; ; run++) {
        try {
          return await this.#runOnce(lock, work, last, run < MOST_RUNS);
        } catch (error) {
          if (run === MOST_RUNS || !isAborted(error)) throw asStoreError(error);
        }
        await sleep(Math.random() * FIRST_PAUSE * 2 ** (run - 1));
      }
    });
  }

  async #runOnce<Tables, T>(
    lock: Lock,
    work: (db: Kysely<Tables>) => Promise<T>,
    last: () => string,
    mayRepeat: boolean,
  ): Promise<T> {
    this.#assertUsable();
    const { client, connection, ...begun } = await this.#open(lock, mayRepeat);
    try {
      const result = await work(kyselyOn<Tables>(connection));
      await connection.end();
      await this.#commit(connection, last(), (cause) => {
        // Types of `pg` lack the number of the server process.
        const { processID: processId } = client as unknown as { processID: number };
        return this.#settle({ ...begun, processId, cause });
      });
      return result;
    } catch (error) {
      await connection.end();
      // What fails here is the connection; the server then rolls back on its own.
      if (!connection.isLost) await connection.script('rollback').catch(() => {});
      throw error;
    } finally {
      this.#pool.give(client, connection.isLost);
    }
  }

  /** Begins a transaction. Nothing has happened before, so a connection that turns out to be broken is replaced. */
  async #open(lock: Lock, mayRepeat: boolean) {
    for (;;) {
      const witness = this.#witness();
      const client = await this.#pool.take();
      const connection = new ClientConnection(client);
      try {
        const results = await connection.script(
          `begin isolation level read committed; ${this.#begin}
          select pg_advisory_xact_lock(${lock.group}, ${lock.key}), pg_current_xact_id()::text as id`,
        );
        return { client, connection, witness, transactionId: results.at(-1)?.rows[0].id as string };
      } catch (error) {
        await connection.end();
        if (!connection.isLost) await connection.script('rollback').catch(() => {});
        this.#pool.give(client, connection.isLost);
        if (!connection.isLost || !mayRepeat) throw error;
        mayRepeat = false;
      }
    }
  }

  async #commit(
    connection: ClientConnection,
    last: string,
    settle: (cause: unknown) => Promise<void>,
  ): Promise<void> {
    try {
      const results = await connection.script(`${last}commit`);
      // The server answers the commit of a transaction in which a statement failed by rolling back.
      if (results.at(-1)?.command !== 'COMMIT') throw new Error('a statement of the transaction has failed');
    } catch (cause) {
      if (!isLost(cause)) throw cause;
      await settle(cause);
    }
  }

  /**
   * Finds out what became of a commit whose answer was lost: resolves if it succeeded. While the server still works on
   * it, it may do either; after some time its connection is ended there, which decides.
   *
   * A server that has crashed gives numbers of lost transactions again. Then that of a successful one proves nothing.
   */
  async #settle({ transactionId, processId, witness, cause }: Unsettled): Promise<void> {
    const began = performance.now();
    for (let pause = FIRST_PAUSE; performance.now() - began < SETTLE_TIME; ) {
      const isGraceOver = performance.now() - began > SETTLE_GRACE;
      const outcome = await this.#outcomeOf(transactionId, isGraceOver ? processId : undefined);
      if (outcome === 'committed') {
        if (await witness?.isAlive()) return;
        break;
      }
      if (outcome === 'aborted') {
        throw new StoreUnavailable('the connection to PostgreSQL was lost before the commit', { cause });
      }
      await sleep(pause);
      pause = Math.min(2 * pause, MOST_SETTLE_PAUSE);
    }
    throw new StoreOutcomeUnknown(
      'the connection to PostgreSQL was lost during a commit: its outcome is unknown',
      { cause },
    );
  }

  /** `committed`, `aborted`, `in progress`; undefined if the server cannot be asked. Ends the process if it is named. */
  async #outcomeOf(transactionId: string, processId: number | undefined): Promise<string | undefined> {
    let client: Client | undefined;
    try {
      client = await this.#connect();
      const connection = new ClientConnection(client);
      if (processId !== undefined) {
        // Only while it runs this very transaction: the number may already be that of another process.
        await connection.script(
          `select pg_terminate_backend(pid) from pg_stat_activity where pid = ${processId}
            and backend_xid::text = (${transactionId}::numeric % 4294967296)::text`,
        );
      }
      const results = await connection.script(`select pg_xact_status('${transactionId}'::xid8) as status`);
      return results[0]?.rows[0].status ?? undefined;
    } catch {
      return undefined;
    } finally {
      void client?.end();
    }
  }
}
