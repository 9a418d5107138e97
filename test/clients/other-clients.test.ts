import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { CallOptions, TestService } from '../support/service.ts';
import { bookshop, clicksOf, foundIds, suggestions } from './bookshop.ts';
import { engineOf, pageOf } from './node-client.ts';
import { sending, statusAndBody } from './other-clients.ts';

suite('clients for Go', () => {
  test('get an empty id for an invalid document without an id', async () => {
    const send = sending(await bookshop(), {});
    const documents = [{ foo: 'yes', id: 'has-id' }, { none: 'a name that the API forbids' }];
    const { json } = await send('POST', '/engines/books/documents', documents);
    assert.deepEqual(json, [
      { id: 'has-id', errors: [] },
      { id: '', errors: ['Invalid field name: none'] },
    ]);
  });

  test('delete documents by objects with their ids', async () => {
    const send = sending(await bookshop(), {});
    const { json } = await send('DELETE', '/engines/books/documents', [{ id: 'dune' }, { id: 'no' }]);
    assert.deepEqual(json, [
      { id: 'dune', deleted: true },
      { id: 'no', deleted: false },
    ]);
  });

  test('can name their facets', async () => {
    const send = sending(await bookshop(), {});
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
  /** Its requests: the token without a scheme in the header, and the browser's default for credentials. */
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

  test('sends a bare token', async () => {
    const service = await bookshop();
    const answer = await send(service, service.searchKey, '/engines/books/search', { query: 'dune' });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('access-control-allow-origin'), 'https://shop.example');
    assert.deepEqual(foundIds((await answer.json()) as { results: unknown[] }), ['dune']);
  });

  test('parses errors as JSON by their content type', async () => {
    const service = await bookshop();
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

  test('sends JSON as if it were a form', async () => {
    const service = await bookshop();
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

  test('requests suggestions and reports clicks the same way', async () => {
    const service = await bookshop();
    const suggested = await service.call('GET', '/engines/books/query_suggestion', {
      ...FORM,
      body: '{"query": "du"}',
    });
    assert.deepEqual(suggested.json.results, suggestions('dune'));
    const body = '{"query": "dune", "document_id": "dune"}';
    const clicked = await service.call('POST', '/engines/books/click', { ...FORM, body });
    assert.deepEqual([clicked.status, clicked.text], [200, '']);
    assert.equal((await clicksOf(service)).length, 1);
  });

  test('sends the key in the query string', async () => {
    const service = await bookshop();
    const path = `/engines/books/search?query=dune&auth_token=${service.searchKey}`;
    const { status, json } = await service.call('GET', path, { key: null });
    assert.equal(status, 200);
    assert.deepEqual(foundIds(json), ['dune']);
  });

  test('does not index parameters of the query string', async () => {
    const service = await bookshop();
    const answer = await service.call('POST', '/engines/books/documents?id=176&name=test', { body: '{}' });
    assert.deepEqual(statusAndBody(answer), [400, { errors: ['JSON must not be empty'] }]);
    assert.deepEqual((await service.call('GET', '/engines/books/documents', { body: ['176'] })).json, [null]);
  });

  test('may send an id as a number', async () => {
    const service = await bookshop();
    const answer = await service.call('POST', '/engines/books/documents', {
      body: { id: 176, name: 'test' },
    });
    assert.deepEqual(answer.json, [{ id: '176', errors: [] }]);
  });
});

suite('the Firestore extension', () => {
  test('indexes nested data: objects become JSON text, booleans and numbers text', async () => {
    const service = await bookshop();
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
