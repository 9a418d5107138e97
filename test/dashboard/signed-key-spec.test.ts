import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import {
  comparedFacets,
  comparedResults,
} from '../../dashboard/src/pages/credentials/signed-keys/compared.ts';
import {
  type Condition,
  conditionsOf,
  filtersOf,
  isComplete,
  valueIn,
} from '../../dashboard/src/pages/credentials/signed-keys/conditions.ts';
import {
  claimsOf,
  type KeySpec,
  NEW_KEY,
  problemsOf,
} from '../../dashboard/src/pages/credentials/signed-keys/key-spec.ts';
import {
  keySpecIn,
  withKeySpec,
} from '../../dashboard/src/pages/credentials/signed-keys/key-spec-address.ts';
import { EVERYTHING } from '../../src/index/plan.ts';
import { parseFilters } from '../../src/search/filters.ts';
import { announcedSeed } from '../support/seed.ts';

const SEED = announcedSeed('the workshop of signed search keys');

/** Plain objects, as in the code. */
const record = <T>(model: { [name in keyof T]: fc.Arbitrary<T[name]> }): fc.Arbitrary<T> =>
  fc.record(model, { noNullPrototype: true }) as fc.Arbitrary<T>;

const field = fc
  .stringMatching(/^[a-z][a-z0-9_]{0,8}$/)
  .filter((name) => !/^(all|any|none|or|and|not)$/.test(name));
const anyValue = fc.oneof(fc.string(), fc.integer(), fc.boolean());
const bound = fc.oneof(fc.constant(''), fc.string({ minLength: 1 }), fc.integer());
const condition: fc.Arbitrary<Condition> = fc
  .oneof(
    record({
      field,
      test: fc.constantFrom<'is' | 'is not'>('is', 'is not'),
      values: fc.array(anyValue, { minLength: 1, maxLength: 3 }),
      from: fc.constant(''),
      to: fc.constant(''),
    }),
    record({
      field,
      test: fc.constant<'between'>('between'),
      values: fc.constant([]),
      from: bound,
      to: bound,
    }),
  )
  .filter(isComplete);

const spec: fc.Arbitrary<KeySpec> = record({
  key: fc.stringMatching(/^[a-z-]{0,10}$/),
  searched: fc.option(fc.uniqueArray(field, { maxLength: 3 })),
  shown: fc.option(
    fc.dictionary(field, fc.constantFrom('both', 'raw', 'snippet'), { noNullPrototype: true }),
  ),
  filters: fc
    .array(condition, { maxLength: 3 })
    .map((conditions) => ({ by: 'builder' as const, conditions })),
  facets: fc.option(fc.uniqueArray(field, { maxLength: 3 })),
  expiry: fc.oneof(
    fc.constant({ kind: 'never' as const }),
    record({
      kind: fc.constantFrom<'after' | 'at'>('after', 'at'),
      seconds: fc.integer({ min: 0, max: 9e9 }),
    }),
  ),
});

suite('the filter builder', () => {
  test('reads back what it has written', () => {
    fc.assert(
      fc.property(fc.array(condition, { minLength: 1, maxLength: 4 }), (conditions) => {
        const written = JSON.parse(JSON.stringify(filtersOf(conditions)));
        assert.deepEqual(conditionsOf(written), conditions);
      }),
      { seed: SEED },
    );
  });

  test('writes filters that the server accepts', () => {
    const schema = new Map([
      ['shop', 'text'],
      ['price', 'number'],
      ['sold', 'date'],
    ] as const);
    const filters = filtersOf([
      { field: 'shop', test: 'is', values: ['one', 'two'], from: '', to: '' },
      { field: 'shop', test: 'is not', values: ['three'], from: '', to: '' },
      { field: 'price', test: 'between', values: [], from: 1, to: '' },
      { field: 'sold', test: 'between', values: [], from: '', to: '2030-01-01' },
    ]);
    const parsed = parseFilters(filters, schema, 'token');
    assert.notDeepEqual(parsed, EVERYTHING);
    assert.deepEqual(filters, {
      all: [
        { shop: ['one', 'two'] },
        { none: [{ shop: 'three' }] },
        { price: { from: 1 } },
        { sold: { to: '2030-01-01' } },
      ],
    });
  });

  test('leaves filters as JSON if it cannot represent them exactly', () => {
    for (const filters of [
      { any: [{ a: 1 }, { b: 2 }] },
      { a: [] },
      { a: { any: [{ from: 1 }] } },
      { a: { center: '1,2', distance: 3, unit: 'km' } },
      { a: {} },
      { a: { from: '' } },
      { a: null },
      { none: [{ a: 1, b: 2 }] },
      { none: [{ a: { from: 1 } }] },
      { none: [{ none: [{ a: 1 }] }] },
      { all: { a: 1 } },
      { all: [{ any: [] }] },
      [],
      'a',
    ]) {
      assert.equal(conditionsOf(filters), undefined, JSON.stringify(filters));
    }
  });

  test('converts digits to a number only for number fields', () => {
    assert.deepEqual(
      [valueIn('5', 'number'), valueIn('-0.5', 'number'), valueIn('5', 'text'), valueIn('05', 'number')],
      [5, -0.5, '5', '05'],
    );
    assert.equal(valueIn('1e9', 'number'), '1e9');
  });
});

