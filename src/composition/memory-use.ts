import { threadCaches } from '../caching/cache-budget.ts';
import type { Config } from '../config.ts';
import type { MemoryFacts } from '../dashboard-api/operations-types.ts';
import { buildMemory } from './build-memory.ts';
import { cacheLimits } from './cache-limits.ts';
import type { OpenedIndex } from './open-index.ts';

/** Memory of the process, and how FINDLING_MEMORY is divided. */
export function memoryUse(
  config: Config,
  { memoryUsed }: Pick<OpenedIndex, 'memoryUsed'>,
): () => MemoryFacts {
  const caches = cacheLimits(config).total;
  const building = buildMemory(config);
  return () => {
    const { rss, heapUsed, heapTotal } = process.memoryUsage();
    return {
      rss,
      heap_used: heapUsed,
      heap_total: heapTotal,
      caches_used: threadCaches.used,
      budget: memoryUsed
        ? {
            total: config.memory,
            segments: Math.max(0, memoryUsed() - caches - building),
            caches,
            building,
          }
        : null,
    };
  };
}
