import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import {
  type Boost,
  EVERYTHING,
  type FacetPlan,
  type FacetValue,
  type Filter,
  NOTHING,
  type Operand,
  type QueryPlan,
  type SearchOutcome,
  type SearchPlan,
  type SortKey,
} from '../../src/index/plan.ts';
import type { Generation, IndexChange, SearchIndex } from '../../src/index/port.ts';
import type { FieldType, Schema } from '../../src/values/types.ts';
import type { ShownValue } from '../../src/values/value.ts';
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
/** A document as the store keeps it, and the change that writes it. */
const stored = (id: string, title: string) => ({ id, json: JSON.stringify({ title }) });
const putStored = (document: { id: string; json: string }, sequence: number): IndexChange => ({
  ...put(document.id, sequence, JSON.parse(document.json)),
  json: document.json,
});

const plan = (more: Partial<SearchPlan> = {}): SearchPlan => ({
  query: { kind: 'everything' },
  fields: [
    { name: 'id', weight: 1 },
    { name: 'title', weight: 1 },
  ],
  precision: 2,
  filter: EVERYTHING,
  boosts: [],
  sort: [],
  group: null,
  facets: [],
  promoted: [],
  hidden: [],
  offset: 0,
  limit: 1000,
  ...more,
});
const words = (...texts: string[]): QueryPlan => ({ kind: 'plain', texts });
const facet = (field: string, by: 'count' | 'value' = 'count', descending = true, size = 10): FacetPlan => ({
  kind: 'value',
  field,
  size,
  sort: { by, descending },
});
const counted = (...values: FacetValue[]) => ({ kind: 'value', values });
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
  { engineId = 1, schema = BOOKS, language = null as string | null } = {},
): Promise<Generation> => {
  const generation = await index.begin(engineId, schema, language);
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
    test('what is expected is not seen before it comes, and then as it comes', async (t) => {
      const index = await make(t);
      const generation = await published(index, [put('a', 1, { title: 'old' })]);
      const [a, b, c] = [stored('a', 'new moss'), stored('b', 'moss'), stored('c', 'fern')];
      const title = (text: string) => ({ query: words(text) });
      const hits = async (text: string) =>
        (await generation.search(plan(title(text)))).hits
          .map(({ id, sequence }) => `${id} ${sequence}`)
          .sort();
      generation.expect?.([a, b], new Map());
      generation.expect?.([c], new Map());
      assert.deepEqual(await found(generation), ['a']);
      assert.deepEqual(await hits('moss'), []);

      await generation.apply([putStored(a, 2), putStored(b, 3)], 3);
      assert.deepEqual(await hits('moss'), ['a 2', 'b 3']);
      assert.deepEqual(await hits('old'), []);
      // Another text than was expected, and documents that never come.
      await generation.apply([putStored(stored('c', 'moss'), 4)], 4);
      assert.deepEqual(await hits('moss'), ['a 2', 'b 3', 'c 4']);
      assert.deepEqual(await hits('fern'), []);
      for (let i = 0; i < 10; i++) generation.expect?.([stored('d', `ivy ${i}`)], new Map());
      await generation.apply([gone('b', 5)], 5);
      assert.deepEqual(await found(generation), ['c', 'a']);
      await generation.apply([putStored(c, 6)], 6);
      assert.deepEqual(await hits('fern'), ['c 6']);
    });

    test('fields that expected documents bring are there when they come', async (t) => {
      const index = await make(t);
      const generation = await published(index);
      const document = { id: 'a', json: JSON.stringify({ title: 'moss', colour: 'green' }) };
      const brought = schemaOf({ colour: 'text' });
      generation.expect?.([document], brought);
      await generation.addFields(brought);
      await generation.apply([putStored(document, 1)], 1);
      const fields = [{ name: 'colour', weight: 1 }];
      assert.deepEqual(await found(generation, { query: words('green'), fields }), ['a']);
      assert.deepEqual((await generation.search(plan({ facets: [facet('colour')] }))).facets, [
        counted({ value: 'green', count: 1 }),
      ]);
    });

    test('nobody sees a generation before it is published', async (t) => {
      const index = await make(t);
      const first = await index.begin(1, BOOKS, null);
      await first.apply([put('a', 1)]);
      assert.equal(index.serving(1), undefined);
      await index.publish(first);
      assert.deepEqual(await found(serving(index)), ['a']);

      const second = await index.begin(1, BOOKS, null);
      await second.apply([put('b', 2)]);
      assert.deepEqual(await found(serving(index)), ['a']);
      await index.publish(second);
      assert.deepEqual(await found(serving(index)), ['b']);
    });

    test('a new generation is empty and has the language and schema it was begun with, whatever becomes of that map', async (t) => {
      const index = await make(t);
      const schema = new Map<string, FieldType>([['title', 'text']]);
      const generation = await index.begin(7, schema, 'de');
      schema.set('title', 'number').set('late', 'text');
      await index.publish(generation);
      assert.equal(serving(index, 7).engineId, 7);
      assert.equal(serving(index, 7).language, 'de');
      assert.deepEqual([...serving(index, 7).schema], [['title', 'text']]);
      const { total, hits } = await serving(index, 7).search(plan());
      assert.deepEqual({ total, hits }, { total: 0, hits: [] });
    });

    test('building a generation disturbs neither searches nor changes of the one that serves', async (t) => {
      const index = await make(t);
      await published(index, [put('a', 1, { title: 'old' })]);
      const next = await index.begin(1, schemaOf({ title: 'number' }), null);
      await next.apply([put('a', 1, { title: null }), put('x', 9, { title: 5 })]);
      await serving(index).apply([put('b', 2, { title: 'old' }), gone('x', 10)]);

      assert.deepEqual(await found(serving(index), { query: words('old') }), ['b', 'a']);
      assert.deepEqual([...serving(index).schema], [...BOOKS]);
      assert.deepEqual(await found(next, { fields: [] }), ['x', 'a']);
      assert.deepEqual(await found(next, { filter: value('title', 5) }), ['x']);
    });

    test('a discarded generation leaves the one that serves', async (t) => {
      const index = await make(t);
      await published(index, [put('a', 1)]);
      const next = await index.begin(1, BOOKS, null);
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
      const next = await index.begin(1, BOOKS, null);
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
      assert.deepEqual(await found(generation, { query: words('dune') }), []);
      assert.deepEqual(await found(generation, { query: words('emma') }), ['a']);
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
      [
        'a change shown once more under a larger schema',
        [put('a', 5), put('a', 5, { title: 'new' })],
        ['a 5 new'],
      ],
    ];
    for (const [what, changes, expected] of orders) {
      for (const batched of [true, false]) {
        test(`${what} ${batched ? 'in one batch' : 'later'} leaves the last state of the highest number`, async (t) => {
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
        await found(generation, { query: words('herbert'), fields: [{ name: 'author', weight: 1 }] }),
        ['b'],
      );
      assert.deepEqual(await found(generation, { filter: value('author', 'Frank Herbert') }), ['b']);
      assert.deepEqual((await generation.search(plan({ facets: [facet('author')] }))).facets, [
        counted({ value: 'Frank Herbert', count: 1 }),
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
      const next = await index.begin(1, BOOKS, null);
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

    test('the query for everything finds everything with score 1, newest write first', async (t) => {
      const { total, hits } = await (await shelves(t)).search(plan());
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
      assert.deepEqual((await found(generation, { query: words('DUNE') })).sort(), ['both', 'dune']);
      assert.deepEqual(await found(generation, { query: words('novel') }), ['emma']);
      assert.deepEqual(await found(generation, { query: words('bare') }), ['bare']);
      assert.deepEqual(
        await found(generation, { query: words('bare'), fields: [{ name: 'title', weight: 1 }] }),
        [],
      );
      assert.deepEqual(await found(generation, { query: words('nowhere') }), []);
    });

    test('no searched fields find nothing, but for everything', async (t) => {
      const generation = await shelves(t);
      assert.deepEqual(await found(generation, { query: words('dune'), fields: [] }), []);
      assert.deepEqual(await found(generation, { query: words('  '), fields: [] }), []);
      assert.equal((await found(generation, { fields: [] })).length, 4);
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
      assert.deepEqual(await found(await shelves(t), { query: words('dune'), filter: value('pages', 256) }), [
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
        counted(x, y),
        counted(y, x),
        counted({ value: 10, count: 1 }, { value: 3, count: 2 }),
        counted(x),
        counted(),
      ]);
    });

    test('facets of ranges and distances count each document once per range, from inclusive, to exclusive', async (t) => {
      const { facets } = await (await shelves(t)).search(
        plan({
          limit: 0,
          facets: [
            {
              kind: 'range',
              field: 'pages',
              ranges: [{ to: 412 }, { from: 412, to: 474 }, { from: 200 }, {}],
            },
            { kind: 'range', field: 'printed', ranges: [{ from: '1965-08-01T00:00:00+00:00' }, {}] },
            {
              kind: 'distance',
              field: 'place',
              center,
              ranges: [{ to: 10_000 }, { from: 10_000 }, { from: 0, to: 1 }],
            },
          ],
        }),
      );
      assert.deepEqual(facets, [
        { kind: 'counts', counts: [1, 2, 3, 3] },
        { kind: 'counts', counts: [1, 2] },
        { kind: 'counts', counts: [1, 1, 0] },
      ]);
    });

    test('several texts find what any of them finds', async (t) => {
      const generation = await shelves(t);
      assert.deepEqual((await found(generation, { query: words('novel', 'messiah') })).sort(), [
        'both',
        'emma',
      ]);
      assert.deepEqual(await found(generation, { query: words('nowhere', 'novel') }), ['emma']);
    });

    const word = (text: string): Operand => ({ kind: 'word', text });
    const phrase = (text: string): Operand => ({ kind: 'phrase', text });
    const none: readonly Operand[] = [];
    const operators: ReadonlyArray<
      readonly [string, Omit<QueryPlan & { kind: 'operators' }, 'kind'>, string[]]
    > = [
      [
        'all that is required',
        { required: [word('dune'), word('emma')], wanted: none, forbidden: none },
        ['both'],
      ],
      [
        'required and not what is only wanted',
        { required: [word('novel')], wanted: [word('dune')], forbidden: none },
        ['emma'],
      ],
      [
        'any that is wanted',
        { required: none, wanted: [word('novel'), word('messiah')], forbidden: none },
        ['both', 'emma'],
      ],
      [
        'nothing forbidden',
        { required: none, wanted: [word('dune')], forbidden: [word('messiah')] },
        ['dune'],
      ],
      [
        'all but the forbidden',
        { required: none, wanted: none, forbidden: [word('emma')] },
        ['bare', 'dune'],
      ],
      ['phrases', { required: [phrase('dune messiah')], wanted: none, forbidden: none }, ['both']],
      ['no phrase across items', { required: [phrase('messiah emma')], wanted: none, forbidden: none }, []],
      ['ids', { required: [word('bare')], wanted: none, forbidden: none }, ['bare']],
      ['nothing without operands', { required: none, wanted: none, forbidden: none }, []],
    ];
    for (const [what, operands, expected] of operators) {
      test(`operators find ${what}`, async (t) => {
        const query: QueryPlan = { kind: 'operators', ...operands };
        assert.deepEqual((await found(await shelves(t), { query })).sort(), expected);
      });
    }

    test('a beginning finds all its words in one field, the last one as the beginning of a word, with score 1', async (t) => {
      const generation = await shelves(t);
      const begun = (text: string) => generation.search(plan({ query: { kind: 'beginning', text } }));
      assert.deepEqual((await begun('Du')).hits, [
        { id: 'both', sequence: 3, score: 1 },
        { id: 'dune', sequence: 1, score: 1 },
      ]);
      assert.deepEqual(idsOf(await begun('dune me')), ['both']);
      assert.deepEqual(idsOf(await begun('du messiah')), []);
      assert.deepEqual(idsOf(await begun('bar')), [], 'an id is a whole word');
      assert.deepEqual(idsOf(await begun('bare')), ['bare']);
    });

    test('precision says how many words are needed and which ways of matching there are', async (t) => {
      const generation = await shelves(t);
      const at = async (precision: number, text: string) =>
        (await found(generation, { query: words(text), precision })).sort();
      assert.deepEqual(await at(1, 'dune messiah nowhere'), ['both', 'dune']);
      assert.deepEqual(await at(2, 'dune messiah nowhere'), ['both']);
      assert.deepEqual(await at(6, 'dune messiah nowhere'), []);
      assert.deepEqual(await at(7, 'mesiah'), ['both'], 'a typo');
      assert.deepEqual(await at(8, 'mesiah'), []);
      assert.deepEqual(await at(8, 'nov'), ['emma'], 'a beginning');
      assert.deepEqual(await at(9, 'nov'), []);
      assert.deepEqual(await at(10, 'novels'), ['emma'], 'a stem');
      assert.deepEqual(await at(11, 'novels'), []);
      assert.deepEqual(await at(11, 'novel'), ['emma']);
    });

    test('a field of more weight counts more, one of weight 0 is not searched', async (t) => {
      const schema = schemaOf({ title: 'text', body: 'text' });
      const changes = [
        put('t', 1, { title: 'apple', body: 'pear' }),
        put('b', 2, { title: 'pear', body: 'apple' }),
      ];
      const generation = await published(await make(t), changes, { schema });
      const weighted = (title: number, body: number) =>
        found(generation, {
          query: words('apple'),
          fields: [
            { name: 'title', weight: title },
            { name: 'body', weight: body },
          ],
        });
      assert.deepEqual(await weighted(9, 1), ['t', 'b']);
      assert.deepEqual(await weighted(1, 9), ['b', 't']);
      assert.deepEqual(await weighted(0, 1), ['b']);
      assert.deepEqual(await weighted(0, 0), []);
    });

    test('the language of the engine decides which words are the same', async (t) => {
      const index = await make(t);
      const changes = [put('a', 1, { title: 'Häuser' })];
      const german = await published(index, changes, { engineId: 1, language: 'de' });
      const none = await published(index, changes, { engineId: 2 });
      const query = words('Haus');
      assert.deepEqual(await found(german, { query, precision: 10 }), ['a']);
      assert.deepEqual(await found(none, { query, precision: 10 }), []);
    });

    const year1965 = Date.UTC(1965, 7, 1);
    const boosts: ReadonlyArray<readonly [string, Boost, Readonly<Record<string, number>>]> = [
      [
        'a value, added',
        { kind: 'value', field: 'title', operation: 'add', factor: 2, values: ['Emma', 'Dune'] },
        { both: 3, dune: 3, bare: 1, emma: 1 },
      ],
      [
        'a value, multiplied',
        { kind: 'value', field: 'pages', operation: 'multiply', factor: 5, values: [412] },
        { both: 5, dune: 5, bare: 1, emma: 1 },
      ],
      [
        'what would lower the score, not at all',
        { kind: 'value', field: 'pages', operation: 'multiply', factor: 0.5, values: [412] },
        { bare: 1, both: 1, emma: 1, dune: 1 },
      ],
      [
        'the smallest number of a field',
        { kind: 'functional', field: 'pages', operation: 'add', factor: 2, function: 'linear' },
        { emma: 949, dune: 825, both: 513, bare: 1 },
      ],
      [
        'a near number',
        { kind: 'proximity', field: 'pages', operation: 'add', factor: 1, function: 'linear', center: 412 },
        { both: 2, dune: 2, emma: 2 - 62 / 41.2 / 2, bare: 1 },
      ],
      [
        'a near date',
        {
          kind: 'proximity',
          field: 'printed',
          operation: 'add',
          factor: 4,
          function: 'exponential',
          center: year1965 + 86_400_000,
        },
        { dune: 3, bare: 1, both: 1, emma: 1 },
      ],
      [
        'a near place',
        {
          kind: 'proximity',
          field: 'place',
          operation: 'add',
          factor: 3,
          function: 'gaussian',
          center: { lat: 51.51, lon: -0.13 },
        },
        { emma: 4, bare: 1, both: 1, dune: 1 },
      ],
    ];
    for (const [what, boost, expected] of boosts) {
      test(`a boost lifts ${what}`, async (t) => {
        const { hits } = await (await shelves(t)).search(plan({ boosts: [boost] }));
        assert.deepEqual(
          hits.map(({ id }) => id),
          Object.keys(expected),
        );
        for (const { id, score } of hits) {
          const difference = Math.abs(score / (expected[id] as number) - 1);
          assert.ok(difference < 1e-5, `${id}: ${score}, not ${expected[id]}`);
        }
      });
    }

    const by = (field: string, descending = false): SortKey => ({ kind: 'field', field, descending });
    const away = (mode: 'min' | 'max', descending = false): SortKey => ({
      kind: 'distance',
      field: 'place',
      center,
      mode,
      descending,
    });
    const sorts: ReadonlyArray<readonly [string, readonly SortKey[], readonly string[]]> = [
      ['numbers, the smallest of several', [by('pages')], ['both', 'dune', 'emma', 'bare']],
      ['numbers down, the largest of several', [by('pages', true)], ['emma', 'both', 'dune', 'bare']],
      ['texts by their bytes', [by('title')], ['dune', 'both', 'emma', 'bare']],
      ['texts down', [by('title', true)], ['emma', 'both', 'dune', 'bare']],
      ['moments, the missing last', [by('printed')], ['emma', 'dune', 'bare', 'both']],
      ['moments down, the missing last', [by('printed', true)], ['dune', 'emma', 'bare', 'both']],
      ['ids', [by('id')], ['bare', 'both', 'dune', 'emma']],
      ['ids down', [by('id', true)], ['emma', 'dune', 'both', 'bare']],
      ['distances', [away('min')], ['emma', 'dune', 'bare', 'both']],
      ['distances down', [away('min', true)], ['dune', 'emma', 'bare', 'both']],
      ['a second key among equals', [by('printed'), by('id', true)], ['emma', 'dune', 'both', 'bare']],
      [
        'scores, equal ones newest first',
        [{ kind: 'score', descending: false }],
        ['bare', 'both', 'emma', 'dune'],
      ],
    ];
    for (const [what, sort, expected] of sorts) {
      test(`a sort by ${what} is in that order`, async (t) => {
        const generation = await shelves(t);
        assert.deepEqual(await found(generation, { sort }), expected);
        assert.deepEqual(await found(generation, { sort, offset: 1, limit: 2 }), expected.slice(1, 3));
      });
    }

    test('a sort by distance takes the place of several that its mode says', async (t) => {
      const north = (lat: number) => `${lat},0`;
      const generation = await published(await make(t), [
        put('mid', 1, { place: north(5) }),
        put('wide', 2, { place: [north(1), north(2), north(14)] }),
      ]);
      const order = (mode: 'min' | 'max' | 'median' | 'avg') =>
        found(generation, {
          sort: [{ kind: 'distance', field: 'place', center: { lat: 0, lon: 0 }, mode, descending: false }],
        });
      assert.deepEqual(await order('min'), ['wide', 'mid']);
      assert.deepEqual(await order('max'), ['mid', 'wide']);
      assert.deepEqual(await order('median'), ['wide', 'mid']);
      assert.deepEqual(await order('avg'), ['mid', 'wide']);
    });

    test('groups have a head and others, are counted, paged and ordered by their heads', async (t) => {
      const generation = await published(await make(t), [
        put('a', 1, { title: 'x', pages: 3 }),
        put('b', 2, { title: ['y', 'x'], pages: 1 }),
        put('c', 3, { pages: 0 }),
        put('d', 4, { title: 'x', pages: 2 }),
      ]);
      const group = { field: 'title', size: 2, sort: by('pages') };
      const facets = [facet('title')];
      const outcome = await generation.search(plan({ group, sort: [by('pages', true)], facets }));
      const b = { id: 'b', sequence: 2, score: 1 };
      const x = { ...b, group: { key: 'x', others: [{ id: 'd', sequence: 4, score: 1 }] } };
      const y = { ...b, group: { key: 'y', others: [] } };
      assert.equal(outcome.total, 2);
      assert.deepEqual(outcome.hits, [x, y], 'equal heads: ascending by value');
      assert.deepEqual(outcome.facets, [counted({ value: 'x', count: 3 }, { value: 'y', count: 1 })]);

      const last: SortKey = by('pages', true);
      const heads = await generation.search(plan({ group: { ...group, sort: last }, sort: [last] }));
      assert.deepEqual(
        heads.hits.map(({ id, group }) => [id, group?.key, group?.others.map((other) => other.id)]),
        [
          ['a', 'x', ['d']],
          ['b', 'y', []],
        ],
      );
      const second = await generation.search(plan({ group, offset: 1, limit: 1 }));
      assert.deepEqual([second.total, second.hits], [2, [y]]);
      const years = await generation.search(
        plan({ group: { ...group, field: 'pages' }, sort: [by('pages')] }),
      );
      assert.deepEqual(
        years.hits.map(({ group }) => group?.key),
        [0, 1, 2, 3],
      );
    });

    test('promoted documents come first if they pass the filter, hidden ones never', async (t) => {
      const generation = await shelves(t);
      const outcome = await generation.search(
        plan({
          query: words('novel'),
          filter: { kind: 'none', of: [value('id', 'both')] },
          facets: [facet('title')],
          promoted: ['bare', 'both', 'nobody', 'dune', 'bare'],
        }),
      );
      assert.deepEqual(
        outcome.hits.slice(0, 2).map(({ id, score }) => [id, score]),
        [
          ['bare', 2 ** 127],
          ['dune', 2 ** 127 - 3 * 2 ** 104],
        ],
      );
      assert.deepEqual([outcome.total, ...idsOf(outcome)], [3, 'bare', 'dune', 'emma']);
      assert.deepEqual(outcome.facets, [
        counted({ value: 'Dune', count: 1 }, { value: 'Emma: a novel', count: 1 }),
      ]);
      assert.deepEqual(await found(generation, { hidden: ['both', 'nobody'] }), ['bare', 'emma', 'dune']);
      assert.deepEqual(await found(generation, { promoted: ['dune', 'emma'], hidden: ['emma'] }), [
        'dune',
        'bare',
        'both',
      ]);
    });

    test('long texts are whole values too', async (t) => {
      const long = (end: string) => `${'on and on '.repeat(100)}${end}`;
      const generation = await published(await make(t), [
        put('z', 1, { title: long('z') }),
        put('both', 2, { title: [long('a'), 'short'] }),
        put('a', 3, { title: long('a') }),
      ]);
      assert.deepEqual(await found(generation, { filter: value('title', long('a')) }), ['a', 'both']);
      assert.deepEqual(await found(generation, { filter: value('title', long('b')) }), []);
      assert.deepEqual(await found(generation, { sort: [by('title')] }), ['a', 'both', 'z']);
      const counts = async () => (await generation.search(plan({ facets: [facet('title')] }))).facets;
      assert.deepEqual(await counts(), [
        counted({ value: long('a'), count: 2 }, { value: long('z'), count: 1 }, { value: 'short', count: 1 }),
      ]);
      await generation.apply([put('a', 4, { title: long('y') }), gone('z', 5)]);
      assert.deepEqual(await counts(), [
        counted({ value: long('a'), count: 1 }, { value: long('y'), count: 1 }, { value: 'short', count: 1 }),
      ]);
      const group = { field: 'title', size: 10, sort: by('id') };
      const { hits } = await generation.search(plan({ group, sort: [by('id')] }));
      assert.deepEqual(
        hits.map(({ id, group }) => [id, group?.key]),
        [
          ['a', long('y')],
          ['both', long('a')],
          ['both', 'short'],
        ],
      );
    });
  });
}
