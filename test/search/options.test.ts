import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ApiError } from '../../src/errors.ts';
import type { SearchRequest } from '../../src/search/request.ts';
import { restrictedRequest } from '../../src/search/restrict.ts';
import { searchPlan } from '../../src/search/search-plan.ts';
import type { FieldType, Schema } from '../../src/values/types.ts';

// What every option of a search may be, and the message for what it may not be.

const SCHEMA: Schema = new Map<string, FieldType>([
  ['title', 'text'],
  ['tags', 'text'],
  ['year', 'number'],
  ['written', 'date'],
  ['place', 'geolocation'],
]);

const read = (options: object, queryLimit?: number): SearchRequest =>
  restrictedRequest({ query: '', ...options }, null, SCHEMA, 'compatible', queryLimit);

const messages = (options: object, queryLimit?: number): unknown => {
  try {
    read(options, queryLimit);
  } catch (error) {
    assert.ok(error instanceof ApiError && error.status === 400, String(error));
    return (error.body as { errors: unknown }).errors;
  }
  return [];
};

type Refused = ReadonlyArray<readonly [value: unknown, ...messages: string[]]>;

/** One test per row: the option with this value is refused with these messages. */
const refuses = (option: string, rows: Refused): void => {
  for (const [value, ...expected] of rows) {
    test(`${option}: ${JSON.stringify(value)}`, () => {
      assert.deepEqual(messages({ [option]: value }), expected);
    });
  }
};

/** One test per row: the option with this value is taken. */
const takes = (option: string, values: readonly unknown[]): void => {
  for (const value of values) {
    test(`${option}: ${JSON.stringify(value)}`, () => assert.deepEqual(messages({ [option]: value }), []));
  }
};

const repeated = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const CENTER = { lat: 37.5, lon: -122 };

suite('options together', () => {
  test('each that is unknown is named, and nothing else is looked at', () => {
    assert.deepEqual(messages({ x: 1, y: null, sort: 'up' }), [
      'Options contains invalid key: x',
      'Options contains invalid key: y',
    ]);
  });
  test('what is wrong with several comes in the order of the request, a missing query first', () => {
    const wrong = { sort: { title: 'up' }, page: 1, query: undefined, precision: 0, facets: {} };
    assert.deepEqual(messages(wrong), [
      'Missing required parameter: query',
      'Sort contains invalid value: up',
      'Page must be an object',
      'Precision must be an integer between 1 and 11',
      'Facets must contain at least one field',
    ]);
  });
  test('null is as if an option was left out', () => {
    const names = ['page', 'sort', 'group', 'facets', 'filters', 'precision', 'boosts', 'search_fields'];
    const more = ['result_fields', 'analytics', 'record_analytics'];
    const nulls = Object.fromEntries([...names, ...more].map((name) => [name, null]));
    assert.deepEqual(read(nulls), read({}));
  });
  test('left out they have defaults', () => {
    const { page, sort, group, facets, precision, tags, recordAnalytics } = read({});
    assert.deepEqual(
      { page, sort, group, facets, precision, tags, recordAnalytics },
      {
        page: { current: 1, size: 10 },
        sort: [],
        group: null,
        facets: null,
        precision: 2,
        tags: [],
        recordAnalytics: true,
      },
    );
  });
});

suite('query', () => {
  refuses('query', [
    [undefined, 'Missing required parameter: query'],
    [null, 'Missing required parameter: query'],
    [['a'], 'Query must be a string'],
    [{ a: 1 }, 'Query must be a string'],
    [true, 'Query must be a string'],
    ['a'.repeat(129), 'Query cannot be longer than 128 characters'],
    [`${'😀'.repeat(128)}a`, 'Query cannot be longer than 128 characters'],
  ]);
  takes('query', ['', 0, 1965, 'a'.repeat(128), '😀'.repeat(128)]);
  test('the limit is a setting', () => {
    assert.deepEqual(messages({ query: 'a'.repeat(300) }, 300), []);
    assert.deepEqual(messages({ query: 'a'.repeat(301) }, 300), [
      'Query cannot be longer than 300 characters',
    ]);
    assert.deepEqual(messages({ query: 'ab' }, 1), ['Query cannot be longer than 1 characters']);
  });
});

