import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely } from 'kysely';
import type { Client } from 'pg';
import { DATA_VERSION } from '../migrations/migrations.ts';
import { refuseUnfinishedCopy } from '../migrations/unfinished-copy.ts';
import {
  ANY_CHANGE,
  type Store,
  type StoreConnections,
  StoreOutcomeUnknown,
  type StoreSnapshot,
  StoreUnavailable,
  TRUST,
} from '../port.ts';
import { allQueries } from '../queries/all.ts';
import type { Tables } from '../tables.ts';
import { ChangeNotices } from './change-notices.ts';
import { Changes, notifying, tracked } from './changes.ts';
import { PostgresDialect } from './client-connection.ts';
import { ConnectionPool, clientConfig, connected } from './connection-pool.ts';
import { eventClientConfig, postgresEvents } from './events.ts';
import { nodeLeases } from './node-leases.ts';
import { NodeRegistry } from './node-registry.ts';
import { prepareDatabase } from './preparation.ts';
import { DIALECT } from './query-dialect.ts';
import { ReadDriver } from './read-driver.ts';
import { lockOf } from './scope-locks.ts';
import { openSnapshot } from './snapshot.ts';
import { asStoreError } from './store-errors.ts';
import { Transactions } from './transactions.ts';

/** Added to the time for which other nodes trust their copies, in milliseconds: clocks do not run at one speed. */
const MARGIN = 100;

/** Connections that listen for notices, store events, and read them. */
const OTHER_CONNECTIONS = 3;

export interface PostgresOptions {
  readonly url: string;
  /** The most connections, without those of running exports. */
  readonly connections: number;
  /** Creates missing tables and migrates old data; otherwise such data is refused. */
  readonly create: boolean;
  /** A server keeps copies of records and listens for changes; a command does neither. */
  readonly role: 'server' | 'command';
  /** The version of the program. */
  readonly version: string;
  /** Receives sentences for the person who runs the service. */
  readonly warn?: (sentence: string) => void;
}

/**
 * Opens the store in a PostgreSQL database. Reads, transactions, events and notices have connections of their own, so
 * that none of them waits for another kind.
 */
export async function openPostgresStore(options: PostgresOptions): Promise<Store> {
  const { url, connections, role, version, warn = () => {} } = options;
  try {
    await prepareDatabase(url, options.create);
  } catch (error) {
    throw asStoreError(error);
  }
  const shared = Math.max(2, connections - OTHER_CONNECTIONS);
  const writers = Math.floor(shared / 2);
  const pools = {
    reads: new ConnectionPool(clientConfig(url), shared - writers),
    transactions: new ConnectionPool(clientConfig(url), writers),
    events: new ConnectionPool(eventClientConfig(url), 1),
    reports: new ConnectionPool(eventClientConfig(url), 1),
  };
  const allPools = Object.values(pools);

  /** The version of the data, if a newer Findling has migrated it. */
  let newerData: number | undefined;
  const assertUsable = (): void => {
    if (newerData !== undefined) throw new StoreUnavailable('a newer Findling has migrated the database');
  };
  const checkVersion = (current: number): void => {
    if (current <= DATA_VERSION || newerData !== undefined) return;
    newerData = current;
    warn(
      `A newer Findling has migrated the database (data version ${current}; this one knows up to ${DATA_VERSION}). This node refuses all requests: replace it with the newer version.`,
    );
  };

  const connect = (): Promise<Client> => connected(clientConfig(url));
  const reader = new Kysely<Tables>({
    dialect: new PostgresDialect(new ReadDriver(pools.reads, assertUsable)),
  });
  const registry = new NodeRegistry(reader, version);
  const notices = new ChangeNotices({
    node: registry.id,
    connect,
    async beat(client) {
      const { rows } = await client.query<{ value: string }>(
        `select value from instance where name = 'data_version'`,
      );
      checkVersion(Number(rows[0]?.value ?? 0));
      await registry.register(client);
    },
    isRegistered: (now) => registry.isRegistered(now),
    onSilence: () => {
      for (const pool of allPools) pool.reset();
    },
    leave: (client) => registry.leave(client),
  });
  const transactions = new Transactions({
    pool: pools.transactions,
    connect,
    assertUsable,
    witness: () => notices.witness,
  });
  const snapshots = new Set<StoreSnapshot>();

  /** Waits until no other node can go by a copy from before a commit. */
  const untilOthersKnow = async (): Promise<void> => {
    // A node that registers later reads what is committed now.
    const others = await registry.others().catch(() => undefined);
    if (others === undefined || others.length > 0) await sleep(TRUST + MARGIN);
  };

  const close = async (): Promise<void> => {
    await notices.close();
    for (const snapshot of snapshots) snapshot.close();
    await Promise.all(allPools.map((pool) => pool.close()));
  };
  try {
    const queries = allQueries(reader, DIALECT);
    const identity = await queries.instance.get('identity');
    if (identity === undefined) throw new Error('the data has no identity');
    await refuseUnfinishedCopy(queries.instance);
    if (role === 'server') await notices.start();
    return {
      ...queries,
      identity,
      nodes: {
        id: registry.id,
        others: () => registry.others(),
        ...nodeLeases(reader, registry.id),
      },
      events: postgresEvents({
        writing: pools.events,
        reading: pools.reports,
        connect,
        assertUsable,
        witness: () => notices.witness,
      }),
      connections: () => {
        const sum = (part: keyof StoreConnections): number =>
          allPools.reduce((total, { counts }) => total + counts[part], 0);
        return { used: sum('used'), idle: sum('idle'), waiting: sum('waiting') };
      },
      subscribe: (listener) => notices.subscribe(listener),
      expireCopies: () => notices.expireCopies(),
      async transact(scope, work) {
        let changes = new Changes();
        try {
          const result = await transactions.run(
            lockOf(scope),
            (db: Kysely<Tables>) => {
              changes = new Changes();
              return work(tracked(allQueries(db, DIALECT), changes));
            },
            () => (changes.notice === undefined ? '' : notifying(changes.notice, registry.id)),
          );
          if (changes.notice !== undefined) notices.deliver(changes.notice);
          if (changes.revokes) await untilOthersKnow();
          return result;
        } catch (error) {
          if (error instanceof StoreOutcomeUnknown) notices.deliver(ANY_CHANGE);
          throw error;
        }
      },
      async snapshot() {
        assertUsable();
        const opened = await openSnapshot(url);
        const snapshot: StoreSnapshot = {
          ...opened,
          close() {
            snapshots.delete(snapshot);
            opened.close();
          },
        };
        snapshots.add(snapshot);
        return snapshot;
      },
      close,
    };
  } catch (error) {
    await close();
    throw asStoreError(error);
  }
}
