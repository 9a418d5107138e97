/** What one operation costs on one core of the machine it was measured on, and what a document takes. */
export interface Costs {
  /** Bytes of a document in one copy of the OpenSearch index, after merges. */
  readonly indexBytes: number;
  /** Bytes of a document in PostgreSQL, with its indexes. */
  readonly storeBytes: number;
  /** Milliseconds of CPU of OpenSearch for a search of one shard: a fixed part, and one per million documents. */
  readonly shardSearchFixed: number;
  readonly shardSearchPerMillion: number;
  /** Milliseconds of CPU of a Findling node and of PostgreSQL per search of ten hits. */
  readonly nodeSearch: number;
  readonly storeSearch: number;
  /** Milliseconds of CPU per written document; `shardWrite` for each copy. */
  readonly nodeWrite: number;
  readonly storeWrite: number;
  readonly shardWrite: number;
}

/** The machines of a cluster. */
export interface Machine {
  readonly cores: number;
  readonly memoryGb: number;
  readonly diskGb: number;
  /** Price per hour, in US dollars. */
  readonly price: number;
}

export interface Demand {
  readonly documents: number;
  /** Documents of one engine: a search is of one engine, and runs on all its shards. */
  readonly documentsPerEngine: number;
  readonly searchesPerSecond: number;
  readonly writesPerSecond: number;
}

/** What an operator decides. */
export interface Policy {
  /** The fewest copies of each shard. */
  readonly copies: number;
  /** The largest shard, in gigabytes and in documents. */
  readonly shardGb: number;
  readonly shardDocuments: number;
  /** The most shards that a node may have. */
  readonly shardsPerNode: number;
  /** The share of the cores that may be busy while all machines run. */
  readonly utilisation: number;
  /** The share of an index that must fit into the page cache, and the share of memory that is left for it. */
  readonly cachedShare: number;
  readonly cacheShare: number;
  /** The share of a disk that may be used: merges need the rest. */
  readonly diskShare: number;
}

type Bound = 'cores' | 'memory' | 'disk' | 'shards' | 'copies';

/** The OpenSearch nodes of a demand. */
export interface SearchFleet {
  readonly shards: number;
  readonly shardsPerEngine: number;
  readonly copies: number;
  readonly indexGb: number;
  readonly nodes: number;
  /** What their number follows from. */
  readonly boundBy: Bound;
  /** CPU of the search of one shard, in milliseconds. */
  readonly shardSearchMs: number;
}

export interface Fleet {
  readonly search: SearchFleet;
  readonly findlingNodes: number;
  readonly storeCores: number;
  readonly storeGb: number;
  readonly pricePerMonth: number;
}

const GB = 1e9;
const HOURS_PER_MONTH = 730;

/**
 * The OpenSearch nodes that still meet a demand after the loss of one of them. More nodes than copies of shards would have
 * nothing to do, so many searches need more copies, which in turn cost writes, memory and disk.
 */
function searchFleet(demand: Demand, costs: Costs, machine: Machine, policy: Policy): SearchFleet {
  const { documents, documentsPerEngine, searchesPerSecond, writesPerSecond } = demand;
  const primaryGb = (documents * costs.indexBytes) / GB;
  const shardsPerEngine = Math.max(
    1,
    Math.ceil((documentsPerEngine * costs.indexBytes) / GB / policy.shardGb),
    Math.ceil(documentsPerEngine / policy.shardDocuments),
  );
  const shards = Math.ceil(documents / documentsPerEngine) * shardsPerEngine;
  const shardSearchMs =
    costs.shardSearchFixed + (costs.shardSearchPerMillion * documentsPerEngine) / shardsPerEngine / 1e6;
  const cores = machine.cores * policy.utilisation;
  const searchCores = (searchesPerSecond * shardsPerEngine * shardSearchMs) / 1000;
  for (let copies = policy.copies; ; copies++) {
    const indexGb = primaryGb * copies;
    const needs: Record<Bound, number> = {
      cores: (searchCores + (writesPerSecond * copies * costs.shardWrite) / 1000) / cores,
      memory: (indexGb * policy.cachedShare) / (machine.memoryGb * policy.cacheShare),
      disk: indexGb / (machine.diskGb * policy.diskShare),
      shards: (shards * copies) / policy.shardsPerNode,
      copies: copies - 1,
    };
    const most = Math.max(...Object.values(needs));
    const boundBy = (Object.keys(needs) as Bound[]).find((bound) => needs[bound] === most) ?? 'cores';
    const nodes = Math.ceil(most) + 1;
    if (nodes <= shards * copies)
      return { shards, shardsPerEngine, copies, indexGb, nodes, boundBy, shardSearchMs };
  }
}

/** The machines of a demand. PostgreSQL has a standby of the same size. */
export function fleetFor(demand: Demand, costs: Costs, machine: Machine, policy: Policy): Fleet {
  const { documents, searchesPerSecond, writesPerSecond } = demand;
  const search = searchFleet(demand, costs, machine, policy);
  const cores = machine.cores * policy.utilisation;
  const nodeCores = (searchesPerSecond * costs.nodeSearch + writesPerSecond * costs.nodeWrite) / 1000;
  const findlingNodes = Math.ceil(nodeCores / cores) + 1;
  const storeCores = (searchesPerSecond * costs.storeSearch + writesPerSecond * costs.storeWrite) / 1000;
  const storeMachines = 2 * Math.ceil(storeCores / cores);
  return {
    search,
    findlingNodes,
    storeCores,
    storeGb: (documents * costs.storeBytes) / GB,
    pricePerMonth: (search.nodes + findlingNodes + storeMachines) * machine.price * HOURS_PER_MONTH,
  };
}