suite('page', () => {
  refuses('page', [
    ['1', 'Page must be an object'],
    [[], 'Page must be an object'],
    [{ size: 1001 }, 'Page size must be less than or equal to 1000'],
    [{ size: -1 }, 'Page size must be greater than or equal to 0'],
    [{ size: 'ten' }, 'Page size must be an integer'],
    [{ size: 1.5 }, 'Page size must be an integer'],
    [{ current: 101 }, 'Page current must be less than or equal to 100'],
    [{ current: 0 }, 'Page current must be greater than or equal to 1'],
    [{ current: true }, 'Page current must be an integer'],
  ]);
  takes('page', [
    {},
    { size: 0 },
    { size: 1000, current: 100 },
    { size: '20', current: '2' },
    { size: null },
  ]);
  test('beyond the first 10,000 results nothing is asked for', () => {
    const limit = (page: object) => searchPlan(read({ page }), SCHEMA).limit;
    assert.equal(limit({ size: 1000, current: 10 }), 1000);
    assert.equal(limit({ size: 1000, current: 11 }), 0);
    assert.equal(limit({ size: 999, current: 11 }), 0);
  });
});

suite('sort', () => {
  refuses('sort', [
    [{ title: 'up' }, 'Sort contains invalid value: up'],
    [{ title: 'ASC' }, 'Sort contains invalid value: ASC'],
    [{ title: null }, 'Sort contains invalid value: null'],
    [{ _score: 1 }, 'Sort contains invalid value: 1'],
    [{ taco: 'asc' }, 'Sort contains invalid field: taco'],
    [[{ title: 'asc' }, { taco: 'asc' }], 'Sort contains invalid field: taco'],
    [{ _meta: 'asc' }, 'Sort contains invalid field: _meta'],
    [{ title: 'asc', year: 'desc' }, 'Sort contains an object with more than one key: field and direction'],
    [[{ title: 'asc', year: 'desc' }], 'Sort contains an object with more than one key: field and direction'],
    [{}, 'Sort must contain at least one field'],
    ['title', 'Sort must be an object'],
    [['title'], 'Sort must be an object'],
    [repeated(11, () => ({ title: 'asc' })), 'Sort cannot have more than 10 fields'],
    [{ place: 'asc' }, 'Sort contains invalid option: center is required for geolocation field place'],
    [{ place: {} }, 'Sort contains invalid option: center is required'],
    [{ place: { center: 'nowhere!' } }, 'Sort contains invalid value: nowhere!'],
    [{ place: { center: '1,2', order: 'near' } }, 'Sort contains invalid value: near'],
    [
      { place: { center: '1,2', mode: 'sum' } },
      'Sort contains invalid option: mode must be min, max, median or avg',
    ],
    [{ place: { center: '1,2', unit: 'km' } }, 'Sort contains invalid key: unit'],
    [
      { year: { center: '1,2' } },
      'Sort contains invalid option: geolocation is not supported for field year',
    ],
  ]);
  takes('sort', [[], [{ title: 'asc' }], { id: 'asc' }, repeated(10, () => ({ year: 'desc' }))]);
  test('keys keep their order', () => {
    const center = '37.5, -122';
    assert.deepEqual(
      read({ sort: [{ year: 'desc' }, { _score: 'asc' }, { id: 'asc' }, { place: { center } }] }).sort,
      [
        { kind: 'field', field: 'year', descending: true },
        { kind: 'score', descending: false },
        { kind: 'field', field: 'id', descending: false },
        { kind: 'distance', field: 'place', center: CENTER, descending: false, mode: 'min' },
      ],
    );
    const farthest = { place: { center: [-122, 37.5], order: 'desc', mode: 'avg' } };
    assert.deepEqual(read({ sort: farthest }).sort, [
      { kind: 'distance', field: 'place', center: CENTER, descending: true, mode: 'avg' },
    ]);
  });
});

