import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { suite, type TestContext, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { limits } from '../../src/limits.ts';
import { VERSION } from '../../src/version.ts';
import { withRoutes } from '../support/router.ts';
import { request, startTestService, type TestService } from '../support/service.ts';

const ROUTING_ERROR = { errors: 'Routing Error. The path you have requested is invalid.' };
const ORIGIN = 'https://shop.example';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const serviceWithBook = async (t: TestContext) => {
  const service = await startTestService(t);
  const engine = await service.engine({ documents: [{ id: 'a', title: 'Dune' }] });
  return { service, engine };
};

/** Bytes in, bytes out: for what no client would send. The answer ends with its content, or with the connection. */
const exchange = (service: TestService, head: string[], body: Buffer | string = '') =>
  new Promise<{ status: number; headers: Map<string, string>; body: Buffer }>((resolve, reject) => {
    const { hostname, port } = new URL(service.baseUrl);
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    const finish = () => {
      socket.destroy();
      const bytes = Buffer.concat(chunks);
      const end = bytes.indexOf('\r\n\r\n');
      const [line, ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
      resolve({
        status: Number(line?.split(' ')[1]),
        headers: new Map(
          lines.map((it) => [it.split(': ')[0]?.toLowerCase() ?? '', it.split(': ').slice(1).join(': ')]),
        ),
        body: bytes.subarray(end + 4),
      });
    };
    socket.on('data', (chunk) => chunks.push(chunk)).on('end', finish);
    socket.on('error', (error) => (chunks.length > 0 ? finish() : reject(error)));
    socket.write(`${head.join('\r\n')}\r\nConnection: close\r\n\r\n`);
    socket.write(body);
  });

suite('addresses', () => {
  test('every route takes a trailing slash and .json, and answers directly', async (t) => {
    const { service, engine } = await serviceWithBook(t);
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

  test('percent-encoded parts are decoded', async (t) => {
    const { service, engine } = await serviceWithBook(t);
    const encoded = [...engine].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('');
    assert.equal((await service.call('GET', `/engines/${encoded}`)).json.name, engine);
    const found = await service.call('POST', `/engines/${encoded}/search.json`, { body: { query: 'dune' } });
    assert.equal(found.json.results[0].id.raw, 'a');
    const key = { key: service.adminKey };
    assert.equal((await service.call('GET', '/credentials/private%2Dkey', key)).json.name, 'private-key');
    // An engine of such a name cannot be, so it is not there; that is no routing error.
    for (const name of ['a%2Fb', 'a%20b', '%C3%A9', '%25']) {
      const { status, json } = await service.call('GET', `/engines/${name}`);
      assert.deepEqual({ status, json }, { status: 404, json: { errors: ['Could not find engine.'] } }, name);
    }
  });

  test('unknown paths, wrong methods and other versions get the routing error, with or without a key', async (t) => {
    const { service, engine } = await serviceWithBook(t);
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

suite('bodies', () => {
  test('are read as JSON whatever the content type says', async (t) => {
    const { service, engine } = await serviceWithBook(t);
    for (const type of [
      'application/json',
      'application/json; charset=utf8',
      'application/json;charset=UTF-8',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'text/plain',
      'bogus/format',
      'nonsense',
      ';',
      '',
    ]) {
      const headers = { 'content-type': type };
      const path = `/engines/${engine}`;
      const made = await service.call('POST', `${path}/documents`, {
        headers,
        body: [{ id: 'b', title: 'Emma' }],
      });
      assert.deepEqual(made.json, [{ id: 'b', errors: [] }], type);
      const read = await service.call('GET', `${path}/documents`, { headers, body: ['b'] });
      assert.deepEqual(read.json, [{ id: 'b', title: 'Emma' }], type);
      const found = await service.call('GET', `${path}/search`, { headers, body: { query: 'emma' } });
      assert.equal(found.json.results[0].id.raw, 'b', type);
      const gone = await service.call('DELETE', `${path}/documents`, { headers, body: ['b'] });
      assert.deepEqual(gone.json, [{ id: 'b', deleted: true }], type);
      const list = await service.call('GET', '/engines', { headers });
      assert.equal(list.status, 200, type);
    }
  });

  test('may be missing or empty where nothing is needed', async (t) => {
    const { service, engine } = await serviceWithBook(t);
    for (const path of ['/engines', `/engines/${engine}`, `/engines/${engine}/schema`]) {
      for (const body of [undefined, '', '{}', ' ', '\ufeff{}']) {
        const headers = { 'content-type': 'application/json' };
        assert.equal((await service.call('GET', path, { body, headers })).status, 200, `${path} ${body}`);
      }
    }
  });

  test('gzipped in and out', async (t) => {
    const { service, engine } = await serviceWithBook(t);
    const documents = Array.from({ length: 100 }, (_, i) => ({ id: `${i}`, title: 'the same words again' }));
    const zipped = gzipSync(JSON.stringify(documents));
    const head = (method: string, path: string) => [
      `${method} /api/as/v1/engines/${engine}/${path} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${service.privateKey}`,
    ];
    const made = await exchange(
      service,
      [...head('POST', 'documents'), 'Content-Encoding: gzip', `Content-Length: ${zipped.length}`],
      zipped,
    );
    assert.equal(made.status, 200);
    assert.deepEqual(
      JSON.parse(made.body.toString()),
      documents.map(({ id }) => ({ id, errors: [] })),
    );
    const list = await exchange(service, [...head('GET', 'documents/list'), 'Accept-Encoding: gzip']);
    assert.equal(list.headers.get('content-encoding'), 'gzip');
    const { results } = JSON.parse(gunzipSync(list.body).toString());
    assert.equal(results.length, 100);
    assert.equal(results[99].title, 'the same words again');
    const plain = await exchange(service, head('GET', 'documents/list'));
    assert.equal(plain.headers.get('content-encoding'), undefined);
  });

  test('of 10,485,760 bytes are read, one byte more is 413 with a message, however it comes', async (t) => {
    const { service, engine } = await serviceWithBook(t);
    const refused = { errors: ['Request body exceeds the maximum of 10,485,760 bytes'] };
    const padded = (bytes: number) => {
      const text = '[{"id":"big"}]';
      return Buffer.concat([Buffer.from(text), Buffer.alloc(bytes - text.length, ' ')]);
    };
    const send = async (body: Buffer, encoding?: string) => {
      const answer = await exchange(
        service,
        [
          `POST /api/as/v1/engines/${engine}/documents HTTP/1.1`,
          'Host: localhost',
          `Origin: ${ORIGIN}`,
          `Authorization: Bearer ${service.privateKey}`,
          `Content-Length: ${body.length}`,
          ...(encoding === undefined ? [] : [`Content-Encoding: ${encoding}`]),
        ],
        body,
      );
      return { status: answer.status, json: JSON.parse(answer.body.toString()), headers: answer.headers };
    };
    const fits = padded(limits.bodyBytes);
    assert.deepEqual((await send(fits)).json, [{ id: 'big', errors: [] }]);
    assert.deepEqual((await send(gzipSync(fits), 'gzip')).json, [{ id: 'big', errors: [] }]);
    const over = padded(limits.bodyBytes + 1);
    for (const answer of [await send(over), await send(gzipSync(over), 'gzip')]) {
      assert.deepEqual({ status: answer.status, json: answer.json }, { status: 413, json: refused });
      assert.equal(answer.headers.get('access-control-allow-origin'), ORIGIN);
    }
    for (let round = 0; round < 10; round++) {
      const answer = await service.call('POST', `/engines/${engine}/documents`, { body: over.toString() });
      assert.deepEqual({ status: answer.status, json: answer.json }, { status: 413, json: refused });
    }
  });

  test('of strangers are not read: the key comes first', async (t) => {
    const { service, engine } = await serviceWithBook(t);
    const body = ' '.repeat(limits.bodyBytes + 1);
    const answer = await service.call('POST', `/engines/${engine}/documents`, {
      key: 'private-nobody',
      body,
    });
    assert.deepEqual(
      { status: answer.status, json: answer.json },
      { status: 401, json: { error: 'Invalid authentication token.' } },
    );
  });

  test('that hold no JSON, or more levels than sense, are 400', async (t) => {
    const { service, engine } = await serviceWithBook(t);
    const message = { errors: ['There was a decoding error. Please ensure your request is valid.'] };
    for (const body of ['{', '{"a":1}}', "{'a':1}", 'undefined', `${'['.repeat(5000)}${']'.repeat(5000)}`]) {
      for (const [method, path] of [
        ['POST', '/engines'],
        ['GET', '/engines'],
        ['POST', `/engines/${engine}/documents`],
        ['GET', `/engines/${engine}/documents`],
        ['POST', `/engines/${engine}/schema`],
        ['POST', `/engines/${engine}/search`],
      ] as const) {
        const { status, json } = await service.call(method, path, { body });
        assert.deepEqual(
          { status, json },
          { status: 400, json: message },
          `${method} ${path} ${body.slice(0, 20)}`,
        );
      }
    }
  });
});

suite('headers', () => {
  test('of a success', async (t) => {
    const { service } = await serviceWithBook(t);
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

  test('of every kind of refusal', async (t) => {
    const { service, engine } = await serviceWithBook(t);
    const cases: Array<[string, number, string, string, string | null, unknown, boolean, boolean]> = [
      // what, status, method, path, key, body, says the version, asks who you are
      ['no key', 401, 'GET', '/engines', null, undefined, false, true],
      ['an unknown key', 401, 'GET', '/engines', 'private-unknown', undefined, false, true],
      ['a key that may not', 401, 'GET', '/engines', service.searchKey, undefined, false, false],
      ['an unknown engine', 404, 'GET', '/engines/nowhere', service.privateKey, undefined, true, false],
      ['a bad request', 400, 'POST', '/engines', service.privateKey, {}, true, false],
      ['an unknown address', 404, 'GET', '/nowhere', service.privateKey, undefined, false, false],
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

  test('a request id is kept if it is a good one, and each request has its own otherwise', async (t) => {
    const { service } = await serviceWithBook(t);
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

  test('one line beyond 64 KB is 431 with a message', async (t) => {
    const { service } = await serviceWithBook(t);
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
  test('is on every answer under /api, whatever the outcome', async (t) => {
    const { service, engine } = await serviceWithBook(t);
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

  test('a preflight is answered without a key on every path', async (t) => {
    const { service, engine } = await serviceWithBook(t);
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

  test('is nowhere else', async (t) => {
    const { service } = await serviceWithBook(t);
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

suite('small addresses', () => {
  test('/health says that the service is ready', async (t) => {
    const service = await startTestService(t);
    const { status, json } = await request(`${service.baseUrl}/health`, 'GET');
    assert.deepEqual(
      { status, json },
      { status: 200, json: { status: 'ok', name: 'findling', version: VERSION } },
    );
  });

  test('the version and the health that tools ask for name the version of the original', async (t) => {
    const service = await startTestService(t);
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

  test('/ tells tools where to go, and /login leads to it', async (t) => {
    const service = await startTestService(t);
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

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a JSON Schema of an OpenAPI 3.1 document may not be; empty if nothing is wrong. */
function schemaFaults(schema: unknown, where: string, document: Json): string[] {
  if (typeof schema === 'boolean') return [];
  if (!isObject(schema)) return [`${where} is no schema`];
  const faults: string[] = [];
  if (schema.$ref !== undefined) {
    const parts = String(schema.$ref).replace(/^#\//, '').split('/');
    const target = parts.reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), document);
    if (target === undefined) faults.push(`${where}: ${schema.$ref} leads nowhere`);
  }
  const types = schema.type === undefined ? [] : [schema.type].flat();
  for (const type of types) {
    const known = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
    if (!known.includes(String(type))) faults.push(`${where}: no type ${type}`);
  }
  if (schema.enum !== undefined && !(Array.isArray(schema.enum) && schema.enum.length > 0)) {
    faults.push(`${where}: enum is no list`);
  }
  if (schema.pattern !== undefined) new RegExp(String(schema.pattern));
  for (const number of ['minimum', 'maximum', 'maxLength', 'maxItems', 'minItems']) {
    if (schema[number] !== undefined && typeof schema[number] !== 'number')
      faults.push(`${where}: ${number}`);
  }
  const properties = schema.properties ?? {};
  if (!isObject(properties)) faults.push(`${where}: properties`);
  for (const name of (schema.required ?? []) as string[]) {
    if (!isObject(properties) || !(name in properties))
      faults.push(`${where}: required ${name} is not described`);
  }
  for (const [name, part] of Object.entries(properties))
    faults.push(...schemaFaults(part, `${where}.${name}`, document));
  for (const key of ['items', 'additionalProperties']) {
    if (schema[key] !== undefined) faults.push(...schemaFaults(schema[key], `${where}.${key}`, document));
  }
  for (const key of ['oneOf', 'anyOf', 'allOf']) {
    if (schema[key] === undefined) continue;
    if (!Array.isArray(schema[key]) || schema[key].length === 0) faults.push(`${where}: ${key} is no list`);
    else for (const part of schema[key]) faults.push(...schemaFaults(part, `${where}.${key}`, document));
  }
  return faults;
}

suite('/openapi.json', () => {
  const description = async (t: TestContext) => {
    const service = await startTestService(t);
    const { status, headers, json } = await request(`${service.baseUrl}/openapi.json`, 'GET');
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    return { service, document: json };
  };
  const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

  test('needs no key and is a sound OpenAPI 3.1 document', async (t) => {
    const { document } = await description(t);
    assert.match(document.openapi, /^3\.1\.\d+$/);
    assert.equal(document.info.title, 'Findling');
    assert.equal(document.info.version, VERSION);
    assert.deepEqual(document.servers, [{ url: '/api/as/v1' }]);
    for (const alternative of document.security) {
      for (const name of Object.keys(alternative)) {
        assert.ok(document.components.securitySchemes[name], `no security scheme ${name}`);
      }
    }
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      assert.deepEqual(schemaFaults(schema, name, document), []);
    }
    const ids: string[] = [];
    for (const [path, item] of Object.entries<Json>(document.paths)) {
      assert.match(path, /^(\/([a-z_]+|\{[a-z_]+\}))+$/);
      for (const [method, operation] of Object.entries<Json>(item as Record<string, Json>)) {
        const where = `${method} ${path}`;
        assert.ok(METHODS.includes(method), where);
        ids.push(String(operation.operationId));
        assert.equal(typeof operation.summary, 'string', where);
        assert.match(String(operation.description), /Needs an? .+ key/, where);
        const parameters = operation.parameters as Array<Json>;
        const inPath = parameters.filter((parameter) => parameter.in === 'path');
        assert.deepEqual(
          inPath.map(({ name }) => name),
          [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
          where,
        );
        assert.ok(
          inPath.every(({ required }) => required === true),
          where,
        );
        assert.equal(
          new Set(parameters.map(({ in: place, name }) => `${place} ${name}`)).size,
          parameters.length,
        );
        for (const parameter of parameters) {
          assert.deepEqual(schemaFaults(parameter.schema, `${where} ${parameter.name}`, document), []);
        }
        const responses = operation.responses as Record<string, { description: unknown; content: Json }>;
        for (const status of ['200', '400', '401']) assert.ok(responses[status], `${where} ${status}`);
        const bodies = [
          ...Object.values(responses),
          ...(operation.requestBody ? [operation.requestBody] : []),
        ];
        for (const response of Object.values(responses))
          assert.equal(typeof response.description, 'string', where);
        for (const { content } of bodies as Array<{ content: Record<string, Json> }>) {
          for (const [type, media] of Object.entries(content)) {
            assert.match(type, /^[a-z]+\/[a-z.+-]+$/);
            assert.deepEqual(schemaFaults(media.schema, `${where} ${type}`, document), []);
          }
        }
      }
    }
    assert.equal(new Set(ids).size, ids.length, 'operation ids are unique');
  });

  test('has every route of the API and nothing else', async (t) => {
    const [service, routes] = await withRoutes(() => startTestService(t));
    const { json } = await request(`${service.baseUrl}/openapi.json`, 'GET');
    const described = Object.entries<Json>(json.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${json.servers[0].url}${path}`),
    );
    const registered = routes
      .filter(({ method, url }) => url.startsWith('/api/as/') && method !== 'HEAD')
      .map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`);
    assert.ok(registered.length > 0);
    assert.deepEqual(described.sort(), registered.sort());
  });

  test('and the service agree: what is described is guarded, what is not is no route', async (t) => {
    const { service, document } = await description(t);
    for (const [path, item] of Object.entries<Json>(document.paths)) {
      const address = path.replace(/\{\w+\}/g, 'something');
      for (const method of METHODS) {
        const answer = await service.call(method.toUpperCase(), address, { key: null });
        const expected = method in item ? 401 : 404;
        assert.equal(answer.status, expected, `${method} ${path}`);
        if (expected === 404) assert.deepEqual(answer.json, ROUTING_ERROR);
      }
    }
  });
});
