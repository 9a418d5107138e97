import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FacetPlan, Filter, SearchPlan, SortKey } from '../../src/index/plan.ts';
import { engineOf, foundIn, idsOf, plain, planWith, refs } from './small-engine.ts';

const value = (field: string, ...values: Array<string | number>): Filter => ({
  kind: 'value',
  field,
  values,
});
const by = (field: string, descending = false): SortKey => ({ kind: 'field', field, descending });

test('filters combine, take any of several values, and never pass a missing one', async () => {
  const documents = {
    a: { tags: ['red', 'blue'], size: 1, made: '1985-01-01T00:00:00+00:00', place: '0,0' },
    b: { tags: 'red', size: [5, 10], made: '1985-01-01T00:00:00.5+00:00', place: ['1,1', '50,50'] },
    c: { tags: null, size: null },
  };
  const table: Array<[filter: Filter, found: string]> = [
    [{ kind: 'all', of: [] }, 'abc'],
    [{ kind: 'any', of: [] }, ''],
    [{ kind: 'none', of: [] }, 'abc'],
    [value('tags', 'red'), 'ab'],
    [value('tags', 'Red'), ''],
    [value('tags'), ''],
    [value('tags', 'blue', 'x'), 'a'],
    [value('id', 'c', 'b'), 'bc'],
    [value('size', 10), 'b'],
    [{ kind: 'none', of: [value('tags', 'blue')] }, 'bc'],
    [{ kind: 'all', of: [value('tags', 'red'), value('size', 1)] }, 'a'],
    [{ kind: 'any', of: [value('size', 5), value('size', 1)] }, 'ab'],
    [{ kind: 'none', of: [value('size', 5), value('size', 1)] }, 'c'],
    [{ kind: 'range', field: 'size', from: 1, to: 5 }, 'a'],
    [{ kind: 'range', field: 'size', from: 5, to: undefined }, 'b'],
    [{ kind: 'range', field: 'size', from: 6, to: 10 }, ''],
    [{ kind: 'range', field: 'made', from: '1985-01-01T00:00:00.3+00:00', to: undefined }, 'b'],
    [{ kind: 'range', field: 'made', from: undefined, to: '1985-01-01T00:00:00.5+00:00' }, 'a'],
    [{ kind: 'distance', field: 'place', center: { lat: 0, lon: 0 }, from: 0, to: 1 }, 'a'],
    [{ kind: 'distance', field: 'place', center: { lat: 0, lon: 0 }, from: 1, to: 200_000 }, 'b'],
    [{ kind: 'distance', field: 'place', center: { lat: 0, lon: 0 }, from: 0, to: 157_000 }, 'a'],
  ];
  for (const [filter, found] of table) {
    const ids = await foundIn(documents, { filter });
    assert.equal(ids.sort().join(''), found, JSON.stringify(filter));
  }
});

test('sorts take the smallest or the largest value, missing ones last, ties newest first', async () => {
  const documents = {
    a: { size: [1, 9], tags: 'Zoo' },
    b: { size: 5, tags: 'apple' },
    c: { size: null, tags: 'Zoo' },
    d: { size: 5, tags: 'é' },
    e: { tags: [] },
    f: { size: 10, tags: '\u{1f600}' },
    g: { size: 2, tags: '\uff5e' },
  };
  const table: Array<[sort: SortKey[], ids: string]> = [
    [[], 'gfedcba'],
    [[by('size')], 'agdbfec'],
    [[by('size', true)], 'fadbgec'],
    // By bytes: capitals, small letters, é, then U+FF5E before the emoji, which UTF-16 would put first.
    [[by('tags')], 'cabdgfe'],
    [[by('tags', true)], 'fgdbcae'],
    [[by('tags'), by('size')], 'acbdgfe'],
    [[by('id', true)], 'gfedcba'],
    [[{ kind: 'score', descending: false }, by('id')], 'abcdefg'],
  ];
  for (const [sort, ids] of table) {
    assert.equal((await foundIn(documents, { sort })).join(''), ids, JSON.stringify(sort));
  }
});

test('a sort by distance has four modes', async () => {
  const documents = { a: { place: ['0,1', '0,8'] }, b: { place: ['0,3', '0,4', '0,20'] }, c: {} };
  const table: Array<['min' | 'max' | 'median' | 'avg', descending: boolean, ids: string]> = [
    ['min', false, 'abc'],
    ['max', false, 'abc'],
    ['median', false, 'bac'],
    ['avg', false, 'abc'],
    ['min', true, 'bac'],
    ['median', true, 'abc'],
  ];
  for (const [mode, descending, ids] of table) {
    const sort: SortKey[] = [
      { kind: 'distance', field: 'place', center: { lat: 0, lon: 0 }, mode, descending },
    ];
    assert.equal((await foundIn(documents, { sort })).join(''), ids, `${mode} ${descending}`);
  }
});

