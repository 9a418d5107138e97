import type { MetricRegistry, Sample } from './registry.ts';

/** The embedded index at this moment; all counters since the start of the process. */
export interface IndexFigures {
  /** Engines with a generation that serves them. */
  readonly engines: number;
  readonly segments: number;
  readonly documents: number;
  readonly merges: { readonly running: number; readonly done: number; readonly failed: number };
  readonly checkpoints: { readonly done: number; readonly failed: number };
}

/** How FINDLING_MEMORY is divided, in bytes. */
export interface MemoryShares {
  readonly total: number;
  readonly segments: number;
  readonly caches: number;
  readonly building: number;
}

export interface IndexSources {
  /** Undefined if the index is not in this process. */
  readonly figures: () => IndexFigures | undefined;
  readonly memory: () => MemoryShares | undefined;
  /** Bytes in the caches of the main thread. */
  readonly cacheBytes: () => number;
  /** Engines that do not fit in memory. */
  readonly unserved: () => number;
}

const outcomes = ({ done, failed }: { readonly done: number; readonly failed: number }): Sample[] => [
  { labels: { outcome: 'done' }, value: done },
  { labels: { outcome: 'failed' }, value: failed },
];

/** The search index and its memory. */
export function indexMetrics(
  registry: MetricRegistry,
  { figures, memory, cacheBytes, unserved }: IndexSources,
): void {
  registry.gauge(
    'findling_index_engines',
    'Engines whose index is in this process.',
    () => figures()?.engines,
  );
  registry.gauge('findling_index_unserved_engines', 'Engines that do not fit in memory.', unserved);
  registry.gauge('findling_index_segments', 'Segments of all engines.', () => figures()?.segments);
  registry.gauge(
    'findling_index_documents',
    'Documents in the index of all engines.',
    () => figures()?.documents,
  );
  registry.gauge('findling_index_merges_running', 'Merges that run.', () => figures()?.merges.running);
  registry.counter('findling_index_merges_total', 'Merges of segments by outcome.', () => {
    const now = figures();
    return now && outcomes(now.merges);
  });
  registry.counter('findling_index_checkpoints_total', 'Written index files of an engine by outcome.', () => {
    const now = figures();
    return now && outcomes(now.checkpoints);
  });
  registry.gauge('findling_index_memory_bytes', 'Parts of FINDLING_MEMORY in use or reserved.', () => {
    const now = memory();
    if (now === undefined) return undefined;
    return (['segments', 'caches', 'building'] as const).map((part) => ({
      labels: { part },
      value: now[part],
    }));
  });
  registry.gauge(
    'findling_index_memory_limit_bytes',
    'FINDLING_MEMORY, beyond which writes are refused.',
    () => memory()?.total,
  );
  registry.gauge('findling_cache_bytes', 'Entries in the caches of the main thread.', cacheBytes);
}
