import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import type { IndexCapabilities, KnownEngine } from '../../../src/index/capabilities.ts';
import type { SearchIndex } from '../../../src/index/port.ts';
import { BoundGeneration } from '../../support/bound-generation.ts';
import { BOOKS, found, gone, published, put, words } from './fixtures.ts';

type RestoringIndex = SearchIndex & Required<Pick<IndexCapabilities, 'restore'>>;
/** Creates a function that opens an index as the next process would, with the data of the closed one. */
export type ReopenableFactory = (t: TestContext) => () => Promise<RestoringIndex>;

/** The capability `restore`. */
export function restoreSuite(adapter: string, make: ReopenableFactory): void {
  suite(`the search index on ${adapter}: restoring`, () => {
    const known = (more: Partial<KnownEngine> = {}): KnownEngine => ({
      engineId: 1,
      schema: BOOKS,
      language: null,
      sequence: 3,
      forgotten: 0,
      ...more,
    });
    /** An index that was closed with engine 1 complete up to change 3, and opened again. */
    const reopened = async (t: TestContext): Promise<RestoringIndex> => {
      const open = make(t);
      const index = await open();
      const generation = await published(index);
      await generation.apply([put('a', 1, { title: 'moss' }), put('b', 2), gone('b', 3)], 3);
      await index.close();
      return open();
    };

    test('the changes of an earlier process are served, and the sequence number is known', async (t) => {
      const index = await reopened(t);
      assert.equal(await index.serving(1), undefined);
      const restored = await index.restore(known());
      assert.ok(restored);
      assert.equal(restored.sequence, 3);
      assert.deepEqual(await index.serving(1), restored.generation);
      assert.equal(await index.documentCount(restored.generation), 1);
      const generation = new BoundGeneration(index, restored.generation);
      assert.deepEqual(await found(generation, { query: words('moss') }), ['a']);
      await generation.apply([put('c', 4, { title: 'moss' }), put('b', 2)], 4);
      assert.deepEqual((await found(generation, { query: words('moss') })).sort(), ['a', 'c']);
    });

    test('an unknown engine is not restored', async (t) => {
      const index = await reopened(t);
      assert.equal(await index.restore(known({ engineId: 2 })), undefined);
      assert.equal(await index.serving(2), undefined);
    });

    test('a dropped engine is not restored', async (t) => {
      const index = await reopened(t);
      await index.restore(known());
      await index.drop(1);
      assert.equal(await index.restore(known()), undefined);
    });

    for (const [what, engine] of [
      ['of another language', known({ language: 'de' })],
      ['of other types', known({ schema: new Map([['title', 'number']]) })],
      ['that lacks deletions which the store no longer records', known({ sequence: 9, forgotten: 5 })],
      ['that is ahead of the store', known({ sequence: 2 })],
    ] as const) {
      test(`an index ${what} is not restored`, async (t) => {
        const index = await reopened(t);
        assert.equal(await index.restore(engine), undefined);
      });
    }
  });
}
