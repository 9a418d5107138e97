import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { setImmediate as pause } from 'node:timers/promises';
import type { EmbeddedIndex, EmbeddedOptions } from '../../src/index/embedded/embedded-index.ts';
import type { EmbeddedGeneration } from '../../src/index/embedded/generation/generation.ts';
import { BufferRegistry } from '../../src/index/embedded/runtime/buffer-registry.ts';
import { MemoryBudget } from '../../src/index/embedded/runtime/memory-budget.ts';
import { type IndexChange, IndexFull } from '../../src/index/port.ts';
import { matchRules } from '../../src/search/precision.ts';
import { Pool } from '../../src/threads/pool.ts';
import { Thread } from '../../src/threads/thread.ts';
import { plain, planWith } from '../oracle/small-engine.ts';
import { NO_INLINE_WORK } from '../support/no-inline-work.ts';
import { SourcedIndex } from '../support/sourced-index.ts';

const PROGRAM = new URL('../../src/worker.ts', import.meta.url);
const SCHEMA = new Map([['title', 'text']] as const);
const MB = 2 ** 20;

let lastSequence = 0;
/** Documents of about 100 bytes each, numbered from `from` to before `to`. */
const written = (from: number, to: number): IndexChange[] =>
  Array.from({ length: to - from }, (_, i) => ({
    id: `d${from + i}`,
    sequence: ++lastSequence,
    fields: new Map([['title', `cave ${from + i} of the moon, w${from + i} v${lastSequence}`]]),
  }));
const deleted = (from: number, to: number): IndexChange[] =>
  written(from, to).map((change) => ({ ...change, fields: null }));

/** A serving engine. */
async function serving(index: EmbeddedIndex, engineId: number): Promise<EmbeddedGeneration> {
  const generation = await index.begin(engineId, SCHEMA, null);
  await index.publish(generation);
  const own = index.generation(generation);
  // Otherwise documents are collected until the first search.
  own.searchable();
  return own;
}

const segmentCount = (generation: EmbeddedGeneration): number =>
  generation.checkpointState()?.readers.length ?? 0;

/** Waits for background work of the indexer. */
async function until(what: string, isSo: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 30_000; !isSo(); await pause()) {
    assert.ok(Date.now() < deadline, `${what}, within half a minute`);
  }
}

/** Gives background work the time to run. */
async function turns(count = 200): Promise<void> {
  for (let turn = 0; turn < count; turn++) await pause();
}

const idsFound = async (generation: EmbeddedGeneration, word: string): Promise<string[]> => {
  const { hits } = await generation.search(
    planWith({ ...plain(word), matching: matchRules(11), limit: 1e6 }),
  );
  return hits.map(({ id }) => id).sort();
};

/** An index that does all work in other threads. */
function threaded(t: TestContext, options: Omit<EmbeddedOptions, 'source'> = {}) {
  const thread = new Thread({ program: PROGRAM, name: 'indexer' });
  const indexer = { builders: [thread], merger: thread };
  const searchers = new Pool({ program: PROGRAM, name: 'searcher', size: 2 });
  const index = new SourcedIndex({ indexer, searchers, inlineLimits: NO_INLINE_WORK, ...options });
  t.after(async () => {
    await index.close();
    await Promise.all([thread.close(), searchers.close()]);
  });
  return { index, searchers };
}

