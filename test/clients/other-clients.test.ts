import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type Answer, type CallOptions, startTestService, type TestService } from '../support/service.ts';
import { BOOKS, bookshop, foundIds } from './bookshop.ts';
import { engineOf, pageOf } from './node-client.ts';

/*
 * Clients in other languages cannot run here. These are the requests that they are known to send, header by
 * header where it matters, and what their own test suites expect of the answers.
 */

/** Sends as one client does: its headers with every request. */
const sending =
  (service: TestService, headers: Record<string, string>, key?: string) =>
  (method: string, path: string, body?: unknown): Promise<Answer> =>
    service.call(method, path, {
      headers,
      ...(key !== undefined && { key }),
      ...(body !== undefined && { body }),
    });

const statusAndBody = ({ status, json }: Answer): [number, unknown] => [status, json];

suite('elastic-enterprise-search for Ruby', () => {
  // It ends every path with a slash, sends `{}` where it has nothing to send, and repeats parameters of the
  // path in the address.
  const HEADERS = {
    'content-type': 'application/json',
    'user-agent': 'elastic-enteprise-search-ruby/8.0.0 (RUBY_VERSION: 3.0.1; linux x86_64)',
    'x-elastic-client-meta': 'ent=8.0.0,rb=3.0.1,t=7.13.3,fd=1.5.1,nh=0.1.1',
    accept: '*/*',
  };

  test('creates an engine by the address alone', async (t) => {
    const send = sending(await startTestService(t), HEADERS);
    assert.deepEqual(statusAndBody(await send('POST', '/engines/?name=videogames', '{}')), [
      200,
      engineOf('videogames'),
    ]);
  });

  test('reads, lists and deletes engines', async (t) => {
    const send = sending(await bookshop(t), HEADERS);
    const books = engineOf('books', BOOKS.length);
    assert.deepEqual(statusAndBody(await send('GET', '/engines/books/', '{}')), [200, books]);
    assert.deepEqual(statusAndBody(await send('GET', '/engines/', '{}')), [
      200,
      { meta: { page: pageOf(1, 25, 1) }, results: [books] },
    ]);
    assert.deepEqual(statusAndBody(await send('DELETE', '/engines/books/', '{}')), [200, { deleted: true }]);
  });

  test('indexes several documents or a single one; every verdict has id and errors, in that order', async (t) => {
    const send = sending(await bookshop(t), HEADERS);
    const games = [
      { name: 'Super Lorenzo Bros', year: 1985 },
      { name: 'Pack-Man', year: '1980' },
    ];
    for (const body of [games, games[0]]) {
      const { status, json } = await send('POST', '/engines/books/documents/', body);
      assert.equal(status, 200);
      assert.equal(json.length, Array.isArray(body) ? 2 : 1);
      for (const verdict of json) {
        assert.deepEqual(Object.keys(verdict), ['id', 'errors']);
        assert.match(verdict.id, /^doc-[0-9a-f]{24}$/);
        assert.deepEqual(verdict.errors, []);
      }
    }
  });

  test('changes, reads, lists and deletes documents', async (t) => {
    const send = sending(await bookshop(t), HEADERS);
    const documents = '/engines/books/documents/';
    assert.deepEqual((await send('PATCH', documents, [{ id: 'dune', year: 1966 }])).json, [
      { id: 'dune', errors: [] },
    ]);
    const read = await send('GET', `${documents}?ids%5B%5D=dune&ids%5B%5D=nothing`, '{}');
    assert.deepEqual(statusAndBody(read), [200, [{ ...BOOKS[0], year: 1966 }, null]]);
    const listed = await send('GET', `${documents}list/?current_page=2&page_size=3`, '{}');
    assert.deepEqual(statusAndBody(listed), [
      200,
      { meta: { page: pageOf(2, 3, BOOKS.length) }, results: [BOOKS[3]] },
    ]);
    assert.deepEqual((await send('DELETE', documents, ['dune'])).json, [{ id: 'dune', deleted: true }]);
  });

  test('reads and changes the schema', async (t) => {
    const send = sending(await bookshop(t), HEADERS);
    const schema = { year: 'text', title: 'text', author: 'text', genre: 'text' };
    assert.deepEqual(statusAndBody(await send('POST', '/engines/books/schema/', { year: 'text' })), [
      200,
      schema,
    ]);
    assert.deepEqual(statusAndBody(await send('GET', '/engines/books/schema/', '{}')), [200, schema]);
  });

  test('searches with the query in the body or in the address', async (t) => {
    const send = sending(await bookshop(t), HEADERS);
    const byBody = await send('POST', '/engines/books/search/', { query: 'dune' });
    const byAddress = await send('POST', '/engines/books/search/?query=dune', '{}');
    const twice = await send('POST', '/engines/books/search/?engine_name=books', { query: 'dune' });
    for (const { status, json } of [byBody, byAddress, twice]) {
      assert.equal(status, 200);
      assert.deepEqual(json.meta.engine, { name: 'books', type: 'default' });
      assert.deepEqual(json.results[0].title, { raw: 'Dune' });
    }
  });

  test('manages keys with the name in path and address', async (t) => {
    const service = await bookshop(t);
    const send = sending(service, HEADERS, service.adminKey);
    const body = { name: 'my-api-key', type: 'private', read: true, write: true };
    const path = '/credentials/my-api-key/?api_key_name=my-api-key';

    const created = await send('POST', '/credentials/', { ...body, access_all_engines: true });
    assert.equal(created.status, 200);
    const { id, key } = created.json;
    assert.deepEqual(Object.keys(created.json), [
      'id',
      'key',
      'name',
      'type',
      'read',
      'write',
      'access_all_engines',
    ]);
    assert.deepEqual(statusAndBody(await send('GET', path, '{}')), [200, created.json]);

    const put = await send('PUT', path, { ...body, engines: ['test'] });
    assert.deepEqual(statusAndBody(put), [200, { id, key, ...body, engines: ['test'] }]);
    assert.deepEqual(Object.keys(put.json), ['id', 'key', 'name', 'type', 'read', 'write', 'engines']);

    assert.deepEqual(statusAndBody(await send('DELETE', path, '{}')), [200, { deleted: true }]);
    const { json } = await send('GET', '/credentials/', '{}');
    assert.deepEqual(
      json.results.map((credential: { name: string }) => credential.name),
      ['admin-key', 'private-key', 'search-key'],
    );
  });

  test('takes the routing error for a string', async (t) => {
    const send = sending(await bookshop(t), HEADERS);
    assert.deepEqual(statusAndBody(await send('GET', '/engines/books/nothing/', '{}')), [
      404,
      { errors: 'Routing Error. The path you have requested is invalid.' },
    ]);
  });

  test('prefers compressed answers and gets them', async (t) => {
    const service = await bookshop(t);
    const long = 'word '.repeat(1000);
    await service.call('POST', '/engines/books/documents', { body: [{ id: 'long', title: long }] });
    const answer = await fetch(`${service.baseUrl}/api/as/v1/engines/books/documents/?ids%5B%5D=long`, {
      headers: {
        ...HEADERS,
        authorization: `Bearer ${service.privateKey}`,
        'accept-encoding': 'gzip;q=1.0,deflate;q=0.6,identity;q=0.3',
      },
    });
    assert.equal(answer.headers.get('content-encoding'), 'gzip');
    assert.deepEqual(await answer.json(), [{ id: 'long', title: long }]);
  });
});

