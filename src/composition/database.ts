import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { DataError } from '../store/migrations/migrations.ts';
import { type Store, StoreUnavailable } from '../store/port.ts';
import { VERSION } from '../version.ts';

/** Pauses between two attempts to reach the database, and between two sentences about it, in milliseconds. */
const TRY_EVERY = 1000;
const SAY_EVERY = 5000;

/** The wait for a database was ended on purpose. */
export class WaitEnded extends Error {
  override readonly name = 'WaitEnded';
}

/** What opening takes besides the settings. */
export interface OpenOptions {
  /** Told why the start waits. */
  readonly log?: Pick<Logger, 'warn'> | undefined;
  /** Ends the wait for a database. */
  readonly signal?: AbortSignal | undefined;
}

interface DatabaseOptions extends OpenOptions {
  readonly create: boolean;
  readonly role: 'server' | 'command';
}

/**
 * Opens the PostgreSQL database. A server waits until it can be reached, so that all parts of an installation can be
 * started in any order; a command does not.
 */
export async function openDatabase(config: Config, options: DatabaseOptions): Promise<Store> {
  const { databaseUrl: url = '', databaseConnections: connections } = config;
  const { create, role, log, signal } = options;
  const warn = (sentence: string): void => log?.warn(sentence);
  // Loaded on demand: most installations have no PostgreSQL.
  const { openPostgresStore } = await import('../store/postgres/open.ts');
  for (let saidAt = Number.NEGATIVE_INFINITY; ; ) {
    try {
      return await openPostgresStore({ url, connections, create, role, version: VERSION, warn });
    } catch (error) {
      if (role === 'command' || !(error instanceof StoreUnavailable)) throw asDatabaseRefusal(error, url);
      if (performance.now() - saidAt >= SAY_EVERY) {
        saidAt = performance.now();
        warn(`${unreachable(error, url)}. The start waits for it and tries again.`);
      }
    }
    await sleep(TRY_EVERY, undefined, { signal }).catch(() => {
      throw new WaitEnded('the start was ended before the database could be reached');
    });
  }
}

/** The address without user and password. */
const addressOf = (url: string): string => {
  const { host, pathname, searchParams } = new URL(url);
  return `${searchParams.get('host') ?? host}${pathname}`;
};

const unreachable = (error: StoreUnavailable, url: string): string => {
  const { cause } = error;
  const reason = cause instanceof Error ? describe(cause) : error.message;
  return `The PostgreSQL database at ${addressOf(url)} cannot be reached (${reason})`;
};

/** The message of a failed attempt on several addresses is empty. */
const describe = (error: Error): string => {
  const [first] = error instanceof AggregateError ? (error.errors as Error[]) : [];
  return first?.message ?? error.message;
};

/** Codes of PostgreSQL about the role, its password or its rights, and the name of the database. */
const REFUSALS: ReadonlyArray<readonly [codes: RegExp, sentence: string]> = [
  [/^28/, 'refuses the user or password of FINDLING_DATABASE_URL'],
  [/^3D000$/, 'does not exist: create it first'],
  [/^(42501|3F000)$/, 'does not let the user of FINDLING_DATABASE_URL create tables and schemas'],
];

/** A refusal of the server, or a failure of TLS or of its files, as a sentence; every other error as it is. */
export function asDatabaseRefusal(error: unknown, url: string): unknown {
  if (error instanceof StoreUnavailable) return new DataError(`${unreachable(error, url)}.`);
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const where = `The PostgreSQL database at ${addressOf(url)}`;
  if (typeof code === 'string') {
    const [, sentence] = REFUSALS.find(([codes]) => codes.test(code)) ?? [];
    if (sentence !== undefined) return new DataError(`${where} ${sentence} (${message}).`);
  }
  // Certificates, the files of `sslrootcert` and its like, and a server without TLS.
  if (/^(ENOENT|EACCES|ERR_(TLS|SSL|OSSL)|CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(String(code))) {
    return new DataError(`${where} cannot be used with this sslmode (${message}).`);
  }
  if (/\bSSL\b|sslmode/.test(String(message))) {
    return new DataError(`${where} cannot be used with this sslmode (${message}).`);
  }
  // Without the code, which would look like one about the data folder.
  return typeof code === 'string' ? new Error(`${where} failed`, { cause: error }) : error;
}
