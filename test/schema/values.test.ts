import assert from 'node:assert/strict';
import test from 'node:test';
import { limits } from '../../src/limits.ts';
import { FIELD_TYPES, type FieldType } from '../../src/values/types.ts';
import { convertValue, type TypedValue, typedValue, valueError } from '../../src/values/value.ts';

const CONVERSION_ERRORS: Record<FieldType, string> = {
  text: 'cannot be kept as text',
  number: 'cannot be parsed as a float',
  date: 'cannot be parsed as a date (RFC 3339)',
  geolocation: 'cannot be parsed as a location',
};

/** A value that cannot be converted to a type, and the part of it that the message names. */
class Bad {
  readonly named: string;
  constructor(named: string) {
    this.named = named;
  }
}
const bad = (named: string): Bad => new Bad(named);

type Row = readonly [
  sent: unknown,
  text: TypedValue | Bad,
  number: TypedValue | Bad,
  date: TypedValue | Bad,
  geolocation: TypedValue | Bad,
];

const table: readonly Row[] = [
  // Strings
  ['foo', 'foo', bad('foo'), bad('foo'), bad('foo')],
  ['', '', bad(''), bad(''), bad('')],
  ['1985.50', '1985.50', 1985.5, bad('1985.50'), bad('1985.50')],
  ['1985', '1985', 1985, bad('1985'), '-80.95,-112.32'],
  ['-0', '-0', 0, bad('-0'), bad('-0')],
  ['1e309', '1e309', bad('1e309'), bad('1e309'), '-71.609,-111.028'],
  [
    '1915-01-26T06:00:00Z',
    '1915-01-26T06:00:00Z',
    bad('1915-01-26T06:00:00Z'),
    '1915-01-26T06:00:00+00:00',
    bad('1915-01-26T06:00:00Z'),
  ],
  ['2013-02-27', '2013-02-27', bad('2013-02-27'), '2013-02-27T00:00:00+00:00', bad('2013-02-27')],
  ['35.68, -83.53', '35.68, -83.53', bad('35.68, -83.53'), bad('35.68, -83.53'), '35.68,-83.53'],
  [
    'POINT (-83.53 35.68)',
    'POINT (-83.53 35.68)',
    bad('POINT (-83.53 35.68)'),
    bad('POINT (-83.53 35.68)'),
    '35.68,-83.53',
  ],
  // A word in the geohash alphabet is a geohash.
  ['true', 'true', bad('true'), bad('true'), '44.21,62.75'],
  ['null', 'null', bad('null'), bad('null'), bad('null')],
  // Numbers
  [1985, '1985', 1985, bad('1985'), bad('1985')],
  [265795.2, '265795.2', 265795.2, bad('265795.2'), bad('265795.2')],
  [0, '0', 0, bad('0'), bad('0')],
  [-0, '0', 0, bad('0'), bad('0')],
  [0.1 + 0.2, '0.30000000000000004', 0.1 + 0.2, bad('0.30000000000000004'), bad('0.30000000000000004')],
  [2 ** 53 - 1, '9007199254740991', 2 ** 53 - 1, bad('9007199254740991'), bad('9007199254740991')],
  [1e308, '1e+308', 1e308, bad('1e+308'), bad('1e+308')],
  [5e-324, '5e-324', 5e-324, bad('5e-324'), bad('5e-324')],
  [JSON.parse('1e309'), bad('Infinity'), bad('Infinity'), bad('Infinity'), bad('Infinity')],
  // Booleans
  [true, 'true', bad('true'), bad('true'), bad('true')],
  [false, 'false', bad('false'), bad('false'), bad('false')],
  // Null, and a missing field
  [null, null, null, null, null],
  [undefined, null, null, null, null],
  // Objects
  [{}, '{}', bad('{}'), bad('{}'), bad('{}')],
  [
    { lat: 1, lon: 2 },
    '{"lat":1,"lon":2}',
    bad('{"lat":1,"lon":2}'),
    bad('{"lat":1,"lon":2}'),
    bad('{"lat":1,"lon":2}'),
  ],
  [{ a: [[1]] }, '{"a":[[1]]}', bad('{"a":[[1]]}'), bad('{"a":[[1]]}'), bad('{"a":[[1]]}')],
  [
    JSON.parse('{"__proto__":1}'),
    '{"__proto__":1}',
    bad('{"__proto__":1}'),
    bad('{"__proto__":1}'),
    bad('{"__proto__":1}'),
  ],
  // Arrays
  [[], [], [], [], []],
  [[null], [null], [null], [null], [null]],
  [['a', 'b'], ['a', 'b'], bad('a'), bad('a'), bad('a')],
  [['1', '2.0', '3'], ['1', '2.0', '3'], [1, 2, 3], bad('1'), bad('2.0')],
  [[1, 2, 3], ['1', '2', '3'], [1, 2, 3], bad('1'), bad('1')],
  [
    ['1', null, 'x', 'y'],
    ['1', null, 'x', 'y'],
    bad('x'),
    bad('1'),
    ['-67.5,-112.5', null, '22.5,157.5', '67.5,112.5'],
  ],
  [[true, 1, 'x', null], ['true', '1', 'x', null], bad('true'), bad('true'), bad('true')],
  [
    ['2013-02-27', null, '2013-02-28T01:00+01:00'],
    ['2013-02-27', null, '2013-02-28T01:00+01:00'],
    bad('2013-02-27'),
    ['2013-02-27T00:00:00+00:00', null, '2013-02-28T00:00:00+00:00'],
    bad('2013-02-27'),
  ],
  [['1,2', '3,4'], ['1,2', '3,4'], bad('1,2'), bad('1,2'), ['1,2', '3,4']],
  [
    ['1,2', 'POINT (3 4)', 's'],
    ['1,2', 'POINT (3 4)', 's'],
    bad('1,2'),
    bad('1,2'),
    ['1,2', '4,3', '22.5,22.5'],
  ],
  [['1,2', 3], ['1,2', '3'], bad('1,2'), bad('1,2'), bad('3')],
  [[{ a: 1 }, { b: 2 }], ['{"a":1}', '{"b":2}'], bad('{"a":1}'), bad('{"a":1}'), bad('{"a":1}')],
  // Two numbers
  [[-83.53, 35.68], ['-83.53', '35.68'], [-83.53, 35.68], bad('-83.53'), '35.68,-83.53'],
  [['-83.53', '35.68'], ['-83.53', '35.68'], [-83.53, 35.68], bad('-83.53'), '35.68,-83.53'],
  [[200, 10], ['200', '10'], [200, 10], bad('200'), bad('[200,10]')],
  [['200', '10'], ['200', '10'], [200, 10], bad('200'), bad('["200","10"]')],
  [[1, null], ['1', null], [1, null], bad('1'), bad('1')],
];

