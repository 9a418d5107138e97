import type { Logger } from 'pino';
import { threadCaches } from '../caching/cache-budget.ts';
import type { Config } from '../config.ts';
import { Checkpoints } from '../index/embedded/checkpoints/checkpoints.ts';
import { EmbeddedIndex } from '../index/embedded/embedded-index.ts';
import { documentSource, Indexing } from '../indexing/indexing.ts';
import type { Store } from '../store/port.ts';
import { Pool } from '../threads/pool.ts';
import { Thread } from '../threads/thread.ts';
import { cacheLimits } from './cache-limits.ts';
import { indexFolder } from './index-folder.ts';

/** What worker threads run; the build turns the name into that of the compiled file. */
const WORKER_PROGRAM = new URL('../worker.ts', import.meta.url);

/** Threads that had nothing to do for so long end, in milliseconds: each has tens of megabytes that it worked with. */
const IDLE_TIMEOUT = 600_000;

/** The embedded index over a store, with its threads and files. */
export interface OpenedIndex {
  readonly indexing: Indexing;
  /** Threads for long work; they start when there is some. */
  readonly workers: Pool;
  /** Makes what searches see, of every engine: from files where that is possible. */
  load(): Promise<void>;
  /** Removes the files of an engine. */
  forget(engineId: number): Promise<void>;
  /** Writes down what is not in files yet, and ends the threads. */
  close(): Promise<void>;
}

export function openIndex(config: Config, store: Store, log: Logger): OpenedIndex {
  const caches = cacheLimits(config);
  threadCaches.setLimit(caches.mainThread);
  const threads = {
    program: WORKER_PROGRAM,
    idleTimeout: IDLE_TIMEOUT,
    data: { cacheLimit: caches.otherThread },
  };
  const workers = new Pool({ ...threads, name: 'worker', size: config.workers });
  const indexer = {
    builder: new Thread({ ...threads, name: 'builder' }),
    merger: new Thread({ ...threads, name: 'merger' }),
  };
  const checkpoints = new Checkpoints({
    folder: indexFolder(config),
    identity: store.identity,
    covered: async (engineId, sequence) => {
      await store.transact({ engine: engineId }, ({ documents }) =>
        documents.forgetDeletions(engineId, indexing.rebuilds.forgettable(engineId, sequence)),
      );
    },
    say: (level, message, facts) => log[level](facts, message),
  });
  const index = new EmbeddedIndex({
    source: documentSource(store.documents),
    memory: config.memory,
    reserved: caches.total,
    indexer,
    searchers: workers,
    checkpoints,
    warn: (message, facts) => log.warn(facts, message),
  });
  const indexing = new Indexing(store, index, log);
  return {
    indexing,
    workers,
    async load() {
      const engines = await store.engines.all();
      await checkpoints.sweep(new Set(engines.map(({ id }) => id)));
      for (const engine of engines) await indexing.loader.load(engine);
    },
    forget: (engineId) => checkpoints.drop(engineId),
    async close() {
      await index.close();
      await indexer.builder.close();
      await indexer.merger.close();
      await workers.close();
    },
  };
}
