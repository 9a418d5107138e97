import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { startTestService } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `${i}`, n: `${i}` }));

suite('getting documents by their ids', () => {
  test('every notation returns one entry per id, in order, null for missing documents', async (t) => {
    const service = await sharedService();
    const engine = await service.engine({
      documents: [
        { id: 'a', x: '1' },
        { id: 'b', x: '2' },
      ],
    });
    const [a, b] = [
      { id: 'a', x: '1' },
      { id: 'b', x: '2' },
    ];
    const ways: Array<[string, string, unknown, unknown[]]> = [
      ['an array in the body', '', ['b', 'nobody', 'a'], [b, null, a]],
      ['ids[] in the query string', '?ids[]=b&ids[]=nobody&ids[]=a', undefined, [b, null, a]],
      ['ids[] escaped', '?ids%5B%5D=b&ids%5B%5D=a', undefined, [b, a]],
      ['ids[] with an empty object as body', '?ids[]=a', {}, [a]],
      ['ids as a member of the body', '', { ids: ['a', 'b'] }, [a, b]],
      ['the body overrides the query string', '?ids[]=b', ['a'], [a]],
      ['an id twice', '', ['a', 'a'], [a, a]],
      ['objects with ids', '', [{ id: 'a' }, { id: 'nobody' }], [a, null]],
      ['only unknown ones', '', ['nobody'], [null]],
      ['path parameters repeated by a client', `?engine_name=${engine}&ids[]=a`, undefined, [a]],
    ];
    for (const [what, query, body, expected] of ways) {
      await t.test(what, async () => {
        const { status, json } = await service.call('GET', `/engines/${engine}/documents${query}`, { body });
        assert.deepEqual({ status, json }, { status: 200, json: expected });
      });
    }
  });

  test('100 ids are accepted in the query string and in the body, 101 are rejected', async () => {
    const service = await sharedService();
    const documents = numbered(101);
    const engine = await service.engine({ documents });
    const path = `/engines/${engine}/documents`;
    const address = (count: number) =>
      documents
        .slice(0, count)
        .map(({ id }) => `ids[]=${id}`)
        .join('&');
    const ids = documents.map(({ id }) => id);
    assert.deepEqual((await service.call('GET', `${path}?${address(100)}`)).json, documents.slice(0, 100));
    assert.deepEqual(
      (await service.call('GET', path, { body: ids.slice(0, 100) })).json,
      documents.slice(0, 100),
    );
    for (const refused of [
      await service.call('GET', `${path}?${address(101)}`),
      await service.call('GET', path, { body: ids }),
      await service.call('DELETE', path, { body: ids }),
      await service.call('DELETE', `${path}?${address(101)}`),
    ]) {
      assert.equal(refused.status, 400);
      assert.deepEqual(refused.json, { errors: ['Cannot exceed 100 ids in a single request'] });
    }
    assert.equal((await service.call('GET', `/engines/${engine}`)).json.document_count, 101);
  });

  const missing = 'Missing required parameter: ids';
  const refusals: Array<[string, string, string | undefined, string]> = [
    ['no ids at all', '', undefined, missing],
    ['an empty object', '', '{}', missing],
    ['an empty array', '', '[]', missing],
    ['null', '', 'null', missing],
    ['ids as one text', '?ids=a', undefined, 'Ids must be an array'],
    ['ids by name', '?ids[x]=a', undefined, 'Ids must be an array'],
    ['an object without id', '', '[{}]', 'Ids must be an array of strings'],
    ['a null among them', '', '["a",null]', 'Ids must be an array of strings'],
    ['true among them', '', '[true]', 'Ids must be an array of strings'],
    ['no JSON', '', '["a"', 'There was a decoding error. Please ensure your request is valid.'],
  ];
  for (const method of ['GET', 'DELETE']) {
    test(`${method} without valid ids is rejected`, async (t) => {
      const service = await sharedService();
      const engine = await service.engine({ documents: [{ id: 'a' }] });
      for (const [what, query, body, message] of refusals) {
        await t.test(what, async () => {
          const { status, json } = await service.call(method, `/engines/${engine}/documents${query}`, {
            body,
          });
          assert.deepEqual({ status, json }, { status: 400, json: { errors: [message] } });
        });
      }
      assert.equal((await service.call('GET', `/engines/${engine}`)).json.document_count, 1);
    });
  }
});

