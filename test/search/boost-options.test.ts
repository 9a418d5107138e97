import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CENTER, read, refuses, repeated, takes } from './option-tests.ts';

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

  test('are parsed by the type of their field', () => {
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

  test('with center now use the time of the search', () => {
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
    test(`that suit only another type are skipped: ${JSON.stringify(boosts)}`, () => {
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