suite('elastic-app-search for Ruby', () => {
  const HEADERS = {
    'content-type': 'application/json',
    'x-swiftype-client': 'elastic-app-search-ruby',
    'x-swiftype-client-version': '7.8.0',
  };

  test('asks for pages in the body of a GET', async (t) => {
    const service = await bookshop(t);
    const page = { page: { current: 2, size: 1 } };
    const listed = await sending(service, HEADERS)('GET', '/engines/books/documents/list', page);
    assert.deepEqual(listed.json, { meta: { page: pageOf(2, 1, BOOKS.length) }, results: [BOOKS[1]] });
    const keys = await sending(service, HEADERS, service.adminKey)('GET', '/credentials', page);
    assert.deepEqual(keys.json.meta, { page: pageOf(2, 1, 3) });
    assert.equal(keys.json.results[0].name, 'private-key');
  });

  test('shows an engine whose name is taken as a bad request', async (t) => {
    const send = sending(await bookshop(t), HEADERS);
    assert.deepEqual(statusAndBody(await send('POST', '/engines', { name: 'books' })), [
      400,
      { errors: ['Name is already taken'] },
    ]);
  });

  test('shows an id of 800 characters as an invalid document', async (t) => {
    const send = sending(await bookshop(t), HEADERS);
    const tooLong = 'too long'.repeat(100);
    const { status, json } = await send('POST', '/engines/books/documents', [
      { title: 'A' },
      { id: tooLong },
    ]);
    assert.equal(status, 200);
    assert.deepEqual(json[0].errors, []);
    assert.deepEqual(json[1].errors, ['Invalid field type: id must be less than 800 characters']);
  });

  test('gets a time in a new field back as it was sent', async (t) => {
    const send = sending(await bookshop(t), HEADERS);
    const document = { id: 'a', created_at: '2018-01-01T01:01:01+00:00' };
    await send('POST', '/engines/books/documents', [document]);
    assert.deepEqual((await send('GET', '/engines/books/documents', ['a'])).json, [document]);
  });

  test('sends a member twice when it updates a key: the last one counts', async (t) => {
    const service = await bookshop(t);
    const send = sending(service, HEADERS, service.adminKey);
    const key =
      '"name":"spec-key","type":"private","read":true,"access_all_engines":false,"engines":["books"]';
    const created = await send('POST', '/credentials', `{${key},"write":false}`);
    assert.equal(created.json.write, false);
    const updated = await send('PUT', '/credentials/spec-key', `{${key},"write":false,"write":true}`);
    assert.deepEqual(statusAndBody(updated), [200, { ...created.json, write: true }]);
  });

  test('makes a key for an engine that is not there yet', async (t) => {
    const service = await startTestService(t);
    const send = sending(service, HEADERS, service.adminKey);
    const key = { name: 'spec-key', type: 'private', read: true, write: false, engines: ['not-yet'] };
    const { status, json } = await send('POST', '/credentials', key);
    assert.equal(status, 200);
    assert.deepEqual(json.engines, ['not-yet']);
  });

  test('posts clicks as documents, and they are taken as such', async (t) => {
    const send = sending(await bookshop(t), HEADERS);
    const click = { query: 'cat', document_id: 'dune', tags: ['web'] };
    const { status, json } = await send('POST', '/engines/books/documents', click);
    assert.equal(status, 200);
    assert.match(json[0].id, /^doc-/);
    assert.deepEqual(json[0].errors, []);
  });
});

