import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { BoundGeneration } from '../../support/bound-generation.ts';
import {
  type CapableIndexFactory,
  counted,
  facet,
  found,
  plan,
  published,
  schemaOf,
  serving,
  value,
  words,
} from './fixtures.ts';

const stored = (id: string, title: string) => ({ id, json: JSON.stringify({ title }) });
const withSequence = (document: { id: string; json: string }, sequence: number) => ({
  ...document,
  sequence,
});
const deleted = (id: string, sequence: number) => ({ id, sequence, json: null });

/** The capability `applyStored`. */
export function storedChangeSuite(adapter: string, make: CapableIndexFactory<'applyStored'>): void {
  suite(`the search index on ${adapter}: documents as the store keeps them`, () => {
    const hitsOf = async (generation: BoundGeneration, text: string): Promise<string[]> =>
      (await generation.search(plan({ query: words(text) }))).hits
        .map(({ id, sequence }) => `${id} ${sequence}`)
        .sort();

    test('they are converted to the types of the generation', async (t) => {
      const index = await make(t);
      const { info } = await published(index);
      await index.applyStored(info, [
        { id: 'a', sequence: 1, json: '{"title":"moss","pages":"12"}' },
        { id: 'b', sequence: 2, json: '{"title":"fern","pages":"many"}' },
      ]);
      const generation = await serving(index);
      assert.deepEqual(await found(generation, { filter: value('pages', 12) }), ['a']);
      assert.deepEqual(await hitsOf(generation, 'fern'), ['b 2']);
      await index.applyStored(info, [deleted('a', 3)], { upTo: 3 });
      assert.deepEqual(await found(generation), ['b']);
    });

    test('a document that is outdated when applied is ignored', async (t) => {
      const index = await make(t);
      const generation = await published(index);
      const { info } = generation;
      const [a, b] = [stored('a', 'moss'), stored('b', 'moss')];
      await index.applyStored(info, [withSequence(stored('a', 'ivy'), 9)]);
      await index.applyStored(info, [withSequence(a, 2), withSequence(b, 3)]);
      assert.deepEqual(await hitsOf(generation, 'moss'), ['b 3']);
      assert.deepEqual(await hitsOf(generation, 'ivy'), ['a 9']);
    });

    test('new fields can be searched', async (t) => {
      const index = await make(t);
      const generation = await published(index);
      await generation.addFields(schemaOf({ colour: 'text' }));
      const json = JSON.stringify({ title: 'moss', colour: 'green' });
      await index.applyStored(generation.info, [{ id: 'a', sequence: 1, json }], { upTo: 1 });
      const fields = [{ name: 'colour', weight: 1 }];
      assert.deepEqual(await found(generation, { query: words('green'), fields }), ['a']);
      assert.deepEqual((await generation.search(plan({ facets: [facet('colour')] }))).facets, [
        counted({ value: 'green', count: 1 }),
      ]);
    });
  });
}
