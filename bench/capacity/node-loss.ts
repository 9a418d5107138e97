import { EventQueue } from './event-queue.ts';

/** A cluster of search nodes, each of which runs shard searches on its cores, first come, first served. */
export interface Cluster {
  readonly nodes: number;
  readonly cores: number;
  readonly shards: number;
  /** A search is of one engine, chosen at random, whose shards are neighbours. */
  readonly shardsPerEngine: number;
  readonly copies: number;
  /** The mean CPU of a shard search, in milliseconds; single searches vary exponentially above half of it. */
  readonly searchMs: number;
  readonly searchesPerSecond: number;
}

export interface Loss {
  /** When the node is lost, and when the simulation ends, in milliseconds. */
  readonly at: number;
  readonly end: number;
  /**
   * How long the others wait for the answers of the lost node: milliseconds if its connections break (killed), seconds if
   * it only falls silent (stopped, or cut off from the network).
   */
  readonly noticedAfter: number;
  /** When a search gives up, in milliseconds. */
  readonly timeout: number;
}

/** Latencies of the searches that began in one phase, in milliseconds. */
export interface Phase {
  readonly name: 'before' | 'until noticed' | 'after';
  readonly searches: number;
  readonly failed: number;
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
  /** The share of the cores of the living nodes that was busy. */
  readonly utilisation: number;
}

interface Search {
  readonly began: number;
  waiting: number;
  isOver: boolean;
}

interface ShardSearch {
  readonly search: Search;
  readonly shard: number;
  readonly cost: number;
}

interface Node {
  isLost: boolean;
  busy: number;
  /** Searches that the coordinators believe to be running here: the load they choose by. */
  outstanding: number;
  busyTime: number;
  readonly queue: ShardSearch[];
  head: number;
  /** What ran or waited on it when it was lost. */
  readonly running: Set<ShardSearch>;
}

/** A generator of numbers from 0 to 1 with a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Simulates the loss of one search node, event by event. A search runs on one copy of every shard of its engine, the one on the
 * node with the fewest outstanding searches, and ends with its last shard. Shard searches on the lost node are sent to another copy
 * once the loss is noticed. Copies are spread evenly; no node has two of the same shard.
 */
export function simulateLoss(cluster: Cluster, loss: Loss, seed: number): Phase[] {
  const { nodes: count, cores, shards, shardsPerEngine, copies, searchMs, searchesPerSecond } = cluster;
  const engines = shards / shardsPerEngine;
  const random = randomOf(seed);
  const exponential = (mean: number): number => -mean * Math.log(1 - random());
  const nodes = Array.from(
    { length: count },
    (): Node => ({
      isLost: false,
      busy: 0,
      outstanding: 0,
      busyTime: 0,
      queue: [],
      head: 0,
      running: new Set(),
    }),
  );
  const copiesOf = (shard: number): Node[] =>
    Array.from(
      { length: copies },
      (_, copy) => nodes[(shard + copy * Math.max(1, Math.floor(count / copies))) % count] as Node,
    );
  const placed = Array.from({ length: shards }, (_, shard) => copiesOf(shard));
  const lost = nodes[0] as Node;
  let isNoticed = false;
  const events = new EventQueue();
  const phases = (['before', 'until noticed', 'after'] as const).map((name) => ({
    name,
    latencies: [] as number[],
    failed: 0,
    busyTime: 0,
  }));
  const phaseAt = (time: number) =>
    phases[time < loss.at ? 0 : time < loss.at + loss.noticedAfter ? 1 : 2] as (typeof phases)[number];

  const finish = (search: Search, now: number, hasFailed: boolean): void => {
    if (search.isOver) return;
    search.isOver = true;
    const phase = phaseAt(search.began);
    if (hasFailed) phase.failed++;
    else phase.latencies.push(now - search.began);
  };

  const run = (node: Node, work: ShardSearch, now: number): void => {
    node.busy++;
    node.running.add(work);
    events.add(now + work.cost, (end) => {
      if (node.isLost) return;
      node.busy--;
      node.outstanding--;
      node.running.delete(work);
      phaseAt(end).busyTime += work.cost;
      if (--work.search.waiting === 0) finish(work.search, end, false);
      while (node.head < node.queue.length) {
        const next = node.queue[node.head++] as ShardSearch;
        if (node.head > 4096) {
          node.queue.splice(0, node.head);
          node.head = 0;
        }
        if (next.search.isOver) {
          node.outstanding--;
          continue;
        }
        run(node, next, end);
        break;
      }
    });
  };

  const send = (work: ShardSearch, now: number): void => {
    let best: Node | undefined;
    for (const node of placed[work.shard] as Node[]) {
      if (node.isLost && isNoticed) continue;
      if (best === undefined || node.outstanding < best.outstanding) best = node;
    }
    // No copy is left.
    if (best === undefined) {
      finish(work.search, now, true);
      return;
    }
    best.outstanding++;
    if (best.isLost) best.running.add(work);
    else if (best.busy < cores) run(best, work, now);
    else best.queue.push(work);
  };

  const arrive = (now: number): void => {
    const search: Search = { began: now, waiting: shardsPerEngine, isOver: false };
    const first = Math.floor(random() * engines) * shardsPerEngine;
    for (let shard = first; shard < first + shardsPerEngine; shard++) {
      send({ search, shard, cost: searchMs / 2 + exponential(searchMs / 2) }, now);
    }
    events.add(now + loss.timeout, (time) => finish(search, time, true));
    const next = now + exponential(1000 / searchesPerSecond);
    if (next < loss.end) events.add(next, arrive);
  };

  events.add(0, arrive);
  events.add(loss.at, () => {
    lost.isLost = true;
    for (let at = lost.head; at < lost.queue.length; at++) lost.running.add(lost.queue[at] as ShardSearch);
  });
  events.add(loss.at + loss.noticedAfter, (now) => {
    isNoticed = true;
    for (const work of lost.running) if (!work.search.isOver) send(work, now);
  });
  events.runUntil(loss.end + loss.timeout);

  return phases.map(({ name, latencies, failed, busyTime }) => {
    const sorted = Float64Array.from(latencies).sort();
    const at = (share: number): number =>
      sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
    const [from, to] =
      name === 'before'
        ? [0, loss.at]
        : name === 'after'
          ? [loss.at + loss.noticedAfter, loss.end]
          : [loss.at, loss.at + loss.noticedAfter];
    const living = name === 'before' ? count : count - 1;
    return {
      name,
      searches: latencies.length + failed,
      failed,
      p50: at(0.5),
      p99: at(0.99),
      worst: sorted.at(-1) ?? 0,
      utilisation: busyTime / ((to - from) * living * cores),
    };
  });
}
