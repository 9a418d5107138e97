import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { suite, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { acceptsGzip } from '../../src/http/compression.ts';
import { limits } from '../../src/limits.ts';
import { bodyOf, echoService, exchange, statusOf } from './echo.ts';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: Record<string, unknown>;
}

/** Unlike fetch, this sends bodies with GET, and headers unchanged. */
async function ask(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: string; agent?: Agent } = {},
): Promise<Answer> {
  const { method = 'GET', headers = {}, body, agent = false } = options;
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const outgoing = request(url, { method, headers: { ...headers, ...length }, agent });
  outgoing.end(body);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const text = (incoming.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
  const json = incoming.headers['content-type']?.includes('json') && text !== '' ? JSON.parse(text) : {};
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, text, json };
}

suite('bodies', () => {
  for (const method of ['GET', 'DELETE', 'POST', 'PUT', 'PATCH']) {
    test(`${method} may have a body`, async (t) => {
      const { base } = await echoService(t);
      const headers = { 'content-type': 'application/json' };
      const answer = await ask(`${base}/api/as/v1/echo`, { method, headers, body: '{"query":"cat"}' });
      assert.equal(answer.json.body, '{"query":"cat"}');
      assert.equal((await ask(`${base}/api/as/v1/echo`, { method, headers })).json.body, null);
    });
  }

  test('the content type does not matter', async (t) => {
    const { base } = await echoService(t);
    for (const type of [
      'application/json',
      'application/json; charset=utf8',
      'application/x-www-form-urlencoded',
      'text/plain',
      'multipart/form-data',
      'bogus/format',
      'nonsense',
      '',
      ';;;',
      '/',
      'application/json; charset',
      'ä/ö',
    ]) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const headers = { 'content-type': type };
        const answer = await ask(`${base}/api/as/v1/echo`, { method, headers, body: '{"json":1}' });
        assert.equal(answer.status, 200, type);
        assert.equal(answer.json.body, '{"json":1}');
      }
    }
    assert.equal((await ask(`${base}/api/as/v1/echo`, { body: '[]' })).json.body, '[]');
  });

  test('responses of every length and script arrive complete', async (t) => {
    const { base } = await echoService(t);
    for (const character of ['a', 'ä', '–', '山', '😀']) {
      for (const length of [100, 2_000, 5_400, 6_000, 50_000]) {
        const body = character.repeat(length);
        const answer = await ask(`${base}/api/as/v1/echo`, { method: 'POST', body });
        assert.equal(answer.json.body, body, `${length} times ${character}`);
        assert.equal(Number(answer.headers['content-length']), Buffer.byteLength(answer.text));
      }
    }
  });

  test('injected requests, without a socket, are parsed the same', async (t) => {
    const { app } = await echoService(t);
    const answer = await app.inject({ method: 'POST', url: '/api/as/v1/echo/', payload: '{"a":1}' });
    assert.equal(answer.json().body, '{"a":1}');
  });

  test('HEAD works wherever GET does', async (t) => {
    const { base } = await echoService(t);
    const answer = await ask(`${base}/api/as/v1/large`, { method: 'HEAD' });
    assert.equal(answer.status, 200);
    assert.equal(answer.text, '');
  });
});

