import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { searchPlan } from '../../src/search/search-plan.ts';
import { CENTER, messages, read, refuses, repeated, SCHEMA, takes } from './option-tests.ts';

suite('options together', () => {
  test('unknown ones are named, and nothing else is checked', () => {
    assert.deepEqual(messages({ x: 1, y: null, sort: 'up' }), [
      'Options contains invalid key: x',
      'Options contains invalid key: y',
    ]);
  });
  test('errors of several are in the order of the request, a missing query first', () => {
    const wrong = { sort: { title: 'up' }, page: 1, query: undefined, precision: 0, facets: {} };
    assert.deepEqual(messages(wrong), [
      'Missing required parameter: query',
      'Sort contains invalid value: up',
      'Page must be an object',
      'Precision must be an integer between 1 and 11',
      'Facets must contain at least one field',
    ]);
  });
  test('null counts as omitted', () => {
    const names = ['page', 'sort', 'group', 'facets', 'filters', 'precision', 'boosts', 'search_fields'];
    const more = ['result_fields', 'analytics', 'record_analytics'];
    const nulls = Object.fromEntries([...names, ...more].map((name) => [name, null]));
    assert.deepEqual(read(nulls), read({}));
  });
  test('have defaults', () => {
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
  test('has a limit that is a setting', () => {
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
  test('beyond the first 10,000 results is empty', () => {
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
  test('has ten documents by score by default', () => {
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
  test('are searched with their weights, except those of weight 0 and those without text', () => {
    const fields = { title: { weight: '2.5' }, tags: { weight: 0 }, year: { weight: 3 }, id: {} };
    assert.deepEqual(searchPlan(read({ search_fields: fields }), SCHEMA).fields, [
      { name: 'title', weight: 2.5 },
      { name: 'id', weight: 1 },
    ]);
  });
  test('are all text fields and the id by default', () => {
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
