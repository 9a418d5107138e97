/**
 * How long does a type change take on an engine of 100,000 documents, and how fast are reads and writes meanwhile?
 *
 *   npm run bench:reindex            (DOCUMENTS=100000 by default)
 *
 * The service is a separate process; this one only sends requests. Prints the time of the job, and the latency of
 * document reads, writes and searches during it, each compared with the same requests to the idle engine.
 */
import { calibration, indexAll, say, startServer } from './server.ts';

const DOCUMENTS = Number(process.env.DOCUMENTS ?? 100_000);
const server = await startServer();
const { call } = server;

const WORDS =
  'river stone light forest engine paper winter letter garden signal copper harbour silver meadow'.split(' ');
const sentence = (i: number, words: number): string =>
  Array.from({ length: words }, (_, k) => WORDS[(i * 31 + k * k * 7) % WORDS.length]).join(' ');
const document = (i: number) => ({
  id: `d${i}`,
  title: sentence(i, 5),
  body: sentence(i + 3, 60),
  year: String(1900 + (i % 120)),
  price: i % 50 === 0 ? 'on request' : (i % 1000) / 10,
  seen: `2024-0${1 + (i % 9)}-1${i % 10}`,
  place: `${(i % 180) - 90},${(i % 360) - 180}`,
});

/** Latencies of a mixed load until `until` stops it. */
async function load(until: () => boolean): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = { read: [], write: [], search: [] };
  const calls: Record<string, (i: number) => Promise<unknown>> = {
    read: (i) => call('GET', `/engines/bench/documents?ids[]=d${(i * 977) % DOCUMENTS}`),
    write: (i) => call('POST', '/engines/bench/documents', [{ ...document((i * 31) % DOCUMENTS), price: 1 }]),
    search: () => call('POST', '/engines/bench/search', { query: '', filters: { id: ['d1', 'd2'] } }),
  };
  for (let i = 0; !until(); i++) {
    for (const [name, run] of Object.entries(calls)) {
      const started = performance.now();
      await run(i);
      times[name]?.push(performance.now() - started);
    }
  }
  return times;
}

const percentile = (values: number[], share: number): string => {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1);
};
const report = (name: string, times: Record<string, number[]>): void => {
  for (const [kind, values] of Object.entries(times)) {
    say(
      `  ${name}  ${kind.padEnd(6)}  ${String(values.length).padStart(5)} calls  p50 ${percentile(values, 0.5)} ms  p99 ${percentile(values, 0.99)} ms`,
    );
  }
};

say(calibration());
await call('POST', '/engines', { name: 'bench' });
let started = performance.now();
await indexAll(
  server,
  'bench',
  Array.from({ length: DOCUMENTS }, (_, i) => document(i)),
);
const loading = (performance.now() - started) / 1000;
say(
  `${DOCUMENTS} documents loaded in ${loading.toFixed(1)} s, ${Math.round(DOCUMENTS / loading)} a second, one lane, batches of 100`,
);

const quietUntil = performance.now() + 2000;
report('idle     ', await load(() => performance.now() > quietUntil));

const types = { year: 'number', price: 'number', seen: 'date', place: 'geolocation' };
for (const [name, change, busy] of [
  ['alone', types, false],
  ['under load', { year: 'text', price: 'text', seen: 'text', place: 'text' }, true],
] as const) {
  started = performance.now();
  await call('POST', '/engines/bench/schema', change);
  let over = false;
  const watch = (async () => {
    const status = () => call('GET', '/engines/bench/schema/reindex');
    while ((await status()).state !== 'idle') await new Promise((resolve) => setTimeout(resolve, 25));
    over = true;
  })();
  const times = busy ? await load(() => over) : undefined;
  await watch;
  say(`reindex ${name}: ${((performance.now() - started) / 1000).toFixed(2)} s`);
  if (times) report('reindexing', times);
}
const failures = await call('GET', '/engines/bench/schema/reindex/failures?page[size]=1');
say(`failures of the last job: ${failures.meta.page.total_results}`);
say(calibration());
await server.close();
