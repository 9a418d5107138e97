import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as pause } from 'node:timers/promises';
import type { EmbeddedGeneration } from '../../src/index/embedded/generation/generation.ts';
import type { IndexChange } from '../../src/index/port.ts';
import { matchRules } from '../../src/search/precision.ts';
import { Thread } from '../../src/threads/thread.ts';
import { plain, planWith } from '../oracle/small-engine.ts';
import { announcedSeed, Random } from '../support/seed.ts';
import { SourcedIndex } from '../support/sourced-index.ts';

const WORDS = ['cave', 'glacier', 'moon', 'stone', 'river', 'lake', 'forest', 'canyon'];
/** Eight segments of this many documents are merged in many steps, with changes in between. */
const PER_SEGMENT = 800;
const ROUNDS = 40;

/** The expected content of an engine: the titles of its live documents, and all changes. */
class Model {
  readonly titles = new Map<string, string>();
  #sequence = 0;

  write(id: string, title: string): IndexChange {
    this.titles.set(id, title);
    return { id, sequence: ++this.#sequence, fields: new Map([['title', title]]) };
  }

  delete(id: string): IndexChange {
    this.titles.delete(id);
    return { id, sequence: ++this.#sequence, fields: null };
  }

  idsWith(word: string): string[] {
    return [...this.titles].filter(([, title]) => title.split(' ').includes(word)).map(([id]) => id);
  }
}

const found = async (generation: EmbeddedGeneration, word: string): Promise<string[]> => {
  const { hits } = await generation.search(
    planWith({ ...plain(word), matching: matchRules(11), limit: 1e6 }),
  );
  return hits.map(({ id }) => id);
};

test('writes, replacements and deletions during a merge are visible to searches', async () => {
  const random = new Random(announcedSeed('merging behind'));
  const title = () => `${random.pick(WORDS)} ${random.pick(WORDS)} w${random.below(5_000)}`;
  const index = new SourcedIndex();
  const generation = index.generation(await index.begin(1, new Map([['title', 'text']]), null));
  await index.publish(generation.info);
  // Otherwise documents are collected until the first search.
  generation.searchable();
  const model = new Model();
  for (let segment = 0; segment < 8; segment++) {
    await generation.apply(
      Array.from({ length: PER_SEGMENT }, (_, i) => model.write(`${segment}-${i}`, title())),
    );
  }
  for (let round = 0; round < ROUNDS; round++) {
    const changes = Array.from({ length: 1 + random.below(20) }, () => {
      const id = `${random.below(9)}-${random.below(PER_SEGMENT)}`;
      return random.below(3) === 0 ? model.delete(id) : model.write(id, title());
    });
    await generation.apply(changes);
    const word = random.pick(WORDS);
    assert.deepEqual((await found(generation, word)).sort(), model.idsWith(word).sort());
    await pause();
  }
  const { total } = await generation.search(planWith({}));
  assert.equal(total, model.titles.size);
  assert.deepEqual(await scores(generation), await scores(await builtAtOnce(model)));
  await index.close();
});

test('continuous writes wait for merges before there are too many segments', async (t) => {
  const program = new URL('../../src/worker.ts', import.meta.url);
  const merger = new Thread({ program, name: 'merger' });
  // Documents are indexed on this thread, so that only the merges are behind.
  const indexer = { builders: [merger], merger };
  const index = new SourcedIndex({
    indexer,
    inlineLimits: { text: 1e9, merge: -1, search: 1e9, firstSearch: 1e9 },
  });
  t.after(async () => {
    await index.close();
    await merger.close();
  });
  const generation = index.generation(await index.begin(1, new Map([['title', 'text']]), null));
  await index.publish(generation.info);
  // Otherwise documents are collected until the first search.
  generation.searchable();
  const model = new Model();
  let most = 0;
  for (let i = 0; i < 200; i++) {
    await generation.apply([model.write(`d${i}`, `cave w${i}`)]);
    most = Math.max(most, generation.checkpointState()?.readers.length ?? 0);
  }
  assert.ok(most > 8, 'merges are behind');
  assert.ok(most <= 66, `${most} segments`);
  assert.equal((await found(generation, 'cave')).length, 200);
});

/** The same documents, written at once. */
async function builtAtOnce(model: Model): Promise<EmbeddedGeneration> {
  const index = new SourcedIndex();
  const generation = index.generation(await index.begin(1, new Map([['title', 'text']]), null));
  const changes = [...model.titles].map(([id, title], at) => ({
    id,
    sequence: at + 1,
    fields: new Map([['title', title]]),
  }));
  await generation.apply(changes);
  return generation;
}

const scores = async (generation: EmbeddedGeneration): Promise<Map<string, number>> => {
  const { hits } = await generation.search(planWith({ ...plain('glacier lake'), limit: 1e6 }));
  return new Map(hits.map(({ id, score }): [string, number] => [id, score]).sort());
};

test('without writes segments are merged further, and changes meanwhile are visible to searches', async () => {
  const index = new SourcedIndex();
  const generation = index.generation(await index.begin(1, new Map([['title', 'text']]), null));
  await index.publish(generation.info);
  // Otherwise documents are collected until the first search.
  generation.searchable();
  const model = new Model();
  const write = (from: number, to: number, title: string) =>
    generation.apply(Array.from({ length: to - from }, (_, i) => model.write(`d${from + i}`, title)));
  for (let segment = 0; segment < 3; segment++) await write(segment * 500, segment * 500 + 500, 'moon cave');
  assert.equal(generation.checkpointState()?.readers.length, 3);
  const rested = generation.settled();
  await write(100, 120, 'glacier');
  await generation.apply([model.delete('d0'), model.delete('d1499')]);
  await rested;
  assert.equal(generation.documentCount, 1498);
  const count = generation.checkpointState()?.readers.length ?? 0;
  assert.ok(count <= 2, `${count} segments`);
  for (const word of ['moon', 'glacier']) {
    assert.deepEqual((await found(generation, word)).sort(), model.idsWith(word).sort());
  }
  await index.close();
});
