import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Boost, SortKey } from '../../../src/index/plan.ts';
import {
  by,
  CENTER,
  counted,
  facet,
  found,
  gone,
  idsOf,
  library,
  plan,
  published,
  put,
  refs,
  type SearchIndexFactory,
  value,
  words,
} from './fixtures.ts';

/** Boosts, sorts, groups, promoted and hidden documents. */
export function orderingSuite(adapter: string, make: SearchIndexFactory): void {
  suite(`the search index port on ${adapter}: order and groups`, () => {
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
        'nothing if it would lower the score',
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
        'a near location',
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
      test(`a boost raises ${what}`, async (t) => {
        const { hits } = await (await library(make, t)).search(plan({ boosts: [boost] }));
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

    const away = (mode: 'min' | 'max', descending = false): SortKey => ({
      kind: 'distance',
      field: 'place',
      center: CENTER,
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
      test(`a sort by ${what} has the right order`, async (t) => {
        const generation = await library(make, t);
        assert.deepEqual(await found(generation, { sort }), expected);
        assert.deepEqual(await found(generation, { sort, offset: 1, limit: 2 }), expected.slice(1, 3));
      });
    }

    test('a sort by distance selects among several locations by its mode', async (t) => {
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

    test('groups have a head and other documents, and are counted, paged and ordered by their heads', async (t) => {
      const generation = await published(await make(t), [
        put('a', 1, { title: 'x', pages: 3 }),
        put('b', 2, { title: ['y', 'x'], pages: 1 }),
        put('c', 3, { pages: 0 }),
        put('d', 4, { title: 'x', pages: 2 }),
      ]);
      const group = { field: 'title', size: 2, sort: by('pages') };
      const facets = [facet('title')];
      const outcome = await generation.search(plan({ group, sort: [by('pages', true)], facets }));
      const b = { engineId: 1, id: 'b', sequence: 2, score: 1 };
      const x = { ...b, group: { key: 'x', others: [{ engineId: 1, id: 'd', sequence: 4, score: 1 }] } };
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
      const generation = await library(make, t);
      const outcome = await generation.search(
        plan({
          query: words('novel'),
          filter: { kind: 'none', of: [value('id', 'both')] },
          facets: [facet('title')],
          promoted: refs(['bare', 'both', 'nobody', 'dune', 'bare']),
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
      assert.deepEqual(await found(generation, { hidden: refs(['both', 'nobody']) }), [
        'bare',
        'emma',
        'dune',
      ]);
      assert.deepEqual(
        await found(generation, { promoted: refs(['dune', 'emma']), hidden: refs(['emma']) }),
        ['dune', 'bare', 'both'],
      );
    });

    test('curations of a search for everything count in totals and facets, and in pages', async (t) => {
      const generation = await library(make, t);
      const more = {
        promoted: refs(['dune', 'emma']),
        hidden: refs(['bare', 'both']),
        facets: [facet('title')],
      };
      const outcome = await generation.search(plan(more));
      assert.deepEqual([outcome.total, ...idsOf(outcome)], [2, 'dune', 'emma']);
      assert.deepEqual(outcome.facets, [
        counted({ value: 'Dune', count: 1 }, { value: 'Emma: a novel', count: 1 }),
      ]);
      assert.deepEqual(await found(generation, { ...more, limit: 1 }), ['dune']);
      assert.deepEqual(await found(generation, { promoted: refs(['dune']), offset: 1, limit: 2 }), [
        'bare',
        'both',
      ]);
    });

    test('under a sort by a field promoted documents are included and placed by the sort', async (t) => {
      const generation = await library(make, t);
      const more = { query: words('novel'), promoted: refs(['both', 'dune']) };
      assert.deepEqual(await found(generation, { ...more, sort: [by('id', true)] }), [
        'emma',
        'dune',
        'both',
      ]);
      const byScore = { kind: 'score', descending: true } as const;
      assert.deepEqual(await found(generation, { ...more, sort: [byScore, by('id')] }), [
        'both',
        'dune',
        'emma',
      ]);
    });

    test('a promoted document is the head of its group, and its group comes first', async (t) => {
      const generation = await published(await make(t), [
        put('a', 1, { title: 'moss', pages: 1 }),
        put('b', 2, { title: 'moss moss fern', pages: 2 }),
        put('c', 3, { title: 'fern', pages: 1 }),
        put('d', 4, { title: 'fern' }),
      ]);
      const { total, hits } = await generation.search(
        plan({
          query: words('moss'),
          group: { field: 'pages', size: 10, sort: { kind: 'score', descending: true } },
          promoted: refs(['d', 'c']),
          hidden: refs(['b']),
        }),
      );
      assert.equal(total, 1);
      assert.deepEqual(
        hits.map(({ id, group }) => [id, group?.key, group?.others.map((other) => other.id)]),
        [['c', 1, ['a']]],
      );
    });

    test('long texts are compared as whole values too', async (t) => {
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
