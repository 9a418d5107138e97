import type { StoreSnapshot } from '../port.ts';
import { allQueries } from '../queries/all.ts';
import type { Tables } from '../tables.ts';
import { ClientConnection, kyselyOn } from './client-connection.ts';
import { clientConfig, connected } from './connection-pool.ts';
import { DIALECT } from './query-dialect.ts';
import { asStoreError } from './store-errors.ts';

/** How long a snapshot may be idle between two reads, in milliseconds: an export waits for its client. */
const IDLE_TIMEOUT = 600_000;

/**
 * A snapshot is a transaction on a connection of its own, so that exports take none from the pool. Until it is closed,
 * PostgreSQL keeps the rows that others delete.
 */
export async function openSnapshot(url: string): Promise<StoreSnapshot> {
  try {
    const client = await connected(clientConfig(url, { idle_in_transaction_session_timeout: IDLE_TIMEOUT }));
    const connection = new ClientConnection(client, { asError: asStoreError });
    let isClosed = false;
    const close = (): void => {
      if (isClosed) return;
      isClosed = true;
      void connection.end();
      // Does not wait for a running read.
      void client.end();
    };
    try {
      // A transaction takes its snapshot at the first read.
      await connection.script(
        'begin isolation level repeatable read read only; select 1 from engines limit 1',
      );
    } catch (error) {
      close();
      throw error;
    }
    const { engines, documents } = allQueries(kyselyOn<Tables>(connection), DIALECT);
    return { engines, documents, close };
  } catch (error) {
    throw asStoreError(error);
  }
}
