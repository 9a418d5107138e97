import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { searchPlan } from '../../src/search/search-plan.ts';
import { CENTER, read, refuses, repeated, SCHEMA, takes } from './option-tests.ts';

suite('facets', () => {
  const size = 'Facets contains invalid option: size must be between 1 and 250';
  const type = 'Facets contains invalid option: type must be value or range';
  const ranges = 'Facets contains invalid option: ranges must contain at least one range';
  const longName = 'Facets contains invalid option: name cannot be longer than 64 characters';
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
    [{ tags: { type: 'value', name: 'n'.repeat(65) } }, longName],
    [{ year: range({ from: 1, name: '😀'.repeat(65) }) }, longName],
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
    [
      {
        year: [
          ...repeated(8, () => range(...repeated(250, (from) => ({ from })))),
          range(...repeated(49, (from) => ({ from }))),
        ],
      },
      'Facets cannot have more than 2048 ranges in total',
    ],
    [
      { place: repeated(33, (from) => ({ ...range({ from }), center: '37.5,-122' })) },
      'Facets cannot have more than 32 facets of distances',
    ],
    [{ tags: repeated(129, () => ({ type: 'value' })) }, 'Facets cannot have more than 128 facets'],
  ]);
  takes('facets', [
    { tags: { type: 'value', size: 250 }, year: [{ type: 'value' }, range({ from: 1 })] },
    { tags: { type: 'value', size: '25', sort: { value: 'desc' } } },
    { tags: { type: 'value', size: null, sort: null, name: null } },
    { tags: [] },
    { tags: { type: 'value', name: '😀'.repeat(64) }, year: range({ from: 1, name: 'n'.repeat(64) }) },
  ]);

  test('of values reach the index with size and order', () => {
    const facets = {
      tags: [{ type: 'value' }, { type: 'value', size: 5, sort: { value: 'asc' }, name: 'n' }],
    };
    assert.deepEqual(searchPlan(read({ facets }), SCHEMA).facets, [
      { kind: 'value', field: 'tags', size: 10, sort: { by: 'count', descending: true } },
      { kind: 'value', field: 'tags', size: 5, sort: { by: 'value', descending: false } },
    ]);
  });

  test('of ranges reach the index as numbers, canonical dates and metres', () => {
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
