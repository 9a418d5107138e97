import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { IndexChange } from '../../../src/index/port.ts';
import { BoundGeneration } from '../../support/bound-generation.ts';
import { announcedSeed, Random } from '../../support/seed.ts';
import {
  BOOKS,
  counted,
  facet,
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

/** Changes: visible when applied, idempotent by sequence number. */
export function changeSuite(adapter: string, make: SearchIndexFactory): void {
  suite(`the search index port on ${adapter}: changes`, () => {
    test('a change is visible to a search that begins after it', async (t) => {
      const index = await make(t);
      const generation = await published(index);
      for (let n = 1; n <= 30; n++) {
        await generation.apply([put('a', n, { pages: n })]);
        const { hits } = await generation.search(plan({ filter: value('pages', n) }));
        assert.deepEqual(
          hits.map(({ id, sequence }) => [id, sequence]),
          [['a', n]],
        );
      }
    });

    test('a replaced document is found by its new content, and counted once', async (t) => {
      const index = await make(t);
      const generation = await published(index, [put('a', 1, { title: 'dune', pages: 1 })]);
      await generation.apply([put('a', 2, { title: 'emma' })]);
      assert.deepEqual(await found(generation, { query: words('dune') }), []);
      assert.deepEqual(await found(generation, { query: words('emma') }), ['a']);
      assert.deepEqual(await found(generation, { filter: value('pages', 1) }), []);
      assert.equal((await generation.search(plan())).total, 1);
    });

    test('a deleted document is neither found nor counted', async (t) => {
      const index = await make(t);
      const generation = await published(index, [
        put('a', 1, { title: 'dune' }),
        put('b', 2, { title: 'dune' }),
      ]);
      await generation.apply([gone('a', 3), gone('never-there', 4)]);
      const outcome = await generation.search(plan({ query: words('dune'), facets: [facet('title')] }));
      assert.equal(outcome.total, 1);
      assert.deepEqual(idsOf(outcome), ['b']);
      assert.deepEqual(outcome.facets, [counted({ value: 'dune', count: 1 })]);
    });

    const orders: ReadonlyArray<readonly [string, readonly IndexChange[], readonly string[]]> = [
      ['an older change', [put('a', 5, { title: 'new' }), put('a', 3, { title: 'old' })], ['a 5 new']],
      ['an older deletion', [put('a', 5, { title: 'new' }), gone('a', 3)], ['a 5 new']],
      ['an older change of a deleted document', [gone('a', 5), put('a', 3, { title: 'old' })], []],
      ['an older change of a document deleted since', [put('a', 1), gone('a', 5), put('a', 3)], []],
      ['a newer change of a deleted document', [gone('a', 5), put('a', 6, { title: 'new' })], ['a 6 new']],
      ['a repeated change', [put('a', 5, { title: 'new' }), put('a', 5, { title: 'new' })], ['a 5 new']],
      ['a repeated deletion', [put('a', 1), gone('a', 5), gone('a', 5)], []],
      [
        'another change of the same number',
        [put('a', 5, { title: 'old' }), put('a', 5, { title: 'new' })],
        ['a 5 new'],
      ],
      ['a deletion of the same number', [put('a', 5), gone('a', 5)], []],
      ['a change of the number of a deletion', [gone('a', 5), put('a', 5, { title: 'new' })], ['a 5 new']],
      ['a change sent again with a larger schema', [put('a', 5), put('a', 5, { title: 'new' })], ['a 5 new']],
    ];
    for (const [what, changes, expected] of orders) {
      for (const batched of [true, false]) {
        test(`${what} ${batched ? 'in one batch' : 'later'} leaves the last state with the highest number`, async (t) => {
          const index = await make(t);
          const generation = await published(index);
          if (batched) await generation.apply(changes);
          else for (const change of changes) await generation.apply([change]);
          const states: string[] = [];
          for (const { id, sequence } of (await generation.search(plan())).hits) {
            const isNew = (await found(generation, { query: words('new') })).includes(id);
            states.push(`${id} ${sequence} ${isNew ? 'new' : 'old'}`);
          }
          assert.deepEqual(states, expected);
        });
      }
    }

    test('changes in any order, some of them twice, end in the same state', async (t) => {
      const seed = announcedSeed('order of changes');
      const random = new Random(seed);
      const index = await make(t);
      for (let round = 0; round < 20; round++) {
        const changes = Array.from({ length: 60 }, (_, i) => {
          const id = `d${random.below(12)}`;
          return random.below(4) === 0 ? gone(id, i + 1) : put(id, i + 1, { pages: i });
        });
        const last = new Map(changes.map((change) => [change.id, change]));
        const expected = [...last.values()]
          .filter(({ fields }) => fields !== null)
          .sort((a, b) => b.sequence - a.sequence)
          .map(({ id, sequence }) => `${id} ${sequence}`);
        const shuffled = [...changes, ...changes.filter(() => random.below(3) === 0)]
          .map((change) => ({ change, at: random.next() }))
          .sort((a, b) => a.at - b.at)
          .map(({ change }) => change);
        const generation = await published(index);
        while (shuffled.length > 0) await generation.apply(shuffled.splice(0, 1 + random.below(10)));
        const { hits } = await generation.search(plan());
        assert.deepEqual(
          hits.map(({ id, sequence }) => `${id} ${sequence}`),
          expected,
          `seed ${seed}, round ${round}`,
        );
      }
    });

    test('fields added by documents can be searched, filtered and faceted', async (t) => {
      const index = await make(t);
      const generation = await published(index, [put('a', 1, { title: 'dune' })]);
      await generation.addFields(schemaOf({ author: 'text' }));
      await generation.apply([put('b', 2, { author: 'Frank Herbert' })]);
      assert.deepEqual([...generation.schema], [...BOOKS, ['author', 'text']]);
      assert.deepEqual(
        await found(generation, { query: words('herbert'), fields: [{ name: 'author', weight: 1 }] }),
        ['b'],
      );
      assert.deepEqual(await found(generation, { filter: value('author', 'Frank Herbert') }), ['b']);
      assert.deepEqual((await generation.search(plan({ facets: [facet('author')] }))).facets, [
        counted({ value: 'Frank Herbert', count: 1 }),
      ]);
    });

    test('adding an existing field keeps its type', async (t) => {
      const index = await make(t);
      const generation = await published(index);
      await generation.addFields(schemaOf({ pages: 'text', author: 'date' }));
      await generation.addFields(schemaOf({ author: 'text' }));
      assert.deepEqual([...generation.schema], [...BOOKS, ['author', 'date']]);
    });

    test('fields may be added to a generation while it is built', async (t) => {
      const index = await make(t);
      await published(index);
      const next = await BoundGeneration.begin(index, 1, BOOKS, null);
      await next.addFields(schemaOf({ author: 'text' }));
      assert.deepEqual([...(await serving(index)).schema], [...BOOKS]);
      await next.apply([put('a', 1, { author: 'Austen' })]);
      await next.publish();
      assert.deepEqual(await found(await serving(index), { filter: value('author', 'Austen') }), ['a']);
    });
  });
}
