import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EmbeddedGeneration } from '../../src/index/embedded/generation/generation.ts';
import type { IndexChange } from '../../src/index/port.ts';
import { matchRules } from '../../src/search/precision.ts';
import { Thread } from '../../src/threads/thread.ts';
import { plain, planWith } from '../oracle/small-engine.ts';
import { NO_INLINE_WORK } from '../support/no-inline-work.ts';
import { announcedSeed, Random } from '../support/seed.ts';
import { SourcedIndex } from '../support/sourced-index.ts';

const PROGRAM = new URL('../../src/worker.ts', import.meta.url);
const WORDS = ['cave', 'glacier', 'moon', 'stone'];
/** More than an index gives out in these tests. */
const MOST_WRITERS = 20;

const written = (id: string, sequence: number, title: string): IndexChange => ({
  id,
  sequence,
  fields: new Map([['title', title]]),
});

/** A thread that seals segments only when `release` is called. */
class HeldThread extends Thread {
  readonly #released = Promise.withResolvers<void>();

  override async call<T>(...[task, payload, options]: Parameters<Thread['call']>): Promise<T> {
    if (task === 'index.seal') await this.#released.promise;
    return super.call<T>(task, payload, options);
  }

  release(): void {
    this.#released.resolve();
  }
}

const segmentsOf = (generation: EmbeddedGeneration): number => generation.snapshot.readers.length;

const found = async (generation: EmbeddedGeneration, word: string): Promise<string[]> => {
  const { hits } = await generation.search(
    planWith({ ...plain(word), matching: matchRules(11), limit: 1e6 }),
  );
  return hits.map(({ id }) => id).sort();
};