suite('elastic-app-search for Python', () => {
  const HEADERS = {
    'content-type': 'application/json; charset=utf8',
    'x-swiftype-client': 'elastic-app-search-python',
    'x-swiftype-client-version': '7.10.0',
  };

  test('asks for pages in the body of a GET', async (t) => {
    const send = sending(await bookshop(t), HEADERS);
    await send('POST', '/engines', { name: 'films' });
    const engines = await send('GET', '/engines', { page: { current: 2, size: 1 } });
    assert.deepEqual(statusAndBody(engines), [
      200,
      { meta: { page: pageOf(2, 1, 2) }, results: [engineOf('films')] },
    ]);
    const documents = await send('GET', '/engines/books/documents/list', { page: { current: 1, size: 20 } });
    assert.deepEqual(documents.json, { meta: { page: pageOf(1, 20, BOOKS.length) }, results: BOOKS });
  });

  test('searches with a GET that has a body', async (t) => {
    const send = sending(await bookshop(t), HEADERS);
    const { status, json } = await send('GET', '/engines/books/search', {
      query: 'emma',
      search_fields: { author: {} },
    });
    assert.equal(status, 200);
    assert.deepEqual(foundIds(json), ['room']);
  });

  test('reads and deletes documents by ids in the body', async (t) => {
    const send = sending(await bookshop(t), HEADERS);
    assert.deepEqual((await send('GET', '/engines/books/documents', ['room'])).json, [BOOKS[2]]);
    assert.deepEqual((await send('DELETE', '/engines/books/documents', ['room', 'no'])).json, [
      { id: 'room', deleted: true },
      { id: 'no', deleted: false },
    ]);
  });

  test('escapes what stands in the path', async (t) => {
    const service = await bookshop(t);
    const { json } = await sending(service, HEADERS)('GET', '/engines/%62ooks');
    assert.equal(json.name, 'books');
    const key = await sending(service, HEADERS, service.adminKey)('GET', '/credentials/search%2Dkey');
    assert.equal(key.json.name, 'search-key');
  });
});