test('a value is converted to each type as in the table, or rejected with the invalid part', () => {
  for (const [sent, ...columns] of table) {
    for (const [at, type] of FIELD_TYPES.entries()) {
      const what = `${JSON.stringify(sent)} as ${type}`;
      const expected = columns[at];
      if (expected instanceof Bad) {
        const { named } = expected;
        const error = CONVERSION_ERRORS[type];
        assert.deepEqual(convertValue(sent, type), { ok: false, error, value: named }, what);
        assert.equal(valueError(sent, type), `Invalid field value: Value '${named}' ${error}`, what);
        assert.equal(typedValue(sent, type), null, what);
      } else {
        assert.deepEqual(convertValue(sent, type), { ok: true, value: expected }, what);
        assert.equal(valueError(sent, type), undefined, what);
        assert.deepEqual(typedValue(sent, type), expected, what);
      }
    }
  }
});

test('an array in an array is rejected for every type', () => {
  const rows: ReadonlyArray<readonly [sent: unknown, named: string]> = [
    [[[]], '[]'],
    [[[1, 2]], '[1,2]'],
    [
      [
        [1, 2],
        [3, 4],
      ],
      '[1,2]',
    ],
    [[null, ['a']], '["a"]'],
  ];
  for (const [sent, named] of rows) {
    for (const type of FIELD_TYPES) {
      const what = `${JSON.stringify(sent)} as ${type}`;
      assert.deepEqual(
        convertValue(sent, type),
        { ok: false, error: 'cannot be an array', value: named },
        what,
      );
      assert.equal(typedValue(sent, type), null, what);
    }
  }
});

test('converting a value to one type does not affect the others', () => {
  for (const [sent] of table) {
    const before = structuredClone(sent);
    const alone = FIELD_TYPES.map((type) => typedValue(sent, type));
    for (const first of FIELD_TYPES) {
      for (const [at, second] of FIELD_TYPES.entries()) {
        typedValue(sent, first);
        assert.deepEqual(typedValue(sent, second), alone[at], `${JSON.stringify(sent)}: ${first}, ${second}`);
      }
    }
    assert.deepEqual(sent, before, 'the original is not touched');
  }
});

test('a long value is truncated in the message, never within a character', () => {
  const length = limits.reportedValueLength;
  const rows: ReadonlyArray<readonly [sent: unknown, named: string]> = [
    ['x'.repeat(length), 'x'.repeat(length)],
    ['x'.repeat(length + 1), `${'x'.repeat(length - 1)}…`],
    [`${'x'.repeat(length - 1)}😀`, `${'x'.repeat(length - 1)}…`],
    [`${'x'.repeat(length - 2)}😀x`, `${'x'.repeat(length - 2)}…`],
    [`${'x'.repeat(length - 3)}😀xx`, `${'x'.repeat(length - 3)}😀…`],
    ['😀'.repeat(length), `${'😀'.repeat(Math.floor((length - 1) / 2))}…`],
    [{ a: 'x'.repeat(100_000) }, `{"a":"${'x'.repeat(length - 7)}…`],
  ];
  for (const [sent, named] of rows) {
    assert.deepEqual(convertValue(sent, 'number'), {
      ok: false,
      error: 'cannot be parsed as a float',
      value: named,
    });
    assert.ok(named.length <= length && named.isWellFormed());
  }
});
