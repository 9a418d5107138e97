import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { limits } from '../../src/limits.ts';
import { sharedService } from '../support/shared-service.ts';

async function parks() {
  const service = await sharedService();
  const engine = await service.engine({ documents: [{ id: 'a', title: 'Lake Ada' }] });
  const path = `/engines/${engine}/relevance/judgements`;
  const send = async (method: string, body?: unknown) => {
    const { status, json } = await service.call(method, path, body === undefined ? {} : { body });
    return [status, json];
  };
  return { ...service, engine, path, send };
}

const judged = (query: string, document_id: string, grade: number) => ({ query, document_id, grade });
const listed = (query: string, document_id: string, grade: number) => ({
  ...judged(query, document_id, grade),
  source: 'manual',
});
const refusal = (...errors: string[]) => [400, { errors }];

suite('judgements', () => {
  test('are set, listed by page and by query, and replaced', async () => {
    const { send, call, path } = await parks();
    const judgements = [judged('Lake', 'a', 3), judged('lake', 'b', 0), judged('mount', 'a', 1)];
    assert.deepEqual(await send('PUT', { judgements }), [200, { judgements: 3, queries: 2 }]);
    assert.deepEqual(await send('PUT', { judgements: [judged(' LAKE ', 'b', 2)] }), [
      200,
      { judgements: 3, queries: 2 },
    ]);
    assert.deepEqual(await send('GET'), [
      200,
      {
        meta: { page: { current: 1, total_pages: 1, total_results: 3, size: 100 } },
        results: [listed('Lake', 'a', 3), listed(' LAKE ', 'b', 2), listed('mount', 'a', 1)],
      },
    ]);
    const { json } = await call('GET', `${path}?query=lake&page[size]=1&page[current]=2`);
    assert.deepEqual(json, {
      meta: { page: { current: 2, total_pages: 2, total_results: 2, size: 1 } },
      results: [listed(' LAKE ', 'b', 2)],
    });
  });

  test('are deleted by document, by query, and all if that is said', async () => {
    const { send, call, path } = await parks();
    const judgements = ['a', 'b', 'c'].flatMap((id) => [judged('lake', id, 1), judged('mount', id, 2)]);
    await send('PUT', { judgements });
    assert.deepEqual(await send('DELETE', { judgements: [judged('LAKE', 'a', 1), judged('x', 'a', 1)] }), [
      200,
      { deleted: 1 },
    ]);
    const { json } = await call('DELETE', `${path}?query=lake`);
    assert.deepEqual(json, { deleted: 2 });
    const unclear = refusal('Name what to delete: `judgements`, all judgements of a `query`, or `all`: true');
    for (const body of [undefined, {}, { all: false }, { all: true, query: 'mount' }, { query: null }]) {
      assert.deepEqual(await send('DELETE', body), unclear, JSON.stringify(body));
    }
    assert.deepEqual(await send('DELETE', { all: true }), [200, { deleted: 3 }]);
    assert.deepEqual(await send('DELETE', { all: true }), [200, { deleted: 0 }]);
  });

  test('may be about documents that do not exist, and about the empty query', async () => {
    const { send } = await parks();
    const judgements = [judged('', 'nowhere', 1), { query: 'lake', document_id: 7, grade: 1 }];
    assert.deepEqual(await send('PUT', { judgements }), [200, { judgements: 2, queries: 2 }]);
    const [, json] = await send('GET');
    assert.deepEqual(json.results, [listed('', 'nowhere', 1), listed('lake', '7', 1)]);
  });

  test('are gone with their engine', async () => {
    const { send, call, engine } = await parks();
    await send('PUT', { judgements: [judged('lake', 'a', 1)] });
    await call('DELETE', `/engines/${engine}`);
    await call('POST', '/engines', { body: { name: engine } });
    assert.equal((await send('GET'))[1].meta.page.total_results, 0);
  });

  test('survive a restart', async (t) => {
    const { startTestService } = await import('../support/service.ts');
    const service = await startTestService(t);
    const path = `/engines/${await service.engine()}/relevance/judgements`;
    await service.call('PUT', path, { body: { judgements: [judged('lake', 'a', 3)] } });
    await service.restart();
    assert.deepEqual((await service.call('GET', path)).json.results, [listed('lake', 'a', 3)]);
  });
});