test('facets count documents once per value and once per range, whatever the page', async () => {
  const engine = await engineOf({
    a: { title: 'park', tags: ['b', 'b', 'a'], size: [1, 2], place: '0,0' },
    b: { title: 'park', tags: ['b', 'c'], size: 3, place: ['0,1', '0,0'] },
    c: { title: 'park', tags: 'd', made: '1985-01-01T00:00:00+00:00' },
    d: { title: 'lake', tags: 'a', size: 1 },
  });
  const center = { lat: 0, lon: 0 };
  const counted = (by: 'count' | 'value', descending: boolean, size = 10): FacetPlan => ({
    kind: 'value',
    field: 'tags',
    size,
    sort: { by, descending },
  });
  const table: Array<[facet: FacetPlan, answer: string]> = [
    [counted('count', true), 'b2 a1 c1 d1'],
    [counted('count', true, 2), 'b2 a1'],
    [counted('count', false), 'a1 c1 d1 b2'],
    [counted('value', true), 'd1 c1 b2 a1'],
    [counted('value', false, 3), 'a1 b2 c1'],
    [{ ...counted('value', false), field: 'size' } as FacetPlan, '11 21 31'],
    [{ ...counted('value', false), field: 'made' } as FacetPlan, '1985-01-01T00:00:00+00:001'],
    [{ kind: 'range', field: 'size', ranges: [{ from: 1, to: 3 }, { from: 2 }, { to: 1 }] }, '1 2 0'],
    [{ kind: 'range', field: 'made', ranges: [{ to: '1990-01-01T00:00:00+00:00' }] }, '1'],
    [{ kind: 'distance', field: 'place', center, ranges: [{ to: 10 }, { from: 10 }, {}] }, '2 1 2'],
  ];
  const outcome = await engine.search(
    planWith({ ...plain('park'), facets: table.map(([facet]) => facet), limit: 0 }),
  );
  assert.equal(outcome.total, 3);
  assert.deepEqual(outcome.hits, []);
  for (const [index, [facet, answer]] of table.entries()) {
    const found = outcome.facets[index];
    const shown =
      found?.kind === 'value' ? found.values.map((one) => `${one.value}${one.count}`) : found?.counts;
    assert.equal(shown?.join(' '), answer, JSON.stringify(facet));
  }
});

test('groups hold documents by value, in the order of their heads', async () => {
  const engine = await engineOf({
    a: { tags: 'x', size: 1 },
    b: { tags: ['x', 'y'], size: 2 },
    c: { tags: 'y', size: 3 },
    d: { size: 4 },
    e: { tags: ['z', 'w'], size: 0 },
  });
  const shown = async (options: Partial<SearchPlan>): Promise<string> => {
    const { total, hits } = await engine.search(planWith(options));
    const groups = hits.map(
      ({ id, group }) => `${group?.key}:${id}${group?.others.map((one) => one.id).join('')}`,
    );
    return `${total} ${groups.join(' ')}`;
  };
  const group = { field: 'tags', size: 10, sort: by('size') };
  assert.equal(await shown({ group }), '4 w:e z:e y:bc x:ab');
  assert.equal(await shown({ group, sort: [by('size')] }), '4 w:e z:e x:ab y:bc');
  assert.equal(await shown({ group: { ...group, size: 1 }, sort: [by('size')] }), '4 w:e z:e x:a y:b');
  assert.equal(await shown({ group: { ...group, sort: by('size', true) } }), '4 w:e z:e y:cb x:ba');
  assert.equal(await shown({ group, offset: 1, limit: 2 }), '4 z:e y:bc');
  const facet: FacetPlan = { kind: 'range', field: 'size', ranges: [{}] };
  const { facets } = await engine.search(planWith({ group, facets: [facet] }));
  assert.deepEqual(facets, [{ kind: 'counts', counts: [5] }]);
});

test('promoted documents come first if they pass the filters, hidden ones never', async () => {
  const documents = { a: 'park', b: 'lake', c: 'park park', d: { title: 'river', size: 1 } };
  const found = async (options: Partial<SearchPlan>) =>
    (await foundIn(documents, { ...plain('park'), ...options })).join('');
  assert.equal(await found({}), 'ac');
  assert.equal(await found({ promoted: refs('d', 'nobody', 'c', 'd') }), 'dca');
  assert.equal(await found({ promoted: refs('d', 'b'), filter: value('size', 1) }), 'd');
  assert.equal(await found({ promoted: refs('b', 'd'), hidden: refs('b', 'a') }), 'dc');
  assert.equal(await found({ promoted: refs('d'), sort: [by('id')] }), 'acd');
  const engine = await engineOf(documents);
  const { total, hits } = await engine.search(planWith({ ...plain('park'), promoted: refs('x', 'd') }));
  assert.equal(total, 3);
  assert.equal(hits[0]?.score, 2 ** 127 - 2 ** 104);
});

test('pages cut the hits and nothing else', async () => {
  const engine = await engineOf({ a: 'x', b: 'x', c: 'x', d: 'x' });
  const page = async (offset: number, limit: number): Promise<string> => {
    const outcome = await engine.search(planWith({ offset, limit }));
    return `${outcome.total} ${idsOf(outcome).join('')}`;
  };
  assert.equal(await page(0, 2), '4 dc');
  assert.equal(await page(3, 2), '4 a');
  assert.equal(await page(9, 2), '4 ');
  assert.equal(await page(0, 0), '4 ');
});
