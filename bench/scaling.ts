/**
 * What do PostgreSQL, OpenSearch and a second node cost and bring?
 *
 *   npm run bench:scaling
 *
 *   BENCH_DATA=        a folder with docs-63k.ndjson; without it, documents are generated
 *   DOCUMENTS=20000    number of documents
 *   SEARCHES=300       searches per measurement
 *   COPIES=8           copies of all documents that make the shard larger, to see how the cost of a search grows
 *   BENCH_RESULTS=     a file for the costs that `bench/capacity.ts` reads
 *
 * Needs PostgreSQL and OpenSearch, which it starts (test/services), on an otherwise idle machine.
 *
 * 1. Overhead: a search through Findling on OpenSearch against the same search request sent to OpenSearch by hand, in
 *    turn. The request is the one that Findling sent, recorded by a proxy. The target is 1.3 at p50.
 * 2. Followers: CPU time per search of one node, and of two nodes with an index each, on one PostgreSQL. The target is
 *    1.7 times the searches for twice the nodes.
 * 3. Costs of one search and of one written document, by process.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startOpenSearch } from '../test/services/opensearch.ts';
import { PostgresServer } from '../test/services/postgres.ts';
import { GeneratedCorpus } from './load/generated-corpus.ts';
import { processorTime } from './processor-time.ts';
import { call, closeConnections } from './product/http.ts';
import { type Recorded, RecordingProxy } from './scaling/recording-proxy.ts';
import { type BenchServer, calibration, say, startServer } from './server.ts';

const DOCUMENTS = Number(process.env.DOCUMENTS ?? 20_000);
const SEARCHES = Number(process.env.SEARCHES ?? 300);
const COPIES = Number(process.env.COPIES ?? 8);
const { BENCH_DATA, BENCH_RESULTS } = process.env;
const ENGINE = 'bench';
const SECRET = 'the secret of a benchmark, 32 characters';
/** Bulk requests at once while documents are copied. */
const COPYING = 2;
/** Rounds of all queries before CPU time is measured: at first, the compiler of the JVM takes most of it. */
const WARM_UP = 5;

async function corpus(): Promise<string[]> {
  if (BENCH_DATA !== undefined) {
    const text = readFileSync(join(BENCH_DATA, 'docs-63k.ndjson'), 'utf8');
    return text.split('\n').filter(Boolean).slice(0, DOCUMENTS);
  }
  const lines: string[] = [];
  for await (const line of new GeneratedCorpus(1).lines(DOCUMENTS)) lines.push(line);
  return lines;
}

/** Two neighbouring words of a document: most searches find something, few find much. */
function queriesOf(lines: readonly string[]): string[] {
  const queries: string[] = [];
  for (let at = 0; queries.length < SEARCHES; at = (at + 7919) % lines.length) {
    const texts = Object.values(JSON.parse(lines[at] as string)).filter((value) => typeof value === 'string');
    const words = texts.join(' ').match(/\p{L}{4,}/gu) ?? [];
    const from = at % Math.max(1, words.length - 2);
    const query = words.slice(from, from + 2).join(' ');
    if (query !== '') queries.push(query);
  }
  return queries;
}

/** Processor time of several processes, in milliseconds. Those of PostgreSQL may have ended meanwhile. */
const cpuOf = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + processorTime(pid), 0);

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? Number.NaN;

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

const search = ({ base, key }: BenchServer, query: string): Promise<unknown> =>
  call(
    base,
    'POST',
    `${new URL(base).pathname}/engines/${ENGINE}/search`,
    { query },
    { authorization: `Bearer ${key}` },
  );