suite('paths', () => {
  test('.json and trailing slashes are accepted, without a redirect', async (t) => {
    const { base } = await echoService(t);
    for (const suffix of ['', '/', '//', '.json', '.json/', '/?a=1', '.json?a=1']) {
      assert.equal((await ask(`${base}/api/as/v1/echo${suffix}`)).status, 200, suffix);
    }
    assert.deepEqual((await ask(`${base}/api/as/v1/things/a.json`)).json, { name: 'a' });
    assert.deepEqual((await ask(`${base}/api/as/v1/things/a.json.json`)).json, { name: 'a.json' });
    assert.deepEqual((await ask(`${base}/api/as/v1/things/.json`)).json, { name: '.json' });
  });

  test('openapi.json keeps its name', async (t) => {
    const { base } = await echoService(t);
    assert.deepEqual((await ask(`${base}/api/as/v1/openapi.json`)).json, { openapi: '3.1.0' });
  });

  test('suffixes are not removed outside /api', async (t) => {
    const { base } = await echoService(t);
    assert.equal((await ask(`${base}/page`)).status, 200);
    assert.equal((await ask(`${base}/page.json`)).status, 404);
    assert.equal((await ask(`${base}/page/`)).status, 404);
  });

  test('path parameters are decoded', async (t) => {
    const { base } = await echoService(t);
    for (const name of ['my engine', 'größe', 'a/b', 'a%b', 'a?b', 'a.json']) {
      const answer = await ask(`${base}/api/as/v1/things/${encodeURIComponent(name)}/`);
      assert.equal(answer.json.name, name === 'a.json' ? 'a' : name);
    }
  });

  test('malformed escapes and overlong names get the routing error', async (t) => {
    const { port, log } = await echoService(t);
    for (const path of [
      '/api/as/v1/things/%',
      '/api/as/v1/things/%zz',
      `/api/as/v1/things/${'x'.repeat(2000)}`,
    ]) {
      const answer = await exchange(
        port,
        `GET ${path} HTTP/1.1\r\nHost: a\r\nOrigin: o\r\nConnection: close\r\n\r\n`,
      );
      assert.equal(statusOf(answer), 404);
      assert.deepEqual(bodyOf(answer), { errors: 'Routing Error. The path you have requested is invalid.' });
      for (const header of ['x-request-id', 'x-runtime', 'access-control-allow-origin: o', 'no-cache']) {
        assert.ok(answer.includes(header), header);
      }
    }
    assert.ok(Array.isArray(log));
  });

  test('the absolute form of a request target is accepted', async (t) => {
    const { port } = await echoService(t);
    const line = 'GET HTTP://Other.Example:80/api/as/v1/echo.json?a=1 HTTP/1.1';
    const answer = await exchange(port, `${line}\r\nHost: a\r\nConnection: close\r\n\r\n`);
    const { host, query } = bodyOf(answer) as Record<string, unknown>;
    assert.deepEqual({ host, query }, { host: 'other.example', query: { a: '1' } });
  });

  test('the query string is parsed by our own rules and rejected with 400', async (t) => {
    const { base } = await echoService(t);
    const answer = await ask(`${base}/api/as/v1/echo?ids[]=a&ids%5B%5D=b&page[size]=2`);
    assert.deepEqual(answer.json.query, { ids: ['a', 'b'], page: { size: '2' } });
    for (const bad of ['a=%', 'a=1&a[b]=2', `a${'[b]'.repeat(40)}`]) {
      const refused = await ask(`${base}/api/as/v1/echo?${bad}`);
      assert.equal(refused.status, 400);
      assert.match(refused.text, /decoding error/);
      assert.equal((await ask(`${base}/api/as/v1/nowhere?${bad}`)).status, 404);
    }
  });

  for (const [trustProxy, headers, expected] of [
    [false, { host: 'Host-1.API.Localhost:3002' }, 'host-1.api.localhost'],
    [false, { host: '[::1]:3002' }, '[::1]'],
    [false, { host: '127.0.0.1' }, '127.0.0.1'],
    [false, { host: 'localhost.:80' }, 'localhost'],
    [false, { host: 'a', 'x-forwarded-host': 'b' }, 'a'],
    [1, { host: 'a', 'x-forwarded-host': 'B.example:443, c' }, 'b.example'],
    [1, { host: 'a' }, 'a'],
    [['127.0.0.1'], { host: 'a', 'x-forwarded-host': 'b' }, 'b'],
    [['10.0.0.0/8'], { host: 'a', 'x-forwarded-host': 'b' }, 'a'],
  ] as const) {
    test(`the host of ${JSON.stringify(headers)} is ${expected}`, async (t) => {
      const { base } = await echoService(t, { trustProxy });
      assert.equal((await ask(`${base}/api/as/v1/echo`, { headers })).json.host, expected);
    });
  }

  for (const [trustProxy, forwarded, expected] of [
    [false, '203.0.113.7', '127.0.0.1'],
    [1, '203.0.113.7', '203.0.113.7'],
    [1, '198.51.100.1, 203.0.113.7', '203.0.113.7'],
    [2, '198.51.100.1, 203.0.113.7, 10.0.0.1', '203.0.113.7'],
    [2, '203.0.113.7', '203.0.113.7'],
    [['127.0.0.0/8'], '198.51.100.1, 203.0.113.7', '203.0.113.7'],
    [
      ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'],
      '198.51.100.1, 203.0.113.7, 2001:db8::1, 10.9.8.7',
      '203.0.113.7',
    ],
    [['10.0.0.0/8'], '203.0.113.7', '127.0.0.1'],
    [['127.0.0.1', '10.0.0.0/8'], '203.0.113.7, not an address, 10.0.0.1', 'not an address'],
    [['127.0.0.1', '10.0.0.0/8'], '203.0.113.7, ::ffff:10.0.0.1', '203.0.113.7'],
  ] as const) {
    test(`with ${JSON.stringify(trustProxy)} trusted, ${forwarded} was sent by ${expected}`, async (t) => {
      const { base } = await echoService(t, { trustProxy });
      const headers = { 'x-forwarded-for': forwarded, 'x-forwarded-proto': 'https' };
      const { json } = await ask(`${base}/api/as/v1/echo`, { headers });
      const isTrusted = expected !== '127.0.0.1';
      assert.deepEqual([json.ip, json.protocol], [expected, isTrusted ? 'https' : 'http']);
    });
  }

  test('localhost listens on both loopback addresses', async (t) => {
    const { app, port } = await echoService(t, { host: 'localhost' });
    assert.equal((await ask(`http://127.0.0.1:${port}/api/as/v1/echo`)).status, 200);
    const six = await ask(`http://[::1]:${port}/api/as/v1/echo`).catch((error) => error.code);
    if (six === 'EADDRNOTAVAIL' || six === 'ECONNREFUSED') return t.skip('no IPv6 here');
    assert.equal(six.status, 200);
    await app.close();
    await assert.rejects(ask(`http://[::1]:${port}/api/as/v1/echo`));
  });
});

