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