async function load(server: BenchServer, lines: readonly string[]): Promise<void> {
  const text = `${lines.join('\n')}\n`;
  const answer = await fetch(`${server.base}/engines/${ENGINE}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/x-ndjson' },
    body: text,
  });
  const refused = (await answer.text())
    .split('\n')
    .filter((line) => line !== '' && !line.includes('"errors":[]'));
  if (!answer.ok || refused.length > 0) throw new Error(`not imported: ${answer.status} ${refused[0]}`);
}

/** Waits until an index has all documents: an import does not wait for a slow one. */
async function indexed(cluster: string, documents: number): Promise<void> {
  for (;;) {
    const { count } = await call(cluster, 'POST', '/_all/_count', { query: { term: { a: true } } });
    if (count === documents) return;
    await sleep(500);
  }
}

const lines = await corpus();
const queries = queriesOf(lines);
say(calibration());
const postgres = await PostgresServer.start({
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
});
const client = await postgres.connect('postgres');
for (const name of ['on_opensearch', 'followers']) await client.query(`create database ${name}`);
const storePids = (): number[] => [postgres.pid, ...childrenOf(postgres.pid)];
const costs: Record<string, number> = { documentBytes: Math.round(lines.join('').length / lines.length) };
const settingsOf = (database: string) => ({
  FINDLING_DATABASE_URL: postgres.url(database),
  FINDLING_SECRET: SECRET,
});

await measureOpenSearch();
if (BENCH_RESULTS !== undefined)
  writeFileSync(BENCH_RESULTS, `${JSON.stringify({ documents: lines.length, costs }, null, 2)}\n`);
await measureFollowers();
await client.end();
await postgres.stop('SIGINT');
closeConnections();
say(calibration());

async function measureOpenSearch(): Promise<void> {
  const cluster = await startOpenSearch(1, '1g', []);
  const [node] = cluster.nodes;
  if (node === undefined) throw new Error('there is no OpenSearch');
  const proxy = await RecordingProxy.start(node.url);
  const recording = await startServer({ ...settingsOf('on_opensearch'), FINDLING_SEARCH_URL: proxy.url });
  await recording.call('POST', '/engines', { name: ENGINE });
  const pids = {
    node: [recording.process.pid as number],
    store: storePids(),
    index: [node.process.pid as number],
  };
  const few = lines.slice(0, lines.length / 10);
  await load(recording, few);
  await indexed(node.url, few.length);
  proxy.take();
  const before = { node: cpuOf(pids.node), store: cpuOf(storePids()), index: cpuOf(pids.index) };
  await load(recording, lines);
  await indexed(node.url, lines.length);
  const bulk = proxy.take().filter(({ path }) => path.includes('/_bulk'));
  await merged(node.url);
  costs.nodeWrite = (cpuOf(pids.node) - before.node) / lines.length;
  costs.storeWrite = (cpuOf(storePids()) - before.store) / lines.length;
  costs.shardWrite = (cpuOf(pids.index) - before.index) / lines.length;
  const stats = await call(node.url, 'GET', '/_all/_stats/store,docs');
  costs.indexBytes = stats._all.primaries.store.size_in_bytes / lines.length;
  const { rows } = await client.query(`select pg_database_size('on_opensearch') as bytes`);
  costs.storeBytes = Number(rows[0].bytes) / lines.length;

  // The searches that Findling sends, without its look-ups of terms.
  const byHand: Recorded[] = [];
  let requests = 0;
  for (const query of queries) {
    proxy.take();
    await search(recording, query);
    const sent = proxy
      .take()
      .filter(({ path }) => path.includes('/_search') || path.includes('/_termvectors'));
    requests += sent.length;
    const largest = sent.reduce((most, one) => (one.body.length > most.body.length ? one : most));
    byHand.push(largest);
  }
  await recording.close();
  proxy.close();

  const findling = await startServer({ ...settingsOf('on_opensearch'), FINDLING_SEARCH_URL: node.url });
  const hand = ({ method, path, body }: Recorded): Promise<unknown> =>
    call(node.url, method, path, body.toString());
  const times = { findling: [] as number[], hand: [] as number[] };
  for (let round = 0; round < 3; round++) {
    for (const [at, query] of queries.entries()) {
      const both = [
        async () => times.findling.push(await timed(() => search(findling, query))),
        async () => times.hand.push(await timed(() => hand(byHand[at] as Recorded))),
      ];
      for (const one of at % 2 === 0 ? both : both.reverse()) await one();
    }
    // The first round warms up.
    if (round === 0) times.findling.length = times.hand.length = 0;
  }
  const p50 = { findling: quantile(times.findling, 0.5), hand: quantile(times.hand, 0.5) };
  say(
    `search of two words, ${lines.length} documents, ${(requests / queries.length).toFixed(1)} requests to OpenSearch each`,
  );
  say(`  by hand        p50 ${p50.hand.toFixed(1)} ms, p99 ${quantile(times.hand, 0.99).toFixed(1)} ms`);
  say(
    `  by Findling    p50 ${p50.findling.toFixed(1)} ms, p99 ${quantile(times.findling, 0.99).toFixed(1)} ms`,
  );
  say(`  overhead at p50: ${(p50.findling / p50.hand).toFixed(2)}x (target 1.3)`);

  const large = await searchCosts(findling, pids.index);
  costs.nodeSearch = large.node;
  costs.storeSearch = large.store;
  say(
    `  CPU per search: Findling ${large.node.toFixed(2)} ms, PostgreSQL ${large.store.toFixed(2)} ms, OpenSearch ${large.index.toFixed(2)} ms`,
  );
  await findling.close();
  const sizes = await searchesBySize(node.url, pids.index, hand, byHand, bulk);
  Object.assign(costs, lineThrough(sizes));
  cluster.stop();
}

async function merged(cluster: string): Promise<void> {
  await call(cluster, 'POST', '/_all/_forcemerge?max_num_segments=1');
  await call(cluster, 'POST', '/_all/_refresh');
}

interface Size {
  readonly documents: number;
  /** CPU time of OpenSearch per search, in milliseconds. */
  readonly cost: number;
}

/**
 * The cost of the same searches while the shard grows: all documents are added several times, with other ids. So the
 * words stay as frequent as they are, and there are no new ones.
 */
async function searchesBySize(
  cluster: string,
  pids: readonly number[],
  hand: (request: Recorded) => Promise<unknown>,
  searches: readonly Recorded[],
  bulk: readonly Recorded[],
): Promise<Size[]> {
  const sizes: Size[] = [];
  const measure = async (documents: number): Promise<void> => {
    const round = async (): Promise<void> => {
      for (const one of searches) await hand(one);
    };
    await round();
    const before = cpuOf(pids);
    for (let i = 0; i < 2; i++) await round();
    const cost = (cpuOf(pids) - before) / 2 / searches.length;
    sizes.push({ documents, cost });
    say(`  a shard of ${documents} documents: ${cost.toFixed(2)} ms CPU of OpenSearch per search`);
  };
  await measure(lines.length);
  await call(cluster, 'PUT', '/_all/_settings', { index: { refresh_interval: '-1' } });
  for (let copy = 1; copy <= COPIES; copy++) {
    const waiting = bulk.values();
    const send = async (): Promise<void> => {
      for (const { method, path, body } of waiting) {
        const text = body.toString().replaceAll('{"index":{"_id":"', `{"index":{"_id":"copy-${copy}-`);
        const { errors } = await call(cluster, method, path, text);
        if (errors) throw new Error('documents were not copied');
      }
    };
    await Promise.all(Array.from({ length: COPYING }, send));
    if (copy !== COPIES && copy !== COPIES >> 2) continue;
    await merged(cluster);
    const documents = lines.length * (copy + 1);
    await indexed(cluster, documents);
    await measure(documents);
  }
  return sizes;
}

