import { backupMetrics } from '../backup/backup-metrics.ts';
import type { ScheduledBackups } from '../backup/scheduled-backups.ts';
import type { Imports } from '../bulk/imports.ts';
import { threadCaches } from '../caching/cache-budget.ts';
import type { MemoryFacts } from '../dashboard-api/operations-types.ts';
import type { RecentErrors } from '../dashboard-api/recent-errors.ts';
import type { Events } from '../events/events.ts';
import { type TransportFigures, transportMetrics } from '../http/transport-figures.ts';
import { indexMetrics } from '../metrics/index-metrics.ts';
import type { MetricRegistry } from '../metrics/registry.ts';
import { type DiskFigures, storageMetrics } from '../metrics/storage-metrics.ts';
import { workMetrics } from '../metrics/work-metrics.ts';
import type { Reindexing } from '../schema/reindexing.ts';
import { shadowMetrics } from '../shadow/shadow-metrics.ts';
import type { ShadowSearches } from '../shadow/shadow-searches.ts';
import type { Store } from '../store/port.ts';
import { waitingTurns } from '../threads/turns.ts';
import type { OpenedIndexing } from './opened-index.ts';

/** How long a measurement of the disk is used, in milliseconds: the index may have thousands of files. */
const DISK_FRESH = 10_000;

/** The parts of the service that metrics read. */
export interface MeasuredParts {
  readonly store: Store;
  readonly index: OpenedIndexing;
  readonly memory: () => MemoryFacts;
  readonly disk: () => Promise<DiskFigures | null>;
  readonly transport: TransportFigures;
  readonly reindexing: Reindexing;
  readonly imports: Imports;
  readonly events: Events;
  readonly recentErrors: RecentErrors;
  /** Undefined if there are no scheduled backups. */
  readonly backups: ScheduledBackups | undefined;
  /** Undefined if shadow mode is off. */
  readonly shadow: ShadowSearches | undefined;
}

/** Registers the metrics of the service. A further feature has a function like those called here. */
export function serviceMetrics(registry: MetricRegistry, parts: MeasuredParts): void {
  const { store, index, memory, transport, reindexing, imports, events, recentErrors, backups, shadow } =
    parts;
  const { indexing, workers } = index;
  transportMetrics(registry, transport);
  indexMetrics(registry, {
    figures: () => index.figures?.(),
    memory: () => memory().budget ?? undefined,
    cacheBytes: () => threadCaches.used,
    unserved: () => indexing.unservedEngines,
  });
  workMetrics(registry, {
    queues: () => {
      const { requests, streams } = transport.admission();
      return { requests, streams, workers: workers.totals, turns: { waiting: waitingTurns() } };
    },
    threads: () => [...(store.threads ?? []), ...index.threads],
    reindexes: () => reindexing.figures,
    rebuilds: () => indexing.rebuilds.running.length,
    imports: () => imports.running.length,
    events: () => events.figures,
    logLines: () => recentErrors.counts,
  });
  const disk = lastKnown(parts.disk);
  registry.beforeScrape(disk.refresh);
  storageMetrics(registry, {
    connections: () => store.connections?.(),
    disk: disk.get,
    lag: () => (store.nodes === undefined ? undefined : indexing.follower.lag),
  });
  backupMetrics(registry, backups && (() => backups.report()));
  shadowMetrics(registry, () => shadow?.state);
}

/** The last measurement, which is repeated when it is old; one runs at a time. */
function lastKnown(measure: () => Promise<DiskFigures | null>) {
  let last: DiskFigures | undefined;
  let until = 0;
  let measuring: Promise<void> | undefined;
  const measured = async (): Promise<void> => {
    last = (await measure()) ?? undefined;
    until = performance.now() + DISK_FRESH;
  };
  return {
    get: () => last,
    async refresh(): Promise<void> {
      if (performance.now() < until) return;
      measuring ??= measured().finally(() => {
        measuring = undefined;
      });
      await measuring;
    },
  };
}
