import assert from 'node:assert/strict';
import test from 'node:test';
import { fixture, INVALID, MAY_NOT, NO_ENGINE, SIGN_IN } from './callers.ts';

test('the list of engines has only those in the scope of the key', async (t) => {
  const it = await fixture(t);
  await it.makeBooks();
  const listed = async (name: string): Promise<unknown> => {
    const { json } = await it.service.call('GET', '/engines', { key: it.keyOf(name) });
    return [json.results.map((engine: { name: string }) => engine.name), json.meta.page.total_results];
  };
  assert.deepEqual(await listed('private-read'), [['books', 'other'], 2]);
  assert.deepEqual(await listed('private-of-books'), [['books'], 1]);
  assert.deepEqual(await listed('private-of-other'), [['other'], 1]);
});

test('no spelling of a path leads a key outside its scope', async (t) => {
  const it = await fixture(t);
  await it.makeBooks();
  await it.service.call('POST', '/engines/other/documents', { body: { id: 'hush', title: 'hush' } });
  const key = it.keyOf('private-of-books');
  const ways = [
    '/engines/other/documents/list',
    '/engines/other/documents/list/',
    '/engines/other/documents/list.json',
    '/engines/other/documents/list?engine=books&engine_name=books',
    '/engines/%6fther/documents/list',
    '/engines/books/../other/documents/list',
    '/engines/books/%2e%2e/other/documents/list',
    '/engines/books%2f..%2fother/documents/list',
    '/engines/books%2Cother/documents/list',
    '/engines/books,other/documents/list',
    '/engines/other%00books/documents/list',
    '/engines/other;books/documents/list',
    '/engines//other/documents/list',
    '//engines/other/documents/list',
    '/engines/OTHER/documents/list',
    '/engines/*/documents/list',
    '/engines/:engine/documents/list',
  ];
  for (const way of ways) {
    const answer = await it.service.call('GET', way, { key, body: { engine: 'books' } });
    assert.ok([401, 404].includes(answer.status), `${way}: ${answer.status}`);
    assert.ok(!answer.text.includes('hush'), way);
  }
});

test('checks run in this order: 401, then 404, then the request itself', async (t) => {
  const it = await fixture(t);
  await it.makeBooks();
  const decoding = { errors: ['There was a decoding error. Please ensure your request is valid.'] };
  const faults: ReadonlyArray<{
    readonly what: string;
    readonly query?: string;
    readonly body: string;
    readonly headers?: Record<string, string>;
    readonly status: number;
    readonly answer: unknown;
  }> = [
    { what: 'malformed JSON', body: '{"id":', status: 400, answer: decoding },
    { what: 'an empty body', body: '', status: 400, answer: { errors: ['JSON must not be empty'] } },
    {
      what: 'a body that is no gzip',
      body: 'plain',
      headers: { 'content-encoding': 'gzip' },
      status: 400,
      answer: decoding,
    },
    {
      what: 'an unknown content encoding',
      body: '{}',
      headers: { 'content-encoding': 'zip' },
      status: 415,
      answer: { errors: ['Content encoding must be one of gzip, deflate, br, identity'] },
    },
    {
      what: 'a body of 10 MB and one byte',
      body: ' '.repeat(10_485_761),
      status: 413,
      answer: { errors: ['Request body exceeds the maximum of 10,485,760 bytes'] },
    },
    { what: 'a parameter of two shapes', query: 'a=1&a[b]=2', body: '{}', status: 400, answer: decoding },
    { what: 'a malformed escape in the query', query: 'a=%zz', body: '{}', status: 400, answer: decoding },
  ];
  const none = { key: null, refusal: [401, SIGN_IN] };
  const callers: ReadonlyArray<{
    readonly key: string | null;
    readonly engine: string;
    readonly refusal: readonly unknown[] | undefined;
  }> = [
    { ...none, engine: 'books' },
    { ...none, engine: 'ghost' },
    { key: `private-${'0'.repeat(24)}`, engine: 'books', refusal: [401, INVALID] },
    { key: it.keyOf('search'), engine: 'books', refusal: [401, MAY_NOT] },
    { key: it.keyOf('private-read'), engine: 'books', refusal: [401, MAY_NOT] },
    { key: it.keyOf('private-of-other'), engine: 'books', refusal: [401, MAY_NOT] },
    { key: it.keyOf('private-of-other'), engine: 'ghost', refusal: [401, MAY_NOT] },
    { key: it.keyOf('private-of-books'), engine: 'ghost', refusal: [404, NO_ENGINE] },
    { key: it.keyOf('private-write'), engine: 'ghost', refusal: [404, NO_ENGINE] },
    { key: it.keyOf('private-write'), engine: 'books', refusal: undefined },
  ];
  for (const { what, query, body, headers = {}, status, answer } of faults) {
    await t.test(what, async () => {
      for (const { key, engine, refusal } of callers) {
        const path = `/engines/${engine}/documents${query === undefined ? '' : `?${query}`}`;
        const got = await it.service.call('POST', path, { key, body, headers });
        assert.deepEqual([got.status, got.json], refusal ?? [status, answer], `${key} at ${engine}`);
      }
    });
  }

  await t.test('a key in an otherwise invalid query string still authenticates', async () => {
    const path = `/engines/books/schema?a=%zz&auth_token=${it.keyOf('private-read')}`;
    const got = await it.service.call('GET', path, { key: null });
    assert.deepEqual([got.status, got.json], [400, decoding]);
  });

  await t.test('a key in the body is ignored', async () => {
    for (const call of ['search', 'multi_search', 'query_suggestion', 'click']) {
      const body = { auth_token: it.keyOf('private'), query: '', queries: [], document_id: 'dune' };
      const got = await it.service.call('POST', `/engines/books/${call}`, { key: null, body });
      assert.deepEqual([got.status, got.json], [401, SIGN_IN], call);
    }
  });

  await t.test('the header takes precedence over the query string', async () => {
    const address = (name: string) => `/engines/books/schema?auth_token=${it.keyOf(name)}`;
    const bad = await it.service.call('GET', address('private'), { key: `private-${'0'.repeat(24)}` });
    assert.deepEqual([bad.status, bad.json], [401, INVALID]);
    const good = await it.service.call('GET', address('search'), { key: it.keyOf('private') });
    assert.equal(good.status, 200);
  });
});
