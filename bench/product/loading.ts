import { type BenchDocument, type DataSet, readBatches } from '../data-set.ts';
import { batchGoals, loadGoals } from '../goals.ts';
import { processorTime } from '../processor-time.ts';
import type { Report } from '../report.ts';
import type { Row } from '../table.ts';
import { now, quantile } from '../times.ts';
import type { SearchServer } from './search-server.ts';

const BATCH = 100;
const LANES = 2;
/** Batches that a server gets before the next one's turn. */
const TURN = 20;
/** Documents that are replaced repeatedly. */
const REPLACED = 5_000;
const REPLACEMENTS = 100;

/** Figures by server name, as a row. */
export const rowOf = (
  set: DataSet,
  facts: Pick<Row, 'measure' | 'unit' | 'better' | 'goals'>,
  figures: ReadonlyMap<string, number>,
): Row => {
  const { ours = Number.NaN, ...peers } = Object.fromEntries(figures);
  return { level: 'product', set: set.name, ours, peers, ...facts };
};

/** For the small set the second load counts: in the first the Java server is cold. */
export async function loads(servers: readonly SearchServer[], set: DataSet, report: Report): Promise<void> {
  const speeds = new Map<string, number>();
  const costs = new Map<string, number>();
  const times = set.name === '1m' ? 1 : 2;
  for (const server of servers) {
    for (let time = 0; time < times; time++) {
      const before = processorTime(server.pid ?? 0);
      const { perSecond, documents } = await load(server, set);
      speeds.set(server.name, perSecond);
      costs.set(server.name, (processorTime(server.pid ?? 0) - before) / documents);
    }
  }
  const measure = 'indexing, batches of 100, two lanes, durable';
  report.add(rowOf(set, { measure, unit: 'documents/s', better: 'more', goals: loadGoals }, speeds));
  const cost = 'indexing, processor time per document, merges included';
  report.add(rowOf(set, { measure: cost, unit: 'ms', better: 'less', goals: {} }, costs));
}

/**
 * Loads a set into the empty indexes of several servers, in turn by a few batches each, so that a machine that slows
 * down slows all of them. Returns the documents per second of each.
 */
export async function loadInTurn(servers: readonly SearchServer[], set: DataSet): Promise<number[]> {
  for (const server of servers) await server.prepare();
  const times = servers.map(() => 0);
  const timed = async (i: number, work: () => Promise<void>): Promise<void> => {
    const started = now();
    await work();
    times[i] = (times[i] ?? 0) + now() - started;
  };
  let count = 0;
  let turn = 0;
  const send = async (batches: readonly BenchDocument[][]): Promise<void> => {
    for (const k of servers.keys()) {
      const i = (k + turn) % servers.length;
      await timed(i, async () => {
        const waiting = [...batches];
        const lane = async (): Promise<void> => {
          for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift())
            await servers[i]?.write(batch);
        };
        await Promise.all(Array.from({ length: LANES }, lane));
      });
    }
    turn++;
  };
  let batches: BenchDocument[][] = [];
  for await (const batch of readBatches(set, BATCH)) {
    count += batch.length;
    batches.push(batch);
    if (batches.length < TURN) continue;
    await send(batches);
    batches = [];
  }
  await send(batches);
  for (const [i, server] of servers.entries()) {
    await timed(i, async () => server.loaded?.());
    await server.settle();
  }
  return times.map((ms) => (1000 * count) / ms);
}

/** Loads a set into an empty index, and waits until the server is idle. */
async function load(
  server: SearchServer,
  set: DataSet,
): Promise<{ readonly documents: number; readonly perSecond: number }> {
  await server.prepare();
  const inFlight = new Set<Promise<void>>();
  let count = 0;
  const started = now();
  for await (const batch of readBatches(set, BATCH)) {
    count += batch.length;
    const sent: Promise<void> = server.write(batch).finally(() => inFlight.delete(sent));
    inFlight.add(sent);
    if (inFlight.size >= LANES) await Promise.race(inFlight);
  }
  await Promise.all(inFlight);
  await server.loaded?.();
  const seconds = (now() - started) / 1000;
  await server.settle();
  return { documents: count, perSecond: count / seconds };
}

/** Replaces batches of existing documents; they are visible to searches when the response arrives. */
export async function batches(servers: readonly SearchServer[], set: DataSet, report: Report): Promise<void> {
  const sample: BenchDocument[][] = [];
  for await (const batch of readBatches({ ...set, limit: Math.min(set.limit, REPLACED) }, BATCH)) {
    sample.push(batch);
  }
  const times = new Map<string, number[]>();
  for (const server of servers) {
    const own: number[] = [];
    for (let i = 0; i < REPLACEMENTS; i++) {
      const started = now();
      await server.writeVisibly(sample[i % sample.length] as BenchDocument[]);
      own.push(now() - started);
    }
    times.set(server.name, own);
  }
  for (const [name, share] of [
    ['p50', 0.5],
    ['p95', 0.95],
  ] as const) {
    const figures = new Map([...times].map(([server, own]) => [server, quantile(own, share)]));
    const measure = `batch of 100 replaced and visible ${name}`;
    report.add(rowOf(set, { measure, unit: 'ms', better: 'less', goals: batchGoals }, figures));
  }
}
