import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { startTestService } from '../support/service.ts';
import { BOOKS, bookshop, clicksOf, emptyService, foundIds, suggestions } from './bookshop.ts';
import { engineOf, pageOf } from './node-client.ts';
import { sending, statusAndBody } from './other-clients.ts';

suite('elastic-enterprise-search for Ruby', () => {
  // It ends every path with a slash, sends `{}` as an empty body, and repeats parameters of the path in the query
  // string.
  const HEADERS = {
    'content-type': 'application/json',
    'user-agent': 'elastic-enteprise-search-ruby/8.0.0 (RUBY_VERSION: 3.0.1; linux x86_64)',
    'x-elastic-client-meta': 'ent=8.0.0,rb=3.0.1,t=7.13.3,fd=1.5.1,nh=0.1.1',
    accept: '*/*',
  };

  test('creates an engine with the query string alone', async () => {
    const send = sending(await emptyService(), HEADERS);
    assert.deepEqual(statusAndBody(await send('POST', '/engines/?name=videogames', '{}')), [
      200,
      engineOf('videogames'),
    ]);
  });

  test('reads, lists and deletes engines', async () => {
    const send = sending(await bookshop(), HEADERS);
    const books = engineOf('books', BOOKS.length);
    assert.deepEqual(statusAndBody(await send('GET', '/engines/books/', '{}')), [200, books]);
    assert.deepEqual(statusAndBody(await send('GET', '/engines/', '{}')), [
      200,
      { meta: { page: pageOf(1, 25, 1) }, results: [books] },
    ]);
    assert.deepEqual(statusAndBody(await send('DELETE', '/engines/books/', '{}')), [200, { deleted: true }]);
  });

  test('indexes several documents or a single one; every result has id and errors, in that order', async () => {
    const send = sending(await bookshop(), HEADERS);
    const games = [
      { name: 'Super Lorenzo Bros', year: 1985 },
      { name: 'Pack-Man', year: '1980' },
    ];
    for (const body of [games, games[0]]) {
      const { status, json } = await send('POST', '/engines/books/documents/', body);
      assert.equal(status, 200);
      assert.equal(json.length, Array.isArray(body) ? 2 : 1);
      for (const result of json) {
        assert.deepEqual(Object.keys(result), ['id', 'errors']);
        assert.match(result.id, /^doc-[0-9a-f]{24}$/);
        assert.deepEqual(result.errors, []);
      }
    }
  });

  test('changes, reads, lists and deletes documents', async () => {
    const send = sending(await bookshop(), HEADERS);
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

  test('reads and changes the schema', async () => {
    const send = sending(await bookshop(), HEADERS);
    const schema = { year: 'text', title: 'text', author: 'text', genre: 'text' };
    assert.deepEqual(statusAndBody(await send('POST', '/engines/books/schema/', { year: 'text' })), [
      200,
      schema,
    ]);
    assert.deepEqual(statusAndBody(await send('GET', '/engines/books/schema/', '{}')), [200, schema]);
  });

  test('searches with the query in the body or in the query string', async () => {
    const send = sending(await bookshop(), HEADERS);
    const byBody = await send('POST', '/engines/books/search/', { query: 'dune' });
    const byAddress = await send('POST', '/engines/books/search/?query=dune', '{}');
    const twice = await send('POST', '/engines/books/search/?engine_name=books', { query: 'dune' });
    for (const { status, json } of [byBody, byAddress, twice]) {
      assert.equal(status, 200);
      assert.deepEqual(json.meta.engine, { name: 'books', type: 'default' });
      assert.deepEqual(json.results[0].title, { raw: 'Dune' });
    }
  });

  test('sends several searches, requests suggestions and reports clicks', async () => {
    const service = await bookshop();
    const send = sending(service, HEADERS, service.searchKey);
    const queries = [{ query: 'dune' }, { query: 'emma' }];
    const several = await send('POST', '/engines/books/multi_search/', { queries });
    assert.deepEqual(several.json.map(foundIds), [['dune'], ['emma', 'room']]);
    // The query of a suggestion is in the query string.
    const suggested = await send('POST', '/engines/books/query_suggestion/?query=du', '{}');
    assert.deepEqual([suggested.status, suggested.json.results], [200, suggestions('dune')]);
    const click = { query: 'dune', document_id: 'dune' };
    for (const answer of [
      await send('POST', '/engines/books/click/', click),
      await send('POST', '/engines/books/click/?query=dune&document_id=dune', '{}'),
    ]) {
      assert.deepEqual([answer.status, answer.text], [200, '']);
    }
    const stored = { query: 'dune', documentId: 'dune', position: null, tags: [] };
    assert.deepEqual(await clicksOf(service), [stored, stored]);
  });

  test('manages keys with the name in path and query string', async () => {
    const service = await bookshop();
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

  test('gets the routing error as a string', async () => {
    const send = sending(await bookshop(), HEADERS);
    assert.deepEqual(statusAndBody(await send('GET', '/engines/books/nothing/', '{}')), [
      404,
      { errors: 'Routing Error. The path you have requested is invalid.' },
    ]);
  });

  test('requests compressed responses and gets them', async () => {
    const service = await bookshop();
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

  test('requests pages in the body of a GET', async () => {
    const service = await bookshop();
    const page = { page: { current: 2, size: 1 } };
    const listed = await sending(service, HEADERS)('GET', '/engines/books/documents/list', page);
    assert.deepEqual(listed.json, { meta: { page: pageOf(2, 1, BOOKS.length) }, results: [BOOKS[1]] });
    const keys = await sending(service, HEADERS, service.adminKey)('GET', '/credentials', page);
    assert.deepEqual(keys.json.meta, { page: pageOf(2, 1, 3) });
    assert.equal(keys.json.results[0].name, 'private-key');
  });

  test('shows a duplicate engine name as a bad request', async () => {
    const send = sending(await bookshop(), HEADERS);
    assert.deepEqual(statusAndBody(await send('POST', '/engines', { name: 'books' })), [
      400,
      { errors: ['Name is already taken'] },
    ]);
  });

  test('shows an id of 800 characters as an invalid document', async () => {
    const send = sending(await bookshop(), HEADERS);
    const tooLong = 'too long'.repeat(100);
    const { status, json } = await send('POST', '/engines/books/documents', [
      { title: 'A' },
      { id: tooLong },
    ]);
    assert.equal(status, 200);
    assert.deepEqual(json[0].errors, []);
    assert.deepEqual(json[1].errors, ['Invalid field type: id must be less than 800 characters']);
  });

  test('gets a time in a new field back unchanged', async () => {
    const send = sending(await bookshop(), HEADERS);
    const document = { id: 'a', created_at: '2018-01-01T01:01:01+00:00' };
    await send('POST', '/engines/books/documents', [document]);
    assert.deepEqual((await send('GET', '/engines/books/documents', ['a'])).json, [document]);
  });

  test('sends a member twice when it updates a key: the last one counts', async (t) => {
    const service = await bookshop(await startTestService(t));
    const send = sending(service, HEADERS, service.adminKey);
    const key =
      '"name":"spec-key","type":"private","read":true,"access_all_engines":false,"engines":["books"]';
    const created = await send('POST', '/credentials', `{${key},"write":false}`);
    assert.equal(created.json.write, false);
    const updated = await send('PUT', '/credentials/spec-key', `{${key},"write":false,"write":true}`);
    assert.deepEqual(statusAndBody(updated), [200, { ...created.json, write: true }]);
  });

  test('creates a key for an engine that does not exist yet', async (t) => {
    const service = await startTestService(t);
    const send = sending(service, HEADERS, service.adminKey);
    const key = { name: 'spec-key', type: 'private', read: true, write: false, engines: ['not-yet'] };
    const { status, json } = await send('POST', '/credentials', key);
    assert.equal(status, 200);
    assert.deepEqual(json.engines, ['not-yet']);
  });

  test('posts clicks as documents, and they are stored as such', async () => {
    const send = sending(await bookshop(), HEADERS);
    const click = { query: 'cat', document_id: 'dune', tags: ['web'] };
    const { status, json } = await send('POST', '/engines/books/documents', click);
    assert.equal(status, 200);
    assert.match(json[0].id, /^doc-/);
    assert.deepEqual(json[0].errors, []);
  });
});
