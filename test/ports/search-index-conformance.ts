import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import {
  EVERYTHING,
  type Filter,
  NOTHING,
  type SearchOutcome,
  type SearchPlan,
} from '../../src/index/plan.ts';
import type { Generation, IndexChange, SearchIndex } from '../../src/index/port.ts';
import type { FieldType, Schema } from '../../src/schema/types.ts';
import type { ShownValue } from '../../src/schema/value.ts';
import { announcedSeed, Random } from '../support/seed.ts';

export type SearchIndexFactory = (t: TestContext) => Promise<SearchIndex>;

const schemaOf = (fields: Record<string, FieldType>): Schema => new Map(Object.entries(fields));
const BOOKS = schemaOf({ title: 'text', pages: 'number', printed: 'date', place: 'geolocation' });

const put = (id: string, sequence: number, fields: Record<string, ShownValue> = {}): IndexChange => ({
  id,
  sequence,
  fields: new Map(Object.entries(fields)),
});
const gone = (id: string, sequence: number): IndexChange => ({ id, sequence, fields: null });

const plan = (more: Partial<SearchPlan> = {}): SearchPlan => ({
  query: '',
  searchFields: [
    { name: 'id', weight: 1 },
    { name: 'title', weight: 1 },
  ],
  filter: EVERYTHING,
  facets: [],
  offset: 0,
  limit: 1000,
  ...more,
});
const idsOf = (outcome: SearchOutcome): string[] => outcome.hits.map(({ id }) => id);
const found = async (generation: Generation, more: Partial<SearchPlan> = {}): Promise<string[]> =>
  idsOf(await generation.search(plan(more)));

/** The generation that serves, which has to be there. */
const serving = (index: SearchIndex, engineId = 1): Generation => {
  const generation = index.serving(engineId);
  assert.ok(generation, `engine ${engineId} is served`);
  return generation;
};

/** A published generation with these changes. */
const published = async (
  index: SearchIndex,
  changes: readonly IndexChange[] = [],
  { engineId = 1, schema = BOOKS } = {},
): Promise<Generation> => {
  const generation = await index.begin(engineId, schema);
  await generation.apply(changes);
  await index.publish(generation);
  return serving(index, engineId);
};

const value = (field: string, ...values: Array<string | number>): Filter => ({
  kind: 'value',
  field,
  values,
});
const range = (
  field: string,
  from: string | number | undefined,
  to: string | number | undefined,
): Filter => ({
  kind: 'range',
  field,
  from,
  to,
});

