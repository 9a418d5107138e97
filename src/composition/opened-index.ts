import type { Logger } from 'pino';
import { threadCaches } from '../caching/cache-budget.ts';
import type { Config } from '../config.ts';
import { Checkpoints } from '../index/embedded/checkpoints/checkpoints.ts';
import { EmbeddedIndex } from '../index/embedded/embedded-index.ts';
import type { Index } from '../indexing/generation-writer.ts';
import { documentSource, Indexing } from '../indexing/indexing.ts';
import type { Store } from '../store/port.ts';
import { Pool } from '../threads/pool.ts';
import { Thread } from '../threads/thread.ts';
import { cacheLimits } from './cache-limits.ts';
import { indexFolder } from './index-folder.ts';

/** The program of worker threads; the build changes the name to that of the compiled file. */
const WORKER_PROGRAM = new URL('../worker.ts', import.meta.url);

/**
 * Idle threads end after this many milliseconds: each holds tens of megabytes of working memory. Searches would wait for
 * a worker to start; builds, merges and large bodies come in bursts.
 */
const IDLE_TIMEOUT = { workers: 600_000, others: 30_000 };

/**
 * The part of FINDLING_MEMORY that a segment may take while it is built. With the share of caches it is no more than the
 * overdraft that a start is allowed, so that an index which filled its memory still opens.
 */
const BUILD_SHARE = 1 / 16;
/** With more than this, segments would not get larger: they are limited in documents and characters. */
const MOST_BUILD_MEMORY = 256 * 2 ** 20;

const buildMemory = ({ memory }: Config): number => Math.min(MOST_BUILD_MEMORY, memory * BUILD_SHARE);

/** An index over a store, with its threads and files. */
export interface OpenedIndex {
  readonly index: Index;
  /** Threads for long work; they start on demand. */
  readonly workers: Pool;
  /** The thread that parses large bodies, apart from the others: a body may take seconds. */
  readonly parser: Thread;
  /** Removes what earlier processes left of engines other than these. */
  sweep(engineIds: ReadonlySet<number>): Promise<void>;
  /** Removes the files of an engine. */
  forget(engineId: number): Promise<void>;
  /** Writes what is not in files yet, and ends the threads. */
  close(): Promise<void>;
}

/** The last change, `sequence` at most, up to which records of deletions are not needed any more. */
export type Forgettable = (engineId: number, sequence: number) => number;

export type OpenIndex = (config: Config, store: Store, log: Logger, forgettable: Forgettable) => OpenedIndex;

export const openEmbeddedIndex: OpenIndex = (config, store, log, forgettable) => {
  const caches = cacheLimits(config);
  threadCaches.setLimit(caches.mainThread);
  const threads = {
    program: WORKER_PROGRAM,
    data: { cacheLimit: caches.otherThread },
  };
  const workers = new Pool({
    ...threads,
    name: 'worker',
    size: config.workers,
    idleTimeout: IDLE_TIMEOUT.workers,
  });
  // Parsing uses no caches.
  const brief = { ...threads, idleTimeout: IDLE_TIMEOUT.others };
  const parser = new Thread({ ...brief, data: { cacheLimit: 0 }, name: 'parser' });
  const indexer = {
    builder: new Thread({ ...brief, name: 'builder' }),
    merger: new Thread({ ...brief, name: 'merger' }),
  };
  const checkpoints = new Checkpoints({
    folder: indexFolder(config),
    identity: store.identity,
    covered: async (engineId, sequence) => {
      const upTo = forgettable(engineId, sequence);
      await store.transact({ engine: engineId }, ({ documents }) =>
        documents.forgetDeletions(engineId, upTo),
      );
    },
    say: (level, message, facts) => log[level](facts, message),
  });
  const index = new EmbeddedIndex({
    source: documentSource(store.documents),
    memory: config.memory,
    reserved: caches.total,
    buildMemory: buildMemory(config),
    indexer,
    searchers: workers,
    checkpoints,
    warn: (message, facts) => log.warn(facts, message),
  });
  return {
    index,
    workers,
    parser,
    sweep: (engineIds) => checkpoints.sweep(engineIds),
    forget: (engineId) => checkpoints.drop(engineId),
    async close() {
      await index.close();
      await indexer.builder.close();
      await indexer.merger.close();
      await workers.close();
      await parser.close();
    },
  };
};

/** Indexing over an opened index. */
export interface OpenedIndexing extends Pick<OpenedIndex, 'workers' | 'parser' | 'forget' | 'close'> {
  readonly indexing: Indexing;
  /** Loads every engine. */
  load(): Promise<void>;
}

export function openIndexing(
  config: Config,
  store: Store,
  log: Logger,
  openIndex: OpenIndex = openEmbeddedIndex,
): OpenedIndexing {
  const opened = openIndex(config, store, log, (engineId, sequence) =>
    indexing.rebuilds.forgettable(engineId, sequence),
  );
  const indexing = new Indexing(store, opened.index, log);
  return {
    indexing,
    workers: opened.workers,
    parser: opened.parser,
    forget: opened.forget,
    close: opened.close,
    async load() {
      const engines = await store.engines.all();
      await opened.sweep(new Set(engines.map(({ id }) => id)));
      for (const engine of engines) if (engine.type !== 'meta') await indexing.loader.load(engine);
    },
  };
}
