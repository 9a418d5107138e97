import { SCHEMA } from '../data-set.ts';
import type { BenchServer } from '../server.ts';
import type { Corpus } from './corpus.ts';
import { BATCH } from './writes.ts';

const LANES = 2;
/** Documents that writes and reads are made from, drawn evenly from all. */
const SAMPLE = 20_000;

export interface Loaded {
  readonly documents: number;
  readonly seconds: number;
  /** Some of the documents, as lines of JSON. */
  readonly sample: readonly string[];
}

/** Makes the engine `bench` and sends it documents, a hundred to a request, two requests at a time. */
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
  // A generator gives each of its values to one taker only.
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

/** Sends documents as they are, and refuses to go on if one of them was refused. */
export async function write(server: BenchServer, engine: string, body: string): Promise<void> {
  const results = await server.send('POST', `/engines/${engine}/documents`, body);
  const refused = results.find((result: { errors: string[] }) => result.errors.length > 0);
  if (refused !== undefined) throw new Error(`a document was refused: ${JSON.stringify(refused)}`);
}
