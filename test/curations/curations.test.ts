import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sharedService } from '../support/shared-service.ts';

const IDS = ['a', 'b', 'c'];

async function parks(ids: readonly string[] = IDS) {
  const { call, engine } = await sharedService();
  const name = await engine({ documents: ids.map((id) => ({ id, title: `park ${id}` })) });
  const path = `/engines/${name}/curations`;
  return {
    call,
    name,
    path,
    create: async (body: unknown): Promise<string> => {
      const { status, json, text } = await call('POST', path, { body });
      assert.equal(status, 200, text);
      assert.match(json.id, /^cur-[0-9a-f]{24}$/);
      assert.deepEqual(Object.keys(json), ['id']);
      return json.id;
    },
    get: async (id: string) => (await call('GET', `${path}/${id}`)).json,
    list: async (body = {}) => (await call('GET', path, { body })).json,
  };
}

suite('curations', () => {
  test('are created, read, listed, replaced and deleted', async () => {
    const { call, path, create, get, list } = await parks();
    const id = await create({ queries: ['Mountains', ' high  Peaks '], promoted: ['c', 'a'], hidden: ['b'] });
    const made = { id, queries: ['Mountains', ' high  Peaks '], promoted: ['c', 'a'], hidden: ['b'] };
    assert.deepEqual(await get(id), made);
    assert.deepEqual(await list(), {
      meta: { page: { current: 1, total_pages: 1, total_results: 1, size: 25 } },
      results: [made],
    });
    const one = `${path}/${id}`;
    const changed = await call('PUT', one, { body: { queries: ['hills'], promoted: ['b'] } });
    assert.deepEqual([changed.status, changed.json], [200, { id }]);
    assert.deepEqual(await get(id), { id, queries: ['hills'], promoted: ['b'], hidden: [] });
    const removed = await call('DELETE', one);
    assert.deepEqual([removed.status, removed.json], [200, { deleted: true }]);
    assert.deepEqual((await list()).results, []);
  });

  test('may have one list only, or an empty list next to another', async () => {
    const { create, get } = await parks();
    const hiding = await create({ queries: ['a'], hidden: ['b'] });
    assert.deepEqual(await get(hiding), { id: hiding, queries: ['a'], promoted: [], hidden: ['b'] });
    const both = await create({ queries: [''], promoted: [], hidden: ['b'] });
    assert.deepEqual(await get(both), { id: both, queries: [''], promoted: [], hidden: ['b'] });
    await create({ queries: ['b'], promoted: ['a'], hidden: null });
  });

  test('an update keeps queries that it omits, and may repeat its own', async () => {
    const { call, path, create, get } = await parks();
    const id = await create({ queries: ['lake'], promoted: ['a'], hidden: ['b'] });
    await call('PUT', `${path}/${id}`, { body: { hidden: ['c'] } });
    assert.deepEqual(await get(id), { id, queries: ['lake'], promoted: [], hidden: ['c'] });
    const { status } = await call('PUT', `${path}/${id}`, { body: { queries: ['Lake'], hidden: ['c'] } });
    assert.equal(status, 200);
  });

  test('a query is free again when its curation drops it or is deleted', async () => {
    const { call, path, create } = await parks();
    const id = await create({ queries: ['lake', 'pond'], promoted: ['a'] });
    await call('PUT', `${path}/${id}`, { body: { queries: ['pond'], promoted: ['a'] } });
    await create({ queries: ['lake'], promoted: ['a'] });
    await call('DELETE', `${path}/${id}`);
    await create({ queries: ['pond'], promoted: ['a'] });
  });

  test('are listed in order of creation, 25 per page at most', async () => {
    const { create, list } = await parks();
    assert.deepEqual(await list({ page: { current: 2, size: 10 } }), {
      meta: { page: { current: 2, total_pages: 0, total_results: 0, size: 10 } },
      results: [],
    });
    for (let n = 0; n < 27; n++) await create({ queries: [`q${n}`], promoted: ['a'] });
    const { meta, results } = await list({ page: { size: 1000 } });
    assert.deepEqual(meta.page, { current: 1, total_pages: 2, total_results: 27, size: 25 });
    const queriesOf = (page: Array<{ queries: string[] }>) => page.map(({ queries }) => queries[0]);
    assert.deepEqual(queriesOf(results).slice(0, 2), ['q0', 'q1']);
    assert.deepEqual(queriesOf((await list({ page: { current: 2 } })).results), ['q25', 'q26']);
  });

  test('of one engine are not those of another', async () => {
    const [one, other] = [await parks(), await parks()];
    const id = await one.create({ queries: ['lake'], promoted: ['a'] });
    await other.create({ queries: ['lake'], promoted: ['a'] });
    assert.equal((await other.call('GET', `${other.path}/${id}`)).status, 404);
  });

  test('an unknown id gets 404, whatever the body is', async () => {
    const { call, path } = await parks();
    const missing = { errors: ['Curation not found with id: cur-0000'] };
    for (const method of ['GET', 'PUT']) {
      const body = method === 'PUT' ? { queries: [] } : undefined;
      const { status, json } = await call(method, `${path}/cur-0000`, { body });
      assert.deepEqual([status, json], [404, missing], method);
    }
    const { status, json } = await call('DELETE', `${path}/cur-0000`);
    assert.deepEqual([status, json], [404, { errors: ['curation does not exist for id: cur-0000'] }]);
  });
});

