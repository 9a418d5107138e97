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
  put,
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

/** The capabilities `applyStored` and `prebuild`. */
export function storedChangeSuite(
  adapter: string,
  make: CapableIndexFactory<'applyStored' | 'prebuild'>,
): void {
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

    test('prebuilt documents are not visible before they are applied', async (t) => {
      const index = await make(t);
      const generation = await published(index, [put('a', 1, { title: 'old' })]);
      const { info } = generation;
      const [a, b, c] = [stored('a', 'new moss'), stored('b', 'moss'), stored('c', 'fern')];
      const prebuilt = index.prebuild(info, [a, b], new Map());
      index.prebuild(info, [c], new Map());
      assert.deepEqual(await found(generation), ['a']);
      assert.deepEqual(await hitsOf(generation, 'moss'), []);

      await index.applyStored(info, [withSequence(a, 2), withSequence(b, 3)], { upTo: 3, prebuilt });
      assert.deepEqual(await hitsOf(generation, 'moss'), ['a 2', 'b 3']);
      assert.deepEqual(await hitsOf(generation, 'old'), []);
      assert.deepEqual(await hitsOf(generation, 'fern'), []);
      await index.applyStored(info, [deleted('b', 5)], { upTo: 5 });
      await index.applyStored(info, [withSequence(c, 6)], { upTo: 6 });
      assert.deepEqual(await hitsOf(generation, 'fern'), ['c 6']);
      assert.deepEqual(await hitsOf(generation, 'moss'), ['a 2']);
    });

    test('a prebuilt document that is outdated when applied is ignored', async (t) => {
      const index = await make(t);
      const generation = await published(index);
      const { info } = generation;
      const [a, b] = [stored('a', 'moss'), stored('b', 'moss')];
      const prebuilt = index.prebuild(info, [a, b], new Map());
      await index.applyStored(info, [withSequence(stored('a', 'ivy'), 9)]);
      await index.applyStored(info, [withSequence(a, 2), withSequence(b, 3)], { prebuilt });
      assert.deepEqual(await hitsOf(generation, 'moss'), ['b 3']);
      assert.deepEqual(await hitsOf(generation, 'ivy'), ['a 9']);
    });

    test('new fields of prebuilt documents exist when the documents are applied', async (t) => {
      const index = await make(t);
      const generation = await published(index);
      const document = { id: 'a', json: JSON.stringify({ title: 'moss', colour: 'green' }) };
      const brought = schemaOf({ colour: 'text' });
      const prebuilt = index.prebuild(generation.info, [document], brought);
      await generation.addFields(brought);
      await index.applyStored(generation.info, [withSequence(document, 1)], { upTo: 1, prebuilt });
      const fields = [{ name: 'colour', weight: 1 }];
      assert.deepEqual(await found(generation, { query: words('green'), fields }), ['a']);
      assert.deepEqual((await generation.search(plan({ facets: [facet('colour')] }))).facets, [
        counted({ value: 'green', count: 1 }),
      ]);
    });

    test('prebuilt documents get types that change before they are applied', async (t) => {
      const index = await make(t);
      const generation = await published(index, [], { schema: schemaOf({ title: 'text' }) });
      const document = { id: 'a', json: JSON.stringify({ title: 'moss', pages: '12' }) };
      const prebuilt = index.prebuild(generation.info, [document], schemaOf({ pages: 'text' }));
      await generation.addFields(schemaOf({ pages: 'number' }));
      await index.applyStored(generation.info, [withSequence(document, 1)], { prebuilt });
      assert.deepEqual(await found(generation, { filter: value('pages', 12) }), ['a']);
    });
  });
}
