import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { startTestService } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

type Type = 'text' | 'number' | 'date' | 'geolocation';
const TYPES: readonly Type[] = ['text', 'number', 'date', 'geolocation'];

const conversionError = {
  number: (value: string) => `Invalid field value: Value '${value}' cannot be parsed as a float`,
  date: (value: string) => `Invalid field value: Value '${value}' cannot be parsed as a date (RFC 3339)`,
  geolocation: (value: string) => `Invalid field value: Value '${value}' cannot be parsed as a location`,
  array: (value: string) => `Invalid field value: Value '${value}' cannot be an array`,
};

/** The returned value, or the error. */
const shows = (value: unknown) => ({ value });
const fails = (error: string) => ({ error });
type Outcome = { value?: unknown; error?: string };

/** One row per kind of JSON value, one column per field type. */
const ROWS: Array<[string, unknown, Record<Type, Outcome>]> = [
  [
    'a text',
    'foo bar',
    {
      text: shows('foo bar'),
      number: fails(conversionError.number('foo bar')),
      date: fails(conversionError.date('foo bar')),
      geolocation: fails(conversionError.geolocation('foo bar')),
    },
  ],
  [
    'an empty text',
    '',
    {
      text: shows(''),
      number: fails(conversionError.number('')),
      date: fails(conversionError.date('')),
      geolocation: fails(conversionError.geolocation('')),
    },
  ],
  [
    'a number as text',
    '1985.50',
    {
      text: shows('1985.50'),
      number: shows(1985.5),
      date: fails(conversionError.date('1985.50')),
      geolocation: fails(conversionError.geolocation('1985.50')),
    },
  ],
  [
    'a date as text',
    '2018-01-01T01:01:01Z',
    {
      text: shows('2018-01-01T01:01:01Z'),
      number: fails(conversionError.number('2018-01-01T01:01:01Z')),
      date: shows('2018-01-01T01:01:01+00:00'),
      geolocation: fails(conversionError.geolocation('2018-01-01T01:01:01Z')),
    },
  ],
  [
    'a date with an offset and a fraction',
    '2018-01-01T01:01:01.250+02:00',
    {
      text: shows('2018-01-01T01:01:01.250+02:00'),
      number: fails(conversionError.number('2018-01-01T01:01:01.250+02:00')),
      date: shows('2017-12-31T23:01:01.25+00:00'),
      geolocation: fails(conversionError.geolocation('2018-01-01T01:01:01.250+02:00')),
    },
  ],
  [
    'a date without a zone',
    '2013-02-27T18:09:19',
    {
      text: shows('2013-02-27T18:09:19'),
      number: fails(conversionError.number('2013-02-27T18:09:19')),
      date: shows('2013-02-27T18:09:19+00:00'),
      geolocation: fails(conversionError.geolocation('2013-02-27T18:09:19')),
    },
  ],
  [
    'a bare date',
    '2013-02-27',
    {
      text: shows('2013-02-27'),
      number: fails(conversionError.number('2013-02-27')),
      date: shows('2013-02-27T00:00:00+00:00'),
      geolocation: fails(conversionError.geolocation('2013-02-27')),
    },
  ],
  [
    'a location as text',
    '35.68, -83.53',
    {
      text: shows('35.68, -83.53'),
      number: fails(conversionError.number('35.68, -83.53')),
      date: fails(conversionError.date('35.68, -83.53')),
      geolocation: shows('35.68,-83.53'),
    },
  ],
  [
    'a whole number',
    1985,
    {
      text: shows('1985'),
      number: shows(1985),
      date: fails(conversionError.date('1985')),
      geolocation: fails(conversionError.geolocation('1985')),
    },
  ],
  [
    'a fraction',
    265795.2,
    {
      text: shows('265795.2'),
      number: shows(265795.2),
      date: fails(conversionError.date('265795.2')),
      geolocation: fails(conversionError.geolocation('265795.2')),
    },
  ],
  [
    'true',
    true,
    {
      text: shows('true'),
      number: fails(conversionError.number('true')),
      date: fails(conversionError.date('true')),
      geolocation: fails(conversionError.geolocation('true')),
    },
  ],
  [
    'false',
    false,
    {
      text: shows('false'),
      number: fails(conversionError.number('false')),
      date: fails(conversionError.date('false')),
      geolocation: fails(conversionError.geolocation('false')),
    },
  ],
  ['null', null, { text: shows(null), number: shows(null), date: shows(null), geolocation: shows(null) }],
  ['an empty array', [], { text: shows([]), number: shows([]), date: shows([]), geolocation: shows([]) }],
  [
    'an array of a null',
    [null],
    { text: shows([null]), number: shows([null]), date: shows([null]), geolocation: shows([null]) },
  ],
  [
    'an array of texts',
    ['a b', 'c'],
    {
      text: shows(['a b', 'c']),
      number: fails(conversionError.number('a b')),
      date: fails(conversionError.date('a b')),
      geolocation: fails(conversionError.geolocation('a b')),
    },
  ],
  [
    'an array of all kinds of scalars',
    ['1', 2, '3.5'],
    {
      text: shows(['1', '2', '3.5']),
      number: shows([1, 2, 3.5]),
      date: fails(conversionError.date('1')),
      // A text of geohash letters is a location; a number is not.
      geolocation: fails(conversionError.geolocation('2')),
    },
  ],
  [
    'an array of booleans',
    [true, false],
    {
      text: shows(['true', 'false']),
      number: fails(conversionError.number('true')),
      date: fails(conversionError.date('true')),
      geolocation: fails(conversionError.geolocation('true')),
    },
  ],
  [
    'an array of dates',
    ['2018-01-01', '2018-01-02T00:00:00Z'],
    {
      text: shows(['2018-01-01', '2018-01-02T00:00:00Z']),
      number: fails(conversionError.number('2018-01-01')),
      date: shows(['2018-01-01T00:00:00+00:00', '2018-01-02T00:00:00+00:00']),
      geolocation: fails(conversionError.geolocation('2018-01-01')),
    },
  ],
  [
    'two numbers, which are one point as a geolocation',
    [-83.53, 35.68],
    {
      text: shows(['-83.53', '35.68']),
      number: shows([-83.53, 35.68]),
      date: fails(conversionError.date('-83.53')),
      geolocation: shows('35.68,-83.53'),
    },
  ],
  [
    'an array of locations',
    ['1,2', '3,4', '5,6'],
    {
      text: shows(['1,2', '3,4', '5,6']),
      number: fails(conversionError.number('1,2')),
      date: fails(conversionError.date('1,2')),
      geolocation: shows(['1,2', '3,4', '5,6']),
    },
  ],
  [
    'an object',
    { no: 'nested', deep: { list: [1, null] } },
    {
      text: shows('{"no":"nested","deep":{"list":[1,null]}}'),
      number: fails(conversionError.number('{"no":"nested","deep":{"list":[1,null]}}')),
      date: fails(conversionError.date('{"no":"nested","deep":{"list":[1,null]}}')),
      geolocation: fails(conversionError.geolocation('{"no":"nested","deep":{"list":[1,null]}}')),
    },
  ],
  [
    'an object with lat and lon',
    { lat: 1, lon: 2 },
    {
      text: shows('{"lat":1,"lon":2}'),
      number: fails(conversionError.number('{"lat":1,"lon":2}')),
      date: fails(conversionError.date('{"lat":1,"lon":2}')),
      geolocation: fails(conversionError.geolocation('{"lat":1,"lon":2}')),
    },
  ],
  [
    'an array of objects',
    [{ a: 1 }, { b: 2 }],
    {
      text: shows(['{"a":1}', '{"b":2}']),
      number: fails(conversionError.number('{"a":1}')),
      date: fails(conversionError.date('{"a":1}')),
      geolocation: fails(conversionError.geolocation('{"a":1}')),
    },
  ],
  [
    'an array in an array',
    ['1,2', ['3,4']],
    {
      text: fails(conversionError.array('["3,4"]')),
      number: fails(conversionError.number('1,2')),
      date: fails(conversionError.date('1,2')),
      geolocation: fails(conversionError.array('["3,4"]')),
    },
  ],
];