suite('curations are refused, and nothing changes', () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => `${n}`);
  const cases: Array<[what: string, body: unknown, errors: string[]]> = [
    ['no queries', { promoted: ['a'] }, ['queries must be supplied']],
    ...([[], 'lake', [1], [null], {}] as const).map((queries): [string, unknown, string[]] => [
      `queries ${JSON.stringify(queries)}`,
      { queries, promoted: ['a'] },
      ['queries must be a non empty array of strings'],
    ]),
    ['neither list', { queries: ['x'] }, ['curation must include either promoted or hidden']],
    ['an empty list', { queries: ['x'], promoted: [] }, ['promoted must be a non empty array of strings']],
    [
      'two empty lists',
      { queries: ['x'], promoted: [], hidden: [] },
      ['promoted must be a non empty array of strings', 'hidden must be a non empty array of strings'],
    ],
    [
      'lists that are none',
      { queries: ['x'], promoted: 'a', hidden: [1] },
      ['promoted must be a non empty array of strings', 'hidden must be a non empty array of strings'],
    ],
    [
      'unknown documents',
      { queries: ['x'], promoted: ['doc-1', 'a', 'doc-2'], hidden: ['doc-3'] },
      [
        'promoted contains invalid document ids: [doc-1, doc-2]',
        'hidden contains invalid document ids: [doc-3]',
      ],
    ],
    [
      'a document in both lists',
      { queries: ['x'], promoted: ['a', 'b'], hidden: ['b'] },
      ['promoted and hidden contain the same document ids: [b]'],
    ],
    [
      'a query twice',
      { queries: ['big lake', 'Big  Lake '], promoted: ['a'] },
      ['queries contains the same query twice: Big  Lake '],
    ],
    [
      'a query with 129 characters',
      { queries: ['x'.repeat(129)], promoted: ['a'] },
      ['queries cannot be longer than 128 characters'],
    ],
    ['101 queries', { queries: many(101), promoted: ['a'] }, ['queries cannot have more than 100 queries']],
    [
      '51 documents',
      { queries: ['x'], promoted: many(51), hidden: many(51) },
      ['promoted cannot have more than 50 documents', 'hidden cannot have more than 50 documents'],
    ],
  ];
  for (const [what, body, errors] of cases) {
    test(what, async () => {
      const { call, path, create, list } = await parks();
      const id = await create({ queries: ['lake'], promoted: ['a'] });
      const before = await list();
      const made = await call('POST', path, { body });
      assert.deepEqual([made.status, made.json], [400, { errors }]);
      if (what !== 'no queries') {
        const changed = await call('PUT', `${path}/${id}`, { body });
        assert.deepEqual([changed.status, changed.json], [400, { errors }]);
      }
      assert.deepEqual(await list(), before);
    });
  }

  test('a query of another curation', async () => {
    const { call, path, create } = await parks();
    const id = await create({ queries: ['Green bananas'], promoted: ['a'] });
    const other = await create({ queries: ['lake'], promoted: ['a'] });
    const body = { queries: ['ok', ' green  BANANAS'], promoted: ['a'] };
    const errors = [`query already exists under another curation: ${id},  green  BANANAS`];
    for (const [method, at] of [
      ['POST', path],
      ['PUT', `${path}/${other}`],
    ] as const) {
      const { status, json } = await call(method, at, { body });
      assert.deepEqual([status, json], [400, { errors }], method);
    }
  });

  test('128 characters, 100 queries and 50 documents are accepted', async () => {
    const { create } = await parks(many(100));
    await create({
      queries: [...many(99), '😀'.repeat(128)],
      promoted: many(50),
      hidden: many(100).slice(50),
    });
  });
});