suite('waiting for memory', () => {
  test('a merge that does not fit waits until memory is available', async (t) => {
    const index = new SourcedIndex({ memory: 3 * MB });
    t.after(() => index.close());
    const [small, large] = [await serving(index, 1), await serving(index, 2)];
    for (let n = 0; index.memory.used < 2.5 * MB; n++) await large.apply(written(n * 1500, (n + 1) * 1500));
    await until('the large engine has merged what it could', () => segmentCount(large) < 8);
    // Eight segments of 200 documents: more than twice the free memory.
    for (let n = 0; n < 8; n++) await small.apply(written(n * 200, (n + 1) * 200));
    await turns();
    assert.equal(segmentCount(small), 8, 'there is no memory to merge them');
    // Changes while it waits are neither lost nor undone by the merge.
    await small.apply([...deleted(0, 50), ...written(60, 260)]);
    await turns();
    assert.equal(segmentCount(small), 9);
    await index.drop(2);
    await until('the segments are merged', () => segmentCount(small) <= 2);
    assert.equal(small.documentCount, 1550);
    assert.deepEqual(await idsFound(small, 'w49'), []);
    for (const number of [55, 60, 259]) assert.deepEqual(await idsFound(small, `w${number}`), [`d${number}`]);
    await until('memory is what the engine takes', () => index.memory.used === small.byteLength);
  });

  test('deleted documents free their memory, even when memory is used up', async (t) => {
    const index = new SourcedIndex({ memory: 3 * MB });
    t.after(() => index.close());
    const generation = await serving(index, 1);
    let count = 0;
    for (; index.memory.used < 2.8 * MB; count += 500) await generation.apply(written(count, count + 500));
    await assert.rejects(index.admit(MB), IndexFull);
    // One of every ten documents stays: no segment becomes empty.
    for (let from = 0; from < count; from += 10) await generation.apply(deleted(from, from + 9));
    const left = generation.documentCount;
    await until('most of it is free again', () => index.memory.used < 1.5 * MB);
    (await index.admit(MB / 8))();
    assert.equal(generation.documentCount, left);
    assert.equal((await generation.search(planWith({}))).total, left);
  });

  test('a second generation waits until it fits in addition to the first, or until it is aborted', async (t) => {
    const warnings: string[] = [];
    const index = new SourcedIndex({ memory: 6 * MB, warn: (message) => warnings.push(message) });
    t.after(() => index.close());
    const [one, two] = [await serving(index, 1), await serving(index, 2)];
    for (const generation of [one, two]) await generation.apply(written(0, 9000));
    assert.ok(one.byteLength > 2.1 * MB && one.byteLength < 2.6 * MB, `${one.byteLength} bytes`);
    const stop = new AbortController();
    const given = index.begin(1, SCHEMA, null, { signal: stop.signal });
    stop.abort(new Error('not wanted any more'));
    await assert.rejects(given, /not wanted any more/);
    let isBegun = false;
    const begun = index.begin(1, SCHEMA, null).then((generation) => {
      isBegun = true;
      return generation;
    });
    await turns();
    assert.equal(isBegun, false);
    assert.equal(warnings.length, 2);
    assert.match(
      warnings[1] ?? '',
      /^The rebuild of an engine's search index is waiting for about 3 MB of memory: /,
    );
    assert.equal((await one.search(planWith({}))).total, 9000);
    await index.drop(2);
    const next = await begun;
    assert.ok(index.memory.used >= 2 * one.byteLength, 'its memory is reserved');
    await index.apply(next, written(0, 100));
    await index.publish(next);
    await until('memory is what serves', () => {
      return index.memory.used === index.generation(next).byteLength;
    });
  });

  test('an engine without documents needs no memory, however little there is', async (t) => {
    const index = new SourcedIndex({ memory: 1000 });
    t.after(() => index.close());
    const full = await serving(index, 1);
    await full.apply(written(0, 500));
    assert.ok(index.memory.used > index.memory.budget);
    const other = await serving(index, 2);
    assert.equal((await other.search(planWith({}))).total, 0);
  });

  test('documents collected for a generation count before they are in a segment', async (t) => {
    const { index } = threaded(t, { memory: 2 * MB });
    const generation = await index.begin(1, SCHEMA, null);
    let count = 0;
    await assert.rejects(async () => {
      for (; count < 16_000; count += 500) await index.apply(generation, written(count, count + 500));
    }, IndexFull);
    assert.ok(count > 2000, `it had room for ${count} documents`);
    await index.discard(generation);
    assert.equal(index.memory.used, 0);
  });

  test('deferrable work leaves memory for writes', async () => {
    const memory = new MemoryBudget(800);
    const others = memory.reserve(100);
    let isTaken = false;
    const taken = memory.reserveWhenAvailable(700).finally(() => (isTaken = true));
    await turns(5);
    assert.equal(isTaken, false);
    assert.ok(memory.fits(700), 'a write would be admitted');
    others.release();
    const room = await taken;
    assert.ok(memory.fits(100), 'and still is');
    room.release();
    assert.equal(memory.used, 0);
  });
});