suite('judgements that are refused change nothing', () => {
  const list = 'Judgements must be a non empty array of objects';
  const grade = 'grade must be an integer from 0 to 3';
  const CASES: ReadonlyArray<readonly [string, unknown, readonly string[]]> = [
    ['no list', {}, ['Missing required parameter: judgements']],
    ['null', { judgements: null }, ['Missing required parameter: judgements']],
    ['a bare list', [judged('a', 'b', 1)], ['Missing required parameter: judgements']],
    ['an empty list', { judgements: [] }, [list]],
    ['a text', { judgements: 'a' }, [list]],
    [
      'texts',
      { judgements: ['a', null] },
      ['Judgement 1 must be an object', 'Judgement 2 must be an object'],
    ],
    [
      'all members wrong',
      { judgements: [{ query: 1, document_id: {}, grade: 4 }] },
      [
        'Judgement 1: query must be a string',
        'Judgement 1: document_id must be a non empty string',
        `Judgement 1: ${grade}`,
      ],
    ],
    ...[-1, 1.5, '2', null, true, undefined].map(
      (value) =>
        [
          `grade ${JSON.stringify(value)}`,
          { judgements: [judged('a', 'b', 1), { query: 'a', document_id: 'c', grade: value }] },
          [`Judgement 2: ${grade}`],
        ] as const,
    ),
    [
      'an unknown member',
      { judgements: [{ ...judged('a', 'b', 1), rank: 1 }] },
      ['Judgement 1 contains invalid key: rank'],
    ],
    [
      'a long query and a long id',
      { judgements: [judged('x'.repeat(129), 'y'.repeat(800), 1)] },
      [
        'Judgement 1: query cannot be longer than 128 characters',
        'Judgement 1: document_id cannot be longer than 799 characters',
      ],
    ],
    [
      'ids that no document has',
      { judgements: [judged('a', '', 1), judged('a', 'x\0', 1), judged('a', '\ud800', 1)] },
      [1, 2, 3].map((at) => `Judgement ${at}: document_id must be a non empty string`),
    ],
    [
      'the same pair twice',
      { judgements: [judged('A b', 'b', 1), judged('c', 'b', 1), judged(' a  B', 'b', 2)] },
      ['Judgement 3 has the query and the document of judgement 1'],
    ],
    [
      'too many',
      {
        judgements: Array.from({ length: limits.judgementsPerRequest + 1 }, (_, n) => judged('a', `${n}`, 1)),
      },
      ['Cannot exceed 1,000 judgements in a single request'],
    ],
  ];
  for (const [name, body, errors] of CASES) {
    test(name, async () => {
      const { send } = await parks();
      assert.deepEqual(await send('PUT', body), refusal(...errors));
      assert.equal((await send('GET'))[1].meta.page.total_results, 0);
    });
  }

  test('a list and a page that cannot be read', async () => {
    const { send } = await parks();
    assert.deepEqual(await send('GET', { query: ['a'] }), refusal('Query must be a string'));
    assert.deepEqual(await send('GET', { page: { current: 0 } }), [
      400,
      { errors: ['Page current must be greater than or equal to 1'] },
    ]);
    assert.deepEqual(await send('DELETE', { judgements: [{ query: 'a' }] }), [
      400,
      { errors: ['Judgement 1: document_id must be a non empty string'] },
    ]);
  });

  test('more judgements or judged queries than an engine can have', async () => {
    const { send } = await parks();
    const many = (from: number, count: number, query: (n: number) => string) => ({
      judgements: Array.from({ length: count }, (_, n) => judged(query(from + n), `d${from + n}`, 1)),
    });
    for (let from = 0; from < limits.judgedQueries; from += 1000) {
      assert.equal(
        (
          await send(
            'PUT',
            many(from, 1000, (n) => `q${n}`),
          )
        )[0],
        200,
      );
    }
    assert.deepEqual(
      await send('PUT', { judgements: [judged('one more', 'a', 1)] }),
      refusal('Cannot exceed 2,000 judged queries in an engine'),
    );
    for (let from = limits.judgedQueries; from < limits.judgements; from += 1000) {
      assert.equal(
        (
          await send(
            'PUT',
            many(from, 1000, () => 'q1'),
          )
        )[0],
        200,
      );
    }
    const full = [200, { judgements: limits.judgements, queries: limits.judgedQueries }];
    assert.deepEqual(
      await send('PUT', { judgements: [judged('q1', 'one more', 1)] }),
      refusal('Cannot exceed 10,000 judgements in an engine'),
    );
    assert.deepEqual(await send('PUT', { judgements: [judged('q1', 'd1', 3)] }), full);
  });
});
