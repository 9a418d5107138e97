import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { BOOKS, NEWEST_FIRST, shelf } from './shelf.ts';

/** The books; two of them have a value for `good`. */
const GOOD: Readonly<Record<string, boolean>> = { solaris: true, kafe: false };
const DOCUMENTS = BOOKS.map((book) => ({ ...book, ...(book.id in GOOD && { good: GOOD[book.id] }) }));

suite('filters', () => {
  const cases: ReadonlyArray<readonly [what: string, filters: unknown, found: readonly string[]]> = [
    ['a text', { title: 'Dune' }, ['dune']],
    ['a text in other case', { title: 'dune' }, []],
    ['a part of a text', { title: 'Solaris' }, []],
    ['one of the values of a field', { tags: 'space' }, ['ubik', 'dune']],
    ['a list of values, any of which will do', { title: ['Dune', 'Emma', 'x'] }, ['emma', 'dune']],
    ['an empty list of values', { title: [] }, []],
    ['a number', { year: 1965 }, ['dune']],
    ['a number as text', { year: '1961.50' }, ['solaris']],
    ['numbers', { year: [1965, '1815'] }, ['emma', 'dune']],
    ['true', { good: true }, ['solaris']],
    ['false as text', { good: 'false' }, ['kafe']],
    ['a date in another notation', { written: '1965-08-01T02:00:00+02:00' }, ['dune']],
    ['an id', { id: 'ubik' }, ['ubik']],
    ['ids', { id: ['ubik', 'emma', 'x'] }, ['ubik', 'emma']],
    ['an unknown id', { id: [''] }, []],
    ['from, inclusive', { year: { from: 1965 } }, ['ubik', 'dune']],
    ['to, exclusive', { year: { to: 1965 } }, ['solaris', 'emma']],
    ['from and to', { year: { from: 1961.5, to: 1965.1 } }, ['solaris', 'dune']],
    ['bounds as texts', { year: { from: '1960', to: '1e4' } }, ['solaris', 'ubik', 'dune']],
    ['an empty range', { year: { from: 5, to: 5 } }, []],
    ['a null bound', { year: { from: 1965, to: null } }, ['ubik', 'dune']],
    ['a date from', { written: { from: '1900-01-01' } }, ['dune']],
    ['a date to, exclusive', { written: { to: '1815-12-23T10:00:00Z' } }, []],
    ['a date to, a second later', { written: { to: '1815-12-23T10:00:01Z' } }, ['emma']],
    [
      'a date range over zones',
      { written: { from: '1815-12-23T11:00:00+01:00', to: '1900-01-01' } },
      ['emma'],
    ],
    ['one of several ranges', { year: { any: [{ to: 1900 }, { from: 1969 }] } }, ['ubik', 'emma']],
    ['a list of ranges', { year: [{ to: 1900 }, { from: 1969 }] }, ['ubik', 'emma']],
    ['a distance', { place: { center: '51,-1', unit: 'km', distance: 50 } }, ['emma']],
    ['all', { all: [{ tags: 'space' }, { year: { from: 1966 } }] }, ['ubik']],
    ['any', { any: [{ title: 'Dune' }, { title: 'Emma' }] }, ['emma', 'dune']],
    ['none', { none: [{ tags: 'space' }, { tags: 'England' }] }, ['kafe', 'solaris']],
    ['none of a list', { none: [{ title: ['Dune', 'Emma'] }] }, ['kafe', 'solaris', 'ubik']],
    [
      'none holds for documents without the field',
      { none: [{ by: 'Frank Herbert' }] },
      NEWEST_FIRST.slice(0, 4),
    ],
    [
      'all three side by side',
      {
        all: [{ year: { from: 1 } }],
        any: [{ tags: 'space' }, { tags: 'England' }],
        none: [{ title: 'Dune' }],
      },
      ['ubik', 'emma'],
    ],
    ['an object in place of the list', { all: { tags: 'space', year: 1965 } }, ['dune']],
    ['an object in place of the list of any', { any: { title: 'Emma', year: 1965 } }, ['emma', 'dune']],
    ['an object in place of the list of none', { none: { tags: 'space' } }, ['kafe', 'solaris', 'emma']],
    ['several fields in one object', { tags: 'space', year: 1965 }, ['dune']],
    [
      'five levels',
      { all: [{ any: [{ all: [{ any: [{ none: [{ title: 'Dune' }] }] }] }] }] },
      NEWEST_FIRST.slice(0, 4),
    ],
    ['nothing', {}, NEWEST_FIRST],
    ['an empty all', { all: [] }, NEWEST_FIRST],
    ['an empty any', { any: [] }, NEWEST_FIRST],
    ['an empty none', { none: [] }, NEWEST_FIRST],
    ['an empty any in all', { all: [{ any: [] }] }, NEWEST_FIRST],
    ['an empty all in all', { all: [{ all: [] }] }, NEWEST_FIRST],
    ['an empty none in all', { all: [{ none: [] }] }, NEWEST_FIRST],
    ['an empty any beside a condition', { all: [{ any: [] }, { title: 'Dune' }] }, ['dune']],
    ['empty objects as lists', { all: {}, any: {}, none: {} }, NEWEST_FIRST],
  ];
  test('select the documents that pass', async (t) => {
    const { ids } = await shelf(t, DOCUMENTS);
    for (const [what, filters, expected] of cases) {
      await t.test(what, async () => assert.deepEqual(await ids({ filters }), expected));
    }
  });

  test('apply together with the query, and limit totals and facets', async (t) => {
    const { search } = await shelf(t, DOCUMENTS);
    const { json } = await search({
      query: 'space',
      filters: { year: { from: 1966 } },
      facets: { title: { type: 'value' } },
    });
    assert.equal(json.meta.page.total_results, 1);
    assert.deepEqual(json.facets.title[0].data, [{ value: 'Ubik', count: 1 }]);
  });

  const titles = (count: number) => Array.from({ length: count }, (_, i) => ({ title: `${i}` }));
  const nested = (levels: number): object => (levels === 0 ? { title: 'x' } : { all: [nested(levels - 1)] });
  test('are limited in number, length and depth', async (t) => {
    const { search, refuses } = await shelf(t, DOCUMENTS);
    const status = async (filters: unknown) => (await search({ filters })).status;
    assert.equal(await status({ any: titles(32) }), 200);
    await refuses({ filters: { any: titles(33) } }, 'Filters cannot have more than 32 filters');
    const spread = { all: titles(11), any: titles(11), none: titles(11) };
    await refuses({ filters: spread }, 'Filters cannot have more than 32 filters');
    const values = Array.from({ length: 1025 }, (_, i) => `${i}`);
    assert.equal(await status({ title: values.slice(1) }), 200);
    await refuses({ filters: { title: values } }, 'Filters cannot have more than 1024 values');
    assert.equal(await status(nested(5)), 200);
    await refuses({ filters: nested(6) }, 'Filters cannot be nested more than 5 levels');
  });

  test('that are invalid get an error message', async (t) => {
    const { refuses } = await shelf(t);
    for (const [filters, message] of [
      [{ _meta: 'x' }, 'Filters contains invalid field: _meta'],
      [{ year: ['1', 'abc'] }, 'Filters contains invalid value: abc'],
      [{ written: { from: 'yesterday' } }, 'Filters contains invalid value: yesterday'],
      [{ all: [{ none: [{ taco: 'x' }] }] }, 'Filters contains invalid field: taco'],
    ] as const) {
      await refuses({ filters }, message);
    }
  });
});
