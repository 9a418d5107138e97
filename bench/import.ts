/**
 * How much faster is an import of NDJSON than batches of 100 documents, and what does a document cost in CPU time?
 *
 *   npm run bench:import
 *
 *   DOCUMENTS=20000   number of documents of a load
 *   ROUNDS=5          loads of each kind
 *   BENCH_DATA=       a folder with docs-63k.ndjson; without it, documents are generated
 *
 * Both send the same documents over one connection, each time into a new engine, one kind after the other: batches wait
 * for their response, as the official clients do; an import is one request. Both count until the last document is durable
 * and visible. CPU time is that of all threads of the service, until merges have ended. The target is a ratio of 2.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GeneratedCorpus } from './load/generated-corpus.ts';
import { processorTime } from './processor-time.ts';
import { type BenchServer, calibration, say, startServer } from './server.ts';

const DOCUMENTS = Number(process.env.DOCUMENTS ?? 20_000);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const { BENCH_DATA } = process.env;
/** Bytes of a write to the connection. */
const PIECE = 65_536;
const TARGET = 2;

async function generated(): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of new GeneratedCorpus(1).lines(DOCUMENTS)) lines.push(line);
  return lines;
}

const lines = (
  BENCH_DATA === undefined
    ? await generated()
    : readFileSync(join(BENCH_DATA, 'docs-63k.ndjson'), 'utf8').split('\n').filter(Boolean)
).slice(0, DOCUMENTS);

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Starts a request; its body is written by the caller. */
const post = ({ base, key }: BenchServer, engine: string, mediaType: string, length?: number) =>
  request(`${base}/engines/${engine}/documents`, {
    method: 'POST',
    agent,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': mediaType,
      ...(length !== undefined && { 'content-length': length }),
    },
  });

async function textOf(sending: ReturnType<typeof post>): Promise<string> {
  const [response] = await once(sending, 'response');
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  if (response.statusCode !== 200) throw new Error(`answered with ${response.statusCode}: ${text}`);
  return text;
}

/** The number of documents that were accepted. */
const accepted = (text: string): number => text.split('"errors":[]').length - 1;

type Load = (server: BenchServer, engine: string) => Promise<number>;

const batches = Array.from({ length: Math.ceil(lines.length / 100) }, (_, i) =>
  Buffer.from(`[${lines.slice(i * 100, i * 100 + 100).join()}]`),
);
const loadBatches: Load = async (server, engine) => {
  let count = 0;
  for (const batch of batches) {
    const sending = post(server, engine, 'application/json', batch.length);
    sending.end(batch);
    count += accepted(await textOf(sending));
  }
  return count;
};

const body = Buffer.from(lines.map((line) => `${line}\n`).join(''));
const loadLines: Load = async (server, engine) => {
  const sending = post(server, engine, 'application/x-ndjson');
  const received = textOf(sending);
  for (let at = 0; at < body.length; at += PIECE) {
    if (!sending.write(body.subarray(at, at + PIECE))) await once(sending, 'drain');
  }
  sending.end();
  return accepted(await received);
};

/** Processor time once the process has become idle. */
async function settledProcessorTime(pid: number): Promise<number> {
  for (let before = processorTime(pid); ; ) {
    await sleep(1000);
    const now = processorTime(pid);
    if (now - before <= 20) return now;
    before = now;
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const server = await startServer();
const pid = server.process.pid as number;
const kinds: ReadonlyArray<readonly [string, Load]> = [
  ['batches of 100', loadBatches],
  ['import', loadLines],
];
const figures = new Map(kinds.map(([name]) => [name, { rates: [] as number[], costs: [] as number[] }]));
say(calibration());
say(`${lines.length} documents, ${Math.round(body.length / lines.length)} bytes each`);
// The first round warms up.
for (let round = 0; round <= ROUNDS; round++) {
  for (const [name, load] of round % 2 === 0 ? kinds : kinds.toReversed()) {
    const engine = `r${round}-${name.replaceAll(' ', '-')}`;
    await server.call('POST', '/engines', { name: engine });
    const before = await settledProcessorTime(pid);
    const started = performance.now();
    const count = await load(server, engine);
    const rate = (1000 * count) / (performance.now() - started);
    const cost = ((await settledProcessorTime(pid)) - before) / count;
    if (count !== lines.length)
      throw new Error(`${name}: ${count} of ${lines.length} documents were accepted`);
    await server.call('DELETE', `/engines/${engine}`);
    say(`  ${name.padEnd(14)}  ${Math.round(rate)} documents/s  ${cost.toFixed(3)} ms CPU per document`);
    if (round === 0) continue;
    figures.get(name)?.rates.push(rate);
    figures.get(name)?.costs.push(cost);
  }
}
const [slow, fast] = kinds.map(([name]) => figures.get(name));
const ratio = median(fast?.rates ?? []) / median(slow?.rates ?? []);
const costs = median(slow?.costs ?? []) / median(fast?.costs ?? []);
say(
  `import against batches, medians: ${ratio.toFixed(2)}x the rate (target ${TARGET}), CPU time divided by ${costs.toFixed(2)}`,
);
say(calibration());
agent.destroy();
await server.close();
