import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { bookshop, foundIds } from './bookshop.ts';
import { connected, refusal } from './enterprise-search-client.ts';
import { pageOf } from './node-client.ts';

const engine_name = 'books';

suite('search settings with @elastic/enterprise-search', () => {
  test('are read, changed and reset', async (t) => {
    const app = connected(t, await bookshop());
    const defaults = await app.getSearchSettings({ engine_name });
    assert.deepEqual(Object.keys(defaults), [
      'search_fields',
      'result_fields',
      'boosts',
      'precision',
      'precision_enabled',
    ]);
    const boosts = { year: [{ type: 'functional', function: 'logarithmic', factor: 3.5, operation: 'add' }] };
    assert.deepEqual(await app.putSearchSettings({ engine_name, body: { boosts } }), { ...defaults, boosts });
    const search_fields = { title: { weight: 9.2 } };
    const changed = await app.putSearchSettings({ engine_name, body: { ...defaults, search_fields } });
    assert.deepEqual(changed, { ...defaults, search_fields });
    assert.deepEqual(foundIds(await app.search({ engine_name, body: { query: 'emma' } })), ['emma']);
    assert.deepEqual(await app.resetSearchSettings({ engine_name }), defaults);
    assert.deepEqual(foundIds(await app.search({ engine_name, body: { query: 'emma' } })), ['emma', 'room']);
  });

  test('that are invalid are rejected', async (t) => {
    const app = connected(t, await bookshop());
    const body = { search_fields: { year: { weight: 1 } } };
    assert.deepEqual(await refusal(app.putSearchSettings({ engine_name, body })), [
      400,
      { errors: ['Search fields contains invalid option: search is not supported for number field year'] },
    ]);
  });
});

suite('synonym sets with @elastic/enterprise-search', () => {
  test('are created, read, listed, replaced and deleted', async (t) => {
    const app = connected(t, await bookshop());
    const made = await app.createSynonymSet({ engine_name, body: { synonyms: ['desert', 'dune'] } });
    const synonym_set_id = made.id ?? '';
    assert.match(synonym_set_id, /^syn-[0-9a-f]{24}$/);
    assert.deepEqual(await app.getSynonymSet({ engine_name, synonym_set_id }), made);
    assert.deepEqual(foundIds(await app.search({ engine_name, body: { query: 'desert' } })), ['dune']);
    const synonyms = ['desert', 'sand'];
    const changed = await app.putSynonymSet({ engine_name, synonym_set_id, body: { synonyms } });
    assert.deepEqual(changed, { id: synonym_set_id, synonyms });
    assert.deepEqual(await app.listSynonymSets({ engine_name, page: { current: 1, size: 10 } }), {
      meta: { page: pageOf(1, 10, 1) },
      results: [changed],
    });
    assert.deepEqual(await app.deleteSynonymSet({ engine_name, synonym_set_id }), { deleted: true });
    assert.deepEqual(await refusal(app.getSynonymSet({ engine_name, synonym_set_id })), [
      404,
      { errors: [`Could not find synonym set with id: ${synonym_set_id}`] },
    ]);
  });
});

suite('curations with @elastic/enterprise-search', () => {
  test('are created, read, listed, replaced and deleted', async (t) => {
    const app = connected(t, await bookshop());
    const curation = { queries: ['classic'], promoted: ['dune'], hidden: ['emma'] };
    const { id: curation_id } = await app.createCuration({ engine_name, body: curation });
    assert.deepEqual(await app.getCuration({ engine_name, curation_id }), { id: curation_id, ...curation });
    assert.deepEqual(foundIds(await app.search({ engine_name, body: { query: 'classic' } })), ['dune']);
    const body = { queries: ['foo', 'bar'], promoted: ['room'] };
    assert.deepEqual(await app.putCuration({ engine_name, curation_id, body }), { id: curation_id });
    assert.deepEqual(await app.listCurations({ engine_name, page: { current: 1, size: 10 } }), {
      meta: { page: pageOf(1, 10, 1) },
      results: [{ id: curation_id, ...body, hidden: [] }],
    });
    assert.deepEqual(await app.deleteCuration({ engine_name, curation_id }), { deleted: true });
    assert.deepEqual(await refusal(app.getCuration({ engine_name, curation_id })), [
      404,
      { errors: [`Curation not found with id: ${curation_id}`] },
    ]);
  });
});
