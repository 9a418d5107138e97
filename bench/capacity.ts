/**
 * How many machines do 10^6 to 10^9 documents and up to 10^4 searches per second need, and what happens at that size when
 * a search node is lost?
 *
 *   node bench/capacity.ts [costs.json]
 *
 *   SEED=1      the simulation's random numbers
 *
 * The costs are those that `bench/scaling.ts` measures; without a file, the ones in bench/results/scaling.json. Prints the
 * tables of docs/scaling.md.
 */
import { readFileSync } from 'node:fs';
import { type Costs, type Demand, fleetFor, type Machine, type Policy } from './capacity/model.ts';
import { type Loss, simulateLoss } from './capacity/node-loss.ts';

const say = (line = ''): void => void process.stdout.write(`${line}\n`);
const file = process.argv[2] ?? new URL('./results/scaling.json', import.meta.url);
const costs = JSON.parse(readFileSync(file, 'utf8')).costs as Costs;
const seed = Number(process.env.SEED ?? 1);

const MACHINE: Machine = { cores: 16, memoryGb: 128, diskGb: 1900, price: 1.2 };
const POLICY: Policy = {
  copies: 2,
  shardGb: 30,
  shardDocuments: 100e6,
  shardsPerNode: 1000,
  utilisation: 0.5,
  cachedShare: 0.5,
  cacheShare: 0.5,
  diskShare: 0.7,
};

const DEMANDS: Demand[] = [
  { documents: 1e6, documentsPerEngine: 1e6, searchesPerSecond: 100, writesPerSecond: 10 },
  { documents: 1e7, documentsPerEngine: 1e6, searchesPerSecond: 100, writesPerSecond: 100 },
  { documents: 1e8, documentsPerEngine: 1e6, searchesPerSecond: 1000, writesPerSecond: 1000 },
  { documents: 1e9, documentsPerEngine: 1e5, searchesPerSecond: 10_000, writesPerSecond: 2000 },
  { documents: 1e9, documentsPerEngine: 1e6, searchesPerSecond: 10_000, writesPerSecond: 2000 },
  { documents: 1e9, documentsPerEngine: 1e9, searchesPerSecond: 10, writesPerSecond: 2000 },
  { documents: 1e9, documentsPerEngine: 1e9, searchesPerSecond: 10_000, writesPerSecond: 2000 },
];
/** The demand of which the loss of a node is simulated. */
const SIMULATED = DEMANDS[4] as Demand;

const figure = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });
const power = (value: number): string => `10^${Math.round(Math.log10(value))}`;

say(
  '| Documents | Of one engine | Searches/s | Writes/s | Shards x copies | Index | PostgreSQL | OpenSearch nodes (bound by) | Findling nodes | Cores of PostgreSQL | USD a month |',
);
say('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |');
for (const demand of DEMANDS) {
  const { search, storeGb, findlingNodes, storeCores, pricePerMonth } = fleetFor(
    demand,
    costs,
    MACHINE,
    POLICY,
  );
  const asked = [
    power(demand.documents),
    power(demand.documentsPerEngine),
    figure(demand.searchesPerSecond),
    figure(demand.writesPerSecond),
  ];
  const index = [
    `${figure(search.shards)} x ${figure(search.copies)}`,
    `${figure(search.indexGb)} GB`,
    `${figure(storeGb)} GB`,
  ];
  const machines = [`${figure(search.nodes)} (${search.boundBy})`, `${findlingNodes}`, figure(storeCores)];
  say(`| ${[...asked, ...index, ...machines, figure(pricePerMonth)].join(' | ')} |`);
}

const { search } = fleetFor(SIMULATED, costs, MACHINE, POLICY);
/** Simulated searches are as many as a few seconds need; the cluster is the whole one. */
const BEFORE = 2000;
const AFTER = 3000;
const losses: Array<[string, Omit<Loss, 'at' | 'end'>]> = [
  ['killed: connections break at once', { noticedAfter: 50, timeout: 10_000 }],
  ['silent: noticed by checks after 30 s (OpenSearch default)', { noticedAfter: 30_000, timeout: 10_000 }],
  ['silent: noticed after 3 s (checks every second)', { noticedAfter: 3000, timeout: 10_000 }],
];
say();
say(
  `Loss of one of ${search.nodes} OpenSearch nodes at ${power(SIMULATED.documents)} documents in engines of ${power(SIMULATED.documentsPerEngine)} and ${figure(SIMULATED.searchesPerSecond)} searches/s; seed ${seed}:`,
);
say();
say('| Loss | Phase | Searches | Failed | p50 | p99 | Worst | Cores busy |');
say('| --- | --- | --- | --- | --- | --- | --- | --- |');
for (const [name, loss] of losses) {
  // A long silence is simulated with a quarter of the searches, on a quarter of the cores.
  const scale = loss.noticedAfter > 10_000 ? 4 : 1;
  const cluster = {
    nodes: search.nodes,
    cores: MACHINE.cores / scale,
    shards: search.shards,
    shardsPerEngine: search.shardsPerEngine,
    copies: search.copies,
    searchMs: search.shardSearchMs,
    searchesPerSecond: SIMULATED.searchesPerSecond / scale,
  };
  const end = BEFORE + loss.noticedAfter + AFTER;
  for (const phase of simulateLoss(cluster, { ...loss, at: BEFORE, end }, seed)) {
    say(
      `| ${name} | ${phase.name} | ${figure(phase.searches)} | ${figure(phase.failed)} | ${figure(phase.p50)} ms | ${figure(phase.p99)} ms | ${figure(phase.worst)} ms | ${Math.round(100 * phase.utilisation)} % |`,
    );
  }
}
/** Bytes per second at which OpenSearch copies a shard to another node, by default. */
const RECOVERY = 40e6;
const lost = (search.indexGb * 1e9) / search.nodes;
const shard = (search.indexGb * 1e9) / (search.shards * search.copies);
const minutes = Math.max(shard / RECOVERY, lost / (RECOVERY * (search.nodes - 1))) / 60;
say();
say(
  `The lost node had ${figure(lost / 1e9)} GB of shards. At ${figure(RECOVERY / 1e6)} MB/s per node, ${figure(minutes)} minutes later there are as many copies as before. A shard without any copy is rebuilt from PostgreSQL.`,
);
