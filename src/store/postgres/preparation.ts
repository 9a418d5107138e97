import { sql } from 'kysely';
import type { EventTables } from '../event-tables.ts';
import { EVENT_VERSION, migrateEvents } from '../migrations/events.ts';
import { checkedVersion, DATA_VERSION, DataError, migrate } from '../migrations/migrations.ts';
import { StoreUnavailable } from '../port.ts';
import type { Tables } from '../tables.ts';
import { ClientConnection, kyselyOn } from './client-connection.ts';
import { clientConfig, connected } from './connection-pool.ts';
import { EVENT_SCHEMA } from './events.ts';
import { NODE_TABLES } from './node-registry.ts';
import { MIGRATION_LOCK } from './scope-locks.ts';

/** The first version of PostgreSQL with all functions that the adapter uses, as the server writes it. */
const OLDEST = 130_000;

/** A step of a migration may take as long as it needs, and another process may be migrating. */
const PATIENT = { statement_timeout: 0, lock_timeout: 0, query_timeout: 0 };

/**
 * Checks that the database can be used, and creates or migrates its tables, one process at a time. Without `create`, only
 * current tables are accepted.
 */
export async function prepareDatabase(url: string, create: boolean): Promise<void> {
  const client = await connected(clientConfig(url, PATIENT));
  try {
    const connection = new ClientConnection(client);
    await checkServer(connection);
    const db = kyselyOn<Tables>(connection);
    const version = await checkedVersion(db, 'postgres');
    // Then the user of the database need not have the right to create tables.
    if (version === DATA_VERSION && (await hasOtherTables(connection))) return;
    if (!create) {
      throw new DataError(
        version === 0
          ? 'There is no data in the database yet: run `findling start` first.'
          : 'The data is of an older Findling: run `findling start` once to bring it up to date.',
      );
    }
    // Released when the connection ends, however that happens.
    await connection.script(`select pg_advisory_lock(${MIGRATION_LOCK.group}, ${MIGRATION_LOCK.key})`);
    await migrate(db, 'postgres');
    await connection.script(NODE_TABLES);
    await connection.script(`create schema if not exists ${EVENT_SCHEMA}; set search_path = ${EVENT_SCHEMA}`);
    await migrateEvents(kyselyOn<EventTables>(connection), 'postgres');
  } finally {
    await client.end();
  }
}

/** Whether the tables of events and nodes are those of this version too. */
async function hasOtherTables(connection: ClientConnection): Promise<boolean> {
  const facts = `${EVENT_SCHEMA}.facts`;
  const [tables] = await connection.script(
    `select to_regclass('leases') is not null and to_regclass('${facts}') is not null as found`,
  );
  if (tables?.rows[0].found !== true) return false;
  const [version] = await connection.script(`select value from ${facts} where name = 'version'`);
  return Number(version?.rows[0]?.value) === EVENT_VERSION;
}

/** Refuses a server that cannot be used. */
export async function checkServer(connection: ClientConnection): Promise<void> {
  const { rows } = await sql<{ version: string; number: string; encoding: string; standby: boolean }>`
    select current_setting('server_version') as version, current_setting('server_version_num') as number,
      current_setting('server_encoding') as encoding, pg_is_in_recovery() as standby`.execute(
    kyselyOn(connection),
  );
  const [server] = rows;
  if (server === undefined) throw new Error('the server did not answer');
  if (Number(server.number) < OLDEST) {
    throw new DataError(
      `PostgreSQL ${server.version} is too old: Findling needs version ${OLDEST / 10_000} or later.`,
    );
  }
  if (server.encoding !== 'UTF8') {
    throw new DataError(
      `The database has the encoding ${server.encoding}, but Findling needs UTF8. Create another with \`createdb --encoding UTF8 --template template0\`.`,
    );
  }
  if (server.standby) throw new StoreUnavailable('the server is a standby, which cannot write');
}
