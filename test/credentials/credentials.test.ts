import assert from 'node:assert/strict';
import test from 'node:test';
import { Accounts } from '../../src/accounts/accounts.ts';
import { openShared } from '../../src/composition/instance.ts';
import { Credentials } from '../../src/credentials/credentials.ts';
import { credentialJson } from '../../src/credentials/routes.ts';
import { startTestService } from '../support/service.ts';
import { ALL, BOTH, endpoint, type Json, NOT_FOUND, refusal, refused, settingsOf } from './endpoint.ts';

test('keys are listed by name, page by page', async (t) => {
  const { call } = await endpoint(t);
  const names = Array.from({ length: 110 }, (_, i) => `key-${String((i * 37) % 110).padStart(3, '0')}`);
  for (const name of names) await call('POST', '', { name, type: 'search' });
  const all = [...names, 'admin-key', 'private-key', 'search-key'].sort();
  const page = async (query: string, body?: unknown) => {
    const { status, json } = await call('GET', query, body);
    assert.equal(status, 200);
    return [json.meta, json.results.map((key: { name: string }) => key.name)];
  };
  const meta = (current: number, size: number) => ({
    page: { current, total_pages: Math.ceil(all.length / size), total_results: all.length, size },
  });
  assert.deepEqual(await page(''), [meta(1, 25), all.slice(0, 25)]);
  assert.deepEqual(await page('?page[current]=2'), [meta(2, 25), all.slice(25, 50)]);
  assert.deepEqual(await page('?page[size]=100'), [meta(1, 100), all.slice(0, 100)]);
  assert.deepEqual(await page('?page[size]=1000'), [meta(1, 100), all.slice(0, 100)]);
  assert.deepEqual(await page('', { page: { current: '3', size: '50' } }), [meta(3, 50), all.slice(100)]);
  assert.deepEqual(await page('?page[current]=9'), [meta(9, 25), []]);
  const { json } = await call('GET', '?page[size]=1');
  assert.deepEqual(Object.keys(json), ['meta', 'results']);
  assert.deepEqual(Object.keys(json.meta.page), ['current', 'total_pages', 'total_results', 'size']);
  assert.deepEqual(json.results, [(await call('GET', '/admin-key')).json], 'as each is read alone');
  for (const query of ['?page[current]=0', '?page[size]=0', '?page[size]=many', '?page=1']) {
    assert.equal((await call('GET', query)).status, 400, query);
  }
});

test('a key cannot be renamed', async (t) => {
  const { call } = await endpoint(t);
  await call('POST', '', { name: 'k', type: 'search' });
  assert.deepEqual(refusal(await call('PUT', '/k', { name: 'l' })), refused('Name cannot be changed'));
  assert.deepEqual(refusal(await call('PUT', '/k', { name: 'K' })), refused('Name cannot be changed'));
  assert.equal((await call('PUT', '/k', { name: 'k' })).status, 200);
  assert.deepEqual(refusal(await call('GET', '/l')), NOT_FOUND);
});

test('an unknown key gets 404, and so does the value of a key', async (t) => {
  const { service, call } = await endpoint(t);
  for (const name of ['nobody', service.privateKey, 'PRIVATE-KEY', '%20', 'private-key%00', '__proto__']) {
    assert.deepEqual(refusal(await call('GET', `/${name}`)), NOT_FOUND, name);
    assert.deepEqual(refusal(await call('PUT', `/${name}`, {})), NOT_FOUND, name);
    assert.deepEqual(refusal(await call('DELETE', `/${name}`)), NOT_FOUND, name);
  }
});

test('a deleted key is gone, and its name can be used again', async (t) => {
  const { service, call } = await endpoint(t);
  const made = (await call('POST', '', { name: 'k', type: 'private' })).json;
  assert.equal((await service.call('GET', '/engines', { key: made.key })).status, 200);
  const deleted = await call('DELETE', '/k', {});
  assert.deepEqual([deleted.status, deleted.json], [200, { deleted: true }]);
  assert.equal((await service.call('GET', '/engines', { key: made.key })).status, 401);
  assert.deepEqual(refusal(await call('DELETE', '/k')), NOT_FOUND);
  assert.deepEqual(refusal(await call('GET', '/k')), NOT_FOUND);
  const again = (await call('POST', '', { name: 'k', type: 'admin' })).json;
  assert.equal(again.type, 'admin');
  assert.notEqual(again.key, made.key);
});

test('the initial keys of an account can be deleted, and a key can delete itself', async (t) => {
  const { service, call } = await endpoint(t);
  for (const name of ['private-key', 'search-key']) {
    assert.deepEqual((await call('DELETE', `/${name}`)).json, { deleted: true });
  }
  const gone = await service.call('GET', '/engines');
  assert.deepEqual([gone.status, gone.json], [401, { error: 'Invalid authentication token.' }]);
  assert.deepEqual(
    (await call('GET')).json.results.map((key: Json) => key.name),
    ['admin-key'],
  );
  await service.restart();
  assert.equal((await service.call('GET', '/engines')).status, 401, 'a later start does not bring them back');
  assert.deepEqual((await call('DELETE', '/admin-key')).json, { deleted: true });
  assert.equal((await call('GET')).status, 401);
});

test('a new account has exactly one private key and one search key, both for all engines', async (t) => {
  const service = await startTestService(t, { FINDLING_ADMIN_KEY: '' });
  const { store, vault, close } = await openShared(service.config);
  t.after(close);
  const accounts = new Accounts(store, vault, service.config.domain);
  await accounts.create('second');
  for (const account of await accounts.list()) {
    const { total, results } = await new Credentials(store, vault).page(account.id, {
      offset: 0,
      limit: 100,
    });
    assert.equal(total, 2);
    assert.deepEqual(results.map(credentialJson).map(settingsOf), [
      { name: 'private-key', type: 'private', ...BOTH, ...ALL },
      { name: 'search-key', type: 'search', ...ALL },
    ]);
  }
});

test('keys keep their values and permissions across a restart', async (t) => {
  const { service, call } = await endpoint(t);
  await call('POST', '', { name: 'k', type: 'private', read: true, engines: ['a'] });
  const before = (await call('GET')).json;
  await service.restart();
  assert.deepEqual((await call('GET')).json, before);
});
