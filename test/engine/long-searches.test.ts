import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INLINE_LIMITS } from '../../src/index/embedded/runtime/inline-limits.ts';
import type { Filter } from '../../src/index/plan.ts';
import { Pool } from '../../src/threads/pool.ts';
import type { Thread } from '../../src/threads/thread.ts';
import { plain, planWith } from '../oracle/small-engine.ts';
import { SourcedIndex } from '../support/sourced-index.ts';

/** Enough documents for the postings of a word to be counted. */
const DOCUMENTS = 20_000;

/** Counts the searches that it is given. */
class CountingPool extends Pool {
  searches = 0;

  override use<T>(work: (thread: Thread) => Promise<T>, signal?: AbortSignal): Promise<T> {
    this.searches++;
    return super.use(work, signal);
  }
}

test('of several long searches the first stays on the main thread', async (t) => {
  const program = new URL('../../src/worker.ts', import.meta.url);
  const searchers = new CountingPool({ program, name: 'searcher', size: 1 });
  const inlineLimits = { ...INLINE_LIMITS, text: 1e9, merge: 1e9, search: 1000 };
  const index = new SourcedIndex({ searchers, inlineLimits });
  t.after(async () => {
    await index.close();
    await searchers.close();
  });
  const schema = new Map([['title', 'text']] as const);
  const generation = index.generation(await index.begin(1, schema, null));
  const changes = Array.from({ length: DOCUMENTS }, (_, i) => ({
    id: `d${i}`,
    sequence: i + 1,
    fields: new Map([['title', `word n${i % 100}`]]),
  }));
  await generation.apply(changes);
  await index.publish(generation.info);
  // More than fits into one slice of time.
  const plan = planWith(plain(Array.from({ length: 60 }, (_, i) => `n${i}`).join(' ')));
  const alone = await generation.search(plan);
  assert.equal(alone.hits.length, plan.limit);
  assert.equal(searchers.searches, 0, 'one search');

  const several = await Promise.all(Array.from({ length: 4 }, () => generation.search(plan)));
  assert.equal(searchers.searches, 3, 'four searches at once');
  for (const { hits } of several) assert.deepEqual(hits, alone.hits);

  await assert.rejects(generation.search(plan, { signal: AbortSignal.abort() }));
  await generation.search(plan);
  assert.equal(searchers.searches, 3, 'one search after others, one of which failed');

  const values = Array.from({ length: 40 }, (_, i) => `v${i}`);
  const filter: Filter = {
    kind: 'any',
    of: values.map((value) => ({ kind: 'value', field: 'title', values: [value] })),
  };
  await generation.search({ ...plan, filter });
  assert.equal(searchers.searches, 4, 'one search with many tests per document, whose time is hard to tell');
});
