import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { EVERYTHING, type Filter, NOTHING } from '../../../src/index/plan.ts';
import {
  CENTER,
  counted,
  facet,
  found,
  library,
  plan,
  published,
  put,
  range,
  type SearchIndexFactory,
  value,
  words,
} from './fixtures.ts';

/** Filters and facet counts. */
export function filterAndFacetSuite(adapter: string, make: SearchIndexFactory): void {
  suite(`the search index port on ${adapter}: filters and facets`, () => {
    const filters: ReadonlyArray<readonly [string, Filter, readonly string[]]> = [
      ['everything', EVERYTHING, ['bare', 'both', 'dune', 'emma']],
      ['nothing', NOTHING, []],
      ['a text, compared exactly', value('title', 'Dune'), ['dune']],
      ['a text that is only part of a value', value('title', 'dune'), []],
      ['an item of a list', value('title', 'Emma'), ['both']],
      ['any of several values', value('pages', 474, 256), ['both', 'emma']],
      ['no value at all', value('pages'), []],
      ['an id', value('id', 'bare', 'emma'), ['bare', 'emma']],
      ['a moment', value('printed', '1965-08-01T00:00:00+00:00'), ['dune']],
      ['a range, from inclusive', range('pages', 412, undefined), ['both', 'dune', 'emma']],
      ['a range, to exclusive', range('pages', undefined, 412), ['both']],
      ['a range of moments', range('printed', '1900-01-01T00:00:00+00:00', undefined), ['dune']],
      ['a distance', { kind: 'distance', field: 'place', center: CENTER, from: 0, to: 10_000 }, ['emma']],
      [
        'a distance from',
        { kind: 'distance', field: 'place', center: CENTER, from: 10_000, to: Number.POSITIVE_INFINITY },
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
      test(`a filter by ${what} passes the right documents`, async (t) => {
        assert.deepEqual((await found(await library(make, t), { filter })).sort(), expected);
      });
    }

    test('documents must match both filter and query', async (t) => {
      assert.deepEqual(
        await found(await library(make, t), { query: words('dune'), filter: value('pages', 256) }),
        ['both'],
      );
    });

    test('facets count each document once per value, over all matching documents and not only the page', async (t) => {
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
      const { facets } = await (await library(make, t)).search(
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
              center: CENTER,
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
  });
}
