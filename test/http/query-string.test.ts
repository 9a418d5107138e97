import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { ApiError } from '../../src/errors.ts';
import { parseQueryString } from '../../src/http/query-string.ts';
import { processorTime } from '../support/processor-time.ts';

/** The same value with ordinary prototypes, for comparison. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

suite('query strings follow the rules of Rack', () => {
  const table: Array<[string, unknown]> = [
    ['', {}],
    ['&&', {}],
    ['a=1', { a: '1' }],
    ['a=1&a=2', { a: '2' }],
    ['a', { a: null }],
    ['a=', { a: '' }],
    ['=1', {}],
    ['a=b=c', { a: 'b=c' }],
    ['a+b=c+d', { 'a b': 'c d' }],
    ['a=%2B', { a: '+' }],
    ['q=gr%C3%B6%C3%9Fe', { q: 'größe' }],
    ['page[current]=2&page[size]=1', { page: { current: '2', size: '1' } }],
    ['page%5Bcurrent%5D=2&page%5bsize%5d=1', { page: { current: '2', size: '1' } }],
    ['filters[date][from]=x', { filters: { date: { from: 'x' } } }],
    ['ids[]=a&ids[]=b', { ids: ['a', 'b'] }],
    ['ids[]', { ids: [null] }],
    ['a[0]=x&a[1]=y', { a: { 0: 'x', 1: 'y' } }],
    ['types[documents][fields][]=title', { types: { documents: { fields: ['title'] } } }],
    ['queries[][query]=a&queries[][query]=b', { queries: [{ query: 'a' }, { query: 'b' }] }],
    [
      'q[][a]=1&q[][b]=2&q[][a]=3&q[][b]=4',
      {
        q: [
          { a: '1', b: '2' },
          { a: '3', b: '4' },
        ],
      },
    ],
    [
      'q[][query]=a&q[][page][size]=1&q[][page][current]=2&q[][page][size]=3',
      { q: [{ query: 'a', page: { size: '1', current: '2' } }, { page: { size: '3' } }] },
    ],
    ['q[][ids][]=a&q[][ids][]=b', { q: [{ ids: ['a', 'b'] }] }],
    ['a[][]=1&a[][]=2', { a: [['1'], ['2']] }],
    ['[b]=1', { '[b]': '1' }],
    ['a[=1&b]=2&c[d=3&e[f]g=4', { 'a[': '1', 'b]': '2', 'c[d': '3', 'e[f]g': '4' }],
  ];
  for (const [text, expected] of table) {
    test(`?${text}`, () => assert.deepEqual(plain(parseQueryString(text)), expected));
  }

  for (const text of [
    'a=1&a[b]=2',
    'a[b]=2&a=1',
    'a[]=1&a[b]=2',
    'a[b]=1&a[]=2',
    'a&a[b]=2',
    'q[][a]=1&q[][a][b]=2',
    'a=%',
    'a=%zz',
    '%E4=1',
    'a=%C3%28',
    `a${'[b]'.repeat(32)}=1`,
    `a${'[]'.repeat(10_000)}=1`,
  ]) {
    test(`?${text.slice(0, 40)} is rejected`, () =>
      assert.throws(
        () => parseQueryString(text),
        (error) => error instanceof ApiError && error.status === 400,
      ));
  }

  test('32 levels are read', () => {
    assert.ok(parseQueryString(`a${'[b]'.repeat(31)}=1`));
  });

  test('a thousand ids stay a list, more parameters are refused', () => {
    const ids = Array.from({ length: 1000 }, (_, number) => `id-${number}`);
    const text = ids.map((id) => `ids[]=${id}`).join('&');
    assert.deepEqual(parseQueryString(text).ids, ids);
    assert.throws(() => parseQueryString(`${text}&a`), /Cannot exceed 1,000 parameters in an address/);
  });

  test('names of prototype members are ordinary names', () => {
    for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']) {
      const query = parseQueryString(`${name}[${name}]=x&list[][${name}]=1&list[][${name}]=2`);
      assert.equal(Object.getPrototypeOf(query), null);
      const child = query[name] as object;
      assert.equal(Object.getPrototypeOf(child), null);
      assert.deepEqual(Object.entries(child), [[name, 'x']]);
      assert.equal((query.list as unknown[]).length, 2);
    }
    assert.deepEqual(Object.keys(Object.prototype), []);
  });

  test('long hostile texts are parsed quickly', () => {
    for (const text of [
      '['.repeat(100_000),
      'a['.repeat(50_000),
      `a${']'.repeat(100_000)}`,
      `${'a[][b]=1&'.repeat(1000)}`,
      `${'a[][b][c]&'.repeat(1000)}`,
      `${'&a'.repeat(100_000)}`,
      '%5B'.repeat(33_333),
      '&'.repeat(100_000),
    ]) {
      const start = processorTime();
      try {
        parseQueryString(text);
      } catch (error) {
        assert.ok(error instanceof ApiError);
      }
      assert.ok(processorTime() - start < 100, text.slice(0, 20));
    }
  });
});

test('values written in bracket notation are read back (property)', (t) => {
  const seed = Math.trunc(Math.random() * 2 ** 31);
  t.diagnostic(`seed ${seed}`);
  const name = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !/[[\]]/.test(text));
  const leaf = fc.string({ unit: 'grapheme' });
  const { tree } = fc.letrec<{ tree: unknown; branch: unknown }>((tie) => ({
    branch: fc.dictionary(name, tie('tree'), { minKeys: 1, maxKeys: 3 }),
    tree: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(leaf, { minLength: 1, maxLength: 4 }),
      // Elements of one shape: by the rule, a repeated member starts a new element.
      fc
        .record({ first: leaf, second: leaf })
        .chain((element) => fc.array(fc.constant(element), { minLength: 1, maxLength: 3 })),
      tie('branch'),
    ),
  }));
  const write = (value: unknown, path: string): string[] => {
    if (typeof value === 'string') return [`${encodeURIComponent(path)}=${encodeURIComponent(value)}`];
    if (Array.isArray(value)) return value.flatMap((element) => write(element, `${path}[]`));
    return Object.entries(value as object).flatMap(([key, child]) =>
      write(child, path === '' ? key : `${path}[${key}]`),
    );
  };
  fc.assert(
    fc.property(fc.dictionary(name, tree, { maxKeys: 4 }), (query) => {
      assert.deepEqual(plain(parseQueryString(write(query, '').join('&'))), plain(query));
    }),
    { seed, numRuns: 500 },
  );
});

test('any text is either parsed or rejected (property)', (t) => {
  const seed = Math.trunc(Math.random() * 2 ** 31);
  t.diagnostic(`seed ${seed}`);
  const text = fc.array(
    fc.constantFrom('a', 'b', '[', ']', '[]', '=', '&', '%', '%5B', '+', '__proto__', 'é'),
  );
  fc.assert(
    fc.property(text, (parts) => {
      try {
        parseQueryString(parts.join(''));
      } catch (error) {
        assert.ok(error instanceof ApiError);
      }
    }),
    { seed, numRuns: 5000 },
  );
  assert.deepEqual(Object.keys(Object.prototype), []);
});
