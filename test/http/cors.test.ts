import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { limits } from '../../src/limits.ts';
import { echoService, exchange } from './echo.ts';

const ORIGIN = 'https://shop.example';

suite('preflight requests', () => {
  for (const path of [
    '/api',
    '/api/',
    '/api/as/v1/echo',
    '/api/as/v1/echo.json',
    '/api/as/v1/echo.json?auth_token=x',
    '/api/as/v1/locked',
    '/api/as/v1/nowhere',
  ]) {
    test(`${path} needs no key`, async (t) => {
      const { base } = await echoService(t);
      const answer = await fetch(base + path, {
        method: 'OPTIONS',
        headers: {
          origin: ORIGIN,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type,x-swiftype-client,x-own',
        },
      });
      assert.equal(answer.status, 204);
      assert.equal(await answer.text(), '');
      const header = (name: string) => answer.headers.get(`access-control-${name}`);
      assert.equal(header('allow-origin'), ORIGIN);
      assert.equal(header('allow-credentials'), 'true');
      assert.equal(header('allow-headers'), 'authorization,content-type,x-swiftype-client,x-own');
      assert.equal(header('allow-methods'), 'GET, POST, PUT, PATCH, DELETE, OPTIONS');
      assert.ok(Number(header('max-age')) >= 86_400);
      assert.match(String(answer.headers.get('vary')), /Origin/);
    });
  }
});

suite('responses', () => {
  test('echo the origin, errors included', async (t) => {
    const { base } = await echoService(t);
    const bomb = gzipSync(Buffer.alloc(limits.bodies.documents + 1));
    const requests: Array<[number, string, RequestInit]> = [
      [200, '/api/as/v1/echo', {}],
      [200, '/api/as/v1/echo.json', { method: 'POST', body: '{}' }],
      [401, '/api/as/v1/locked', { method: 'POST', body: '{}' }],
      [404, '/api/as/v1/nowhere', {}],
      [404, '/api/as/v1/things/%zz', {}],
      [400, '/api/as/v1/echo?a=%', {}],
      [400, '/api/as/v1/json', { method: 'POST', body: '{' }],
      [413, '/api/as/v1/json', { method: 'POST', body: bomb, headers: { 'content-encoding': 'gzip' } }],
      [418, '/api/as/v1/teapot', {}],
      [431, '/api/as/v1/echo', { headers: { 'x-long': 'x'.repeat(limits.headerBytes + 1) } }],
      [500, '/api/as/v1/broken', {}],
    ];
    for (const origin of [ORIGIN, 'null', 'http://localhost:3000']) {
      for (const [status, path, init] of requests) {
        const answer = await fetch(base + path, { ...init, headers: { ...init.headers, origin } });
        assert.equal(answer.status, status, path);
        assert.equal(answer.headers.get('access-control-allow-origin'), origin, path);
        assert.equal(answer.headers.get('access-control-allow-credentials'), 'true');
        assert.match(String(answer.headers.get('access-control-expose-headers')), /X-Request-Id/);
        assert.match(String(answer.headers.get('vary')), /Origin/);
        await answer.body?.cancel();
      }
    }
  });

  test('to a request without origin have no CORS header, but Vary', async (t) => {
    const { port } = await echoService(t);
    const answer = await exchange(
      port,
      'GET /api/as/v1/echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    );
    assert.doesNotMatch(answer, /access-control/i);
    assert.match(answer, /vary: Origin/i);
  });

  test('outside /api have none', async (t) => {
    const { base } = await echoService(t);
    for (const path of [
      '/page',
      '/',
      '/nowhere',
      '/apix',
      '/apis/as',
      '/xapi/',
      '//api/as/v1/echo',
      '/%61pi',
    ]) {
      for (const method of ['GET', 'OPTIONS']) {
        const answer = await fetch(base + path, { method, headers: { origin: ORIGIN } });
        const names = [...answer.headers.keys()].filter((name) => name.startsWith('access-control'));
        assert.deepEqual(names, [], `${method} ${path}`);
        if (method === 'OPTIONS') assert.equal(answer.status, 404);
      }
    }
  });

  test('of an event stream have them too', async (t) => {
    const { base } = await echoService(t);
    const answer = await fetch(`${base}/api/as/v1/events`, { headers: { origin: ORIGIN } });
    assert.equal(answer.headers.get('access-control-allow-origin'), ORIGIN);
    assert.ok(answer.headers.get('x-request-id'));
    await answer.body?.cancel();
  });
});
