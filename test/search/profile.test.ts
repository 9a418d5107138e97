import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { signedKey } from '../support/signed-key.ts';
import { shelf } from './shelf.ts';

const PROFILE = { 'X-Enterprise-Search-Profile': 'true' };

suite('meta.profile', () => {
  test('shows the time of each stage to a private key', async (t) => {
    const { service, engine } = await shelf(t);
    const { json } = await service.call('POST', `/engines/${engine}/search`, {
      body: { query: 'dune' },
      headers: PROFILE,
    });
    const { took, stages } = json.meta.profile;
    assert.deepEqual(Object.keys(stages), ['request', 'search', 'documents', 'results']);
    const sum = Object.values<number>(stages).reduce((all, time) => all + time, 0);
    assert.ok(took > 0 && Math.abs(took - sum) < 0.01, `${took} ms in all, ${sum} ms in stages`);
    assert.equal(Object.keys(json.meta).at(-1), 'profile');
  });

  test('is part of every response of a multi search', async (t) => {
    const { service, engine } = await shelf(t);
    const { json } = await service.call('POST', `/engines/${engine}/multi_search`, {
      body: { queries: [{ query: 'dune' }, { query: 'emma' }] },
      headers: PROFILE,
    });
    for (const { meta } of json) assert.ok(meta.profile.took > 0);
  });

  test('is returned only on request', async (t) => {
    const { search } = await shelf(t);
    assert.equal((await search({ query: 'dune' })).json.meta.profile, undefined);
  });

  test('is for private keys only: the time of a search can reveal hidden documents', async (t) => {
    const { service, engine } = await shelf(t);
    const signer = { name: 'private-key', key: service.privateKey };
    for (const key of [service.searchKey, signedKey(signer)]) {
      const { status, json } = await service.call('POST', `/engines/${engine}/search`, {
        body: { query: 'dune' },
        headers: PROFILE,
        key,
      });
      assert.equal(status, 200);
      assert.equal(json.meta.profile, undefined);
    }
  });
});

suite('meta.elasticsearch', () => {
  const DEBUG = { 'X-Enterprise-Search-Debug': 'true' };

  test('shows a private key the plan of search_explain and the hits', async (t) => {
    const { service, engine } = await shelf(t);
    const body = { query: 'dune', page: { size: 3 } };
    const path = `/engines/${engine}/search`;
    const { json } = await service.call('POST', path, { body, headers: DEBUG });
    const { elasticsearch, ...meta } = json.meta;
    assert.deepEqual(Object.keys(elasticsearch), ['request_header', 'request_body', 'response']);
    const explained = await service.call('POST', `/engines/${engine}/search_explain`, { body });
    assert.deepEqual(elasticsearch.request_body, explained.json.query_body);
    const { total, hits } = elasticsearch.response.hits;
    assert.deepEqual(total, { value: meta.page.total_results, relation: 'eq' });
    assert.deepEqual(
      hits,
      json.results.map(({ _meta }: { _meta: { id: string; score: number } }) => ({
        _index: engine,
        _id: _meta.id,
        _score: _meta.score,
      })),
    );
    assert.deepEqual(elasticsearch.request_header, { 'X-Opaque-Id': meta.request_id });
    const plain = await service.call('POST', path, { body });
    assert.equal(plain.json.meta.elasticsearch, undefined);
    const many = await service.call('POST', `/engines/${engine}/multi_search`, {
      body: { queries: [body, body] },
      headers: DEBUG,
    });
    for (const one of many.json) assert.ok(one.meta.elasticsearch.request_body);
  });

  test('is for private keys only: the plan shows what a key hides', async (t) => {
    const { service, engine } = await shelf(t);
    const signer = { name: 'private-key', key: service.privateKey };
    for (const key of [service.searchKey, signedKey(signer, { filters: { id: 'x' } })]) {
      const { status, json } = await service.call('POST', `/engines/${engine}/search`, {
        body: { query: 'dune' },
        headers: DEBUG,
        key,
      });
      assert.equal(status, 200);
      assert.equal(json.meta.elasticsearch, undefined);
    }
  });
});
