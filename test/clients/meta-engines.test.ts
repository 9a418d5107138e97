import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { BOOKS, bookshop } from './bookshop.ts';
import { connected, refusal } from './enterprise-search-client.ts';
import { sending, statusAndBody } from './other-clients.ts';

const engine_name = 'everything';
const made = {
  name: engine_name,
  type: 'meta',
  source_engines: ['books'],
  document_count: BOOKS.length,
};

suite('meta engines with @elastic/enterprise-search', () => {
  test('are created, searched, and their sources added and removed', async (t) => {
    const app = connected(t, await bookshop());
    await app.createEngine({ body: { name: 'comics' } });
    const body = { name: engine_name, type: 'meta' as const, source_engines: ['books'] };
    assert.deepEqual(await app.createEngine({ body }), made);
    assert.deepEqual(await app.getEngine({ engine_name }), made);
    assert.deepEqual(await app.addMetaEngineSource({ engine_name, sourceEngines: ['comics'] }), {
      ...made,
      source_engines: ['books', 'comics'],
    });
    const found = await app.search({ engine_name, body: { query: 'dune' } });
    assert.deepEqual(found.meta?.engine, { name: engine_name, type: 'meta' });
    assert.deepEqual(await app.deleteMetaEngineSource({ engine_name, sourceEngines: ['books', 'comics'] }), {
      ...made,
      source_engines: [],
      document_count: 0,
    });
  });

  test('without sources are rejected', async (t) => {
    const app = connected(t, await bookshop());
    assert.deepEqual(await refusal(app.createEngine({ body: { name: engine_name, type: 'meta' } })), [
      400,
      { errors: ['Source engines are required for meta engines'] },
    ]);
  });
});

const JSON_TYPE = { 'content-type': 'application/json' };
const PARAMETERS = `name=${engine_name}&type=meta&source_engines%5B%5D=books`;

/** How the clients of other languages create a meta engine, and how their paths end. */
const CLIENTS = {
  'elastic-app-search for Ruby': {
    create: ['', { name: engine_name, type: 'meta', source_engines: ['books'] }],
    end: '',
  },
  'elastic-app-search for Python': {
    create: ['', { name: engine_name, type: 'meta', source_engines: ['books'] }],
    end: '',
  },
  'elastic-enterprise-search for Ruby': { create: [`/?${PARAMETERS}`, {}], end: '/' },
  'elastic-enterprise-search for Python 7': { create: [`?${PARAMETERS}`, undefined], end: '' },
  'elastic/enterprise-search for PHP': {
    create: ['', { name: engine_name, type: 'meta', source_engines: ['books'] }],
    end: '',
  },
} as const;

for (const [client, { create, end }] of Object.entries(CLIENTS)) {
  test(`meta engines with ${client}`, async () => {
    const send = sending(await bookshop(), JSON_TYPE);
    await send('POST', '/engines', { name: 'comics' });
    const [query, body] = create;
    assert.deepEqual(statusAndBody(await send('POST', `/engines${query}`, body)), [200, made]);
    const path = `/engines/${engine_name}/source_engines${end}`;
    assert.deepEqual(statusAndBody(await send('POST', path, ['comics'])), [
      200,
      { ...made, source_engines: ['books', 'comics'] },
    ]);
    assert.deepEqual(statusAndBody(await send('DELETE', path, ['comics'])), [200, made]);
    assert.deepEqual((await send('DELETE', '/engines/books', {})).json, { deleted: true });
    assert.deepEqual((await send('GET', `/engines/${engine_name}${end}`, {})).json.source_engines, []);
  });
}