suite('listing documents', () => {
  test('an empty engine has no pages', async () => {
    const service = await sharedService();
    const engine = await service.engine();
    const { status, json } = await service.call('GET', `/engines/${engine}/documents/list`);
    assert.equal(status, 200);
    assert.deepEqual(json, {
      meta: { page: { current: 1, total_pages: 0, total_results: 0, size: 100 } },
      results: [],
    });
  });

  test('pages have 100 documents by default and at most', async (t) => {
    const service = await sharedService();
    const documents = numbered(250);
    const engine = await service.engine({ documents });
    const cases: Array<[string, string, unknown, object, unknown[]]> = [
      ['by default', '', undefined, { current: 1, total_pages: 3, size: 100 }, documents.slice(0, 100)],
      [
        'the last page',
        '?page[current]=3',
        undefined,
        { current: 3, total_pages: 3, size: 100 },
        documents.slice(200),
      ],
      [
        'a size in the query string',
        '?page[current]=2&page[size]=3',
        undefined,
        { current: 2, total_pages: 84, size: 3 },
        documents.slice(3, 6),
      ],
      [
        'a page in the body',
        '',
        { page: { current: '2', size: '20' } },
        { current: 2, total_pages: 13, size: 20 },
        documents.slice(20, 40),
      ],
      [
        'the body overrides the query string',
        '?page[current]=2&page[size]=3',
        { page: { current: 1, size: 2 } },
        { current: 1, total_pages: 125, size: 2 },
        documents.slice(0, 2),
      ],
      [
        'a larger size is capped',
        '?page[size]=1000',
        undefined,
        { current: 1, total_pages: 3, size: 100 },
        documents.slice(0, 100),
      ],
      ['past the end', '?page[current]=4', undefined, { current: 4, total_pages: 3, size: 100 }, []],
      [
        'far past the end',
        '?page[current]=9007199254740991',
        undefined,
        { current: 9007199254740991, total_pages: 3, size: 100 },
        [],
      ],
    ];
    for (const [what, query, body, page, expected] of cases) {
      await t.test(what, async () => {
        const answer = await service.call('GET', `/engines/${engine}/documents/list${query}`, { body });
        assert.equal(answer.status, 200);
        assert.deepEqual(answer.json, {
          meta: { page: { ...page, total_results: 250 } },
          results: expected,
        });
        assert.deepEqual(Object.keys(answer.json.meta.page), [
          'current',
          'total_pages',
          'total_results',
          'size',
        ]);
      });
    }
  });

  test('the order is that of first insertion, even after replacements, patches and deletions', async (t) => {
    const service = await startTestService(t);
    const engine = await service.engine({ documents: ['c', 'a', 'd', 'b'].map((id) => ({ id, x: '1' })) });
    const path = `/engines/${engine}/documents`;
    const order = async () =>
      (await service.call('GET', `${path}/list`)).json.results.map(({ id }: { id: string }) => id).join('');
    assert.equal(await order(), 'cadb');
    await service.call('POST', path, { body: [{ id: 'd', x: '2' }, { id: 'e' }, { id: 'c', x: '2' }] });
    assert.equal(await order(), 'cadbe');
    await service.call('PATCH', path, { body: [{ id: 'a', x: '3' }] });
    assert.equal(await order(), 'cadbe');
    await service.call('DELETE', path, { body: ['d'] });
    assert.equal(await order(), 'cabe');
    await service.call('POST', path, { body: [{ id: 'd' }, { id: 'a' }] });
    assert.equal(await order(), 'cabed');
    await service.restart();
    assert.equal(await order(), 'cabed');
  });

  test('documents beyond the first 10,000 cannot be reached', async () => {
    const service = await sharedService();
    const engine = await service.engine({ documents: numbered(10_050) });
    const path = `/engines/${engine}/documents/list`;
    const last = (await service.call('GET', `${path}?page[current]=100`)).json;
    assert.deepEqual(last.meta.page, { current: 100, total_pages: 100, total_results: 10_000, size: 100 });
    assert.deepEqual(last.results.at(-1), { id: '9999', n: '9999' });
    assert.equal(last.results.length, 100);
    const beyond = (await service.call('GET', `${path}?page[current]=101`)).json;
    assert.deepEqual(beyond.meta.page, { current: 101, total_pages: 100, total_results: 10_000, size: 100 });
    assert.deepEqual(beyond.results, []);
    // The last page of a size that does not divide 10,000 ends there too.
    const uneven = (await service.call('GET', `${path}?page[current]=143&page[size]=70`)).json;
    assert.equal(uneven.results.length, 60);
    assert.equal((await service.call('GET', `/engines/${engine}`)).json.document_count, 10_050);
  });
});
