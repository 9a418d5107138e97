import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { VERSION } from '../../src/version.ts';
import { request } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';
import { ROUTING_ERROR, serviceWithBook } from './contract-service.ts';

suite('paths', () => {
  test('every route accepts a trailing slash and .json, without a redirect', async () => {
    const { service, engine } = await serviceWithBook();
    const routes: Array<[string, string, unknown, 'private' | 'admin']> = [
      ['GET', '/engines', undefined, 'private'],
      ['GET', `/engines/${engine}`, undefined, 'private'],
      ['POST', `/engines/${engine}/documents`, [{ id: 'b' }], 'private'],
      ['PATCH', `/engines/${engine}/documents`, [{ id: 'b', x: 'y' }], 'private'],
      ['GET', `/engines/${engine}/documents`, ['a'], 'private'],
      ['DELETE', `/engines/${engine}/documents`, ['b'], 'private'],
      ['GET', `/engines/${engine}/documents/list`, {}, 'private'],
      ['GET', `/engines/${engine}/schema`, {}, 'private'],
      ['POST', `/engines/${engine}/schema`, {}, 'private'],
      ['GET', `/engines/${engine}/schema/reindex`, undefined, 'private'],
      ['GET', `/engines/${engine}/schema/reindex/failures`, undefined, 'private'],
      ['GET', `/engines/${engine}/search`, { query: '' }, 'private'],
      ['POST', `/engines/${engine}/search`, { query: '' }, 'private'],
      ['GET', '/credentials', undefined, 'admin'],
      ['GET', '/credentials/private-key', undefined, 'admin'],
      ['PUT', '/credentials', { name: 'search-key', type: 'search' }, 'admin'],
      ['PUT', '/credentials/search-key', { name: 'search-key', type: 'search' }, 'admin'],
    ];
    for (const [method, path, body, kind] of routes) {
      const key = kind === 'admin' ? service.adminKey : service.privateKey;
      for (const suffix of ['', '/', '.json', '.json/', '//', '.json?format=json']) {
        const answer = await service.call(method, `${path}${suffix}`, { key, body });
        assert.equal(answer.status, 200, `${method} ${path}${suffix}: ${answer.text}`);
        assert.equal(answer.headers.get('location'), null);
      }
    }
    for (const [i, suffix] of ['', '/', '.json'].entries()) {
      assert.equal(
        (await service.call('POST', `/engines${suffix}`, { body: { name: `made-${i}` } })).status,
        200,
      );
      assert.equal((await service.call('DELETE', `/engines/made-${i}${suffix}`)).status, 200);
      const made = { key: service.adminKey, body: { name: `made-${i}`, type: 'search' } };
      assert.equal((await service.call('POST', `/credentials${suffix}`, made)).status, 200);
      const { adminKey: key } = service;
      assert.equal((await service.call('DELETE', `/credentials/made-${i}${suffix}`, { key })).status, 200);
    }
  });

  test('percent-encoded parts are decoded', async () => {
    const { service, engine } = await serviceWithBook();
    const encoded = [...engine].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('');
    assert.equal((await service.call('GET', `/engines/${encoded}`)).json.name, engine);
    const found = await service.call('POST', `/engines/${encoded}/search.json`, { body: { query: 'dune' } });
    assert.equal(found.json.results[0].id.raw, 'a');
    const key = { key: service.adminKey };
    assert.equal((await service.call('GET', '/credentials/private%2Dkey', key)).json.name, 'private-key');
    // No engine can have such a name, so the error is an unknown engine, not a routing error.
    for (const name of ['a%2Fb', 'a%20b', '%C3%A9', '%25']) {
      const { status, json } = await service.call('GET', `/engines/${name}`);
      assert.deepEqual({ status, json }, { status: 404, json: { errors: ['Could not find engine.'] } }, name);
    }
  });

  test('unknown paths, wrong methods and other versions get the routing error, with or without a key', async () => {
    const { service, engine } = await serviceWithBook();
    const v1 = '/api/as/v1';
    for (const [method, path] of [
      ['GET', '/api'],
      ['GET', '/api/'],
      ['GET', '/api/as'],
      ['GET', v1],
      ['GET', `${v1}/`],
      ['GET', `${v1}/nowhere`],
      ['GET', `${v1}/Engines`],
      ['GET', `${v1}/engines/${engine}/nowhere`],
      ['GET', `${v1}/engines/${engine}/documents/list/more`],
      ['GET', '/api/as/v0/engines'],
      ['GET', '/api/as/v2/engines'],
      ['GET', '/api/as/v10/engines'],
      ['GET', '/api/as/V1/engines'],
      ['GET', '/api/as/v1.1/engines'],
      ['GET', '/api/as/engines'],
      ['GET', '/api/v1/engines'],
      ['POST', `/api/as/v0/engines/${engine}/search`],
      ['POST', `/api/as/v2/engines/${engine}/search`],
      ['GET', '/as/v1/engines'],
      ['GET', '/engines'],
      ['GET', '/nowhere'],
      ['GET', '/index.html'],
      ['POST', '/'],
      ['POST', '/health'],
      ['POST', '/health/ready'],
      ['GET', '/health/nowhere'],
      ['GET', '/metrics'],
      ['PUT', `${v1}/engines`],
      ['PATCH', `${v1}/engines/${engine}`],
      ['PUT', `${v1}/engines/${engine}/schema`],
      ['DELETE', `${v1}/engines/${engine}/schema`],
      ['PUT', `${v1}/engines/${engine}/documents`],
      ['DELETE', `${v1}/engines/${engine}/search`],
      ['GET', `${v1}/engines/${engine}/schema/reindex/cancel`],
      ['PATCH', `${v1}/credentials/private-key`],
      ['DELETE', `${v1}/credentials`],
      ['PROPFIND', `${v1}/engines`],
      ['TRACE', `${v1}/engines`],
    ] as const) {
      for (const key of [service.privateKey, null]) {
        const { status, json, headers } = await request(service.baseUrl + path, method, { key, body: {} });
        assert.deepEqual({ status, json }, { status: 404, json: ROUTING_ERROR }, `${method} ${path}`);
        assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
        assert.equal(headers.get('cache-control'), 'no-cache');
      }
    }
  });
});