for (const inThreads of [false, true]) {
  suite(`writes while nobody searches, ${inThreads ? 'in' : 'without'} threads`, () => {
    const opened = (t: TestContext) => {
      const thread = new Thread({ program: PROGRAM, name: 'indexer' });
      const threads = { indexer: { builders: [thread], merger: thread }, inlineLimits: NO_INLINE_WORK };
      const index = new SourcedIndex(inThreads ? threads : {});
      t.after(async () => {
        await index.close();
        await thread.close();
      });
      return { index, thread };
    };
    const serving = async (t: TestContext) => {
      const { index, thread } = opened(t);
      const info = await index.begin(1, new Map([['title', 'text']]), null);
      await index.publish(info);
      return { index, thread, generation: index.generation(info) };
    };

    test('they become one segment, which the next search sees', async (t) => {
      const { generation } = await serving(t);
      for (let n = 1; n <= 20; n++) await generation.apply([written(`d${n}`, n, 'cave')], { upTo: n });
      assert.equal(segmentsOf(generation), 0);
      assert.equal(generation.checkpointState()?.sequence, 0, 'no checkpoint has them yet');
      assert.equal((await found(generation, 'cave')).length, 20);
      assert.equal(segmentsOf(generation), 1);
      assert.equal(generation.checkpointState()?.sequence, 20);
      await generation.apply([written('d21', 21, 'cave')], { upTo: 21 });
      assert.equal(segmentsOf(generation), 2, 'a write after a search makes its own segment');
    });

    test('a sequence number without changes does not cover collected documents', async (t) => {
      const { generation } = await serving(t);
      await generation.apply([written('a', 1, 'cave')], { upTo: 1 });
      await generation.apply([], { upTo: 7 });
      assert.equal(generation.checkpointState()?.sequence, 0);
      await generation.seal();
      assert.equal(generation.checkpointState()?.sequence, 7);
    });

    test('they become a segment without a search, too', async (t) => {
      const { generation } = await serving(t);
      await generation.apply([written('a', 1, 'cave')], { upTo: 1 });
      while (segmentsOf(generation) === 0) await sleep(20);
      assert.equal(generation.checkpointState()?.sequence, 1);
    });

    test('they count as memory of the index until they are dropped', async (t) => {
      const { index, generation } = await serving(t);
      await generation.apply([written('a', 1, 'cave')]);
      assert.ok(index.memory.used > 0);
      await index.drop(1);
      assert.equal(index.memory.used, 0);
    });

    test('replaced and deleted documents are those of the last change', async (t) => {
      const random = new Random(announcedSeed('collected writes'));
      const { index } = opened(t);
      const titles = new Map<string, string>();
      let sequence = 0;
      for (let engineId = 1; engineId <= 12; engineId++) {
        titles.clear();
        const info = await index.begin(engineId, new Map([['title', 'text']]), null);
        await index.publish(info);
        const generation = index.generation(info);
        for (let round = 0; round < 30; round++) {
          const ids = new Set(Array.from({ length: 1 + random.below(12) }, () => `d${random.below(60)}`));
          const changes = [...ids].map((id): IndexChange => {
            if (random.below(10) === 0) {
              titles.delete(id);
              return { id, sequence: ++sequence, fields: null };
            }
            titles.set(id, random.pick(WORDS));
            return written(id, ++sequence, titles.get(id) as string);
          });
          await generation.apply(changes, { upTo: sequence });
          // Changes may arrive twice.
          if (random.below(4) === 0) await generation.apply(changes, { upTo: sequence });
        }
        for (const word of WORDS) {
          const expected = [...titles].filter(([, title]) => title === word).map(([id]) => id);
          assert.deepEqual(await found(generation, word), expected.sort());
        }
        assert.equal(await index.documentCount(info), titles.size);
      }
    });

    test('a document that is written again before its segment is made is found once', async (t) => {
      const { generation } = await serving(t);
      await generation.apply([written('a', 1, 'cave'), written('b', 2, 'cave')], { upTo: 2 });
      for (let n = 3; n < 10; n++) await generation.apply([written('a', n, 'moon')], { upTo: n });
      assert.deepEqual(await found(generation, 'moon'), ['a']);
      assert.deepEqual(await found(generation, 'cave'), ['b']);
      assert.equal(generation.checkpointState()?.sequence, 9);
    });

    if (!inThreads) return;
    test('a write does not wait for the segment of earlier ones, and a search waits for both', async (t) => {
      const builders = [1, 2].map((n) => new HeldThread({ program: PROGRAM, name: `builder-${n}` }));
      const [merger] = builders as [HeldThread, HeldThread];
      const index = new SourcedIndex({ indexer: { builders, merger }, inlineLimits: NO_INLINE_WORK });
      t.after(async () => {
        await index.close();
        for (const builder of builders) await builder.close();
      });
      const info = await index.begin(1, new Map([['title', 'text']]), null);
      await index.publish(info);
      const generation = index.generation(info);
      const many = Array.from({ length: 2048 }, (_, n) => written(`d${n}`, n + 1, 'cave'));
      await generation.apply(many, { upTo: 2048 });
      await generation.apply([written('d7', 2049, 'moon'), written('new', 2050, 'moon')], { upTo: 2050 });
      await generation.apply([], { upTo: 2051 });
      assert.equal(segmentsOf(generation), 0);
      assert.equal(generation.checkpointState()?.sequence, 0, 'no checkpoint has them yet');
      const search = found(generation, 'moon');
      assert.equal(await Promise.race([search, sleep(100, 'waits')]), 'waits');
      for (const builder of builders) builder.release();
      assert.deepEqual(await search, ['d7', 'new']);
      assert.equal((await found(generation, 'cave')).length, 2047);
      assert.equal(generation.checkpointState()?.sequence, 2051);
    });

    test('a builder thread that loses them loses nothing', async (t) => {
      const { generation, thread } = await serving(t);
      const lose = async () => {
        for (let key = 0; key < MOST_WRITERS; key++) await thread.call('index.forget', { key });
      };
      await generation.apply([written('a', 1, 'cave'), written('b', 2, 'cave')], { upTo: 2 });
      await lose();
      await generation.apply([written('c', 3, 'cave')], { upTo: 3 });
      await lose();
      assert.deepEqual(await found(generation, 'cave'), ['a', 'b', 'c']);
      assert.equal(generation.checkpointState()?.sequence, 3);
    });
  });
}
