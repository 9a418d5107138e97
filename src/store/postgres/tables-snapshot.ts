import type { Client, ClientConfig } from 'pg';
import { existingTables, type TablesSnapshot } from '../copying/tables-snapshot.ts';
import type { EventTables } from '../event-tables.ts';
import type { Tables } from '../tables.ts';
import { ClientConnection, kyselyOn } from './client-connection.ts';
import { clientConfig, connected } from './connection-pool.ts';
import { eventClientConfig } from './events.ts';
import { asStoreError } from './store-errors.ts';

/** Whatever receives the rows may be slow, such as an upload; in milliseconds. */
const SETTINGS: ClientConfig = { idle_in_transaction_session_timeout: 600_000 };

const BEGIN = 'begin isolation level repeatable read read only';

/**
 * The tables of a database at one moment: two transactions share a snapshot. Until it is closed, PostgreSQL keeps the rows
 * that others delete.
 */
export async function postgresTablesSnapshot(url: string, withEvents: boolean): Promise<TablesSnapshot> {
  const clients: Client[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(clients.splice(0).map((client) => client.end()));
  };
  const connection = async (config: ClientConfig): Promise<ClientConnection> => {
    const client = await connected({ ...config, ...SETTINGS });
    clients.push(client);
    return new ClientConnection(client, { asError: asStoreError });
  };
  try {
    const first = await connection(clientConfig(url));
    const [, exported] = await first.script(`${BEGIN}; select pg_export_snapshot() as id`);
    const second = await connection(eventClientConfig(url));
    await second.script(`${BEGIN}; set transaction snapshot '${exported?.rows[0].id}'`);
    const store = kyselyOn<Tables>(first);
    const events = kyselyOn<EventTables>(second);
    const hasEvents = withEvents && (await existingTables(events, 'postgres')).has('facts');
    return { database: 'postgres', store, events: hasEvents ? events : undefined, close };
  } catch (error) {
    await close();
    throw asStoreError(error);
  }
}