/** The line with the least squares: a part that every shard costs, and one that grows with its documents. */
function lineThrough(sizes: readonly Size[]): { shardSearchFixed: number; shardSearchPerMillion: number } {
  const mean = (of: (size: Size) => number): number =>
    sizes.reduce((sum, size) => sum + of(size), 0) / sizes.length;
  const documents = mean((size) => size.documents);
  const cost = mean((size) => size.cost);
  const slope =
    mean((size) => (size.documents - documents) * (size.cost - cost)) /
    mean((size) => (size.documents - documents) ** 2);
  return { shardSearchFixed: cost - slope * documents, shardSearchPerMillion: 1e6 * slope };
}

/** CPU time per search, by process. */
async function searchCosts(server: BenchServer, index: readonly number[]) {
  const node = [server.process.pid as number];
  for (let round = 0; round < WARM_UP; round++) for (const query of queries) await search(server, query);
  const before = { node: cpuOf(node), store: cpuOf(storePids()), index: cpuOf(index) };
  for (const query of queries) await search(server, query);
  return {
    node: (cpuOf(node) - before.node) / queries.length,
    store: (cpuOf(storePids()) - before.store) / queries.length,
    index: (cpuOf(index) - before.index) / queries.length,
  };
}

async function measureFollowers(): Promise<void> {
  const first = await startServer(settingsOf('followers'));
  await first.call('POST', '/engines', { name: ENGINE });
  await load(first, lines);
  const second = await startServer(settingsOf('followers'));
  const perSearch = async (servers: readonly BenchServer[]): Promise<number> => {
    const pids = servers.map(({ process: { pid } }) => pid as number);
    for (const [at, query] of queries.entries())
      await search(servers[at % servers.length] as BenchServer, query);
    await sleep(500);
    const before = cpuOf(pids) + cpuOf(storePids());
    const began = performance.now();
    let done = 0;
    // Two clients per node, for as long as both kinds take.
    const client = async (server: BenchServer, from: number): Promise<void> => {
      for (let at = from; performance.now() - began < 8000; at++) {
        await search(server, queries[at % queries.length] as string);
        done++;
      }
    };
    await Promise.all(servers.flatMap((server) => [client(server, 0), client(server, SEARCHES >> 1)]));
    const took = performance.now() - began;
    const cost = (cpuOf(pids) + cpuOf(storePids()) - before) / done;
    say(
      `  ${servers.length} node(s): ${((1000 * done) / took).toFixed(0)} searches/s, ${cost.toFixed(3)} ms CPU per search of all processes`,
    );
    return cost;
  };
  say('followers: each node has an index of its own, on one PostgreSQL');
  const costOfOne: number[] = [];
  const costOfTwo: number[] = [];
  for (let round = 0; round < 3; round++) {
    costOfOne.push(await perSearch([first]));
    costOfTwo.push(await perSearch([first, second]));
  }
  const ratio = (2 * quantile(costOfOne, 0.5)) / quantile(costOfTwo, 0.5);
  say(
    `  two nodes with twice the cores: ${ratio.toFixed(2)}x the searches of one, by CPU time per search (target 1.7)`,
  );
  await first.close();
  await second.close();
}
