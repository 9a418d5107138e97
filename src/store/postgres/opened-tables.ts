import { type Kysely, sql } from 'kysely';
import type { ClientConfig } from 'pg';
import type { OpenedTables } from '../copying/copy.ts';
import type { EventTables } from '../event-tables.ts';
import { DataError } from '../migrations/migrations.ts';
import type { Tables } from '../tables.ts';
import { ClientConnection, kyselyOn } from './client-connection.ts';
import { clientConfig, connected } from './connection-pool.ts';
import { eventClientConfig } from './events.ts';
import { NodeRegistry } from './node-registry.ts';
import { prepareDatabase } from './preparation.ts';
import { asStoreError } from './store-errors.ts';

/** Counting and comparing large tables takes long. */
export const PATIENT: ClientConfig = {
  statement_timeout: 0,
  query_timeout: 0,
  idle_in_transaction_session_timeout: 0,
};

/** The tables whose numbers come from sequences. */
const NUMBERED = ['terms', 'clicked_documents', 'tag_sets'] as const;

/** Opens the tables of a database that no node uses. Without `create`, they must be those of this version. */
export async function openPostgresTables(url: string, create: boolean): Promise<OpenedTables> {
  try {
    await prepareDatabase(url, create);
    const clients = [
      await connected({ ...clientConfig(url), ...PATIENT }),
      await connected({ ...eventClientConfig(url), ...PATIENT }),
    ] as const;
    const close = async (): Promise<void> => {
      await Promise.all(clients.map((client) => client.end()));
    };
    const store = kyselyOn<Tables>(new ClientConnection(clients[0], { asError: asStoreError }));
    const events = kyselyOn<EventTables>(new ClientConnection(clients[1], { asError: asStoreError }));
    const nodes = await new NodeRegistry(store, '').others();
    if (nodes.length > 0) {
      await close();
      throw new DataError(
        'A node is running on the database, or ended less than 30 seconds ago. Stop it first.',
      );
    }
    return { store, events, continueNumbers: () => continueNumbers(events), close };
  } catch (error) {
    throw asStoreError(error);
  }
}

/** Sequences go on after the highest number in their tables. */
export async function continueNumbers(events: Kysely<EventTables>): Promise<void> {
  for (const table of NUMBERED) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), coalesce(max(id), 0) + 1, false)
      from ${sql.table(table)}`.execute(events);
  }
}