suite('elastic-enterprise-search for Python', () => {
  const HEADERS = {
    'content-type': 'application/json',
    accept: 'application/json',
    connection: 'keep-alive',
  };

  test('creates an engine by the address, without a body', async (t) => {
    const send = sending(await startTestService(t), HEADERS);
    const answer = await send('POST', '/engines?name=source-engine-1&language=en&type=default');
    assert.deepEqual(statusAndBody(answer), [200, engineOf('source-engine-1', 0, 'en')]);
  });

  test('asks for pages and documents in the address', async (t) => {
    const send = sending(await bookshop(t), HEADERS);
    const list = await send('GET', '/engines/books/documents/list?page%5Bsize%5D=3&page%5Bcurrent%5D=2');
    assert.deepEqual(statusAndBody(list), [
      200,
      { meta: { page: pageOf(2, 3, BOOKS.length) }, results: [BOOKS[3]] },
    ]);
    const read = await send('GET', '/engines/books/documents?ids[]=room&ids[]=dune');
    assert.deepEqual(read.json, [BOOKS[2], BOOKS[0]]);
  });

  test('is asked to sign in when its header is empty', async (t) => {
    const service = await bookshop(t);
    const answer = await service.call('GET', '/engines', { key: null, headers: { authorization: '' } });
    assert.deepEqual(statusAndBody(answer), [401, { error: 'You need to sign in before continuing.' }]);
    assert.equal(answer.headers.get('www-authenticate'), 'Basic realm="Swiftype"');
    assert.equal(answer.headers.get('x-app-search-version'), null);
  });

  test('sends compressed bodies', async (t) => {
    const service = await bookshop(t);
    const answer = await fetch(`${service.baseUrl}/api/as/v1/engines/books/documents`, {
      method: 'POST',
      headers: { ...HEADERS, authorization: `Bearer ${service.privateKey}`, 'content-encoding': 'gzip' },
      body: gzipSync(JSON.stringify([{ id: 'ulysses', title: 'Ulysses' }])),
    });
    assert.equal(answer.status, 200);
    assert.deepEqual(await answer.json(), [{ id: 'ulysses', errors: [] }]);
    const { json } = await service.call('GET', '/engines/books/documents', { body: ['ulysses'] });
    assert.deepEqual(json, [{ id: 'ulysses', title: 'Ulysses' }]);
  });

  test('sends a compressed body with a GET', async (t) => {
    const service = await bookshop(t);
    const { request } = await import('node:http');
    const body = gzipSync(JSON.stringify({ query: 'dune' }));
    const text = await new Promise<string>((resolve, reject) => {
      const outgoing = request(
        `${service.baseUrl}/api/as/v1/engines/books/search`,
        {
          method: 'GET',
          headers: {
            ...HEADERS,
            authorization: `Bearer ${service.searchKey}`,
            'accept-encoding': 'gzip',
            'content-encoding': 'gzip',
            'content-length': body.length,
          },
        },
        async (incoming) => {
          const bytes = Buffer.concat(await incoming.toArray());
          resolve((incoming.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString());
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
    assert.deepEqual(foundIds(JSON.parse(text)), ['dune']);
  });
});

suite('elastic/app-search and elastic/enterprise-search for PHP', () => {
  const HEADERS = {
    'content-type': 'application/json',
    'accept-encoding': 'gzip',
    'user-agent': 'ent-search-php/8.7.0',
  };

  test('ask for pages in the body of a GET', async (t) => {
    const service = await bookshop(t);
    const send = sending(service, HEADERS);
    const engines = await send('GET', '/engines', { page: { current: 1, size: 20 } });
    assert.deepEqual(engines.json, {
      meta: { page: pageOf(1, 20, 1) },
      results: [engineOf('books', BOOKS.length)],
    });
    const documents = await send('GET', '/engines/books/documents/list', { page: { current: 1, size: 25 } });
    assert.deepEqual(documents.json.meta.page, pageOf(1, 25, BOOKS.length));
    const keys = await sending(service, HEADERS, service.adminKey)('GET', '/credentials', {
      page: { current: 1, size: 2 },
    });
    assert.equal(keys.json.results.length, 2);
  });

  test('read documents as they were indexed, and null for one that is not there', async (t) => {
    const send = sending(await bookshop(t), HEADERS);
    const documents = [
      {
        id: 'INscMGmhmX4',
        url: 'http://www.youtube.com/watch?v=v1uyQZNg2vE',
        title: 'The Original Grumpy Cat',
        tags: ['Grumpy Cat', 'Hall Of Fame', 'Cats'],
      },
    ];
    await send('POST', '/engines/books/documents', documents);
    assert.deepEqual((await send('GET', '/engines/books/documents', ['INscMGmhmX4'])).json, documents);
    assert.deepEqual((await send('GET', '/engines/books/documents', ['foo'])).json, [null]);
  });

  test('add a field before they index and change documents with it', async (t) => {
    const send = sending(await startTestService(t), HEADERS);
    await send('POST', '/engines', { name: 'films' });
    assert.deepEqual((await send('POST', '/engines/films/schema', { title: 'text' })).json, {
      title: 'text',
    });
    await send('POST', '/engines/films/documents', [{ id: '1' }]);
    const { json } = await send('PATCH', '/engines/films/documents', [{ id: '1', title: 'foo' }]);
    assert.deepEqual(json, [{ id: '1', errors: [] }]);
  });

  test('add four fields one right after another to an engine with documents', async (t) => {
    const send = sending(await bookshop(t), HEADERS);
    const fields = [
      ['string_field', 'text'],
      ['date_field', 'date'],
      ['number_field', 'number'],
      ['geo_field', 'geolocation'],
    ] as const;
    for (const [name, type] of fields) {
      const { status, json } = await send('POST', '/engines/books/schema', { [name]: type });
      assert.equal(status, 200, JSON.stringify(json));
      assert.equal(json[name], type);
    }
  });

  test('change the type of one field again and again without a pause', async (t) => {
    const send = sending(await bookshop(t), HEADERS);
    for (const type of ['text', 'number', 'date', 'geolocation', 'number']) {
      const { status, json } = await send('POST', '/engines/books/schema', { year: type });
      assert.equal(status, 200, JSON.stringify(json));
      assert.equal(json.year, type);
    }
    assert.deepEqual((await send('GET', '/engines/books/documents', ['dune'])).json, [BOOKS[0]]);
  });

  const mistakes: Array<[name: string, type: string]> = [
    ['string_field', 'not-a-valid-type'],
    ['id', 'number'],
    ['id', 'text'],
    ['12', 'text'],
    ['invalid field name', 'text'],
    ['_invalid_field_name', 'text'],
    ['invalid-field-name', 'text'],
    ['invalidFieldName', 'text'],
    ['invalid.field.name', 'text'],
    ['INVALID', 'text'],
  ];
  for (const [name, type] of mistakes) {
    test(`have the field ${name} of type ${type} refused`, async (t) => {
      const send = sending(await bookshop(t), HEADERS);
      const before = (await send('GET', '/engines/books/schema')).json;
      const { status, json } = await send('POST', '/engines/books/schema', { [name]: type });
      assert.equal(status, 400);
      assert.ok(Array.isArray(json.errors) && json.errors.length > 0);
      assert.deepEqual((await send('GET', '/engines/books/schema')).json, before);
    });
  }

  const keys: Array<[type: string, rights: object, changed: object]> = [
    ['search', { read: null, write: null, access_all_engines: true }, {}],
    [
      'private',
      { read: true, write: false, access_all_engines: true },
      { read: false, write: true, access_all_engines: true, engines: null },
    ],
    ['admin', { read: null, write: null, access_all_engines: null, engines: null }, {}],
  ];
  for (const [type, rights, changed] of keys) {
    test(`send nulls for what a key of type ${type} does not have`, async (t) => {
      const service = await startTestService(t);
      const send = sending(service, HEADERS, service.adminKey);
      const name = `${type}-spec-key`;
      const created = await send('POST', '/credentials', { name, type, ...rights });
      assert.equal(created.status, 200);
      const given = Object.fromEntries(Object.entries(rights).filter(([, value]) => value !== null));
      const { id, key } = created.json;
      assert.deepEqual(created.json, { id, key, name, type, ...given });

      const renamed = await send('PUT', `/credentials/${name}`, { name: 'other', type, ...rights });
      assert.equal(renamed.status, 400);

      const updated = await send('PUT', `/credentials/${name}`, { name, type, ...rights, ...changed });
      const { engines: _, ...expected }: Record<string, unknown> = { ...created.json, ...changed };
      assert.deepEqual(statusAndBody(updated), [200, expected]);
      assert.deepEqual((await send('DELETE', `/credentials/${name}`)).json, { deleted: true });
    });
  }

  suite('search', () => {
    const CATS = [
      { id: 'grumpy', title: 'The Original Grumpy Cat', tags: ['Grumpy Cat', 'Hall Of Fame', 'Cats'] },
      { id: 'another', title: 'Another Grumpy Cat', tags: ['Copycat', 'Cats', 'Videos'] },
      { id: 'dog', title: 'No cat, a dog', tags: ['Dogs'] },
    ];
    const cats = async (service: TestService) => service.engine({ documents: CATS });

    const filters: Array<[filters: object, found: string[]]> = [
      [{ tags: ['Cats'] }, ['another', 'grumpy']],
      [{ tags: ['Copycat'] }, ['another']],
      [{ tags: ['Copycat', 'Hall Of Fame'] }, ['another', 'grumpy']],
      [{ any: [{ tags: ['Copycat'] }, { tags: 'Hall Of Fame' }] }, ['another', 'grumpy']],
      [{ all: [{ tags: ['Copycat'] }, { tags: 'Hall Of Fame' }] }, []],
      [{ all: [{ tags: ['Cats'] }], none: [{ tags: 'Hall Of Fame' }] }, ['another']],
    ];
    for (const [filter, found] of filters) {
      test(`filters by ${JSON.stringify(filter)}`, async (t) => {
        const service = await startTestService(t);
        const send = sending(service, HEADERS);
        const { json } = await send('POST', `/engines/${await cats(service)}/search`, {
          query: '',
          filters: filter,
        });
        assert.deepEqual(foundIds(json), found);
      });
    }

    test('counts values, as many and in the order asked for', async (t) => {
      const service = await startTestService(t);
      const send = sending(service, HEADERS);
      const facets = { tags: [{ type: 'value', size: 3, sort: { value: 'asc' } }] };
      const { json } = await send('POST', `/engines/${await cats(service)}/search`, { query: '', facets });
      assert.deepEqual(json.facets.tags, [
        {
          type: 'value',
          data: [
            { value: 'Cats', count: 2 },
            { value: 'Copycat', count: 1 },
            { value: 'Dogs', count: 1 },
          ],
        },
      ]);
    });

    test('gives as many results as the page holds, each with a score', async (t) => {
      const service = await startTestService(t);
      const engine = await cats(service);
      for (const [query, size, results] of [
        ['cat', 10, 3],
        ['cat', 1, 1],
        ['', 10, 3],
        ['original', 10, 1],
        ['notfoundable', 10, 0],
      ] as const) {
        const page = { current: 1, size };
        const { json } = await sending(service, HEADERS)('POST', `/engines/${engine}/search`, {
          query,
          page,
        });
        assert.equal(json.meta.page.size, size);
        assert.equal(json.results.length, results, query);
        for (const result of json.results) assert.equal(typeof result._meta.score, 'number');
      }
    });
  });
});

suite('clients for Go', () => {
  test('get an empty id for a document that brought none and was refused', async (t) => {
    const send = sending(await bookshop(t), {});
    const documents = [{ foo: 'yes', id: 'has-id' }, { none: 'a name that the API forbids' }];
    const { json } = await send('POST', '/engines/books/documents', documents);
    assert.deepEqual(json, [
      { id: 'has-id', errors: [] },
      { id: '', errors: ['Invalid field name: none'] },
    ]);
  });

  test('delete documents by objects with their ids', async (t) => {
    const send = sending(await bookshop(t), {});
    const { json } = await send('DELETE', '/engines/books/documents', [{ id: 'dune' }, { id: 'no' }]);
    assert.deepEqual(json, [
      { id: 'dune', deleted: true },
      { id: 'no', deleted: false },
    ]);
  });

  test('name their facets', async (t) => {
    const send = sending(await bookshop(t), {});
    const top = { type: 'value', name: 'top_two', sort: { count: 'desc' }, size: 2 };
    const { json } = await send('POST', '/engines/books/search', { query: '', facets: { genre: [top] } });
    const data = [
      { value: 'romance', count: 2 },
      { value: 'comedy', count: 1 },
    ];
    assert.deepEqual(json.facets.genre, [{ type: 'value', name: 'top_two', data }]);
  });
});

suite('@elastic/enterprise-search-universal', () => {
  /** Its requests: the token stands bare in the header, and credentials are left to the browser's default. */
  const send = (service: TestService, token: string, path: string, body: object) =>
    fetch(`${service.baseUrl}/api/as/v1${path}`, {
      method: 'POST',
      headers: {
        authorization: token,
        'content-type': 'application/json',
        'x-elastic-client-meta': 'ent=8.14,jsu=24.0.0,t=8.14,ft=0',
        origin: 'https://shop.example',
      },
      body: JSON.stringify(body),
    });

  test('sends a bare token', async (t) => {
    const service = await bookshop(t);
    const answer = await send(service, service.searchKey, '/engines/books/search', { query: 'dune' });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('access-control-allow-origin'), 'https://shop.example');
    assert.deepEqual(foundIds((await answer.json()) as { results: unknown[] }), ['dune']);
  });

  test('reads refusals as JSON by their content type', async (t) => {
    const service = await bookshop(t);
    for (const [token, path, status, body] of [
      ['search-unknown', '/engines/books/search', 401, { error: 'Invalid authentication token.' }],
      [service.searchKey, '/engines/nope/search', 404, { errors: ['Could not find engine.'] }],
      [service.adminKey, '/engines/books/search', 401, { errors: ['Unauthorized action.'] }],
    ] as const) {
      const answer = await send(service, token, path, { query: '' });
      assert.equal(answer.status, status);
      assert.match(String(answer.headers.get('content-type')), /json/);
      assert.deepEqual(await answer.json(), body);
    }
  });
});

suite('curl, as the documentation shows it', () => {
  const FORM: CallOptions = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };

  test('sends JSON as if it were a form', async (t) => {
    const service = await bookshop(t);
    const created = await service.call('POST', '/engines', { ...FORM, body: '{"name": "films"}' });
    assert.deepEqual(statusAndBody(created), [200, engineOf('films')]);
    const found = await service.call('GET', '/engines/books/search', { ...FORM, body: '{"query": "dune"}' });
    assert.deepEqual(foundIds(found.json), ['dune']);
    const list = await service.call('GET', '/engines', {
      ...FORM,
      body: '{"page": {"current": "1", "size": "1"}}',
    });
    assert.deepEqual(list.json.meta.page, pageOf(1, 1, 2));
  });

  test('brings the key in the address', async (t) => {
    const service = await bookshop(t);
    const path = `/engines/books/search?query=dune&auth_token=${service.searchKey}`;
    const { status, json } = await service.call('GET', path, { key: null });
    assert.equal(status, 200);
    assert.deepEqual(foundIds(json), ['dune']);
  });

  test('does not index what stands in the address', async (t) => {
    const service = await bookshop(t);
    const answer = await service.call('POST', '/engines/books/documents?id=176&name=test', { body: '{}' });
    assert.deepEqual(statusAndBody(answer), [400, { errors: ['JSON must not be empty'] }]);
    assert.deepEqual((await service.call('GET', '/engines/books/documents', { body: ['176'] })).json, [null]);
  });

  test('may send an id as a number', async (t) => {
    const service = await bookshop(t);
    const answer = await service.call('POST', '/engines/books/documents', {
      body: { id: 176, name: 'test' },
    });
    assert.deepEqual(answer.json, [{ id: '176', errors: [] }]);
  });
});

suite('the Firestore extension', () => {
  test('indexes nested data: objects become JSON text, booleans and numbers text', async (t) => {
    const service = await bookshop(t);
    const document = {
      id: 'a',
      address: { city: 'Oslo', zip: [1, 2] },
      visits: [{ on: 'monday' }, { on: 'friday' }],
      open: true,
      floors: 3,
      closed_at: null,
    };
    const indexed = await service.call('POST', '/engines/books/documents', { body: [document] });
    assert.deepEqual(indexed.json, [{ id: 'a', errors: [] }]);
    const { json } = await service.call('GET', '/engines/books/documents', { body: ['a'] });
    assert.deepEqual(json, [
      {
        id: 'a',
        address: '{"city":"Oslo","zip":[1,2]}',
        visits: ['{"on":"monday"}', '{"on":"friday"}'],
        open: 'true',
        floors: '3',
        closed_at: null,
      },
    ]);
  });
});
