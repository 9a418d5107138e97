import { threadCaches } from '../caching/cache-budget.ts';
import type { Config } from '../config.ts';
import { Pool } from '../threads/pool.ts';
import { Thread } from '../threads/thread.ts';
import { builderCount } from './build-memory.ts';
import { cacheLimits } from './cache-limits.ts';

/** The program of worker threads; the build changes the name to that of the compiled file. */
const WORKER_PROGRAM = new URL('../worker.ts', import.meta.url);

/**
 * Idle threads end after this many milliseconds: each holds tens of megabytes of working memory, but a search or write
 * waits for one that starts. In a small service, those that writes need, which come in bursts, end sooner.
 */
const IDLE_TIMEOUT = 600_000;
const SHORT_IDLE_TIMEOUT = 30_000;

/** The threads of a service, which start on demand. */
export interface ServiceThreads {
  /** Threads for long work. */
  readonly workers: Pool;
  /** The thread that parses large bodies, apart from the others: a body may take seconds. */
  readonly parser: Thread;
  /** Another thread, with caches of its own. */
  thread(name: string): Thread;
}

/** Creates the threads and limits the caches of all of them. */
export function serviceThreads(config: Config): ServiceThreads {
  const caches = cacheLimits(config);
  const isSmall = builderCount(config) === 1;
  threadCaches.setLimit(caches.mainThread);
  const threads = { program: WORKER_PROGRAM, data: { cacheLimit: caches.otherThread } };
  const forWrites = { ...threads, idleTimeout: isSmall ? SHORT_IDLE_TIMEOUT : IDLE_TIMEOUT };
  return {
    workers: new Pool({ ...threads, name: 'worker', size: config.workers, idleTimeout: IDLE_TIMEOUT }),
    // Parsing uses no caches.
    parser: new Thread({ ...forWrites, data: { cacheLimit: 0 }, name: 'parser' }),
    thread: (name) => new Thread({ ...forWrites, name }),
  };
}