suite('group', () => {
  const size = 'Group contains invalid option: size must be between 1 and 10';
  refuses('group', [
    ['title', 'Group must be an object'],
    [{}, 'Missing required parameter: group[field]'],
    [{ field: 'taco' }, 'Group contains invalid field: taco'],
    [{ field: 'id' }, 'Group contains invalid field: id'],
    [{ field: ['title'] }, 'Group contains invalid field: ["title"]'],
    [{ field: 'place' }, 'Group contains invalid option: group is not supported for geolocation field place'],
    [{ field: 'title', size: 0 }, size],
    [{ field: 'title', size: 11 }, size],
    [{ field: 'title', size: 1.5 }, size],
    [{ field: 'title', size: 'many' }, size],
    [{ field: 'title', sort: { taco: 'asc' } }, 'Group sort contains invalid field: taco'],
    [{ field: 'title', sort: { year: 'up' } }, 'Group sort contains invalid value: up'],
    [{ field: 'title', sort: [{ year: 'asc' }] }, 'Group sort must be an object'],
    [
      { field: 'title', sort: { year: 'asc', title: 'asc' } },
      'Group sort contains an object with more than one key: field and direction',
    ],
    [{ field: 'title', collapse: 'maybe' }, 'Group contains invalid option: collapse must be a boolean'],
    [{ field: 'title', by: 'year' }, 'Group contains invalid key: by'],
  ]);
  test('has ten documents by score unless it says otherwise', () => {
    assert.deepEqual(read({ group: { field: 'tags' } }).group, {
      field: 'tags',
      size: 10,
      sort: { kind: 'score', descending: true },
    });
    const group = { field: 'year', size: '3', sort: { written: 'desc' }, collapse: true };
    assert.deepEqual(read({ group }).group, {
      field: 'year',
      size: 3,
      sort: { kind: 'field', field: 'written', descending: true },
    });
  });
});