suite('request ids', () => {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  test('a valid one is kept, any other replaced', async (t) => {
    const { base } = await echoService(t);
    for (const id of ['a', 'A-b_9', 'x'.repeat(255)]) {
      const answer = await ask(`${base}/api/as/v1/echo`, { headers: { 'x-request-id': id } });
      assert.equal(answer.headers['x-request-id'], id);
      assert.equal(answer.json.id, id);
    }
    for (const id of ['', ' ', 'a b', 'a.b', 'ä', 'x'.repeat(256)]) {
      const answer = await ask(`${base}/api/as/v1/echo`, { headers: { 'x-request-id': id } });
      assert.match(String(answer.headers['x-request-id']), uuid);
      assert.equal(answer.json.id, answer.headers['x-request-id']);
    }
  });
});

suite('response headers', () => {
  test('of a success', async (t) => {
    const { base } = await echoService(t);
    const { headers } = await ask(`${base}/api/as/v1/echo`);
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(headers['cache-control'], 'max-age=0, private, must-revalidate');
    assert.equal(headers.vary, 'Origin, Accept-Encoding');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['x-frame-options'], 'SAMEORIGIN');
    assert.match(String(headers['x-runtime']), /^\d+\.\d{6}$/);
    assert.equal(headers['x-app-search-version'], undefined);
  });

  test('of errors', async (t) => {
    const { base } = await echoService(t);
    for (const path of ['nowhere', 'teapot', 'broken', 'echo?a=%']) {
      const { headers, status } = await ask(`${base}/api/as/v1/${path}`);
      assert.ok(status >= 400);
      assert.equal(headers['content-type'], 'application/json; charset=utf-8');
      assert.equal(headers['cache-control'], 'no-cache');
      assert.equal(headers.vary, 'Origin, Accept-Encoding');
      assert.ok(headers['x-request-id']);
      assert.match(String(headers['x-runtime']), /^\d+\.\d{6}$/);
    }
  });
});

suite('errors', () => {
  test('an unknown path or method gets the routing error', async (t) => {
    const { base } = await echoService(t);
    for (const method of ['GET', 'POST', 'DELETE', 'PROPFIND', 'QUERY', 'TRACE']) {
      const answer = await ask(`${base}/api/as/v1/nowhere`, { method });
      assert.equal(answer.status, 404);
      assert.deepEqual(answer.json, { errors: 'Routing Error. The path you have requested is invalid.' });
    }
    assert.equal((await ask(`${base}/api/as/v1/things/a`, { method: 'PUT' })).status, 404);
  });

  test('one of the table is sent unchanged', async (t) => {
    const { base } = await echoService(t);
    const answer = await ask(`${base}/api/as/v1/teapot`);
    assert.equal(answer.status, 418);
    assert.deepEqual(answer.json, { errors: ['short and stout'] });
    assert.equal(answer.headers['x-spout'], 'yes');
  });

  test('an unexpected one is hidden from the client and logged with its stack trace', async (t) => {
    const echo = await echoService(t);
    const answer = await ask(`${echo.base}/api/as/v1/broken`);
    assert.equal(answer.status, 500);
    assert.doesNotMatch(answer.text, /fire/);
    const line = echo.log.find(({ msg }) => msg === 'unexpected error');
    assert.equal(line?.request_id, answer.headers['x-request-id']);
    const error = line?.error as Record<string, string>;
    assert.equal(error.message, 'disk on fire, key private-***');
    assert.match(String(error.stack), /echo\.ts/);
    assert.doesNotMatch(echo.logText(), /canary/);
  });

  test('even a thrown undefined is handled', async (t) => {
    const { base } = await echoService(t);
    assert.equal((await ask(`${base}/api/as/v1/nothing`)).status, 500);
  });
});

