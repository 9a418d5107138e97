import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { BOOKS, bookshop, clicksOf, emptyService, foundIds, suggestions } from './bookshop.ts';
import { engineOf, pageOf } from './node-client.ts';
import { sending, statusAndBody } from './other-clients.ts';

suite('elastic-app-search for Python', () => {
  const HEADERS = {
    'content-type': 'application/json; charset=utf8',
    'x-swiftype-client': 'elastic-app-search-python',
    'x-swiftype-client-version': '7.10.0',
  };

  test('requests pages in the body of a GET', async () => {
    const send = sending(await bookshop(), HEADERS);
    await send('POST', '/engines', { name: 'films' });
    const engines = await send('GET', '/engines', { page: { current: 2, size: 1 } });
    assert.deepEqual(statusAndBody(engines), [
      200,
      { meta: { page: pageOf(2, 1, 2) }, results: [engineOf('films')] },
    ]);
    const documents = await send('GET', '/engines/books/documents/list', { page: { current: 1, size: 20 } });
    assert.deepEqual(documents.json, { meta: { page: pageOf(1, 20, BOOKS.length) }, results: BOOKS });
  });

  test('searches with a GET that has a body', async () => {
    const send = sending(await bookshop(), HEADERS);
    const { status, json } = await send('GET', '/engines/books/search', {
      query: 'emma',
      search_fields: { author: {} },
    });
    assert.equal(status, 200);
    assert.deepEqual(foundIds(json), ['room']);
  });

  test('sends several searches and requests suggestions with a GET that has a body', async () => {
    const service = await bookshop();
    const send = sending(service, HEADERS, service.searchKey);
    const queries = [{ query: 'emma', search_fields: { author: {} } }, { query: 'dune' }];
    const several = await send('GET', '/engines/books/multi_search', { queries });
    assert.deepEqual([several.status, several.json.map(foundIds)], [200, [['room'], ['dune']]]);
    const options = { query: 'em', types: { documents: { fields: ['title'] } }, size: 3 };
    const suggested = await send('GET', '/engines/books/query_suggestion', options);
    assert.deepEqual([suggested.status, suggested.json.results], [200, suggestions('emma')]);
  });

  test('reports clicks with a POST and ignores the response', async () => {
    const service = await bookshop();
    const click = { query: 'dune', document_id: 'dune', tags: ['web'] };
    const answer = await sending(service, HEADERS)('POST', '/engines/books/click', click);
    assert.deepEqual([answer.status, answer.text], [200, '']);
    assert.deepEqual(await clicksOf(service), [
      { query: 'dune', documentId: 'dune', position: null, tags: ['web'] },
    ]);
  });

  test('reads and deletes documents by ids in the body', async () => {
    const send = sending(await bookshop(), HEADERS);
    assert.deepEqual((await send('GET', '/engines/books/documents', ['room'])).json, [BOOKS[2]]);
    assert.deepEqual((await send('DELETE', '/engines/books/documents', ['room', 'no'])).json, [
      { id: 'room', deleted: true },
      { id: 'no', deleted: false },
    ]);
  });

  test('escapes parts of the path', async () => {
    const service = await bookshop();
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

  test('creates an engine with the query string, without a body', async () => {
    const send = sending(await emptyService(), HEADERS);
    const answer = await send('POST', '/engines?name=source-engine-1&language=en&type=default');
    assert.deepEqual(statusAndBody(answer), [200, engineOf('source-engine-1', 0, 'en')]);
  });

  test('requests pages and documents with the query string', async () => {
    const send = sending(await bookshop(), HEADERS);
    const list = await send('GET', '/engines/books/documents/list?page%5Bsize%5D=3&page%5Bcurrent%5D=2');
    assert.deepEqual(statusAndBody(list), [
      200,
      { meta: { page: pageOf(2, 3, BOOKS.length) }, results: [BOOKS[3]] },
    ]);
    const read = await send('GET', '/engines/books/documents?ids[]=room&ids[]=dune');
    assert.deepEqual(read.json, [BOOKS[2], BOOKS[0]]);
  });

  test('gets an authentication challenge for an empty header', async () => {
    const service = await bookshop();
    const answer = await service.call('GET', '/engines', { key: null, headers: { authorization: '' } });
    assert.deepEqual(statusAndBody(answer), [401, { error: 'You need to sign in before continuing.' }]);
    assert.equal(answer.headers.get('www-authenticate'), 'Basic realm="Swiftype"');
    assert.equal(answer.headers.get('x-app-search-version'), null);
  });

  test('sends compressed bodies', async () => {
    const service = await bookshop();
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

  test('sends a compressed body with a GET', async () => {
    const service = await bookshop();
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