suite('facets', () => {
  const size = 'Facets contains invalid option: size must be between 1 and 250';
  const type = 'Facets contains invalid option: type must be value or range';
  const ranges = 'Facets contains invalid option: ranges must contain at least one range';
  const range = (...items: unknown[]) => ({ type: 'range', ranges: items });
  refuses('facets', [
    [{}, 'Facets must contain at least one field'],
    [[], 'Facets must be an object'],
    ['tags', 'Facets must be an object'],
    [
      { taco: { type: 'value' }, tags: { type: 'value' }, burrito: { type: 'value' } },
      'Facets contains invalid field: taco',
      'Facets contains invalid field: burrito',
    ],
    [{ id: { type: 'value' } }, 'Facets contains invalid field: id'],
    [{ tags: 'value' }, 'Facets must be an object'],
    [{ tags: {} }, type],
    [{ tags: { type: 'values' } }, type],
    [{ tags: { type: 'value', size: 251 } }, size],
    [{ tags: { type: 'value', size: 0 } }, size],
    [{ tags: { type: 'value', size: 'many' } }, size],
    [{ tags: { type: 'value', name: 5 } }, 'Facets contains invalid option: name must be a string'],
    [{ tags: { type: 'value', sort: { count: 'up' } } }, 'Facets contains invalid value: up'],
    [
      { tags: { type: 'value', sort: { title: 'asc' } } },
      'Facets contains invalid option: sort must be by count or value',
    ],
    [
      { tags: { type: 'value', sort: { count: 'asc', value: 'asc' } } },
      'Facets contains invalid option: sort must be by count or value',
    ],
    [{ tags: { type: 'value', sort: 'count' } }, 'Facets must be an object'],
    [{ tags: { type: 'value', order: 'asc' } }, 'Facets contains invalid key: order'],
    [
      { place: { type: 'value' } },
      'Facets contains invalid option: value is not supported for geolocation field place',
    ],
    [
      { tags: range({ from: 1 }) },
      'Facets contains invalid option: range is not supported for text field tags',
    ],
    [{ year: { type: 'range' } }, ranges],
    [{ year: range() }, ranges],
    [{ year: { type: 'range', ranges: { from: 1 } } }, ranges],
    [{ year: range(5) }, 'Facets must be an object'],
    [{ year: range({}) }, 'Facets contains invalid option: range must have from or to'],
    [{ year: range({ from: 'many' }) }, 'Facets contains invalid value: many'],
    [{ year: range({ from: 1, name: 5 }) }, 'Facets contains invalid option: name must be a string'],
    [{ year: range({ from: 1, until: 5 }) }, 'Facets contains invalid key: until'],
    [{ written: range({ to: 'today' }) }, 'Facets contains invalid value: today'],
    [{ place: range({ to: 1 }) }, 'Facets contains invalid option: center is required'],
    [{ place: { ...range({ to: 1 }), center: 'x!' } }, 'Facets contains invalid value: x!'],
    [
      { place: { ...range({ to: 1 }), center: '1,2', unit: 'league' } },
      'Facets contains invalid value: league',
    ],
    [{ place: { ...range({ to: -1 }), center: '1,2' } }, 'Facets contains invalid value: -1'],
    [
      { year: { ...range({ to: 1 }), center: '1,2' } },
      'Facets contains invalid option: geolocation is not supported for field year',
    ],
    [{ year: range(...repeated(251, (from) => ({ from }))) }, 'Facets cannot have more than 250 ranges'],
    [{ tags: repeated(129, () => ({ type: 'value' })) }, 'Facets cannot have more than 128 facets'],
  ]);
  takes('facets', [
    { tags: { type: 'value', size: 250 }, year: [{ type: 'value' }, range({ from: 1 })] },
    { tags: { type: 'value', size: '25', sort: { value: 'desc' } } },
    { tags: { type: 'value', size: null, sort: null, name: null } },
    { tags: [] },
  ]);

  test('values come to the index with size and order', () => {
    const facets = {
      tags: [{ type: 'value' }, { type: 'value', size: 5, sort: { value: 'asc' }, name: 'n' }],
    };
    assert.deepEqual(searchPlan(read({ facets }), SCHEMA).facets, [
      { kind: 'value', field: 'tags', size: 10, sort: { by: 'count', descending: true } },
      { kind: 'value', field: 'tags', size: 5, sort: { by: 'value', descending: false } },
    ]);
  });

  test('ranges come to the index as numbers, canonical dates and metres', () => {
    const facets = {
      year: range({ from: 1, to: '10' }, { from: 5, name: 'late' }),
      written: range({ to: '1950-01-01T02:00:00+02:00' }),
      place: { ...range({ from: 0, to: 2.5 }, { from: 2.5 }), center: '37.5,-122', unit: 'km' },
    };
    assert.deepEqual(searchPlan(read({ facets }), SCHEMA).facets, [
      { kind: 'range', field: 'year', ranges: [{ from: 1, to: 10 }, { from: 5 }] },
      { kind: 'range', field: 'written', ranges: [{ to: '1950-01-01T00:00:00+00:00' }] },
      { kind: 'distance', field: 'place', center: CENTER, ranges: [{ from: 0, to: 2500 }, { from: 2500 }] },
    ]);
  });
});

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
    test(`${what} is taken`, () => assert.deepEqual(read({ filters }).filter, plan));
  }
});

suite('precision', () => {
  const message = 'Precision must be an integer between 1 and 11';
  refuses('precision', [
    [0, message],
    [12, message],
    [2.5, message],
    ['high', message],
    [true, message],
    [[], message],
  ]);
  takes('precision', [1, 11, '7']);
});