suite('long headers', () => {
  const cases: Array<[string, Record<string, string>, string, number]> = [
    ['a header of 64 KB among others', { authorization: 'a'.repeat(limits.headerBytes) }, '', 200],
    ['a header beyond', { authorization: 'a'.repeat(limits.headerBytes + 1) }, '', 431],
    ['a URL of 64 KB', {}, `?auth_token=${'a'.repeat(limits.headerBytes - 100)}`, 200],
    ['a longer URL', {}, `?auth_token=${'a'.repeat(limits.headerBytes)}`, 431],
    [
      'both and a cookie',
      { authorization: 'a'.repeat(65_000), cookie: 'a'.repeat(65_000) },
      `?auth_token=${'a'.repeat(65_000)}`,
      200,
    ],
    ['a megabyte', { authorization: 'a'.repeat(1_000_000) }, '', 431],
  ];
  for (const [what, headers, query, status] of cases) {
    test(`${what}: ${status}`, async (t) => {
      const { base } = await echoService(t);
      const answer = await ask(`${base}/api/as/v1/echo${query}`, { headers: { 'x-other': 'b', ...headers } });
      assert.equal(answer.status, status);
      if (status === 431) assert.deepEqual(answer.json, { errors: ['Request header is too large'] });
    });
  }
});

suite('compression', () => {
  for (const [header, expected] of [
    [undefined, false],
    ['', false],
    ['gzip', true],
    ['GZIP, br', true],
    ['x-gzip', true],
    ['br, deflate', false],
    ['*', true],
    ['*;q=0', false],
    ['gzip;q=0', false],
    ['gzip;q=0, *', false],
    ['gzip; q=0.5, identity', false],
    ['gzip;q=0.5, identity;q=0.5', true],
    ['identity;q=0.1, gzip;q=0.2', true],
    ['gzip;q=nonsense', false],
    [`${';,'.repeat(50_000)}`, false],
  ] as const) {
    test(`Accept-Encoding ${header?.slice(0, 40)}: ${expected}`, () =>
      assert.equal(acceptsGzip(header), expected));
  }

  test('large responses are gzipped if the client accepts it, small ones never', async (t) => {
    const { base } = await echoService(t);
    const headers = { 'accept-encoding': 'gzip' };
    const large = await ask(`${base}/api/as/v1/large`, { headers });
    assert.equal(large.headers['content-encoding'], 'gzip');
    assert.ok(Number(large.headers['content-length']) < 1000);
    assert.equal(large.json.text, 'findling '.repeat(1000));
    assert.equal((await ask(`${base}/api/as/v1/large`)).headers['content-encoding'], undefined);
    assert.equal((await ask(`${base}/api/as/v1/echo`, { headers })).headers['content-encoding'], undefined);
  });
});

suite('closing', () => {
  test('running requests finish, also on keep-alive connections, and nothing delays it', async (t) => {
    const { app, base } = await echoService(t);
    const agent = new Agent({ keepAlive: true });
    t.after(() => agent.destroy());
    const running = ask(`${base}/api/as/v1/slow`, { agent });
    await new Promise((resolve) => setTimeout(resolve, 100));
    const start = performance.now();
    await app.close();
    assert.ok(performance.now() - start < 2000);
    const answer = await running;
    assert.deepEqual(answer.json, { slow: true });
    assert.equal(answer.headers.connection, 'close');
  });

  test('a request that is completed meanwhile gets 503', async (t) => {
    const { app, port } = await echoService(t);
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /api/as/v1/echo HTTP/1.1\r\nHost: a\r\nOrigin: http://shop\r\n');
    await new Promise((resolve) => setTimeout(resolve, 100));
    const closed = app.close();
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.write('\r\n');
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk);
    const answer = Buffer.concat(chunks).toString();
    assert.equal(statusOf(answer), 503);
    assert.deepEqual(bodyOf(answer), { errors: ['The service is shutting down. Please try again.'] });
    assert.match(answer, /access-control-allow-origin: http:\/\/shop/);
    assert.match(answer, /connection: close/i);
    await closed;
  });

  test('idle and half-open connections delay it no longer than the grace period', async (t) => {
    const { app, port } = await echoService(t, { timeouts: { closing: 300 } });
    const silent = exchange(port, '', 5000);
    const stalled = exchange(
      port,
      'POST /api/as/v1/echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc',
      5000,
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    const start = performance.now();
    await app.close();
    const took = performance.now() - start;
    assert.ok(took > 200 && took < 1500, `${took} ms`);
    await Promise.allSettled([silent, stalled]);
  });
});