suite('the spec of a signed search key', () => {
  test('survives the URL', () => {
    fc.assert(
      fc.property(spec, (made) => {
        const address = withKeySpec(new URLSearchParams('tab=make'), made);
        assert.equal(address.get('tab'), 'make');
        assert.deepEqual(keySpecIn(new URLSearchParams(address.toString())), made);
      }),
      { seed: SEED },
    );
  });

  test('restricts nothing when empty', () => {
    assert.deepEqual(claimsOf(NEW_KEY), {});
    assert.deepEqual(problemsOf(NEW_KEY), {});
  });

  test('is converted to the claims of App Search', () => {
    const made = keySpecIn(
      new URLSearchParams({
        searched: 'title,body',
        shown: 'title.raw,body.snippet,year',
        filters: '{"shop":"one"}',
        facets: 'none',
      }),
    );
    assert.deepEqual(claimsOf(made), {
      search_fields: { title: {}, body: {} },
      result_fields: { title: { raw: {} }, body: { snippet: {} }, year: {} },
      filters: { shop: 'one' },
      facets: {},
    });
    assert.deepEqual(claimsOf({ ...made, facets: ['shop'] }).facets, { shop: { type: 'value' } });
  });

  test('is reported if incomplete, and never silently dropped', () => {
    const half: Condition = { field: 'shop', test: 'is', values: [], from: '', to: '' };
    for (const [part, broken] of [
      ['searched', { searched: [] }],
      ['shown', { shown: {} }],
      ['filters', { filters: { by: 'builder', conditions: [half] } }],
      ['filters', { filters: { by: 'json', text: '{"shop": ' } }],
      ['filters', { filters: { by: 'json', text: '[]' } }],
      ['expiry', { expiry: { kind: 'after', seconds: 0 } }],
    ] as const) {
      assert.deepEqual(Object.keys(problemsOf({ ...NEW_KEY, ...broken })), [part]);
    }
    assert.deepEqual(problemsOf({ ...NEW_KEY, filters: { by: 'json', text: ' ' } }), {});
  });
});

suite('two responses side by side', () => {
  const answer = (total: number, ...results: ReadonlyArray<Record<string, unknown>>) => ({
    meta: { page: { total_results: total, size: 10 } },
    results: results as never,
  });
  const result = (id: string, fields: Record<string, unknown>) => ({
    id: { raw: id },
    _meta: { score: 1 },
    ...fields,
  });

  test('pair documents by id and show which fields differ', () => {
    const all = answer(
      2,
      result('a', { title: { raw: 'A' }, text: { raw: 'long' }, shop: { raw: 1 } }),
      result('b', {}),
    );
    const limited = answer(2, result('c', {}), result('a', { title: { raw: 'A' }, text: { snippet: 'l' } }));
    const pairs = comparedResults(all, limited);
    assert.deepEqual(
      pairs.map(({ id, placeInAll, placeInLimited }) => [id, placeInAll, placeInLimited]),
      [
        ['a', 1, 2],
        ['b', 2, undefined],
        ['c', undefined, 1],
      ],
    );
    assert.deepEqual(
      pairs[0]?.fields.map(({ name, limited: shown, differs }) => [name, shown !== undefined, differs]),
      [
        ['title', true, false],
        ['text', true, true],
        ['shop', false, true],
      ],
    );
  });

  test('show which facets one of them lacks', () => {
    const all = { ...answer(0), facets: { shop: [1], year: [2] } };
    const limited = { ...answer(0), facets: { shop: [3] } };
    assert.deepEqual(comparedFacets(all, limited), [
      { name: 'shop', inAll: true, inLimited: true, differs: true },
      { name: 'year', inAll: true, inLimited: false, differs: true },
    ]);
    assert.deepEqual(comparedFacets(answer(0), answer(0)), []);
  });
});
