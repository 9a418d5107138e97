import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { limits } from '../../src/limits.ts';
import { exchange, ORIGIN, serviceWithBook } from './contract-service.ts';

suite('bodies', () => {
  test('are read as JSON for every content type', async () => {
    const { service, engine } = await serviceWithBook();
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

  test('may be missing or empty if nothing is required', async () => {
    const { service, engine } = await serviceWithBook();
    for (const path of ['/engines', `/engines/${engine}`, `/engines/${engine}/schema`]) {
      for (const body of [undefined, '', '{}', ' ', '\ufeff{}']) {
        const headers = { 'content-type': 'application/json' };
        assert.equal((await service.call('GET', path, { body, headers })).status, 200, `${path} ${body}`);
      }
    }
  });

  test('are gzipped in requests and responses', async () => {
    const { service, engine } = await serviceWithBook();
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

  test('of 10,485,760 bytes are accepted, one byte more gets 413 with a message, in every transfer encoding', async () => {
    const { service, engine } = await serviceWithBook();
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
    const fits = padded(limits.bodies.documents);
    assert.deepEqual((await send(fits)).json, [{ id: 'big', errors: [] }]);
    assert.deepEqual((await send(gzipSync(fits), 'gzip')).json, [{ id: 'big', errors: [] }]);
    const over = padded(limits.bodies.documents + 1);
    for (const answer of [await send(over), await send(gzipSync(over), 'gzip')]) {
      assert.deepEqual({ status: answer.status, json: answer.json }, { status: 413, json: refused });
      assert.equal(answer.headers.get('access-control-allow-origin'), ORIGIN);
    }
    for (let round = 0; round < 10; round++) {
      const answer = await service.call('POST', `/engines/${engine}/documents`, { body: over.toString() });
      assert.deepEqual({ status: answer.status, json: answer.json }, { status: 413, json: refused });
    }
  });

  test('are not read without a valid key', async () => {
    const { service, engine } = await serviceWithBook();
    const body = ' '.repeat(limits.bodies.documents + 1);
    const answer = await service.call('POST', `/engines/${engine}/documents`, {
      key: 'private-nobody',
      body,
    });
    assert.deepEqual(
      { status: answer.status, json: answer.json },
      { status: 401, json: { error: 'Invalid authentication token.' } },
    );
  });

  test('that are not JSON or are nested too deeply get 400', async () => {
    const { service, engine } = await serviceWithBook();
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
