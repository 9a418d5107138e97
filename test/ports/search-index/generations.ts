import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { GenerationGone } from '../../../src/index/port.ts';
import type { FieldType } from '../../../src/values/types.ts';
import { BoundGeneration } from '../../support/bound-generation.ts';
import {
  BOOKS,
  found,
  gone,
  idsOf,
  plan,
  published,
  put,
  type SearchIndexFactory,
  schemaOf,
  serving,
  value,
  words,
} from './fixtures.ts';

/** Generations: built in the background, swapped, discarded, dropped. */
export function generationSuite(adapter: string, make: SearchIndexFactory): void {
  suite(`the search index port on ${adapter}: generations`, () => {
    test('a generation is invisible before it is published', async (t) => {
      const index = await make(t);
      const first = await BoundGeneration.begin(index, 1, BOOKS, null);
      await first.apply([put('a', 1)]);
      assert.equal(await index.serving(1), undefined);
      await first.publish();
      assert.deepEqual(await found(await serving(index)), ['a']);

      const second = await BoundGeneration.begin(index, 1, BOOKS, null);
      await second.apply([put('b', 2)]);
      assert.deepEqual(await found(await serving(index)), ['a']);
      await second.publish();
      assert.deepEqual(await found(await serving(index)), ['b']);
    });

    test('a new generation is empty and has its initial language and schema, even if that map changes', async (t) => {
      const index = await make(t);
      const schema = new Map<string, FieldType>([['title', 'text']]);
      const generation = await BoundGeneration.begin(index, 7, schema, 'de');
      schema.set('title', 'number').set('late', 'text');
      await generation.publish();
      assert.equal((await serving(index, 7)).engineId, 7);
      assert.equal((await serving(index, 7)).language, 'de');
      assert.deepEqual([...(await serving(index, 7)).schema], [['title', 'text']]);
      const { total, hits } = await (await serving(index, 7)).search(plan());
      assert.deepEqual({ total, hits }, { total: 0, hits: [] });
    });

    test('building a generation affects neither searches nor changes of the serving one', async (t) => {
      const index = await make(t);
      await published(index, [put('a', 1, { title: 'old' })]);
      const next = await BoundGeneration.begin(index, 1, schemaOf({ title: 'number' }), null);
      await next.apply([put('a', 1, { title: null }), put('x', 9, { title: 5 })]);
      await (await serving(index)).apply([put('b', 2, { title: 'old' }), gone('x', 10)]);

      assert.deepEqual(await found(await serving(index), { query: words('old') }), ['b', 'a']);
      assert.deepEqual([...(await serving(index)).schema], [...BOOKS]);
      assert.deepEqual(await found(next, { fields: [] }), ['x', 'a']);
      assert.deepEqual(await found(next, { filter: value('title', 5) }), ['x']);
    });

    test('discarding a generation does not affect the serving one', async (t) => {
      const index = await make(t);
      await published(index, [put('a', 1)]);
      const next = await BoundGeneration.begin(index, 1, BOOKS, null);
      await next.apply([put('b', 2)]);
      await next.discard();
      assert.deepEqual(await found(await serving(index)), ['a']);
      await (await serving(index)).apply([put('c', 3)]);
      assert.deepEqual(await found(await serving(index)), ['c', 'a']);
    });

    test('dropping an engine affects no other', async (t) => {
      const index = await make(t);
      await published(index, [put('a', 1)], { engineId: 1 });
      await published(index, [put('b', 1)], { engineId: 2 });
      await index.drop(1);
      await index.drop(3);
      assert.equal(await index.serving(1), undefined);
      assert.deepEqual(await found(await serving(index, 2)), ['b']);
      await published(index, [put('c', 1)], { engineId: 1 });
      assert.deepEqual(await found(await serving(index, 1)), ['c']);
    });

    test('engines do not see each other’s changes', async (t) => {
      const index = await make(t);
      const one = await published(index, [], { engineId: 1 });
      const two = await published(index, [], { engineId: 2 });
      await one.apply([put('a', 1)]);
      await two.apply([put('a', 1), gone('a', 2)]);
      assert.deepEqual(await found(one), ['a']);
      assert.deepEqual(await found(two), []);
    });

    test('a search during a swap reads exactly one generation, or fails because it is gone', async (t) => {
      const index = await make(t);
      const old = await published(
        index,
        Array.from({ length: 50 }, (_, i) => put(`old${i}`, i + 1)),
      );
      const next = await BoundGeneration.begin(index, 1, BOOKS, null);
      await next.apply([put('new', 1000)]);
      const running = Promise.allSettled([old.search(plan()), old.search(plan())]);
      await next.publish();
      for (const search of await running) {
        if (search.status === 'rejected') assert.ok(search.reason instanceof GenerationGone);
        else assert.ok(search.value.total === 50 && idsOf(search.value).every((id) => id.startsWith('old')));
      }
      await assert.rejects(old.search(plan()), GenerationGone);
      await assert.rejects(old.apply([put('late', 1001)]), GenerationGone);
      assert.deepEqual(await found(await serving(index)), ['new']);
      await index.drop(1);
      await assert.rejects(next.search(plan()), GenerationGone);
    });

    test('the document count is that of live documents', async (t) => {
      const index = await make(t);
      const generation = await published(index, [
        put('a', 1),
        put('b', 2),
        put('a', 3),
        gone('b', 4),
        put('c', 5),
      ]);
      assert.equal(await index.documentCount(generation.info), 2);
    });
  });
}