suite('counted memory', () => {
  test('a retired buffer counts until the last thread has released it', async () => {
    const memory = new MemoryBudget(1000);
    const { promise: letGo, resolve } = Promise.withResolvers<void>();
    const shelf = new BufferRegistry(memory, () => letGo);
    const key = shelf.register(600);
    const release = shelf.retain([key]);
    shelf.retire([key]);
    await turns(5);
    assert.equal(memory.used, 600, 'a search on this thread uses it');
    release();
    await turns(5);
    assert.equal(memory.used, 600, 'another thread uses it');
    const waiting = memory.reserveWhenAvailable(700);
    resolve();
    const room = await waiting;
    assert.equal(memory.used, 700);
    room.release();
    room.release();
    assert.equal(memory.used, 0);
  });

  test('after writes, deletions, merges, searches and new generations only live buffers count', async (t) => {
    const { index, searchers } = threaded(t);
    let generation = await serving(index, 1);
    const isOver = new AbortController();
    const searching = [1, 2, 3].map(async () => {
      while (!isOver.signal.aborted) {
        const info = await index.serving(1);
        assert.ok(info);
        const current = index.generation(info);
        const { total } = await current.search(planWith({ ...plain('moon'), limit: 100 }));
        assert.ok(total <= 4000);
        // A repeated search keeps the generation that it began with.
        await current.search(planWith({ ...plain('cave moon'), limit: 100 }));
      }
    });
    for (let round = 0; round < 6; round++) {
      for (let n = 0; n < 10; n++) {
        await generation.apply([
          ...written(n * 400, (n + 1) * 400),
          ...deleted(((n + 5) % 10) * 400, ((n + 5) % 10) * 400 + 150),
        ]);
      }
      const next = await index.begin(1, SCHEMA, null);
      await index.apply(next, written(0, 3000));
      await index.publish(next);
      generation = index.generation(next);
    }
    isOver.abort();
    await Promise.all(searching);
    await until('memory is what serves', () => index.memory.used === generation.byteLength);
    await assertForgotten(searchers, generation);
  });

  test('a search of a dropped generation leaves nothing in other threads', async (t) => {
    const { index, searchers } = threaded(t);
    const before = await serving(index, 1);
    await before.apply(written(0, 100));
    assert.equal((await before.search(planWith({}))).total, 100);
    const next = await serving(index, 1);
    await next.apply(written(0, 50));
    // Like a repeated search that began before the new generation was published.
    assert.equal((await before.search(planWith({}))).total, 100);
    assert.equal((await next.search(planWith({}))).total, 50);
    await until('memory is what serves', () => index.memory.used === next.byteLength);
    await assertForgotten(searchers, next);
  });
});

/** No thread has a snapshot of a dropped generation. */
async function assertForgotten(searchers: Pool, serving: EmbeddedGeneration): Promise<void> {
  const { total } = await serving.search(planWith({}));
  for (const thread of searchers.threads) {
    if (!thread.isStarted) continue;
    const known: number[] = [];
    // Generations are numbered consecutively.
    for (let generation = 1; generation <= 60; generation++) {
      await thread.call('index.search', { generation, number: 0, plan: planWith({}) }).then(
        (outcome) => {
          assert.equal((outcome as { total: number }).total, total);
          known.push(generation);
        },
        (error) => assert.match(String(error), /has not been sent/),
      );
    }
    assert.ok(known.length <= 1, `generations ${known} are known to ${thread.name}`);
  }
}
