import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { shelf } from './shelf.ts';

suite('facets of values', () => {
  const SHELF = [
    { id: '1', tags: ['b', 'a', 'a'], year: 8, written: '2020-01-01T00:00:00Z' },
    { id: '2', tags: ['a', 'c'], year: 8, written: '2020-01-01' },
    { id: '3', tags: 'd', year: 10 },
    { id: '4', tags: ['b', null], year: 9 },
  ];
  const tagsAre = (...data: Array<[unknown, number]>) => data.map(([value, count]) => ({ value, count }));

  const cases: Array<[string, object, object[]]> = [
    [
      'most frequent first, ties by value, each document once per value',
      { tags: { type: 'value' } },
      tagsAre(['a', 2], ['b', 2], ['c', 1], ['d', 1]),
    ],
    [
      'least frequent first, ties by value',
      { tags: { type: 'value', sort: { count: 'asc' } } },
      tagsAre(['c', 1], ['d', 1], ['a', 2], ['b', 2]),
    ],
    [
      'by value',
      { tags: { type: 'value', sort: { value: 'asc' } } },
      tagsAre(['a', 2], ['b', 2], ['c', 1], ['d', 1]),
    ],
    [
      'by value, last first',
      { tags: { type: 'value', sort: { value: 'desc' } } },
      tagsAre(['d', 1], ['c', 1], ['b', 2], ['a', 2]),
    ],
    ['a size', { tags: { type: 'value', size: 1 } }, tagsAre(['a', 2])],
    [
      'numbers, in the order of numbers',
      { year: { type: 'value', sort: { value: 'asc' } } },
      tagsAre([8, 2], [9, 1], [10, 1]),
    ],
    ['dates as they are shown', { written: { type: 'value' } }, tagsAre(['2020-01-01T00:00:00+00:00', 2])],
    ['a field that no document has', { title: { type: 'value' } }, []],
  ];
  test('count values', async (t) => {
    const { search } = await shelf(t, SHELF);
    for (const [what, facets, data] of cases) {
      await t.test(what, async () => {
        const { status, json } = await search({ facets });
        assert.equal(status, 200);
        const field = Object.keys(facets)[0] as string;
        assert.deepEqual(json.facets, { [field]: [{ type: 'value', data }] });
      });
    }
  });

  test('show ten values by default, up to 250', async (t) => {
    const documents = Array.from({ length: 260 }, (_, i) => ({ id: `${i}`, tags: `tag-${1000 + i}` }));
    const { search } = await shelf(t, documents);
    const shown = async (size?: unknown) =>
      (await search({ facets: { tags: { type: 'value', size } } })).json.facets.tags[0].data.length;
    assert.deepEqual([await shown(), await shown(11), await shown('250')], [10, 11, 250]);
  });

  test('depend on query and filters, not on the page', async (t) => {
    const { search } = await shelf(t, SHELF);
    const { json } = await search({
      query: 'b',
      filters: { year: { from: 9 } },
      page: { size: 1, current: 2 },
      facets: { tags: { type: 'value' } },
    });
    assert.deepEqual(json.facets.tags[0].data, tagsAre(['b', 1]));
  });
});
