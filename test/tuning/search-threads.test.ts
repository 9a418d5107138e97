import assert from 'node:assert/strict';
import test from 'node:test';
import { EMBEDDED } from '../../src/composition/adapters.ts';
import type { OpenIndex } from '../../src/composition/open-index.ts';
import { EmbeddedIndex } from '../../src/index/embedded/embedded-index.ts';
import { documentSource } from '../../src/indexing/indexing.ts';
import { Pool } from '../../src/threads/pool.ts';
import { Thread } from '../../src/threads/thread.ts';
import { NO_INLINE_WORK } from '../support/no-inline-work.ts';
import { startTestService } from '../support/service.ts';

const PROGRAM = new URL('../../src/worker.ts', import.meta.url);
const THREADS = 3;
const SEARCHES = 24;

/** Gives calls to its threads in turn, so that a few searches reach all of them. */
class WatchedPool extends Pool {
  readonly #used = new Set<Thread>();
  #calls = 0;

  override use<T>(work: (thread: Thread) => Promise<T>): Promise<T> {
    const thread = this.threads[this.#calls++ % this.size] as Thread;
    this.#used.add(thread);
    return work(thread);
  }

  /** How many threads were used since the last look. */
  taken(): number {
    const { size } = this.#used;
    this.#used.clear();
    return size;
  }
}

/** An index that searches in threads only. */
const inThreads =
  (workers: WatchedPool): OpenIndex =>
  (_config, store) => {
    const parser = new Thread({ program: PROGRAM, name: 'parser' });
    const index = new EmbeddedIndex({
      source: documentSource(store.documents),
      searchers: workers,
      inlineLimits: { ...NO_INLINE_WORK, text: 1e9, merge: 1e9 },
    });
    return {
      index,
      workers,
      parser,
      threads: [...workers.threads, parser],
      sweep: async () => {},
      forget: async () => {},
      async close() {
        await index.close();
        await workers.close();
        await parser.close();
      },
    };
  };

test('changes of settings, synonyms and curations are in force on every search thread when they are answered', async (t) => {
  const workers = new WatchedPool({ program: PROGRAM, name: 'worker', size: THREADS });
  const { call, engine } = await startTestService(t, {}, { ...EMBEDDED, openIndex: inThreads(workers) });
  const name = await engine({
    documents: [
      { id: 'a', title: 'car', notes: 'green' },
      { id: 'b', title: 'automobile', notes: 'car' },
      { id: 'c', title: 'bicycle' },
    ],
  });
  const path = `/engines/${name}`;
  const change = async (method: string, at: string, body?: object) => {
    const { status, json, text } = await call(method, `${path}${at}`, { body });
    assert.equal(status, 200, text);
    return json;
  };
  /** Many searches at once find these documents, in order, on all threads. */
  const finds = async (query: string, ...ids: string[]) => {
    workers.taken();
    const answers = await Promise.all(
      Array.from({ length: SEARCHES }, () => call('POST', `${path}/search`, { body: { query } })),
    );
    for (const { json } of answers) {
      assert.deepEqual(
        json.results.map(({ id }: { id: { raw: string } }) => id.raw),
        ids,
      );
    }
    assert.equal(workers.taken(), THREADS);
  };

  await change('PUT', '/search_settings', { search_fields: { notes: {} } });
  await finds('car', 'b');
  await change('PUT', '/search_settings', { search_fields: { title: { weight: 3 } } });
  await finds('car', 'a');
  const { id: set } = await change('POST', '/synonyms', { synonyms: ['car', 'bicycle'] });
  await finds('car', 'a', 'c');
  await change('PUT', `/synonyms/${set}`, { synonyms: ['car', 'automobile'] });
  await finds('car', 'a', 'b');
  const { id: curation } = await change('POST', '/curations', { queries: ['car'], promoted: ['c'] });
  await finds('car', 'c', 'a', 'b');
  await change('PUT', `/curations/${curation}`, { promoted: ['b'], hidden: ['a'] });
  await finds('car', 'b');
  await change('DELETE', `/curations/${curation}`);
  await finds('car', 'a', 'b');
  await change('DELETE', `/synonyms/${set}`);
  await finds('car', 'a');
  await change('POST', '/search_settings/reset');
  await finds('green', 'a');
});
