import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CENTER, read, refuses, repeated } from './option-tests.ts';

suite('filters', () => {
  const geo = (more: object) => ({ place: { center: '37.5,-122', ...more } });
  refuses('filters', [
    ['title', 'Filters must be an object'],
    [[], 'Filters must be an object'],
    [{ all: 'title' }, 'Filters must be an object'],
    [{ all: ['title'] }, 'Filters must be an object'],
    [{ taco: 'x' }, 'Filters contains invalid field: taco'],
    [{ all: [{ none: [{ taco: 'x' }] }] }, 'Filters contains invalid field: taco'],
    [{ year: 'abc' }, 'Filters contains invalid value: abc'],
    [{ year: true }, 'Filters contains invalid value: true'],
    [{ year: null }, 'Filters contains invalid value: null'],
    [{ year: { from: 'x' } }, 'Filters contains invalid value: x'],
    [{ written: 'yesterday' }, 'Filters contains invalid value: yesterday'],
    [
      { title: { from: 'a' } },
      'Filters contains invalid option: range is not supported for text field title',
    ],
    [{ id: { from: 'a' } }, 'Filters contains invalid option: range is not supported for text field id'],
    [{ year: {} }, 'Filters contains invalid option: range must have from or to'],
    [{ year: { from: 1, until: 2 } }, 'Filters contains invalid key: until'],
    [
      { year: { center: '1,2', distance: 3 } },
      'Filters contains invalid option: geolocation is not supported for field year',
    ],
    [
      { place: '37.5,-122' },
      'Filters contains invalid option: value is not supported for geolocation field place',
    ],
    [
      { place: [-122, 37.5] },
      'Filters contains invalid option: value is not supported for geolocation field place',
    ],
    [{ place: { from: 1 } }, 'Filters contains invalid option: center is required'],
    [geo({}), 'Filters contains invalid option: geolocation must have distance, from or to'],
    [geo({ distance: 5, unit: 'parsec' }), 'Filters contains invalid value: parsec'],
    [geo({ distance: -5 }), 'Filters contains invalid value: -5'],
    [geo({ distance: 5, radius: 5 }), 'Filters contains invalid key: radius'],
    [{ place: { center: '91,0', distance: 1 } }, 'Filters contains invalid value: 91,0'],
    [{ any: repeated(33, (i) => ({ title: `${i}` })) }, 'Filters cannot have more than 32 filters'],
    [{ all: repeated(1025, () => ({})) }, 'Filters cannot have more than 32 filters'],
    [{ title: repeated(1025, String) }, 'Filters cannot have more than 1024 values'],
    [
      {
        any: repeated(2, () => ({
          place: repeated(129, () => ({ center: '1,2', distance: 3, unit: 'km' })),
        })),
      },
      'Filters cannot have more than 256 distances',
    ],
    [
      { all: [{ all: [{ all: [{ all: [{ all: [{ all: [] }] }] }] }] }] },
      'Filters cannot be nested more than 5 levels',
    ],
  ]);

  const accepted: ReadonlyArray<readonly [what: string, filters: unknown, plan: unknown]> = [
    ['a text', { title: 'Dune' }, { kind: 'value', field: 'title', values: ['Dune'] }],
    ['a boolean on a text', { title: true }, { kind: 'value', field: 'title', values: ['true'] }],
    ['several values', { year: [1, '2.50'] }, { kind: 'value', field: 'year', values: [1, 2.5] }],
    [
      'a date',
      { written: '2020-01-01' },
      { kind: 'value', field: 'written', values: ['2020-01-01T00:00:00+00:00'] },
    ],
    ['a range', { year: { from: 1, to: null } }, { kind: 'range', field: 'year', from: 1, to: undefined }],
    [
      'several ranges',
      { year: { any: [{ from: 1 }, 9] } },
      {
        kind: 'any',
        of: [
          { kind: 'range', field: 'year', from: 1, to: undefined },
          { kind: 'value', field: 'year', values: [9] },
        ],
      },
    ],
    [
      'a distance',
      geo({ distance: 2, unit: 'mi' }),
      { kind: 'distance', field: 'place', center: CENTER, from: 0, to: 3218.688 },
    ],
    [
      'a ring',
      geo({ from: 1, to: '2', unit: 'km' }),
      { kind: 'distance', field: 'place', center: CENTER, from: 1000, to: 2000 },
    ],
    [
      'an outside',
      geo({ from: 5 }),
      { kind: 'distance', field: 'place', center: CENTER, from: 5, to: Number.POSITIVE_INFINITY },
    ],
    ['nothing', {}, { kind: 'all', of: [] }],
    ['an empty any', { all: [{ any: [] }] }, { kind: 'all', of: [{ kind: 'all', of: [] }] }],
    ['an empty none', { none: [] }, { kind: 'none', of: [] }],
    [
      'several members of one object',
      { title: 'a', none: [{ id: 'x' }] },
      {
        kind: 'all',
        of: [
          { kind: 'value', field: 'title', values: ['a'] },
          { kind: 'none', of: [{ kind: 'value', field: 'id', values: ['x'] }] },
        ],
      },
    ],
  ];
  for (const [what, filters, plan] of accepted) {
    test(`${what} is accepted`, () => assert.deepEqual(read({ filters }).filter, plan));
  }
});
