import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { TestService } from '../support/service.ts';
import { BOOKS, bookshop, emptyService, foundIds, suggestions } from './bookshop.ts';
import { engineOf, pageOf } from './node-client.ts';
import { sending, statusAndBody } from './other-clients.ts';

suite('elastic/app-search and elastic/enterprise-search for PHP', () => {
  const HEADERS = {
    'content-type': 'application/json',
    'accept-encoding': 'gzip',
    'user-agent': 'ent-search-php/8.7.0',
  };

  test('request pages in the body of a GET', async () => {
    const service = await bookshop();
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

  test('read documents as they were indexed, and null for missing ones', async () => {
    const send = sending(await bookshop(), HEADERS);
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

  test('add a field before they write documents with it', async () => {
    const send = sending(await emptyService(), HEADERS);
    await send('POST', '/engines', { name: 'films' });
    assert.deepEqual((await send('POST', '/engines/films/schema', { title: 'text' })).json, {
      title: 'text',
    });
    await send('POST', '/engines/films/documents', [{ id: '1' }]);
    const { json } = await send('PATCH', '/engines/films/documents', [{ id: '1', title: 'foo' }]);
    assert.deepEqual(json, [{ id: '1', errors: [] }]);
  });

  test('add four fields in quick succession to an engine with documents', async () => {
    const send = sending(await bookshop(), HEADERS);
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

  test('change the type of one field repeatedly without a pause', async () => {
    const send = sending(await bookshop(), HEADERS);
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
    test(`get an error for the field ${name} of type ${type}`, async () => {
      const send = sending(await bookshop(), HEADERS);
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
    test(`send nulls for members that a key of type ${type} lacks`, async () => {
      const service = await emptyService();
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
      test(`filters by ${JSON.stringify(filter)}`, async () => {
        const service = await emptyService();
        const send = sending(service, HEADERS);
        const { json } = await send('POST', `/engines/${await cats(service)}/search`, {
          query: '',
          filters: filter,
        });
        assert.deepEqual(foundIds(json), found);
      });
    }

    test('counts values, in the requested number and order', async () => {
      const service = await emptyService();
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

    test('supports several searches, suggestions and clicks', async () => {
      const service = await emptyService();
      const send = sending(service, HEADERS, service.searchKey);
      const engine = await cats(service);
      const queries = [{ query: 'dog' }, { query: '', filters: { tags: ['Copycat'] } }];
      const several = await send('POST', `/engines/${engine}/multi_search`, { queries });
      assert.deepEqual(several.json.map(foundIds), [['dog'], ['another']]);
      const types = { documents: { fields: ['title'] } };
      const suggested = await send('POST', `/engines/${engine}/query_suggestion`, {
        query: 'gru',
        types,
        size: 3,
      });
      assert.deepEqual(suggested.json.results, suggestions('grumpy', 'grumpy cat'));
      const click = { query: 'cat', document_id: 'grumpy', request_id: null, tags: [] };
      const clicked = await send('POST', `/engines/${engine}/click`, click);
      assert.deepEqual([clicked.status, clicked.text], [200, '']);
    });

    test('returns one page of results, each with a score', async () => {
      const service = await emptyService();
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