suite('boosts', () => {
  const type = 'Boosts contains invalid option: type must be value, functional or proximity';
  const factor = 'Boosts contains invalid option: factor must be between 0 and 10';
  const functional = { type: 'functional', function: 'linear' };
  const near = { type: 'proximity', function: 'gaussian', center: 5 };
  refuses('boosts', [
    ['title', 'Boosts must be an object'],
    [
      { taco: functional, id: functional },
      'Boosts contains invalid field: taco',
      'Boosts contains invalid field: id',
    ],
    [{ year: 'linear' }, 'Boosts must be an object'],
    [{ year: {} }, type],
    [{ year: { type: 'random' } }, type],
    [{ year: { ...functional, factor: 11 } }, factor],
    [{ year: { ...functional, factor: -1 } }, factor],
    [{ year: { ...functional, factor: 'much' } }, factor],
    [
      { year: { ...functional, operation: 'divide' } },
      'Boosts contains invalid option: operation must be add or multiply',
    ],
    [{ year: { ...near, operation: 'multiply' } }, 'Boosts contains invalid option: operation must be add'],
    [
      { year: { ...functional, function: 'gaussian' } },
      'Boosts contains invalid option: function must be linear, exponential or logarithmic',
    ],
    [
      { year: { type: 'functional' } },
      'Boosts contains invalid option: function must be linear, exponential or logarithmic',
    ],
    [
      { year: { ...near, function: 'logarithmic' } },
      'Boosts contains invalid option: function must be linear, exponential or gaussian',
    ],
    [{ year: { ...near, center: null } }, 'Boosts contains invalid option: center is required'],
    [{ year: { ...near, center: 'somewhere' } }, 'Boosts contains invalid value: somewhere'],
    [{ year: { ...near, center: {} } }, 'Boosts contains invalid value: {}'],
    [{ title: { type: 'value' } }, 'Boosts contains invalid option: value is required'],
    [{ title: { type: 'value', value: [] } }, 'Boosts contains invalid option: value is required'],
    [{ title: { type: 'value', value: { a: 1 } } }, 'Boosts contains invalid value: {"a":1}'],
    [{ title: { type: 'value', value: ['a', null] } }, 'Boosts contains invalid value: null'],
    [{ title: { type: 'value', value: 'a', weight: 5 } }, 'Boosts contains invalid key: weight'],
    [
      { title: repeated(33, () => ({ type: 'value', value: 'a' })) },
      'Boosts cannot have more than 32 boosts',
    ],
  ]);
  takes('boosts', [{}, { title: repeated(32, () => ({ type: 'value', value: 'a' })) }, { title: [] }]);

  test('are read by the type of their field', () => {
    const boosts = {
      title: { type: 'value', value: true },
      year: [
        { type: 'value', value: [1, '2'], operation: 'multiply', factor: 2.5 },
        { ...functional, factor: '10' },
        near,
      ],
      written: { ...near, center: '1970-01-02', function: 'exponential', operation: 'add' },
      place: { ...near, center: '37.5,-122', function: 'linear', factor: 0 },
    };
    const add = { operation: 'add', factor: 1 };
    assert.deepEqual(read({ boosts }).boosts, {
      boosts: [
        { kind: 'value', field: 'title', ...add, values: ['true'] },
        { kind: 'value', field: 'year', operation: 'multiply', factor: 2.5, values: [1, 2] },
        { kind: 'functional', field: 'year', operation: 'add', factor: 10, function: 'linear' },
        { kind: 'proximity', field: 'year', ...add, function: 'gaussian', center: 5 },
        { kind: 'proximity', field: 'written', ...add, function: 'exponential', center: 86_400_000 },
        {
          kind: 'proximity',
          field: 'place',
          operation: 'add',
          factor: 0,
          function: 'linear',
          center: CENTER,
        },
      ],
      warnings: [],
    });
  });

  test('now is the time of the search', () => {
    const before = Date.now();
    const [boost] = read({ boosts: { written: { ...near, center: 'now' } } }).boosts.boosts;
    assert.ok(boost?.kind === 'proximity' && typeof boost.center === 'number');
    assert.ok(boost.center >= before && boost.center <= Date.now());
  });

  const unsupported: ReadonlyArray<readonly [boosts: object, warning: string]> = [
    [{ title: functional }, 'Boost skipped: functional is not supported for text field title'],
    [{ written: functional }, 'Boost skipped: functional is not supported for date field written'],
    [{ title: near }, 'Boost skipped: proximity is not supported for text field title'],
    [
      { place: { type: 'value', value: 'a' } },
      'Boost skipped: value is not supported for geolocation field place',
    ],
    [
      { year: { type: 'value', value: 'red' } },
      'Boost skipped: value red is not supported for number field year',
    ],
    [
      { year: { ...near, center: 'now' } },
      'Boost skipped: center now is not supported for number field year',
    ],
    [{ written: near }, 'Boost skipped: center 5 is not supported for date field written'],
    [
      { place: { ...near, center: 'now' } },
      'Boost skipped: center now is not supported for geolocation field place',
    ],
  ];
  for (const [boosts, warning] of unsupported) {
    test(`that fit another type only are skipped: ${JSON.stringify(boosts)}`, () => {
      const fitting = { tags: { type: 'value', value: 'x' } };
      const { boosts: kept, warnings } = read({ boosts: { ...boosts, ...fitting } }).boosts;
      assert.deepEqual(warnings, [warning]);
      assert.deepEqual(
        kept.map(({ field }) => field),
        ['tags'],
      );
    });
  }
});