/** Every promise of `src/index/port.ts` and of the plans in `src/index/plan.ts`; run it for each adapter. */
export function searchIndexConformance(adapter: string, make: SearchIndexFactory): void {
  suite(`the search index port on ${adapter}: generations`, () => {
    test('nobody sees a generation before it is published', async (t) => {
      const index = await make(t);
      const first = await index.begin(1, BOOKS);
      await first.apply([put('a', 1)]);
      assert.equal(index.serving(1), undefined);
      await index.publish(first);
      assert.deepEqual(await found(serving(index)), ['a']);

      const second = await index.begin(1, BOOKS);
      await second.apply([put('b', 2)]);
      assert.deepEqual(await found(serving(index)), ['a']);
      await index.publish(second);
      assert.deepEqual(await found(serving(index)), ['b']);
    });

    test('a new generation is empty and has the schema it was begun with, whatever becomes of that map', async (t) => {
      const index = await make(t);
      const schema = new Map<string, FieldType>([['title', 'text']]);
      const generation = await index.begin(7, schema);
      schema.set('title', 'number').set('late', 'text');
      await index.publish(generation);
      assert.equal(serving(index, 7).engineId, 7);
      assert.deepEqual([...serving(index, 7).schema], [['title', 'text']]);
      const { total, hits } = await serving(index, 7).search(plan());
      assert.deepEqual({ total, hits }, { total: 0, hits: [] });
    });

    test('building a generation disturbs neither searches nor changes of the one that serves', async (t) => {
      const index = await make(t);
      await published(index, [put('a', 1, { title: 'old' })]);
      const next = await index.begin(1, schemaOf({ title: 'number' }));
      await next.apply([put('a', 1, { title: null }), put('x', 9, { title: 5 })]);
      await serving(index).apply([put('b', 2, { title: 'old' }), gone('x', 10)]);

      assert.deepEqual(await found(serving(index), { query: 'old' }), ['b', 'a']);
      assert.deepEqual([...serving(index).schema], [...BOOKS]);
      assert.deepEqual(await found(next, { searchFields: [] }), ['x', 'a']);
      assert.deepEqual(await found(next, { filter: value('title', 5) }), ['x']);
    });

    test('a discarded generation leaves the one that serves', async (t) => {
      const index = await make(t);
      await published(index, [put('a', 1)]);
      const next = await index.begin(1, BOOKS);
      await next.apply([put('b', 2)]);
      await index.discard(next);
      assert.deepEqual(await found(serving(index)), ['a']);
      await serving(index).apply([put('c', 3)]);
      assert.deepEqual(await found(serving(index)), ['c', 'a']);
    });

    test('a search that has begun keeps its generation through a swap and a drop', async (t) => {
      const index = await make(t);
      const old = Array.from({ length: 500 }, (_, i) => put(`old${i}`, i + 1));
      await published(index, old);
      const next = await index.begin(1, BOOKS);
      await next.apply([put('new', 1000)]);
      const running = [serving(index).search(plan()), serving(index).search(plan())];
      await index.publish(next);
      const later = serving(index).search(plan());
      await index.drop(1);
      for (const search of running) {
        const { total, hits } = await search;
        assert.equal(total, 500);
        assert.ok(hits.every(({ id }) => id.startsWith('old')));
      }
      assert.deepEqual(idsOf(await later), ['new']);
    });

    test('a generation held across a swap is still whole', async (t) => {
      const index = await make(t);
      const held = await published(index, [put('a', 1), put('b', 2)]);
      const first = held.search(plan());
      await published(index, [put('c', 3)]);
      assert.deepEqual(idsOf(await first), ['b', 'a']);
    });

    test('dropping an engine lets go of it, and of no other', async (t) => {
      const index = await make(t);
      await published(index, [put('a', 1)], { engineId: 1 });
      await published(index, [put('b', 1)], { engineId: 2 });
      await index.drop(1);
      await index.drop(3);
      assert.equal(index.serving(1), undefined);
      assert.deepEqual(await found(serving(index, 2)), ['b']);
      await published(index, [put('c', 1)], { engineId: 1 });
      assert.deepEqual(await found(serving(index, 1)), ['c']);
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
  });

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

    test('a replaced document is found by what it is now, and counted once', async (t) => {
      const index = await make(t);
      const generation = await published(index, [put('a', 1, { title: 'dune', pages: 1 })]);
      await generation.apply([put('a', 2, { title: 'emma' })]);
      assert.deepEqual(await found(generation, { query: 'dune' }), []);
      assert.deepEqual(await found(generation, { query: 'emma' }), ['a']);
      assert.deepEqual(await found(generation, { filter: value('pages', 1) }), []);
      assert.equal((await generation.search(plan())).total, 1);
    });

    test('a deleted document is found no more, and not counted', async (t) => {
      const index = await make(t);
      const generation = await published(index, [
        put('a', 1, { title: 'dune' }),
        put('b', 2, { title: 'dune' }),
      ]);
      await generation.apply([gone('a', 3), gone('never-there', 4)]);
      const facets = [{ field: 'title', size: 10, sort: { by: 'count', descending: true } as const }];
      const outcome = await generation.search(plan({ query: 'dune', facets }));
      assert.equal(outcome.total, 1);
      assert.deepEqual(idsOf(outcome), ['b']);
      assert.deepEqual(outcome.facets, [[{ value: 'dune', count: 1 }]]);
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
        'a change shown once more under a larger schema',
        [put('a', 5), put('a', 5, { title: 'new' })],
        ['a 5 new'],
      ],
    ];
    for (const [what, changes, expected] of orders) {
      for (const batched of [true, false]) {
        test(`${what} ${batched ? 'in one batch' : 'later'} leaves the state of the highest number`, async (t) => {
          const index = await make(t);
          const generation = await published(index);
          if (batched) await generation.apply(changes);
          else for (const change of changes) await generation.apply([change]);
          const states: string[] = [];
          for (const { id, sequence } of (await generation.search(plan())).hits) {
            const isNew = (await found(generation, { query: 'new' })).includes(id);
            states.push(`${id} ${sequence} ${isNew ? 'new' : 'old'}`);
          }
          assert.deepEqual(states, expected);
        });
      }
    }

    test('changes in any order, any of them twice, end in the same state', async (t) => {
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

    test('fields that documents bring can be searched, filtered and faceted', async (t) => {
      const index = await make(t);
      const generation = await published(index, [put('a', 1, { title: 'dune' })]);
      await generation.addFields(schemaOf({ author: 'text' }));
      await generation.apply([put('b', 2, { author: 'Frank Herbert' })]);
      assert.deepEqual([...generation.schema], [...BOOKS, ['author', 'text']]);
      assert.deepEqual(
        await found(generation, { query: 'herbert', searchFields: [{ name: 'author', weight: 1 }] }),
        ['b'],
      );
      assert.deepEqual(await found(generation, { filter: value('author', 'Frank Herbert') }), ['b']);
      const facets = [{ field: 'author', size: 10, sort: { by: 'count', descending: true } as const }];
      assert.deepEqual((await generation.search(plan({ facets }))).facets, [
        [{ value: 'Frank Herbert', count: 1 }],
      ]);
    });

    test('adding a field that is there keeps its type', async (t) => {
      const index = await make(t);
      const generation = await published(index);
      await generation.addFields(schemaOf({ pages: 'text', author: 'date' }));
      await generation.addFields(schemaOf({ author: 'text' }));
      assert.deepEqual([...generation.schema], [...BOOKS, ['author', 'date']]);
    });

    test('fields may be added to a generation while it is built', async (t) => {
      const index = await make(t);
      await published(index);
      const next = await index.begin(1, BOOKS);
      await next.addFields(schemaOf({ author: 'text' }));
      assert.deepEqual([...serving(index).schema], [...BOOKS]);
      await next.apply([put('a', 1, { author: 'Austen' })]);
      await index.publish(next);
      assert.deepEqual(await found(serving(index), { filter: value('author', 'Austen') }), ['a']);
    });
  });

  suite(`the search index port on ${adapter}: searches`, () => {
    const library: readonly IndexChange[] = [
      put('dune', 1, {
        title: 'Dune',
        pages: 412,
        printed: '1965-08-01T00:00:00+00:00',
        place: '43.97,-124.1',
      }),
      put('emma', 2, {
        title: 'Emma: a novel',
        pages: 474,
        printed: '1815-12-23T00:00:00+00:00',
        place: '51.51,-0.13',
      }),
      put('both', 3, { title: ['Dune Messiah', 'Emma'], pages: [256, 412], printed: null, place: null }),
      put('bare', 4),
    ];
    const shelves = async (t: TestContext) => published(await make(t), library);

    test('a blank query finds everything with score 1, newest write first', async (t) => {
      const { total, hits } = await (await shelves(t)).search(plan({ query: '  ' }));
      assert.equal(total, 4);
      assert.deepEqual(hits, [
        { id: 'bare', sequence: 4, score: 1 },
        { id: 'both', sequence: 3, score: 1 },
        { id: 'emma', sequence: 2, score: 1 },
        { id: 'dune', sequence: 1, score: 1 },
      ]);
    });

    test('a word finds the documents that have it in a searched field, whatever its case', async (t) => {
      const generation = await shelves(t);
      assert.deepEqual((await found(generation, { query: 'DUNE' })).sort(), ['both', 'dune']);
      assert.deepEqual(await found(generation, { query: 'novel' }), ['emma']);
      assert.deepEqual(await found(generation, { query: 'bare' }), ['bare']);
      assert.deepEqual(
        await found(generation, { query: 'bare', searchFields: [{ name: 'title', weight: 1 }] }),
        [],
      );
      assert.deepEqual(await found(generation, { query: 'nowhere' }), []);
    });

    test('no searched fields find nothing, but for a blank query', async (t) => {
      const generation = await shelves(t);
      assert.deepEqual(await found(generation, { query: 'dune', searchFields: [] }), []);
      assert.equal((await found(generation, { query: '', searchFields: [] })).length, 4);
    });

    test('the window cuts the hits and not the total', async (t) => {
      const generation = await shelves(t);
      const { total, hits } = await generation.search(plan({ offset: 1, limit: 2 }));
      assert.deepEqual([total, ...hits.map(({ id }) => id)], [4, 'both', 'emma']);
      assert.deepEqual(await found(generation, { offset: 4 }), []);
      const none = await generation.search(plan({ limit: 0 }));
      assert.deepEqual([none.total, none.hits], [4, []]);
    });

    const center = { lat: 51.5, lon: -0.1 };
    const filters: ReadonlyArray<readonly [string, Filter, readonly string[]]> = [
      ['everything', EVERYTHING, ['bare', 'both', 'dune', 'emma']],
      ['nothing', NOTHING, []],
      ['a text, whole and in its case', value('title', 'Dune'), ['dune']],
      ['a text that is only part of a value', value('title', 'dune'), []],
      ['an item of a list', value('title', 'Emma'), ['both']],
      ['any of several values', value('pages', 474, 256), ['both', 'emma']],
      ['no value at all', value('pages'), []],
      ['an id', value('id', 'bare', 'emma'), ['bare', 'emma']],
      ['a moment', value('printed', '1965-08-01T00:00:00+00:00'), ['dune']],
      ['a range, from inclusive', range('pages', 412, undefined), ['both', 'dune', 'emma']],
      ['a range, to exclusive', range('pages', undefined, 412), ['both']],
      ['a range of moments', range('printed', '1900-01-01T00:00:00+00:00', undefined), ['dune']],
      ['a distance', { kind: 'distance', field: 'place', center, from: 0, to: 10_000 }, ['emma']],
      [
        'a distance from',
        { kind: 'distance', field: 'place', center, from: 10_000, to: Number.POSITIVE_INFINITY },
        ['dune'],
      ],
      ['all of several', { kind: 'all', of: [value('pages', 412), value('title', 'Emma')] }, ['both']],
      [
        'any of several',
        { kind: 'any', of: [value('pages', 474), value('title', 'Dune')] },
        ['dune', 'emma'],
      ],
      [
        'none of several',
        { kind: 'none', of: [value('pages', 474), value('title', 'Dune')] },
        ['bare', 'both'],
      ],
      ['all of nothing', { kind: 'all', of: [] }, ['bare', 'both', 'dune', 'emma']],
      ['none of nothing', { kind: 'none', of: [] }, ['bare', 'both', 'dune', 'emma']],
      [
        'a nest',
        { kind: 'none', of: [{ kind: 'any', of: [value('id', 'bare'), range('pages', 400, 500)] }] },
        [],
      ],
    ];
    for (const [what, filter, expected] of filters) {
      test(`a filter by ${what} lets through what it says`, async (t) => {
        assert.deepEqual((await found(await shelves(t), { filter })).sort(), expected);
      });
    }

    test('a filter and a query both have to hold', async (t) => {
      assert.deepEqual(await found(await shelves(t), { query: 'dune', filter: value('pages', 256) }), [
        'both',
      ]);
    });

    test('facets count each document once per value, over all that was found and not only the window', async (t) => {
      const generation = await published(await make(t), [
        put('a', 1, { title: ['x', 'x', 'y'], pages: 3 }),
        put('b', 2, { title: 'x', pages: [3, null, 10] }),
        put('c', 3, { title: null }),
        put('d', 4, { title: 'z', pages: 3 }),
      ]);
      const facet = (field: string, by: 'count' | 'value', descending: boolean, size = 10) => ({
        field,
        size,
        sort: { by, descending },
      });
      const { facets } = await generation.search(
        plan({
          filter: { kind: 'none', of: [value('id', 'd')] },
          limit: 0,
          facets: [
            facet('title', 'count', true),
            facet('title', 'count', false),
            facet('pages', 'value', true),
            facet('title', 'value', false, 1),
            facet('place', 'count', true),
          ],
        }),
      );
      const [x, y] = [
        { value: 'x', count: 2 },
        { value: 'y', count: 1 },
      ];
      assert.deepEqual(facets, [
        [x, y],
        [y, x],
        [
          { value: 10, count: 1 },
          { value: 3, count: 2 },
        ],
        [x],
        [],
      ]);
    });
  });
}
