import { Client, type ClientConfig, Pool, type PoolClient, types } from 'pg';
import type { StoreConnections } from '../port.ts';
import { asStoreError } from './store-errors.ts';

/** Timeouts, in milliseconds. */
const CONNECT_TIMEOUT = 5000;
const STATEMENT_TIMEOUT = 30_000;
const LOCK_TIMEOUT = 5000;
/** Longer than the server's own timeout: reached only if the server cannot answer at all. */
const ANSWER_TIMEOUT = STATEMENT_TIMEOUT + 2000;
/** A stopped process must not hold the locks of its transaction for longer. */
const IDLE_IN_TRANSACTION_TIMEOUT = 6000;
/** How long connections in use may take to end. */
const CLOSE_TIMEOUT = 5000;
/** How long an unused connection is kept. */
const IDLE_TIMEOUT = 60_000;
/** Without traffic, a dead server is noticed after some of these. */
const KEEP_ALIVE = 10_000;

/** Types that `pg` gives as text because they may exceed 2^53, which no number of the store does. */
const BIGINT = 20;
const NUMERIC = 1700;

const getTypeParser = ((type: number, format?: 'text') =>
  type === BIGINT || type === NUMERIC
    ? Number
    : types.getTypeParser(type, format)) as typeof types.getTypeParser;

/** The settings of a connection. SSL modes mean what they mean in `psql`. */
export const clientConfig = (url: string, more: ClientConfig = {}): ClientConfig => ({
  connectionString: `${url}${url.includes('?') ? '&' : '?'}uselibpqcompat=true`,
  fallback_application_name: 'findling',
  connectionTimeoutMillis: CONNECT_TIMEOUT,
  statement_timeout: STATEMENT_TIMEOUT,
  lock_timeout: LOCK_TIMEOUT,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT,
  query_timeout: ANSWER_TIMEOUT,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE,
  types: { getTypeParser },
  ...more,
});

/** A connected client outside of a pool. */
export async function connected(config: ClientConfig): Promise<Client> {
  const client = new Client(config);
  // The running query rejects with the error; an `error` event without a listener would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    void client.end();
    throw error;
  }
  return client;
}

/** A bounded number of connections. */
export class ConnectionPool {
  readonly #pool: Pool;
  readonly #clients = new Set<PoolClient>();

  constructor(config: ClientConfig, size: number) {
    this.#pool = new Pool({ ...config, max: size, idleTimeoutMillis: IDLE_TIMEOUT });
    this.#pool.on('connect', (client) => {
      this.#clients.add(client);
      client.on('error', () => {});
    });
    this.#pool.on('remove', (client) => this.#clients.delete(client));
    this.#pool.on('error', () => {});
  }

  get counts(): StoreConnections {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  /** Waits for a connection, up to the timeout for connecting. */
  async take(): Promise<PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw asStoreError(error);
    }
  }

  give(client: PoolClient, isLost: boolean): void {
    client.release(isLost);
  }

  /** Ends all connections, also those in use: the server has stopped answering. The next ones are new. */
  reset(): void {
    for (const client of this.#clients) client.connection.stream.destroy();
  }

  /** Waits for connections in use, but not for a server that does not answer. */
  async close(): Promise<void> {
    const timer = setTimeout(() => this.reset(), CLOSE_TIMEOUT);
    await this.#pool.end();
    clearTimeout(timer);
  }
}
