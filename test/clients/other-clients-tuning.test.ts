import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { bookshop, foundIds } from './bookshop.ts';
import { pageOf } from './node-client.ts';
import { sending, statusAndBody } from './other-clients.ts';

// Search settings, synonym sets and curations, as the clients of other languages call them.

const JSON_TYPE = { 'content-type': 'application/json' };
const CLIENTS = {
  // Paths end with a slash, an empty body is `{}`, and parameters of the path are repeated in the query string.
  'elastic-enterprise-search for Ruby': { headers: JSON_TYPE, end: '/', empty: '{}', repeats: true },
  'elastic-enterprise-search for Python': {
    headers: {
      ...JSON_TYPE,
      accept: 'application/json',
      'user-agent': 'elastic-enterprise-search-python/8.0.0',
    },
    end: '',
    empty: undefined,
    repeats: false,
  },
  'elastic/enterprise-search for PHP': {
    headers: { ...JSON_TYPE, 'user-agent': 'ent-search-php/8.7.0' },
    end: '',
    empty: undefined,
    repeats: false,
  },
} as const;

for (const [client, { headers, end, empty, repeats }] of Object.entries(CLIENTS)) {
  suite(client, () => {
    const one = (path: string, name: string, id: string): string =>
      `${path}${repeats ? '' : '/'}${id}${end}${repeats ? `?${name}=${id}` : ''}`;
    const SETTINGS = `/engines/books/search_settings${end}`;

    test('reads search settings, sends them back changed, and resets them', async () => {
      const send = sending(await bookshop(), headers);
      const { json: defaults } = await send('GET', SETTINGS, empty);
      const boosts = { year: [{ type: 'proximity', function: 'linear', center: 1900, factor: 8 }] };
      assert.deepEqual(statusAndBody(await send('PUT', SETTINGS, { ...defaults, boosts })), [
        200,
        { ...defaults, boosts },
      ]);
      const search_fields = { title: { weight: 2.4 } };
      await send('PUT', SETTINGS, { search_fields });
      assert.deepEqual((await send('GET', SETTINGS, empty)).json.search_fields, search_fields);
      for (const bad of [{ nowhere: {} }, { title: { weight: 'not-a-number' } }, { year: {} }]) {
        assert.equal((await send('PUT', SETTINGS, { search_fields: bad })).status, 400);
      }
      const reset = await send('POST', `/engines/books/search_settings/reset${end}`, empty);
      assert.deepEqual(statusAndBody(reset), [200, defaults]);
    });

    test('creates, reads, lists, replaces and deletes synonym sets', async () => {
      const send = sending(await bookshop(), headers);
      const path = `/engines/books/synonyms${end}`;
      const made = await send('POST', path, { synonyms: ['desert', 'dune'] });
      const id: string = made.json.id;
      assert.deepEqual(statusAndBody(made), [200, { id, synonyms: ['desert', 'dune'] }]);
      assert.deepEqual(
        foundIds((await send('POST', `/engines/books/search${end}`, { query: 'desert' })).json),
        ['dune'],
      );
      const set = one(path, 'synonym_set_id', id);
      assert.deepEqual((await send('GET', set, empty)).json, made.json);
      const changed = { id, synonyms: ['sand', 'desert'] };
      assert.deepEqual((await send('PUT', set, { synonyms: changed.synonyms })).json, changed);
      assert.deepEqual((await send('GET', path, empty)).json, {
        meta: { page: pageOf(1, 25, 1) },
        results: [changed],
      });
      assert.deepEqual((await send('DELETE', set, empty)).json, { deleted: true });
      assert.deepEqual((await send('GET', path, { page: { current: 2, size: 10 } })).json, {
        meta: { page: pageOf(2, 10, 0) },
        results: [],
      });
    });

    test('creates, reads, lists, replaces and deletes curations', async () => {
      const send = sending(await bookshop(), headers);
      const path = `/engines/books/curations${end}`;
      const promoting = await send('POST', path, { queries: ['classic'], promoted: ['dune', 'room'] });
      const id: string = promoting.json.id;
      assert.deepEqual(statusAndBody(promoting), [200, { id }]);
      const found = await send('POST', `/engines/books/search${end}`, { query: 'classic' });
      assert.deepEqual(foundIds(found.json), ['dune', 'room']);
      const curation = one(path, 'curation_id', id);
      assert.deepEqual((await send('GET', curation, empty)).json, {
        id,
        queries: ['classic'],
        promoted: ['dune', 'room'],
        hidden: [],
      });
      assert.deepEqual((await send('PUT', curation, { queries: ['', 'old'], hidden: ['dune'] })).json, {
        id,
      });
      assert.deepEqual((await send('GET', path, empty)).json, {
        meta: { page: pageOf(1, 25, 1) },
        results: [{ id, queries: ['', 'old'], promoted: [], hidden: ['dune'] }],
      });
      const taken = await send('POST', path, { queries: ['Old'], hidden: ['emma'] });
      assert.deepEqual(statusAndBody(taken), [
        400,
        { errors: [`query already exists under another curation: ${id}, Old`] },
      ]);
      assert.deepEqual((await send('DELETE', curation, empty)).json, { deleted: true });
      assert.equal((await send('GET', curation, empty)).status, 404);
    });
  });
}

test('elastic-enterprise-search for Ruby may send the lists of a curation in the query string', async () => {
  const send = sending(await bookshop(), JSON_TYPE);
  const query = 'queries%5B%5D=classic&promoted%5B%5D=dune&hidden%5B%5D=emma';
  const { status, json } = await send('POST', `/engines/books/curations/?${query}`, '{}');
  assert.equal(status, 200);
  assert.deepEqual((await send('GET', `/engines/books/curations/${json.id}/`, '{}')).json, {
    id: json.id,
    queries: ['classic'],
    promoted: ['dune'],
    hidden: ['emma'],
  });
});
