import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { Client } from '@elastic/enterprise-search';
import { PASSWORD, startDashboard } from '../support/dashboard.ts';
import { request } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';
import { refusal } from './enterprise-search-client.ts';

// Calls of the official client outside of the App Search API.

function connected(t: TestContext, url: string, auth: ConstructorParameters<typeof Client>[0]['auth']) {
  const client = new Client({ url, auth });
  t.after(() => client.close());
  return client.enterprise;
}

suite('@elastic/enterprise-search: the service itself', () => {
  test('health and version are those of an App Search 8', async (t) => {
    const { baseUrl, privateKey } = await sharedService();
    const client = connected(t, baseUrl, { token: privateKey });
    assert.match((await client.getVersion()).number, /^8\.\d+\.\d+$/);
    assert.match((await client.getHealth()).version.number, /^8\.\d+\.\d+$/);
  });

  test('is never read-only, and says so', async (t) => {
    const { baseUrl, privateKey } = await sharedService();
    const client = connected(t, baseUrl, { token: privateKey });
    assert.deepEqual(await client.getReadOnly(), { enabled: false });
    assert.deepEqual(await client.putReadOnly({ body: { enabled: false } }), { enabled: false });
    assert.deepEqual(await refusal(client.putReadOnly({ body: { enabled: true } })), [
      501,
      { errors: ['There is no read-only mode. Use private keys without write access instead.'] },
    ]);
    const unclear = { body: { enabled: 'perhaps' as unknown as boolean } };
    assert.deepEqual(await refusal(client.putReadOnly(unclear)), [
      400,
      { errors: ['Enabled must be true or false'] },
    ]);
  });

  test('shows the size of each engine in scope, and has nothing stale', async (t) => {
    const service = await sharedService();
    const engine = await service.engine({ documents: [{ id: '1', title: 'Dune' }] });
    const client = connected(t, service.baseUrl, { token: service.privateKey });
    const name = `.ent-search-engine-documents-${engine}`;
    const { indices, summary } = await client.getStorage();
    const mine = indices.find((index) => index.name === name);
    assert.equal(mine?.size_in_bytes, Buffer.byteLength('{"title":"Dune"}'));
    assert.equal(summary.index_count, indices.length);
    const { json: narrow } = await service.call('POST', '/credentials', {
      key: service.adminKey,
      body: { name: 'narrow', type: 'private', read: true, engines: ['another'] },
    });
    const other = connected(t, service.baseUrl, { token: narrow.key });
    assert.deepEqual(await other.getStorage(), {
      indices: [],
      summary: { index_count: 0, size_in_bytes: 0 },
    });
    assert.deepEqual(await client.getStaleStorage(), {
      indices: [],
      summary: { index_count: 0, size_in_bytes: 0 },
    });
    assert.deepEqual(await client.deleteStaleStorage({ force: true }), { indices: [], index_count: 0 });
  });

  test('has no statistics, and says so', async (t) => {
    const { baseUrl, privateKey } = await sharedService();
    const client = connected(t, baseUrl, { token: privateKey });
    const [status, body] = await refusal(client.getStats({ include: ['http'] }));
    assert.equal(status, 501);
    assert.match(JSON.stringify(body), /no statistics here/);
  });
});

test('/as/credentials/collection lists the keys for an owner, as scripts read them', async (t) => {
  const { service } = await startDashboard(t);
  const address = `${service.baseUrl}/as/credentials/collection?page%5Bcurrent%5D=1`;
  const authorization = `Basic ${btoa(`Ada:${PASSWORD}`)}`;
  const { status, json, headers } = await request(address, 'GET', { headers: { authorization } });
  assert.equal(status, 200);
  assert.deepEqual(json.meta, { page: { current: 1, total_pages: 1, total_results: 3, size: 25 } });
  const keys = json.results.map(({ name, key }: { name: string; key: string }) => [name, key]);
  assert.deepEqual(keys, [
    ['admin-key', service.adminKey],
    ['private-key', service.privateKey],
    ['search-key', service.searchKey],
  ]);
  assert.equal(headers.get('access-control-allow-origin'), null);
  assert.equal((await request(address, 'GET')).status, 401);
  assert.equal((await request(address, 'GET', { key: service.privateKey })).status, 401);
});
