import type { MetricRegistry } from './registry.ts';

interface QueueFigures {
  /** Undefined where nothing has a place for long. */
  readonly running?: number;
  readonly waiting: number;
}

/** A thread as an operator knows it. */
interface ThreadFigures {
  readonly name: string;
  readonly isStarted: boolean;
  readonly pending: number;
}

/** Reindex jobs that this node runs, and the documents of these jobs; finished and failed runs since the start. */
export interface ReindexFigures {
  readonly running: number;
  readonly documentsDone: number;
  readonly documentsTotal: number;
  readonly finished: number;
  readonly failed: number;
}

export interface EventFigures {
  /** Events in memory that are yet to be stored. */
  readonly waiting: number;
  readonly stored: number;
  readonly dropped: number;
}

export interface WorkSources {
  /** By name: what waits for a place, and what has one. */
  readonly queues: () => Readonly<Record<string, QueueFigures>>;
  readonly threads: () => readonly ThreadFigures[];
  readonly reindexes: () => ReindexFigures;
  readonly rebuilds: () => number;
  readonly imports: () => number;
  readonly events: () => EventFigures;
  /** Logged lines by level. */
  readonly logLines: () => Readonly<Record<string, number>>;
}

/** Threads of one kind count together: `worker-1` and `worker-2` are `worker`. */
const byKind = (threads: readonly ThreadFigures[]) =>
  Map.groupBy(threads, ({ name }) => name.replace(/-\d+$/, '').replaceAll(' ', '-'));

/** Queues, threads, jobs, events and the log. */
export function workMetrics(registry: MetricRegistry, sources: WorkSources): void {
  const { queues, threads, reindexes, rebuilds, imports, events, logLines } = sources;
  const ofQueues = (part: keyof QueueFigures) => () =>
    Object.entries(queues()).flatMap(([queue, figures]) => {
      const value = figures[part];
      return value === undefined ? [] : [{ labels: { queue }, value }];
    });
  registry.gauge('findling_queue_waiting', 'What waits in each queue.', ofQueues('waiting'));
  registry.gauge('findling_queue_running', 'What has left each queue and is running.', ofQueues('running'));
  registry.gauge('findling_thread_calls', 'Unanswered calls of threads, by kind of thread.', () =>
    [...byKind(threads())].map(([thread, own]) => ({
      labels: { thread },
      value: own.reduce((sum, { pending }) => sum + pending, 0),
    })),
  );
  registry.gauge('findling_threads', 'Started threads, by kind.', () =>
    [...byKind(threads())].map(([thread, own]) => ({
      labels: { thread },
      value: own.filter(({ isStarted }) => isStarted).length,
    })),
  );

  registry.gauge('findling_reindex_jobs', 'Reindex jobs that this node runs.', () => reindexes().running);
  registry.gauge(
    'findling_reindex_documents_done',
    'Documents that the running reindex jobs have converted.',
    () => reindexes().documentsDone,
  );
  registry.gauge(
    'findling_reindex_documents',
    'Documents that the running reindex jobs have to convert.',
    () => reindexes().documentsTotal,
  );
  registry.counter('findling_reindex_runs_total', 'Ended runs of reindex jobs by outcome.', () => {
    const { finished, failed } = reindexes();
    return [
      { labels: { outcome: 'finished' }, value: finished },
      { labels: { outcome: 'failed' }, value: failed },
    ];
  });
  registry.gauge('findling_rebuilds', 'Engines whose index is being rebuilt.', rebuilds);
  registry.gauge('findling_imports', 'Imports of NDJSON that run.', imports);

  registry.gauge(
    'findling_events_waiting',
    'Events in memory that are not stored yet.',
    () => events().waiting,
  );
  registry.counter(
    'findling_events_stored_total',
    'Searches, clicks and API requests that were recorded.',
    () => events().stored,
  );
  registry.counter(
    'findling_events_dropped_total',
    'Searches, clicks and API requests that could not be recorded.',
    () => events().dropped,
  );
  registry.counter('findling_log_lines_total', 'Warnings and errors in the log, by level.', () =>
    Object.entries(logLines()).map(([level, value]) => ({ labels: { level }, value })),
  );
}
