import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sharedService } from '../support/shared-service.ts';
import { media } from './media.ts';

suite('a meta engine has its own', () => {
  test('search settings, over the fields of all sources', async () => {
    const service = await sharedService();
    const { meta, books, search, ids } = await media(service);
    const path = `/engines/${meta}/search_settings`;
    const defaults = (await service.call('GET', path)).json;
    assert.deepEqual(Object.keys(defaults.search_fields).sort(), ['author', 'director', 'id', 'title']);
    const put = await service.call('PUT', path, {
      body: { search_fields: { director: { weight: 3 } }, result_fields: { director: { raw: {} } } },
    });
    assert.equal(put.status, 200, put.text);
    assert.deepEqual(await ids({ query: 'dune' }), []);
    const { json } = await search({ query: 'lynch' });
    assert.deepEqual(Object.keys(json.results[0]).sort(), ['_meta', 'director', 'id']);
    const ofSource = await service.call('POST', `/engines/${books}/search`, { body: { query: 'dune' } });
    assert.equal(ofSource.json.results.length, 2, 'those of the source stay');
    const refused = await service.call('PUT', path, { body: { search_fields: { shelf: { weight: 1 } } } });
    assert.equal(refused.status, 400);
  });

  test('search settings that survive when types begin to differ', async () => {
    const service = await sharedService();
    const { meta, films, search } = await media(service);
    const body = {
      search_fields: { title: {}, author: {} },
      boosts: { year: [{ type: 'value', value: ['1984'], factor: 5 }] },
    };
    assert.equal((await service.call('PUT', `/engines/${meta}/search_settings`, { body })).status, 200);
    await service.call('POST', `/engines/${films}/schema`, { body: { year: 'text' } });
    await service.settled(films);
    const { status, json } = await search({ query: 'dune' });
    assert.equal(status, 200);
    assert.equal(json.results.length, 3);
    assert.equal(json.meta.warnings.length, 1);
  });

  test('synonym sets', async () => {
    const service = await sharedService();
    const { meta, books, ids } = await media(service);
    await service.call('POST', `/engines/${meta}/synonyms`, { body: { synonyms: ['desert', 'dune'] } });
    assert.deepEqual((await ids({ query: 'desert' })).sort(), ['b|1', 'b|2', 'f|1']);
    const ofSource = await service.call('POST', `/engines/${books}/search`, { body: { query: 'desert' } });
    assert.deepEqual(ofSource.json.results, []);
  });

  test('curations, with scoped ids', async () => {
    const service = await sharedService();
    const { meta, books, films, ids } = await media(service);
    const path = `/engines/${meta}/curations`;
    const curation = { queries: ['dune'], promoted: [`${films}|3`, `${books}|3`], hidden: [`${books}|1`] };
    const made = await service.call('POST', path, { body: curation });
    assert.equal(made.status, 200, made.text);
    assert.deepEqual((await ids({ query: 'dune' })).slice(0, 2), ['f|3', 'b|3']);
    assert.deepEqual((await ids({ query: 'dune' })).sort(), ['b|2', 'b|3', 'f|1', 'f|3']);
    for (const id of ['3', 'nowhere|3', `${books}|9`]) {
      const refused = await service.call('POST', path, { body: { queries: ['x'], promoted: [id] } });
      assert.equal(refused.status, 400, id);
    }
    await service.call('DELETE', `/engines/${films}`);
    assert.deepEqual(await ids({ query: 'dune' }), ['b|3', 'b|2']);
  });
});
