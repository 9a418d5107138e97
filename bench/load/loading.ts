import { SCHEMA } from '../data-set.ts';
import type { BenchServer } from '../server.ts';
import type { Corpus } from './corpus.ts';
import { BATCH } from './writes.ts';

const LANES = 2;
/** Documents for writes and reads, an even sample of all. */
const SAMPLE = 20_000;

export interface Loaded {
  readonly documents: number;
  readonly seconds: number;
  /** Some of the documents, as lines of JSON. */
  readonly sample: readonly string[];
}

/** Creates the engine `bench` and sends it documents, a hundred per request, two requests at a time. */
export async function load(server: BenchServer, corpus: Corpus, most: number): Promise<Loaded> {
  await server.call('POST', '/engines', { name: 'bench', language: 'en' });
  await server.call('POST', '/engines/bench/schema', SCHEMA);
  const sample: string[] = [];
  const step = Math.max(1, Math.floor(most / SAMPLE));
  let documents = 0;
  const batches = (async function* () {
    let batch: string[] = [];
    for await (const line of corpus.lines(most)) {
      if (documents++ % step === 0) sample.push(line);
      batch.push(line);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  })();
  const started = performance.now();
  // Each value of a generator goes to one consumer only.
  const lane = async (): Promise<void> => {
    for (;;) {
      const next = await batches.next();
      if (next.done) return;
      await write(server, 'bench', `[${next.value.join(',')}]`);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return { documents, seconds: (performance.now() - started) / 1000, sample };
}

/** Sends documents unchanged; throws if one of them is rejected. */
export async function write(server: BenchServer, engine: string, body: string): Promise<void> {
  const results = await server.send('POST', `/engines/${engine}/documents`, body);
  const refused = results.find((result: { errors: string[] }) => result.errors.length > 0);
  if (refused !== undefined) throw new Error(`a document was refused: ${JSON.stringify(refused)}`);
}
