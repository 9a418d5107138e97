/**
 * What do metrics and traces cost?
 *
 *   npm run bench:metrics                throughput and processor time of searches, compared with both off
 *   npm run bench:metrics -- engines     how long a scrape takes with ENGINES (1,000) engines
 *
 * Settings: DOCUMENTS (20,000), COPIES (4), ROUNDS (6 of each), SECONDS (3 per round), CLIENTS (4).
 * Services run on copies of the same data, and one of them is loaded at a time: with both off, once more with both off
 * (what differs between these two is noise), with metrics that are scraped each second, and with traces of 1 % of the
 * requests, which a collector in this process receives. Of each kind several run, as equal processes differ by up to
 * 10 %: the compiler of V8 takes other decisions in each. The goal: at least 0.99 of the throughput with both off.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type Stream } from './load/client.ts';
import { GeneratedCorpus } from './load/generated-corpus.ts';
import { latency } from './load/latency.ts';
import { questionsOf } from './load/questions.ts';
import { processorTime } from './processor-time.ts';
import { type BenchServer, calibration, indexAll, say, startServer } from './server.ts';

const TOKEN = 'bench-metrics-token';
const METRICS = { FINDLING_METRICS: 'on', FINDLING_METRICS_TOKEN: TOKEN };

const numberOf = (name: string, fallback: number): number => Number(process.env[name] ?? fallback);
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

const timeOf = ({ process: { pid } }: BenchServer): number => processorTime(pid ?? 0);

async function scrape({ base }: BenchServer): Promise<string> {
  const answer = await fetch(new URL('/metrics', base), { headers: { authorization: `Bearer ${TOKEN}` } });
  if (answer.status !== 200) throw new Error(`/metrics was answered with ${answer.status}`);
  return answer.text();
}

/** The searches that the service has answered, as it says. */
const searchesIn = (metrics: string): number =>
  [
    ...metrics.matchAll(/^findling_http_requests_total\{route="[^"]*search",.*status="200"\} (\d+)$/gm),
  ].reduce((sum, [, count]) => sum + Number(count), 0);

interface Measured {
  readonly perSecond: number;
  readonly p99: number;
  /** Microseconds of processor time per search. */
  readonly processor: number;
}

/** A service with some settings, under load from time to time. */
class LoadedService {
  readonly #server: BenchServer;
  readonly #client: Client;
  readonly #isScraped: boolean;

  constructor(server: BenchServer, isScraped: boolean) {
    this.#server = server;
    this.#client = new Client(server);
    this.#isScraped = isScraped;
  }

  async run(streams: readonly Stream[]): Promise<Measured> {
    const counted = this.#isScraped ? searchesIn(await scrape(this.#server)) : 0;
    const timer = this.#isScraped ? setInterval(() => void scrape(this.#server), 1000) : undefined;
    const before = timeOf(this.#server);
    const end = new Promise((resolve) => setTimeout(resolve, 1000 * numberOf('SECONDS', 3)));
    const { seconds, times } = await this.#client.run(streams, end);
    const used = timeOf(this.#server) - before;
    clearInterval(timer);
    const [own] = times;
    if (own === undefined || own.failed > 0) throw new Error(`searches failed: ${own?.complaint}`);
    if (this.#isScraped) await this.#compare(own.milliseconds.length, counted);
    const { perSecond, p99 } = latency(own.milliseconds, own.failed, seconds);
    return { perSecond, p99, processor: (1000 * used) / own.milliseconds.length };
  }

  /** Throws if the service has not counted as many searches as the client. */
  async #compare(sent: number, before: number): Promise<void> {
    // A response is counted when its connection has taken it.
    await new Promise((resolve) => setTimeout(resolve, 100));
    const counted = searchesIn(await scrape(this.#server)) - before;
    if (counted !== sent) throw new Error(`the client sent ${sent} searches, the service counted ${counted}`);
  }

  async close(): Promise<void> {
    await this.#client.close();
    await this.#server.close();
  }
}

/** Services with equal settings. */
class Contestant {
  readonly name: string;
  readonly services: LoadedService[] = [];
  readonly rounds: Measured[] = [];

  constructor(name: string) {
    this.name = name;
  }

  /** The means of a round of all services. */
  async run(streams: readonly Stream[]): Promise<Measured> {
    const measured: Measured[] = [];
    for (const service of this.services) measured.push(await service.run(streams));
    const of = (figure: keyof Measured): number =>
      measured.reduce((sum, each) => sum + each[figure], 0) / measured.length;
    return { perSecond: of('perSecond'), p99: of('p99'), processor: of('processor') };
  }
}

/** Receives spans and forgets them. */
async function startCollector(): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

async function measureLoad(): Promise<void> {
  const corpus = new GeneratedCorpus(1);
  const folder = mkdtempSync(join(tmpdir(), 'findling-bench-'));
  const { url, server: collector } = await startCollector();
  const contestants: Contestant[] = [];
  try {
    const loaded = join(folder, 'loaded');
    const loader = await startServer({}, { folder: loaded });
    const documents: object[] = [];
    for await (const line of corpus.lines(numberOf('DOCUMENTS', 20_000))) documents.push(JSON.parse(line));
    await loader.call('POST', '/engines', { name: 'bench' });
    await loader.call('POST', '/engines/bench/schema', {
      size: 'number',
      published: 'date',
      location: 'geolocation',
    });
    await indexAll(loader, 'bench', documents);
    await loader.close();
    for (const [name, settings] of [
      ['both off', {}],
      ['both off again', {}],
      ['metrics, scraped each second', METRICS],
      ['traces of 1 %', { FINDLING_TRACES_URL: url, FINDLING_TRACES_SHARE: '1%' }],
    ] as const) {
      const contestant = new Contestant(name);
      contestants.push(contestant);
      for (let n = 0; n < numberOf('COPIES', 4); n++) {
        const copy = join(folder, `${contestants.length}-${n}`);
        mkdirSync(copy, { mode: 0o700 });
        cpSync(loaded, copy, { recursive: true });
        const server = await startServer(settings, { folder: copy });
        contestant.services.push(new LoadedService(server, settings === METRICS));
      }
    }
    const { all: asks } = questionsOf(corpus.queries, 1);
    const streams: Stream[] = [{ asks, pace: { clients: numberOf('CLIENTS', 4) } }];
    for (const contestant of contestants) await contestant.run(streams);
    for (let round = 0; round < numberOf('ROUNDS', 6); round++) {
      // The order alternates, so that a drift of the machine affects all.
      const order = round % 2 === 0 ? contestants : contestants.toReversed();
      for (const contestant of order) contestant.rounds.push(await contestant.run(streams));
    }
    report(contestants);
  } finally {
    for (const { services } of contestants) for (const service of services) await service.close();
    collector.closeAllConnections();
    collector.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Prints medians, and the medians of the ratios to the first contestant, round by round. */
function report([first, ...others]: readonly Contestant[]): void {
  if (first === undefined) return;
  for (const { name, rounds } of [first, ...others]) {
    const of = (figure: keyof Measured): number => median(rounds.map((round) => round[figure]));
    const ratio = (figure: keyof Measured): string =>
      median(rounds.map((round, at) => round[figure] / (first.rounds[at]?.[figure] ?? Number.NaN))).toFixed(
        3,
      );
    say(
      `${name.padEnd(30)} ${of('perSecond').toFixed(0)}/s (${ratio('perSecond')})  p99 ${of('p99').toFixed(1)} ms (${ratio('p99')})  ${of('processor').toFixed(0)} µs of processor time per search (${ratio('processor')})`,
    );
  }
}

async function measureScrapes(): Promise<void> {
  const engines = numberOf('ENGINES', 1000);
  const server = await startServer(METRICS);
  try {
    for (let i = 0; i < engines; i++) {
      await server.call('POST', '/engines', { name: `engine-${i}` });
      await server.call('POST', `/engines/engine-${i}/documents`, [{ id: 'a', title: `text ${i}` }]);
    }
    await scrape(server);
    const before = timeOf(server);
    const times: number[] = [];
    for (let i = 0; i < 100; i++) {
      const began = performance.now();
      await scrape(server);
      times.push(performance.now() - began);
    }
    const used = (timeOf(server) - before) / 100;
    say(
      `${engines} engines: a scrape takes ${median(times).toFixed(1)} ms, at most ${Math.max(...times).toFixed(1)} ms, and ${used.toFixed(1)} ms of processor time`,
    );
  } finally {
    await server.close();
  }
}

say(calibration());
if (process.argv[2] === 'engines') await measureScrapes();
else await measureLoad();
say(calibration());
