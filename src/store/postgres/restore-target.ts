import type { Kysely } from 'kysely';
import type { Client, ClientConfig } from 'pg';
import type { RestoreTarget } from '../copying/restoration.ts';
import { STORE_KEYS } from '../copying/table-keys.ts';
import { existingTables } from '../copying/tables-snapshot.ts';
import type { EventTables } from '../event-tables.ts';
import { DataError } from '../migrations/migrations.ts';
import { RESTORE_OF } from '../migrations/unfinished-copy.ts';
import type { Tables } from '../tables.ts';
import { ClientConnection, kyselyOn } from './client-connection.ts';
import { clientConfig, connected } from './connection-pool.ts';
import { EVENT_SCHEMA, eventClientConfig } from './events.ts';
import { NODE_TABLES } from './node-registry.ts';
import { continueNumbers, PATIENT } from './opened-tables.ts';
import { checkServer } from './preparation.ts';
import { MIGRATION_LOCK } from './scope-locks.ts';
import { asStoreError } from './store-errors.ts';

const TABLES: readonly string[] = ['instance', ...Object.keys(STORE_KEYS)];

/** In one round trip and so in one transaction. */
const DROP = `${[...TABLES, 'nodes', 'leases'].map((table) => `drop table if exists ${table}`).join('; ')};
  drop schema if exists ${EVENT_SCHEMA} cascade`;

/**
 * Prepares an empty database. The remains of an interrupted restore are removed. Nodes that start meanwhile wait, as for a
 * migration.
 */
export async function postgresRestoreTarget(url: string): Promise<RestoreTarget> {
  const clients: Client[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(clients.splice(0).map((client) => client.end()));
  };
  const connection = async (config: ClientConfig): Promise<ClientConnection> => {
    const client = await connected({ ...config, ...PATIENT });
    clients.push(client);
    return new ClientConnection(client, { asError: asStoreError });
  };
  try {
    const first = await connection(clientConfig(url));
    await checkServer(first);
    await lock(first);
    const store = kyselyOn<Tables>(first);
    const events = kyselyOn<EventTables>(await connection(eventClientConfig(url)));
    const [ofStore, ofEvents] = [
      await existingTables(store, 'postgres'),
      await existingTables(events, 'postgres'),
    ];
    if (ofEvents.size > 0 || TABLES.some((table) => ofStore.has(table))) {
      if (!ofStore.has('instance') || !(await isUnfinishedRestore(store))) {
        throw new DataError('The database has data of its own. Restore into an empty database.');
      }
      await first.script(DROP);
    }
    await first.script(`${NODE_TABLES}; create schema if not exists ${EVENT_SCHEMA}`);
    return {
      database: 'postgres',
      store,
      events,
      continueNumbers: () => continueNumbers(events),
      async discard() {
        await first.script(DROP);
        await close();
      },
      close,
    };
  } catch (error) {
    await close();
    throw asStoreError(error);
  }
}

async function isUnfinishedRestore(store: Kysely<Tables>): Promise<boolean> {
  const rows = await store.selectFrom('instance').select('name').where('name', '=', RESTORE_OF).execute();
  return rows.length > 0;
}

/** Released when the connection ends, however that happens. */
async function lock(connection: ClientConnection): Promise<void> {
  const { group, key } = MIGRATION_LOCK;
  const [taken] = await connection.script(`select pg_try_advisory_lock(${group}, ${key}) as taken`);
  if (taken?.rows[0].taken === true) return;
  throw new DataError('Another Findling is preparing the database. Try again when it is done.');
}