suite('auxiliary paths', () => {
  test('/health reports that the service is ready', async () => {
    const service = await sharedService();
    const { status, json } = await request(`${service.baseUrl}/health`, 'GET');
    assert.deepEqual(
      { status, json },
      { status: 200, json: { status: 'ok', name: 'findling', version: VERSION } },
    );
  });

  test('version and health endpoints for tools report the version of App Search', async () => {
    const service = await sharedService();
    const internal = '/api/ent/v1/internal';
    for (const suffix of ['', '/']) {
      const version = await request(`${service.baseUrl}${internal}/version${suffix}`, 'GET');
      assert.equal(version.status, 200);
      assert.equal(version.json.number, '8.1.0');
      assert.deepEqual(Object.keys(version.json), ['number', 'build_hash', 'build_date']);
      const health = await request(`${service.baseUrl}${internal}/health${suffix}`, 'GET');
      assert.equal(health.status, 200);
      assert.deepEqual(health.json.version, version.json);
    }
  });

  test('/ tells tools where the API is, and /login redirects to it', async () => {
    const service = await sharedService();
    const page = await request(`${service.baseUrl}/`, 'GET');
    assert.equal(page.status, 200);
    assert.equal(page.headers.get('content-type'), 'text/plain; charset=utf-8');
    for (const text of ['Findling', VERSION, '/api/as/v1', '/openapi.json', '/health', 'npx findling keys']) {
      assert.ok(page.text.includes(text), text);
    }
    const login = await request(`${service.baseUrl}/login`, 'GET');
    assert.equal(login.status, 302);
    assert.equal(login.headers.get('location'), '/');
  });
});
