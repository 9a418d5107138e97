/**
 * What do analytics and API logs cost?
 *
 *   npm run bench:events             throughput and p99 of searches with both on, compared with both off, in turn
 *   npm run bench:events -- year     times of the reports on a year of searches
 *
 * Settings: DOCUMENTS (20,000), ROUNDS (10 of each), SECONDS (5 per round), CLIENTS (4); PER_MONTH (1,000,000 searches).
 * The goals: throughput at least 0.95 and p99 at most 1.1 of those with both off; every report well under a second.
 */
import { measureYear } from './events/year.ts';
import { Client, type Stream } from './load/client.ts';
import { GeneratedCorpus } from './load/generated-corpus.ts';
import { type Latency, latency } from './load/latency.ts';
import { questionsOf } from './load/questions.ts';
import { calibration, indexAll, say, startServer } from './server.ts';

const numberOf = (name: string, fallback: number): number => Number(process.env[name] ?? fallback);
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

async function measureLoad(): Promise<void> {
  const corpus = new GeneratedCorpus(1);
  const server = await startServer();
  const client = new Client(server);
  try {
    await server.call('POST', '/engines', { name: 'bench' });
    const documents: object[] = [];
    for await (const line of corpus.lines(numberOf('DOCUMENTS', 20_000))) documents.push(JSON.parse(line));
    await server.call('POST', '/engines/bench/schema', {
      size: 'number',
      published: 'date',
      location: 'geolocation',
    });
    await indexAll(server, 'bench', documents);
    const { all: asks } = questionsOf(corpus.queries, 1);
    const streams: Stream[] = [{ asks, pace: { clients: numberOf('CLIENTS', 4) } }];
    const run = async (isOn: boolean): Promise<Latency> => {
      const enabled = { enabled: isOn };
      await server.call('PUT', '/log_settings', { api: enabled, analytics: enabled });
      const end = new Promise((resolve) => setTimeout(resolve, 1000 * numberOf('SECONDS', 5)));
      const { seconds, times } = await client.run(streams, end);
      const [own] = times;
      if (own === undefined || own.failed > 0) throw new Error(`searches failed: ${own?.complaint}`);
      return latency(own.milliseconds, own.failed, seconds);
    };
    await run(true);
    await run(false);
    const throughput: number[] = [];
    const p99: number[] = [];
    for (let round = 0; round < numberOf('ROUNDS', 10); round++) {
      // The order alternates, so that a drift of the machine affects both.
      const first = await run(round % 2 === 0);
      const second = await run(round % 2 === 1);
      const [on, off] = round % 2 === 0 ? [first, second] : [second, first];
      throughput.push(on.perSecond / off.perSecond);
      p99.push(on.p99 / off.p99);
      say(
        `on ${on.perSecond.toFixed(0)}/s p99 ${on.p99.toFixed(1)} ms, off ${off.perSecond.toFixed(0)}/s p99 ${off.p99.toFixed(1)} ms`,
      );
    }
    say(`median of the ratios: throughput ${median(throughput).toFixed(3)}, p99 ${median(p99).toFixed(3)}`);
  } finally {
    await client.close();
    await server.close();
  }
}

say(calibration());
if (process.argv[2] === 'year') await measureYear(numberOf('PER_MONTH', 1_000_000));
else await measureLoad();
say(calibration());
