/**
 * How large can an installation on one machine be, and how soon does it answer after a start?
 *
 *   npm run bench:installation
 *
 *   BENCH_DATA=         a folder with docs-1m.ndjson and queries.json; without it the documents are generated
 *   PARTS=large,many,small   which of the parts below
 *   DOCUMENTS=1000000   documents of the large engine
 *   ENGINES=100         engines of a thousand documents
 *   SMALL=10000000      small documents of one engine; `MEMORY` (FINDLING_MEMORY) limits the index
 *   STARTS=5            how often each installation is started
 *
 * Each part loads its documents over HTTP, stops the service, and starts it a few times: the time is from the start of
 * the process to the first response to a search, including the check of all checksums.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCorpus } from './load/corpus.ts';
import { load, write } from './load/loading.ts';
import { Observer } from './load/observer.ts';
import { type BenchServer, calibration, say, startServer } from './server.ts';

const { env } = process;
const parts = (env.PARTS ?? 'large,many,small').split(',');
const counts = {
  documents: Number(env.DOCUMENTS ?? 1_000_000),
  engines: Number(env.ENGINES ?? 100),
  small: Number(env.SMALL ?? 10_000_000),
  starts: Number(env.STARTS ?? 5),
};
const memory: Record<string, string> = env.MEMORY === undefined ? {} : { FINDLING_MEMORY: env.MEMORY };

interface Part {
  readonly fill: (server: BenchServer) => Promise<number>;
  /** The engine and the query of the first search. */
  readonly engine: string;
  readonly query: string;
}

async function large(server: BenchServer): Promise<number> {
  const corpus = openCorpus(env.BENCH_DATA, counts.documents, 1);
  return (await load(server, corpus, counts.documents)).documents;
}

async function many(server: BenchServer): Promise<number> {
  for (let engine = 0; engine < counts.engines; engine++) {
    await server.call('POST', '/engines', { name: `engine-${engine}` });
    for (let from = 0; from < 1000; from += 100) await write(server, `engine-${engine}`, batch(from, 100));
  }
  return counts.engines * 1000;
}

/** Stops when the service reports that its memory is used up: that is a result too. */
async function small(server: BenchServer): Promise<number> {
  await server.call('POST', '/engines', { name: 'small' });
  let next = 0;
  let refusal: string | undefined;
  const lane = async (): Promise<void> => {
    while (next < counts.small && refusal === undefined) {
      const from = next;
      next += 100;
      if (next % 1_000_000 === 0) say(`  ${next} small documents sent`);
      await write(server, 'small', batch(from, 100)).catch((error: Error) => {
        if (!error.message.includes('FINDLING_MEMORY')) throw error;
        refusal = error.message;
      });
    }
  };
  await Promise.all([lane(), lane()]);
  if (refusal !== undefined) say(`  refused: ${refusal}`);
  const { document_count } = await server.call('GET', '/engines/small');
  return document_count;
}

const WORDS =
  'amber birch cedar delta ember flint grove heath inlet juniper kelp larch moss north oak pine'.split(' ');
const word = (i: number): string => WORDS[i % WORDS.length] as string;

function batch(from: number, size: number): string {
  const documents = Array.from({ length: size }, (_, i) => {
    const n = from + i;
    return {
      id: `d${n}`,
      name: `${word(n)} ${word(n >> 4)} ${n % 50_000}`,
      kind: word(n >> 8),
      year: 1900 + (n % 125),
    };
  });
  return JSON.stringify(documents);
}

const PARTS: Record<string, Part> = {
  large: { fill: large, engine: 'bench', query: 'library' },
  many: { fill: many, engine: `engine-${counts.engines - 1}`, query: 'amber' },
  small: { fill: small, engine: 'small', query: 'amber birch 7' },
};

const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;
const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

async function run(name: string, { fill, engine, query }: Part): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'findling-bench-'));
  try {
    const first = await startServer(memory, { folder, isObserved: true });
    const observer = new Observer(first.process);
    const started = performance.now();
    const documents = await fill(first).finally(() => observer.settled());
    const seconds = (performance.now() - started) / 1000;
    const peak = Math.max(...observer.samples.map(({ rss }) => rss)) * 2 ** 20;
    say(
      `${name}: ${documents} documents loaded, ${Math.round(documents / seconds)} a second with all merges; memory at most ${megabytes(peak)}`,
    );
    await first.close();
    const times: number[] = [];
    for (let i = 0; i < counts.starts; i++) {
      const begun = performance.now();
      const server = await startServer(memory, { folder, isObserved: true });
      const watching = new Observer(server.process);
      const { meta } = await server.call('POST', `/engines/${engine}/search`, { query });
      times.push(performance.now() - begun);
      if (i === 0) {
        const asked = performance.now();
        await server.call('POST', `/engines/${engine}/search`, { query });
        const again = (performance.now() - asked).toFixed(0);
        await watching.settled();
        const rss = (watching.samples.at(-1)?.rss ?? 0) * 2 ** 20;
        say(
          `${name}: "${query}" finds ${meta.page.total_results}, again in ${again} ms; memory ${megabytes(rss)}`,
        );
      }
      await server.close();
    }
    const list = times.map((time) => (time / 1000).toFixed(2)).join(', ');
    say(`${name}: start to first answered search ${(median(times) / 1000).toFixed(2)} s (${list})`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

say(calibration());
for (const name of parts) {
  const part = PARTS[name];
  if (part === undefined) throw new Error(`There is no part "${name}".`);
  await run(name, part);
}
say(calibration());
