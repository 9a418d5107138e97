import { Cluster, UnknownCluster } from '../index/opensearch/cluster.ts';
import { OpenSearchIndex } from '../index/opensearch/opensearch-index.ts';
import { DataError } from '../store/migrations/migrations.ts';
import type { OpenIndex } from './open-index.ts';
import { serviceThreads } from './service-threads.ts';

/** Opens the index on the OpenSearch cluster of the settings. */
export const openClusterIndex: OpenIndex = (config, store, log, forgettable) => {
  const { workers, parser } = serviceThreads(config);
  const cluster = new Cluster(config.searchNodes ?? []);
  const index = new OpenSearchIndex({
    cluster,
    identity: store.identity,
    shards: config.searchShards,
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
  return {
    index,
    workers,
    parser,
    threads: [...workers.threads, parser],
    async sweep(engineIds) {
      try {
        await cluster.assertKnown();
      } catch (error) {
        if (error instanceof UnknownCluster) throw new DataError(error.message);
        throw error;
      }
      await index.sweep(engineIds);
    },
    forget: (engineId) => index.drop(engineId),
    async close() {
      await index.close();
      await workers.close();
      await parser.close();
    },
  };
};
