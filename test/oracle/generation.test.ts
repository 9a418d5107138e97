import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IndexChange } from '../../src/index/port.ts';
import { BoundGeneration } from '../support/bound-generation.ts';
import { OracleIndex } from './oracle-index.ts';
import { idsOf, plain, planWith } from './small-engine.ts';

const change = (id: string, sequence: number, title: string | null): IndexChange => ({
  id,
  sequence,
  fields: title === null ? null : new Map([['title', title]]),
});

test('of several changes of a document the one with the highest sequence stays, in whatever order they come, and the later of two with the same', async () => {
  const generation = await BoundGeneration.begin(new OracleIndex(), 1, new Map([['title', 'text']]), null);
  await generation.apply([change('a', 5, 'park'), change('a', 3, 'lake'), change('b', 4, null)]);
  await generation.apply([change('b', 2, 'park'), change('a', 5, 'river'), change('c', 6, 'park')]);
  const { hits } = await generation.search(planWith({}));
  assert.deepEqual(hits, [
    { engineId: 1, id: 'c', sequence: 6, score: 1 },
    { engineId: 1, id: 'a', sequence: 5, score: 1 },
  ]);
  assert.equal((await generation.search(planWith(plain('park lake')))).total, 1);
  assert.deepEqual(idsOf(await generation.search(planWith(plain('river')))), ['a']);
});

test('statistics are those of living documents', async () => {
  const score = async (...changes: IndexChange[]): Promise<number | undefined> => {
    const generation = await BoundGeneration.begin(new OracleIndex(), 1, new Map([['title', 'text']]), null);
    await generation.apply(changes);
    return (await generation.search(planWith(plain('park')))).hits[0]?.score;
  };
  const lone = await score(change('a', 1, 'park'));
  const busy = [change('a', 1, 'park'), change('b', 2, 'park lake'), change('b', 3, null)];
  assert.equal(await score(...busy), lone);
});

test('a published generation serves until its engine is dropped', async () => {
  const index = new OracleIndex();
  const generation = await BoundGeneration.begin(index, 7, new Map(), 'de');
  assert.equal(await index.serving(7), undefined);
  await generation.publish();
  assert.deepEqual(await index.serving(7), generation.info);
  await generation.addFields(new Map([['title', 'text']]));
  await generation.addFields(new Map([['title', 'number']]));
  assert.deepEqual([...generation.schema], [['title', 'text']]);
  await index.drop(7);
  assert.equal(await index.serving(7), undefined);
});
