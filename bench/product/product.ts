import { readFileSync } from 'node:fs';
import { compete, type Figures, pace, warmUpAll } from '../contest.ts';
import type { DataSet } from '../data-set.ts';
import {
  memoryBound,
  processorGoals,
  processorMedian,
  productGoals,
  productMedian,
  productSlowest,
  throughputGoals,
} from '../goals.ts';
import { processorTime } from '../processor-time.ts';
import { type Question, type QuestionClass, readClasses } from '../questions.ts';
import type { Report } from '../report.ts';
import type { Settings } from '../settings.ts';
import { medianRow, type Row } from '../table.ts';
import { timeRow } from '../time-row.ts';
import { now } from '../times.ts';
import { ceiling } from './ceiling.ts';
import { coldWords } from './cold-words.ts';
import { Findling } from './findling.ts';
import { closeConnections } from './http.ts';
import { batches, loads, rowOf } from './loading.ts';
import { Meilisearch } from './meilisearch.ts';
import { OpenSearch } from './opensearch.ts';
import type { SearchServer } from './search-server.ts';
import { workersLevel } from './workers.ts';

const CLIENTS = 2;

/** Servers over HTTP, as in production. */
export async function productLevel(set: DataSet, settings: Settings, report: Report): Promise<void> {
  const servers: SearchServer[] = [];
  try {
    const ours = await Findling.start();
    servers.push(ours, ...(await startPeers(settings, report)));
    await loads(servers, set, report);
    const classes = readClasses(settings, { dropStopWords: true });
    await latencies(servers, classes, set, settings, report);
    await throughput(servers, classes, set, settings, report);
    await batches(servers, set, report);
    memory(servers, set, report);
    for (const peer of servers.splice(1)) await peer.stop();
    // HTTP is the bottleneck of small engines only.
    if (set.name === '63k') await ceiling(ours, classes, set, settings, report);
  } finally {
    for (const server of servers) await server.stop();
    closeConnections();
  }
  await workersLevel(set, settings, report);
}

/** Starts the servers that the settings name; those that cannot be started are left out. */
async function startPeers({ peers, opensearch, meilisearch, work }: Settings, report: Report) {
  const started: SearchServer[] = [];
  const start = async (
    name: string,
    setting: string | undefined,
    missing: string,
    begin: (setting: string) => Promise<SearchServer & { version(): Promise<string> }>,
  ): Promise<void> => {
    if (!peers.includes(name)) return;
    if (setting === undefined) {
      report.leaveOut(missing);
      return;
    }
    try {
      const server = await begin(setting);
      started.push(server);
      report.version(name, await server.version());
    } catch (error) {
      report.leaveOut(`${name}: ${error}`);
    }
  };
  const noPrograms = 'OpenSearch: BENCH_OPENSEARCH does not name a folder with its start and stop';
  await start('opensearch', opensearch, noPrograms, async (programs) => OpenSearch.start(programs, work));
  const noBinary = 'Meilisearch: BENCH_MEILISEARCH does not name its binary';
  await start('meilisearch', meilisearch, noBinary, (binary) => Meilisearch.start(binary, work));
  return started;
}

async function latencies(
  servers: readonly SearchServer[],
  classes: readonly QuestionClass[],
  set: DataSet,
  settings: Settings,
  report: Report,
): Promise<void> {
  const asked = servers.map((server) => ({
    name: server.name,
    ask: async (question: Question) => {
      const started = now();
      const total = await server.ask(question);
      return { total, ms: now() - started };
    },
  }));
  const rows: Row[] = [];
  const costs: Row[] = [];
  const cold = await coldWords(set, classes);
  for (const { name, measured, warm } of [...classes, cold]) {
    const plan = { ...pace(settings), measured, warm, budget: Number.POSITIVE_INFINITY };
    if (name === cold.name) plan.rounds = 1;
    await warmUpAll(asked, plan);
    const before = servers.map(({ pid }) => processorTime(pid ?? 0));
    const figures = await compete(asked, { ...plan, warmUp: 0 });
    const spent = new Map(
      servers.map(({ name: server, pid }, i) => [
        server,
        (processorTime(pid ?? 0) - (before[i] as number)) / (figures.get(server)?.samples ?? 1),
      ]),
    );
    const measure = `${name} processor time`;
    costs.push(
      report.add(rowOf(set, { measure, unit: 'ms', better: 'less', goals: processorGoals(set.name) }, spent)),
    );
    const facts = { level: 'product', set: set.name, name };
    const loose = { compareTotals: false };
    const row = timeRow(facts, 'p50', figures, productGoals(set.name, name), loose);
    rows.push(report.add({ ...row, note: hitsOf(figures) }));
    report.add(timeRow(facts, 'p99', figures, productSlowest(), loose));
    report.detail(`product/${set.name}/${name}`, Object.fromEntries(figures));
  }
  const middle = medianRow(rows, 'p50 in the median class', productMedian(set.name));
  if (middle !== undefined) report.add(middle);
  const cost = medianRow(costs, 'processor time in the median class', processorMedian(set.name));
  if (cost !== undefined) report.add(cost);
}

const hitsOf = (figures: ReadonlyMap<string, Figures>): string =>
  `hits ${[...figures].map(([name, { total }]) => `${name} ${Math.round(total)}`).join(', ')}`;

/** Clients at full load, all classes mixed. */
async function throughput(
  servers: readonly SearchServer[],
  classes: readonly QuestionClass[],
  set: DataSet,
  { seconds }: Settings,
  report: Report,
): Promise<void> {
  const speeds = new Map<string, number>();
  const costs = new Map<string, number>();
  for (const server of servers) {
    const before = processorTime(server.pid ?? 0);
    const until = now() + seconds * 1000;
    let answered = 0;
    const client = async (number: number): Promise<void> => {
      for (let i = number; now() < until; i += CLIENTS) {
        const { measured } = classes[i % classes.length] as QuestionClass;
        await server.ask(measured[Math.floor(i / classes.length) % measured.length] as Question);
        answered++;
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
    speeds.set(server.name, answered / seconds);
    costs.set(server.name, (processorTime(server.pid ?? 0) - before) / answered);
  }
  const measure = 'two clients without pause, all classes';
  report.add(
    rowOf(set, { measure, unit: 'answers/s', better: 'more', goals: throughputGoals(set.name) }, speeds),
  );
  const cost = 'two clients without pause, processor time';
  report.add(rowOf(set, { measure: cost, unit: 'ms', better: 'less', goals: {} }, costs));
}

function memory(servers: readonly SearchServer[], set: DataSet, report: Report): void {
  const sizes = new Map<string, number>();
  for (const { name, pid } of servers) {
    const status = pid === undefined ? '' : readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = /VmRSS:\s+(\d+)/.exec(status)?.[1];
    if (kilobytes !== undefined) sizes.set(name, Number(kilobytes) / 1e6);
  }
  const row = rowOf(set, { measure: 'memory of the process', unit: 'GB', better: 'less', goals: {} }, sizes);
  report.add({ ...row, bound: memoryBound(set.name) });
}
