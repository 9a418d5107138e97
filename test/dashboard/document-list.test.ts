import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { countsOf, filtersOf, searchOf } from '../../dashboard/src/pages/documents/document-search.ts';
import { filterWords } from '../../dashboard/src/pages/documents/filter-words.ts';
import { browsingOf, isPlain, withBrowsing } from '../../dashboard/src/pages/documents/list-address.ts';
import { defaultColumns, titleField } from '../../dashboard/src/pages/documents/list-columns.ts';
import { isSentDifferently } from '../../dashboard/src/pages/documents/sent-value.ts';
import { readable } from '../../dashboard/src/pages/documents/shown-value.ts';

const SCHEMA = {
  description: 'text',
  title: 'text',
  year: 'number',
  made: 'date',
  place: 'geolocation',
  constructor: 'text',
} as const;

const stateOf = (query: string) => browsingOf(new URLSearchParams(query), SCHEMA);

suite('the state of the document list', () => {
  test('is in the URL, and other parameters stay', () => {
    const query =
      'test=on&q=a+b&sort=year%3Adesc&size=50&by=title&by=year&is=title%3Aa%3Ab&is=title%3Ac' +
      '&in=year%3A1990..2000.5&in=made%3A..2001-02-03&columns=title%2Cyear&page=3';
    const state = stateOf(query);
    assert.deepEqual([...state.chosen], [['title', ['a:b', 'c']]]);
    assert.deepEqual(
      [...state.ranges],
      [
        ['year', { from: '1990', to: '2000.5' }],
        ['made', { from: '', to: '2001-02-03' }],
      ],
    );
    assert.deepEqual(state.listed, ['title', 'year', 'made']);
    assert.deepEqual(state.columns, ['title', 'year']);
    assert.deepEqual([state.query, state.sort, state.size, state.page], ['a b', 'year:desc', 50, 3]);
    const written = withBrowsing(new URLSearchParams(query), state);
    assert.equal(written.get('test'), 'on');
    assert.deepEqual(browsingOf(written, SCHEMA), state);
    assert.equal(isPlain(written), false);
    assert.equal(isPlain(new URLSearchParams('test=on')), true);
  });

  test('ignores what does not fit the schema', () => {
    const state = stateOf(
      'sort=nothing:asc&by=place&by=nothing&is=nothing:1&in=title:1..2&in=year:a..b&in=made:1..2&columns=nothing,title,title&page=101&size=7',
    );
    assert.deepEqual(state, { ...stateOf(''), columns: ['title'] });
  });

  test('has fields with names of object members', () => {
    const state = stateOf('is=constructor:x&is=constructor:y');
    assert.deepEqual(filtersOf(SCHEMA, state), { all: [{ constructor: ['x', 'y'] }] });
  });

  test('keeps filters while the panel is closed', () => {
    const state = { ...stateOf('is=title:x'), filtering: false };
    const written = withBrowsing(new URLSearchParams(), state);
    assert.deepEqual(browsingOf(written, SCHEMA), state);
    assert.equal(stateOf('filters=on').filtering, true);
  });
});

suite('the requests of the document list', () => {
  test('have numbers as numbers, and ranges beside values', () => {
    const state = stateOf('is=year:1990&is=year:1991&in=year:1980..2000&in=made:2001-02-03..');
    const all = [
      { year: [1990, 1991] },
      { year: { from: 1980, to: 2000 } },
      { made: { from: '2001-02-03' } },
    ];
    assert.deepEqual(filtersOf(SCHEMA, state), { all });
    // The values of a field are counted as if none of them were selected.
    assert.deepEqual(countsOf(SCHEMA, state, 9)[0], {
      query: '',
      page: { size: 0 },
      facets: { year: { type: 'value', size: 9 } },
      filters: { all: all.slice(1) },
    });
    assert.deepEqual(filterWords(SCHEMA, state), [
      'year: 1990 or 1991',
      'year: from 1980 and below 2000',
      'made: from 2001-02-03',
    ]);
    assert.equal(filtersOf(SCHEMA, stateOf('by=year')), undefined);
  });

  test('ask for marked matches only with a query, and for the columns only', () => {
    const body = searchOf(SCHEMA, stateOf('q=dune&sort=made:desc&page=2'), ['title', 'year']);
    assert.deepEqual(body, {
      query: 'dune',
      page: { current: 2, size: 25 },
      sort: [{ made: 'desc' }],
      result_fields: {
        id: { raw: {} },
        title: { raw: { size: 300 }, snippet: { size: 120 } },
        year: { raw: {} },
      },
    });
    assert.deepEqual(searchOf(SCHEMA, stateOf(''), ['title']).result_fields, {
      id: { raw: {} },
      title: { raw: { size: 300 } },
    });
  });
});

suite('the columns of the document list', () => {
  test('begin with the title; long texts come last', () => {
    assert.deepEqual(defaultColumns(SCHEMA), ['title', 'year', 'made', 'place']);
    const products = { sku: 'text', price: 'number', product_name: 'text', image_url: 'text' } as const;
    assert.deepEqual(defaultColumns(products), ['product_name', 'sku', 'price', 'image_url']);
    assert.equal(titleField(products), 'product_name');
    assert.deepEqual([defaultColumns({}), titleField({ year: 'number' })], [[], undefined]);
  });

  test('show dates and numbers for reading', () => {
    assert.equal(readable('2013-02-27T00:00:00+00:00', 'date'), 'Feb 27, 2013');
    assert.match(readable('2013-02-27T18:09:19+00:00', 'date'), /^Feb 27, 2013, 6:09\sPM$/u);
    assert.deepEqual(
      [1965, 12_345.678_9, -1_234_567, 1e21].map((value) => readable(value, 'number')),
      ['1965', '12,345.6789', '-1,234,567', '1e+21'],
    );
    assert.equal(readable('12345', 'text'), '12345');
  });
});

test('a value is noted as sent only if it was sent in another form', () => {
  for (const [sent, shown, type, expected] of [
    ['2013-02-27', '2013-02-27T00:00:00+00:00', 'date', false],
    ['2013-02-27T06:00:00.000Z', '2013-02-27T06:00:00+00:00', 'date', false],
    ['2013-02-27 06:00', '2013-02-27T06:00:00+00:00', 'date', false],
    ['2014-01-01T10:00:00+02:00', '2014-01-01T08:00:00+00:00', 'date', true],
    ['34.0980, 7.6018', '34.098,7.6018', 'geolocation', false],
    ['dq21', '35.07,-83.8', 'geolocation', true],
    ['POINT (-83.5 35.6)', '35.6,-83.5', 'geolocation', true],
    [12, '12', 'text', false],
    ['a', 'a', 'text', false],
  ] as const) {
    assert.equal(isSentDifferently(sent, shown, type), expected, String(sent));
  }
});
