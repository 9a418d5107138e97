import {
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
  type QueryResult,
} from 'kysely';
import type { ClientBase, QueryResult as ClientResult } from 'pg';
import { isLost } from './store-errors.ts';

/** One for all databases: `prepared` keeps statements by adapter, and those of all PostgreSQL databases are the same. */
const ADAPTER = new PostgresAdapter();

const CHANGING: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE']);

/** Kysely's PostgreSQL dialect on one of the drivers in this folder. */
export class PostgresDialect implements Dialect {
  readonly #driver: Driver;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  createDriver(): Driver {
    return this.#driver;
  }

  createQueryCompiler(): QueryCompiler {
    return new PostgresQueryCompiler();
  }

  createAdapter(): DialectAdapter {
    return ADAPTER;
  }

  // biome-ignore lint/suspicious/noExplicitAny: the type Kysely's interface asks for.
  createIntrospector(db: Kysely<any>): DatabaseIntrospector {
    return new PostgresIntrospector(db);
  }
}

// biome-ignore lint/correctness/useYield: long reads page by key.
export async function* noStream(): AsyncIterableIterator<never> {
  throw new Error('streaming is not used: read page by page');
}

/**
 * PostgreSQL has no NUL in texts, so no row is found by one: looked up as a text that no row has. In values to be written
 * it is an error.
 */
const LOOKUP = /^\s*(select|delete|with)\b/i;
const NO_TEXT = '\u{f0000}NUL\u{f0000}';
const withoutNul = (values: readonly unknown[], replacement: string): unknown[] =>
  values.map((value) =>
    typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', replacement) : value,
  );

export interface ClientConnectionOptions {
  /** The error that a query rejects with. */
  readonly asError?: (error: unknown) => unknown;
  /** What stands for NUL in texts that are looked up; by default a text that no row has. */
  readonly nul?: string | undefined;
}

/** Runs Kysely's queries on one client, one after another. After `end` it refuses further ones. */
export class ClientConnection implements DatabaseConnection {
  readonly #client: ClientBase;
  readonly #asError: (error: unknown) => unknown;
  readonly #nul: string;
  #tail: Promise<unknown> = Promise.resolve();
  #isOver = false;
  #isLost = false;
  readonly streamQuery = noStream;

  constructor(client: ClientBase, options: ClientConnectionOptions = {}) {
    this.#client = client;
    this.#asError = options.asError ?? ((error) => error);
    this.#nul = options.nul ?? NO_TEXT;
  }

  /** Whether the connection broke: it cannot be used again. */
  get isLost(): boolean {
    return this.#isLost;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isOver) throw new Error('the transaction is over');
    const values = LOOKUP.test(sql) ? withoutNul(parameters, this.#nul) : [...parameters];
    const { command, rowCount, rows } = await this.#run<ClientResult>(sql, values);
    return {
      rows,
      ...(CHANGING.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }),
    };
  }

  /** Runs several statements without parameters in one round trip. */
  script(statements: string): Promise<readonly ClientResult[]> {
    return this.#run<ClientResult | ClientResult[]>(statements).then((results) =>
      Array.isArray(results) ? results : [results],
    );
  }

  /** Refuses further queries and waits for those that run. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#tail;
  }

  #run<R>(sql: string, parameters?: unknown[]): Promise<R> {
    const run = this.#tail.then(() => this.#client.query(sql, parameters as never));
    this.#tail = run.catch((error) => {
      if (isLost(error)) this.#isLost = true;
    });
    return run.catch((error) => {
      throw this.#asError(error);
    }) as unknown as Promise<R>;
  }
}

/** Runs Kysely's queries and transactions on one connection that the caller owns. */
export class ClientDriver implements Driver {
  readonly #connection: ClientConnection;

  constructor(connection: ClientConnection) {
    this.#connection = connection;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(): Promise<void> {
    await this.#connection.script('begin');
  }

  async commitTransaction(): Promise<void> {
    await this.#connection.script('commit');
  }

  async rollbackTransaction(): Promise<void> {
    await this.#connection.script('rollback');
  }

  async destroy(): Promise<void> {}
}

/** Kysely on one connection that the caller owns. */
export const kyselyOn = <Tables>(connection: ClientConnection): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: new PostgresDialect(new ClientDriver(connection)) });
