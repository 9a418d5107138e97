import { Histogram, REQUEST_BOUNDS } from './histogram.ts';
import type { MetricRegistry } from './registry.ts';

/** The data folder, in bytes; null for what is stored elsewhere or cannot be measured. */
export interface DiskFigures {
  readonly store: number | null;
  readonly events: number | null;
  readonly index: number | null;
  readonly free: number | null;
  readonly total: number | null;
}

interface LagFigures {
  readonly engines: number;
  readonly milliseconds: number;
}

interface ConnectionFigures {
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface StorageSources {
  /** Undefined if the store is in the data folder. */
  readonly connections: () => ConnectionFigures | undefined;
  /** The last measurement; undefined before the first. */
  readonly disk: () => DiskFigures | undefined;
  /** Undefined if the store has one node only. */
  readonly lag: () => LagFigures | undefined;
}

/** Transactions of the store. */
export class TransactionMetrics {
  readonly #committed = new Histogram(REQUEST_BOUNDS);
  readonly #rolledBack = new Histogram(REQUEST_BOUNDS);

  constructor(registry: MetricRegistry) {
    registry.histogram(
      'findling_store_transaction_duration_seconds',
      'Transactions by outcome, with their waits for others; a refused request rolls back too.',
      () => [
        { labels: { outcome: 'committed' }, histogram: this.#committed },
        { labels: { outcome: 'rolled_back' }, histogram: this.#rolledBack },
      ],
    );
  }

  async observe<T>(transact: () => Promise<T>): Promise<T> {
    const began = performance.now();
    try {
      const result = await transact();
      this.#committed.observe((performance.now() - began) / 1000);
      return result;
    } catch (error) {
      this.#rolledBack.observe((performance.now() - began) / 1000);
      throw error;
    }
  }
}

/** The database, the disk, and the lag of this node behind a store that it shares. */
export function storageMetrics(registry: MetricRegistry, { connections, disk, lag }: StorageSources): void {
  registry.gauge('findling_database_connections', 'Connections to the database by state.', () => {
    const now = connections();
    if (now === undefined) return undefined;
    return (['used', 'idle'] as const).map((state) => ({ labels: { state }, value: now[state] }));
  });
  registry.gauge(
    'findling_database_waiting',
    'Reads and transactions that wait for a connection to the database.',
    () => connections()?.waiting,
  );
  registry.gauge('findling_disk_used_bytes', 'Size of the files in the data folder.', () => {
    const now = disk();
    return (['store', 'events', 'index'] as const).flatMap((part) => {
      const value = now?.[part];
      return value === undefined || value === null ? [] : [{ labels: { part }, value }];
    });
  });
  registry.gauge(
    'findling_disk_free_bytes',
    'Free space of the file system of the data folder.',
    () => disk()?.free ?? undefined,
  );
  registry.gauge(
    'findling_disk_size_bytes',
    'Size of the file system of the data folder.',
    () => disk()?.total ?? undefined,
  );
  registry.gauge(
    'findling_node_engines_behind',
    'Engines with changes of other nodes that this node does not show yet.',
    () => lag()?.engines,
  );
  registry.gauge('findling_node_lag_seconds', 'For how long this node has been behind the store.', () => {
    const now = lag();
    return now && now.milliseconds / 1000;
  });
}
