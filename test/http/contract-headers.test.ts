import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { limits } from '../../src/limits.ts';
import { request } from '../support/service.ts';
import { ORIGIN, serviceWithBook } from './contract-service.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

suite('headers', () => {
  test('of a successful response', async () => {
    const { service } = await serviceWithBook();
    const { headers } = await service.call('GET', '/engines');
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    assert.match(headers.get('x-request-id') ?? '', UUID);
    assert.match(headers.get('x-runtime') ?? '', /^\d+\.\d{6}$/);
    assert.equal(headers.get('x-app-search-version'), '8.1.0');
    assert.equal(headers.get('cache-control'), 'max-age=0, private, must-revalidate');
    assert.match(headers.get('vary') ?? '', /\bOrigin\b/);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('x-frame-options'), 'SAMEORIGIN');
    assert.equal(headers.get('www-authenticate'), null);
    assert.equal(headers.get('set-cookie'), null);
    assert.equal(headers.get('x-powered-by'), null);
  });

  test('of every kind of error', async () => {
    const { service, engine } = await serviceWithBook();
    const cases: Array<[string, number, string, string, string | null, unknown, boolean, boolean]> = [
      // what, status, method, path, key, body, has the version header, has the authentication challenge
      ['no key', 401, 'GET', '/engines', null, undefined, false, true],
      ['an unknown key', 401, 'GET', '/engines', 'private-unknown', undefined, false, true],
      ['a key that may not', 401, 'GET', '/engines', service.searchKey, undefined, false, false],
      ['an unknown engine', 404, 'GET', '/engines/nowhere', service.privateKey, undefined, true, false],
      ['a bad request', 400, 'POST', '/engines', service.privateKey, {}, true, false],
      ['an unknown path', 404, 'GET', '/nowhere', service.privateKey, undefined, false, false],
      ['a missing query', 400, 'POST', `/engines/${engine}/search`, service.searchKey, {}, true, false],
    ];
    for (const [what, status, method, path, key, body, version, who] of cases) {
      const answer = await service.call(method, path, { key, body });
      assert.equal(answer.status, status, what);
      assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8', what);
      assert.equal(answer.headers.get('cache-control'), 'no-cache', what);
      assert.match(answer.headers.get('x-request-id') ?? '', UUID, what);
      assert.match(answer.headers.get('x-runtime') ?? '', /^\d+\.\d{6}$/, what);
      assert.match(answer.headers.get('vary') ?? '', /\bOrigin\b/, what);
      assert.equal(answer.headers.get('x-app-search-version'), version ? '8.1.0' : null, what);
      assert.equal(answer.headers.get('www-authenticate'), who ? 'Basic realm="Swiftype"' : null, what);
      assert.ok(answer.json.errors ?? answer.json.error, what);
    }
  });

  test('a valid request id is kept; otherwise each request gets its own', async () => {
    const { service } = await serviceWithBook();
    const idFor = async (id: string, path = '/engines') =>
      (await service.call('GET', path, { headers: { 'x-request-id': id } })).headers.get('x-request-id') ??
      '';
    for (const id of ['a', 'A-z_0', 'x'.repeat(255)]) {
      assert.equal(await idFor(id), id);
      assert.equal(await idFor(id, '/nowhere'), id);
    }
    const made = await Promise.all(['', 'a b', 'a.b', 'x'.repeat(256)].map((id) => idFor(id)));
    for (const id of made) assert.match(id, UUID);
    assert.equal(new Set(made).size, 4);
  });

  test('a header line over 64 KB gets 431 with a message', async () => {
    const { service } = await serviceWithBook();
    for (const key of ['x'.repeat(limits.headerBytes + 1), 'x'.repeat(1_000_000)]) {
      const { status, json } = await service.call('GET', '/engines', { key });
      assert.deepEqual({ status, json }, { status: 431, json: { errors: ['Request header is too large'] } });
    }
    const long = await service.call('GET', '/engines', { key: 'x'.repeat(limits.headerBytes - 100) });
    assert.equal(long.status, 401);
    const address = await service.call('GET', `/engines?auth_token=${'x'.repeat(limits.headerBytes)}`);
    assert.equal(address.status, 431);
  });
});

suite('CORS', () => {
  test('is on every response under /api, errors included', async () => {
    const { service, engine } = await serviceWithBook();
    const origin = { origin: ORIGIN };
    for (const [status, method, path, key, body] of [
      [200, 'POST', `/engines/${engine}/search.json`, service.searchKey, { query: 'dune' }],
      [200, 'GET', '/engines', service.privateKey, undefined],
      [400, 'POST', `/engines/${engine}/search`, service.searchKey, {}],
      [401, 'POST', `/engines/${engine}/search`, null, { query: '' }],
      [401, 'POST', `/engines/${engine}/search`, 'search-unknown', { query: '' }],
      [401, 'GET', '/engines', service.searchKey, undefined],
      [404, 'GET', '/engines/nowhere', service.privateKey, undefined],
      [404, 'GET', '/nowhere', null, undefined],
    ] as const) {
      const answer = await service.call(method, path, { key, body, headers: origin });
      assert.equal(answer.status, status, path);
      assert.equal(answer.headers.get('access-control-allow-origin'), ORIGIN, path);
      assert.equal(answer.headers.get('access-control-allow-credentials'), 'true', path);
      assert.match(answer.headers.get('access-control-expose-headers') ?? '', /X-Request-Id/i, path);
      assert.match(answer.headers.get('vary') ?? '', /\bOrigin\b/, path);
    }
    for (const path of ['/api', '/api/as/v2/engines', '/api/ent/v1/internal/version']) {
      const answer = await request(service.baseUrl + path, 'GET', { headers: origin });
      assert.equal(answer.headers.get('access-control-allow-origin'), ORIGIN, path);
    }
  });

  test('a preflight needs no key on any path', async () => {
    const { service, engine } = await serviceWithBook();
    for (const path of [
      `/engines/${engine}/search.json`,
      '/credentials',
      '/nowhere',
      '/engines/nowhere/schema/',
    ]) {
      const answer = await service.call('OPTIONS', path, {
        key: null,
        headers: {
          origin: ORIGIN,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type,x-my-own',
        },
      });
      assert.ok(answer.status === 200 || answer.status === 204, path);
      assert.equal(answer.headers.get('access-control-allow-origin'), ORIGIN);
      assert.equal(answer.headers.get('access-control-allow-credentials'), 'true');
      assert.equal(answer.headers.get('access-control-allow-headers'), 'authorization,content-type,x-my-own');
      const methods = (answer.headers.get('access-control-allow-methods') ?? '').split(', ');
      assert.deepEqual(methods.sort(), ['DELETE', 'GET', 'OPTIONS', 'PATCH', 'POST', 'PUT']);
    }
  });

  test('is on no other path', async () => {
    const { service } = await serviceWithBook();
    for (const path of [
      '/',
      '/health',
      '/openapi.json',
      '/login',
      '/nowhere',
      '/apis',
      '/API/as/v1/engines',
    ]) {
      for (const method of ['GET', 'OPTIONS']) {
        const { headers } = await request(service.baseUrl + path, method, { headers: { origin: ORIGIN } });
        const cors = [...headers.keys()].filter((name) => name.startsWith('access-control'));
        assert.deepEqual(cors, [], `${method} ${path}`);
      }
    }
  });
});