suite('search_fields', () => {
  const weight = 'Search fields contains invalid option: weight must be between 0 and 10';
  refuses('search_fields', [
    [{ taco: {} }, 'Search fields contains invalid field: taco'],
    [
      { taco: {}, title: {}, burrito: {} },
      'Search fields contains invalid field: taco',
      'Search fields contains invalid field: burrito',
    ],
    [{}, 'Search fields must contain at least one field'],
    [['title'], 'Search fields must be an object'],
    [{ title: 5 }, 'Search fields must be an object'],
    [
      { year: {}, place: {} },
      'Search fields contains invalid option: at least one field must be a text field',
    ],
    [{ title: { weight: 11 } }, weight],
    [{ title: { weight: -1 } }, weight],
    [{ title: { weight: 'heavy' } }, weight],
    [{ title: { boost: 2 } }, 'Search fields contains invalid key: boost'],
  ]);
  test('are searched with their weights, those of weight 0 and those that hold no text are not', () => {
    const fields = { title: { weight: '2.5' }, tags: { weight: 0 }, year: { weight: 3 }, id: {} };
    assert.deepEqual(searchPlan(read({ search_fields: fields }), SCHEMA).fields, [
      { name: 'title', weight: 2.5 },
      { name: 'id', weight: 1 },
    ]);
  });
  test('left out they are all texts and the id', () => {
    assert.deepEqual(
      searchPlan(read({}), SCHEMA).fields.map(({ name }) => name),
      ['id', 'title', 'tags'],
    );
  });
});

suite('result_fields', () => {
  const least = 'Result fields contains invalid option: size must be at least 20';
  const most = 'Result fields contains invalid option: size must be at most 1000';
  refuses('result_fields', [
    [['title'], 'Result fields must be an object'],
    [
      { taco: {}, title: {}, burrito: {} },
      'Result fields contains invalid field: taco',
      'Result fields contains invalid field: burrito',
    ],
    [{ title: 'raw' }, 'Result fields must be an object'],
    [{ title: { raw: 5 } }, 'Result fields contains invalid option: raw must be an object'],
    [{ title: { snippet: [] } }, 'Result fields contains invalid option: snippet must be an object'],
    [{ title: { row: {} } }, 'Result fields contains invalid key: row'],
    [{ title: { raw: { length: 50 } } }, 'Result fields contains invalid key: length'],
    [{ title: { raw: { size: 14 } } }, least],
    [{ title: { snippet: { size: 0 } } }, least],
    [{ title: { raw: { size: 1001 } } }, most],
    [{ title: { snippet: { size: 1001 } } }, most],
    [{ title: { raw: { size: 'long' } } }, 'Result fields contains invalid option: size must be an integer'],
    [{ title: { raw: { size: 20.5 } } }, 'Result fields contains invalid option: size must be an integer'],
    [
      { title: { snippet: { fallback: 'yes' } } },
      'Result fields contains invalid option: fallback must be a boolean',
    ],
  ]);
  takes('result_fields', [
    {},
    { title: {}, id: {}, year: { raw: { size: 20 }, snippet: {} } },
    { title: { raw: '' } },
    { title: { raw: { size: 15 } } },
    { title: { snippet: { size: '1000', fallback: 'true' } } },
  ]);
});

suite('analytics', () => {
  refuses('analytics', [
    ['web', 'Analytics must be an object'],
    [{ tag: 'web' }, 'Analytics contains invalid key: tag'],
    [{ tags: 'web' }, 'Analytics tags must be an array'],
    [{ tags: [5] }, 'Analytics tags contains invalid value: 5'],
    [{ tags: repeated(17, String) }, 'Analytics tags cannot have more than 16 tags'],
    [{ tags: ['a'.repeat(65)] }, 'Analytics tags cannot be longer than 64 characters'],
  ]);
  takes('analytics', [{}, { tags: [] }, { tags: repeated(16, () => '😀'.repeat(64)) }]);
  refuses('record_analytics', [
    ['never', 'Record analytics must be a boolean'],
    [1, 'Record analytics must be a boolean'],
  ]);
  takes('record_analytics', [true, false, 'false']);
});