suite('values by the type of their field', () => {
  for (const type of TYPES) {
    test(`a ${type} field`, async (t) => {
      const service = await sharedService();
      const engine = await service.engine({ schema: { field: type } });
      for (const [what, sent, expected] of ROWS) {
        const { value, error } = expected[type];
        await t.test(`${what}: ${error === undefined ? 'accepted' : 'rejected'}`, async () => {
          const made = await service.call('POST', `/engines/${engine}/documents`, {
            body: [{ id: what, field: sent }],
          });
          assert.deepEqual(made.json, [{ id: what, errors: error === undefined ? [] : [error] }]);
          const read = await service.call('GET', `/engines/${engine}/documents`, { body: [what] });
          assert.deepEqual(read.json, [error === undefined ? { id: what, field: value } : null]);
          const found = await service.call('POST', `/engines/${engine}/search`, {
            body: { query: '', filters: { id: what } },
          });
          assert.deepEqual(
            found.json.results.map((hit: { field: unknown }) => hit.field),
            error === undefined ? [{ raw: value }] : [],
          );
        });
      }
    });
  }

  test('a field of the schema that a document lacks is not returned', async () => {
    const service = await sharedService();
    const engine = await service.engine({ schema: { year: 'number' }, documents: [{ id: 'a', title: 'x' }] });
    const read = await service.call('GET', `/engines/${engine}/documents?ids[]=a`);
    assert.deepEqual(read.json, [{ id: 'a', title: 'x' }]);
  });

  test('texts of every kind are returned unchanged', async (t) => {
    const service = await startTestService(t);
    const texts = [
      '\u0000',
      'a\u0000b',
      '\ud800',
      'x\udc00y',
      '\ufeffbom',
      '\u2028\u2029',
      'e\u0301',
      '\u00e9',
      '😀',
      '\r\n\t',
      '\\u0041',
      '</script>',
      "'; drop table documents; --",
      '\u202eabc',
    ];
    const documents = texts.map((title, i) => ({ id: `${i}`, title }));
    const engine = await service.engine({ documents });
    const list = await service.call('GET', `/engines/${engine}/documents/list`);
    assert.deepEqual(list.json.results, documents);
    await service.restart();
    const again = await service.call('GET', `/engines/${engine}/documents/list`);
    assert.deepEqual(again.json.results, documents);
  });

  test('a long value that cannot be converted is truncated in the message', async () => {
    const service = await sharedService();
    const engine = await service.engine({ schema: { year: 'number' } });
    const body = [{ id: 'a', year: 'x'.repeat(50_000) }];
    const { json } = await service.call('POST', `/engines/${engine}/documents`, { body });
    assert.match(
      json[0].errors[0],
      /^Invalid field value: Value 'x{1000,1024}…' cannot be parsed as a float$/,
    );
  });
});
