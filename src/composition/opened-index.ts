import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { Checkpoints } from '../index/embedded/checkpoints/checkpoints.ts';
import { EmbeddedIndex } from '../index/embedded/embedded-index.ts';
import { documentSource, Indexing } from '../indexing/indexing.ts';
import type { Store } from '../store/port.ts';
import { builderCount, buildMemory } from './build-memory.ts';
import { cacheLimits } from './cache-limits.ts';
import { openClusterIndex } from './cluster-index.ts';
import { indexFolder } from './index-folder.ts';
import type { OpenedIndex, OpenIndex } from './open-index.ts';
import { serviceThreads } from './service-threads.ts';
import { type StepOptions, startStep } from './start-step.ts';

/**
 * Records of deletions that stay for other nodes, in changes of the engine: a node that is further behind rebuilds its
 * index. All nodes forget in the same steps, so that one of them does it for all.
 */
const KEPT_DELETIONS = 100_000;
const FORGET_STEP = 10_000;

const forgettableWithNodes = (sequence: number): number =>
  Math.floor((sequence - KEPT_DELETIONS) / FORGET_STEP) * FORGET_STEP;

export const openEmbeddedIndex: OpenIndex = (config, store, log, forgettable) => {
  const { workers, parser, thread } = serviceThreads(config);
  const indexer = {
    builders: Array.from({ length: builderCount(config) }, (_, at) => thread(`builder-${at + 1}`)),
    merger: thread('merger'),
  };
  const checkpoints = new Checkpoints({
    folder: indexFolder(config),
    identity: store.identity,
    covered: async (engineId, sequence) => {
      const upTo = forgettable(engineId, sequence);
      const engine = await store.engines.byId(engineId);
      if (engine === undefined || upTo <= engine.forgotten) return;
      await store.transact({ engine: engineId }, ({ documents }) =>
        documents.forgetDeletions(engineId, upTo),
      );
    },
    say: (level, message, facts) => log[level](facts, message),
  });
  const index = new EmbeddedIndex({
    source: documentSource(store.documents),
    memory: config.memory,
    reserved: cacheLimits(config).total,
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
    threads: [...workers.threads, parser, ...indexer.builders, indexer.merger],
    memoryUsed: () => index.memory.used,
    figures: () => ({ ...index.figures, checkpoints: checkpoints.counts }),
    sweep: (engineIds) => checkpoints.sweep(engineIds),
    forget: (engineId) => checkpoints.drop(engineId),
    async close() {
      await index.close();
      await Promise.all(indexer.builders.map((builder) => builder.close()));
      await indexer.merger.close();
      await workers.close();
      await parser.close();
    },
  };
};

/** The index on the cluster of the settings, or else the one in the data folder. */
export const openConfiguredIndex: OpenIndex = (config, store, log, forgettable) => {
  const open = config.searchNodes === undefined ? openEmbeddedIndex : openClusterIndex;
  return open(config, store, log, forgettable);
};

/** Indexing over an opened index. */
export interface OpenedIndexing
  extends Pick<
    OpenedIndex,
    'workers' | 'parser' | 'threads' | 'memoryUsed' | 'figures' | 'forget' | 'close'
  > {
  readonly indexing: Indexing;
  /** Loads every engine. */
  load(options: StepOptions): Promise<void>;
}

export function openIndexing(
  config: Config,
  store: Store,
  log: Logger,
  openIndex: OpenIndex = openConfiguredIndex,
): OpenedIndexing {
  const opened = openIndex(config, store, log, (engineId, sequence) => {
    const needless = store.nodes === undefined ? sequence : forgettableWithNodes(sequence);
    return indexing.rebuilds.forgettable(engineId, needless);
  });
  const indexing = new Indexing(store, opened.index, log);
  const { workers, parser, threads, memoryUsed, figures, forget, close } = opened;
  return {
    indexing,
    workers,
    parser,
    threads,
    ...(memoryUsed && { memoryUsed }),
    ...(figures && { figures }),
    forget,
    close,
    async load(options) {
      const engines = await startStep(async () => {
        const all = await store.engines.all();
        await opened.sweep(new Set(all.map(({ id }) => id)));
        return all;
      }, options);
      for (const engine of engines) {
        if (engine.type !== 'meta') await startStep(() => indexing.loader.load(engine), options);
      }
    },
  };
}
