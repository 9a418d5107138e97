import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import type { EmbeddedGeneration } from '../../src/index/embedded/generation/generation.ts';
import type { GenerationInfo } from '../../src/index/port.ts';
import { matchRules } from '../../src/search/precision.ts';
import { Thread } from '../../src/threads/thread.ts';
import { plain, planWith } from '../oracle/small-engine.ts';
import { NO_INLINE_WORK } from '../support/no-inline-work.ts';
import { SourcedIndex } from '../support/sourced-index.ts';

const PROGRAM = new URL('../../src/worker.ts', import.meta.url);
const SCHEMA = new Map([['title', 'text']] as const);
const COUNT = 24;
/** Less than the least memory for a segment, 4 MB, which is enough for a few of the documents below. */
const BUILD_MEMORY = 0;

/** Documents of 1,500 words that occur nowhere else, and one that they share. */
const stored = Array.from({ length: COUNT }, (_, doc) => ({
  id: `d${doc}`,
  sequence: doc + 1,
  json: JSON.stringify({
    title: `cave ${Array.from({ length: 1500 }, (_, word) => `x${doc}y${word}`).join(' ')}`,
  }),
}));

function indexWith(t: TestContext, inThreads: boolean) {
  const thread = new Thread({ program: PROGRAM, name: 'indexer' });
  const threads = { indexer: { builders: [thread], merger: thread }, inlineLimits: NO_INLINE_WORK };
  const index = new SourcedIndex({ buildMemory: BUILD_MEMORY, ...(inThreads ? threads : {}) });
  t.after(async () => {
    await index.close();
    await thread.close();
  });
  return index;
}

const segmentsOf = (generation: EmbeddedGeneration): number => generation.snapshot.readers.length;

/** All documents are found, each with its sequence number. */
async function assertComplete(generation: EmbeddedGeneration): Promise<void> {
  const { hits } = await generation.search(
    planWith({ ...plain('cave'), matching: matchRules(11), limit: 1000 }),
  );
  const found = hits.map(({ id, sequence }) => ({ id, sequence })).sort((a, b) => a.sequence - b.sequence);
  assert.deepEqual(
    found,
    stored.map(({ id, sequence }) => ({ id, sequence })),
  );
}

for (const inThreads of [false, true]) {
  suite(`segments that would take too much memory while they are built, ${inThreads ? 'in' : 'without'} threads`, () => {
    const serving = async (index: SourcedIndex): Promise<GenerationInfo> => {
      const info = await index.begin(1, SCHEMA, null);
      await index.publish(info);
      // Otherwise documents are collected until the first search.
      index.generation(info).searchable();
      return info;
    };

    test('a batch becomes several segments, visible at once', async (t) => {
      const index = indexWith(t, inThreads);
      const info = await serving(index);
      const before = segmentsOf(index.generation(info));
      await index.applyStored(info, stored);
      assert.equal(before, 0);
      assert.ok(segmentsOf(index.generation(info)) > 1);
      await assertComplete(index.generation(info));
    });

    test('so do batches that are collected while nobody searches', async (t) => {
      const index = indexWith(t, inThreads);
      const info = await index.begin(1, SCHEMA, null);
      await index.publish(info);
      for (let from = 0; from < COUNT; from += 5) await index.applyStored(info, stored.slice(from, from + 5));
      await index.generation(info).seal();
      const sealed = segmentsOf(index.generation(info));
      assert.ok(sealed > 1, `${sealed} segments`);
      await assertComplete(index.generation(info));
    });

    test('so do the documents of a generation that is not published yet', async (t) => {
      const index = indexWith(t, inThreads);
      const info = await index.begin(1, SCHEMA, null);
      for (let from = 0; from < COUNT; from += 5) await index.applyStored(info, stored.slice(from, from + 5));
      const sealed = segmentsOf(index.generation(info));
      assert.ok(sealed > 1, `${sealed} segments`);
      await index.publish(info);
      await assertComplete(index.generation(info));
    });
  });
}
