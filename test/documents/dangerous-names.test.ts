import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { request as send } from 'node:http';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { startTestService, type TestService, temporaryFolder } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

const PROTOTYPE_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'then',
];
const BUILT_IN = Object.getOwnPropertyNames(Object.prototype);

/** Checks that requests have not polluted the prototype of plain objects. */
const assertUnpolluted = (after: string) => {
  assert.deepEqual(Object.getOwnPropertyNames(Object.prototype), BUILT_IN, after);
  assert.equal(({} as Record<string, unknown>).polluted, undefined, after);
  assert.equal(([] as unknown as Record<string, unknown>).polluted, undefined, after);
};

/** Sends the path unchanged: URL objects would resolve `..`. */
const rawStatus = (service: TestService, method: string, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.baseUrl);
    const headers = { authorization: `Bearer ${service.privateKey}` };
    send({ hostname, port, method, path, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    })
      .on('error', reject)
      .end();
  });

suite('names with a meaning in JavaScript', () => {
  test('as fields are stored or rejected like any other name', async () => {
    const service = await sharedService();
    const engine = await service.engine();
    const path = `/engines/${engine}/documents`;
    for (const name of PROTOTYPE_NAMES) {
      const isName = /^[a-z0-9]+$/.test(name);
      const body = `[{"id":"${name}","${name}":{"polluted":true},"title":"x"}]`;
      const made = await service.call('POST', path, { body });
      assertUnpolluted(name);
      assert.deepEqual(made.json, [{ id: name, errors: isName ? [] : [`Invalid field name: ${name}`] }]);
      const read = await service.call('GET', path, { body: [name] });
      const expected = { id: name, [name]: '{"polluted":true}', title: 'x' };
      assert.deepEqual(read.json, [isName ? expected : null]);
      const patched = await service.call('PATCH', path, { body: `[{"id":"${name}","${name}":"patched"}]` });
      assert.deepEqual(patched.json[0].errors, isName ? [] : [`Document not found with id: ${name}`]);
    }
    const schema = (await service.call('GET', `/engines/${engine}/schema`)).json;
    assert.deepEqual(
      Object.entries(schema),
      ['constructor', 'title', 'prototype', 'then'].map((name) => [name, 'text']),
    );
    const found = await service.call('POST', `/engines/${engine}/search`, {
      body: {
        query: 'patched',
        search_fields: { constructor: {} },
        result_fields: { constructor: { raw: {} } },
        filters: { constructor: 'patched' },
        facets: { constructor: { type: 'value' } },
      },
    });
    assert.deepEqual(
      found.json.results.map((hit: { constructor: unknown }) => hit.constructor),
      [{ raw: 'patched' }],
    );
    assert.deepEqual(found.json.facets, {
      constructor: [{ type: 'value', data: [{ value: 'patched', count: 1 }] }],
    });
    assertUnpolluted('search');
  });

  test('nested in values stay text', async () => {
    const service = await sharedService();
    const engine = await service.engine();
    const path = `/engines/${engine}/documents`;
    const value = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
    await service.call('POST', path, { body: `[{"id":"a","x":${value},"y":[${value}]}]` });
    assertUnpolluted('nested');
    const read = await service.call('GET', path, { body: ['a'] });
    assert.deepEqual(read.json, [{ id: 'a', x: value, y: [value] }]);
  });

  test('are ordinary ids', async () => {
    const service = await sharedService();
    const engine = await service.engine({ documents: PROTOTYPE_NAMES.map((id) => ({ id, x: id })) });
    const path = `/engines/${engine}/documents`;
    const documents = PROTOTYPE_NAMES.map((id) => ({ id, x: id }));
    assert.deepEqual((await service.call('GET', path, { body: PROTOTYPE_NAMES })).json, documents);
    assert.deepEqual(
      (await service.call('DELETE', path, { body: PROTOTYPE_NAMES })).json,
      PROTOTYPE_NAMES.map((id) => ({ id, deleted: true })),
    );
    assert.deepEqual(
      (await service.call('GET', path, { body: PROTOTYPE_NAMES })).json,
      PROTOTYPE_NAMES.map(() => null),
    );
    assertUnpolluted('ids');
  });

  test('as engines are created if the name is valid, and unknown otherwise', async () => {
    const service = await sharedService();
    for (const name of PROTOTYPE_NAMES) {
      for (const path of ['', '/documents/list', '/schema']) {
        assert.equal((await service.call('GET', `/engines/${name}${path}`)).status, 404, name);
      }
      const made = await service.call('POST', '/engines', { body: `{"name":"${name}"}` });
      const isName = /^[a-z0-9-]+$/.test(name);
      assert.equal(made.status, isName ? 200 : 400, name);
      assert.equal((await service.call('GET', `/engines/${name}`)).status, isName ? 200 : 404, name);
      assertUnpolluted(name);
    }
  });

  test('as keys are created if the name is valid, and unknown otherwise', async (t) => {
    const service = await startTestService(t);
    const key = service.adminKey;
    for (const name of PROTOTYPE_NAMES) {
      const isName = /^[A-Za-z0-9-]+$/.test(name);
      assert.equal((await service.call('GET', `/credentials/${name}`, { key })).status, 404, name);
      const made = await service.call('POST', '/credentials', { key, body: { name, type: 'search' } });
      assert.equal(made.status, isName ? 200 : 400, name);
      assert.equal(
        (await service.call('DELETE', `/credentials/${name}`, { key })).status,
        isName ? 200 : 404,
      );
      assertUnpolluted(name);
    }
  });

  test('as parameters, options and members of any request are rejected or ignored', async (t) => {
    const service = await startTestService(t);
    const engine = await service.engine({ documents: [{ id: 'a', title: 'x' }] });
    const poison = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
    const requests: Array<[string, string, string | undefined, number]> = [
      ['GET', '/engines?__proto__[polluted]=1', undefined, 200],
      ['GET', '/engines?constructor[prototype][polluted]=1', undefined, 200],
      ['GET', '/engines?page[__proto__][polluted]=1', undefined, 200],
      ['GET', '/engines', poison, 200],
      ['POST', '/engines?name=poisoned&__proto__[polluted]=1', poison, 200],
      ['POST', `/engines/${engine}/schema`, poison, 400],
      ['POST', `/engines/${engine}/schema`, '{"__proto__":"text"}', 400],
      ['POST', `/engines/${engine}/search`, `{"query":"","filters":${poison}}`, 400],
      ['POST', `/engines/${engine}/search`, '{"query":"","__proto__":{"polluted":true}}', 400],
      ['POST', `/engines/${engine}/search`, '{"query":"","page":{"__proto__":{"polluted":true}}}', 200],
      ['POST', `/engines/${engine}/search`, `{"query":"","facets":${poison}}`, 400],
      ['POST', `/engines/${engine}/search`, `{"query":"","result_fields":${poison}}`, 400],
      ['POST', `/engines/${engine}/search`, `{"query":"","search_fields":${poison}}`, 400],
      ['POST', `/engines/${engine}/search?filters[__proto__][polluted]=1&query=`, undefined, 400],
      ['GET', `/engines/${engine}/documents?ids[__proto__]=1`, undefined, 400],
      ['DELETE', `/engines/${engine}/documents`, `[${poison}]`, 400],
    ];
    for (const [method, path, body, status] of requests) {
      const answer = await service.call(method, path, { body });
      assert.equal(answer.status, status, `${method} ${path} ${body}: ${answer.text}`);
      assertUnpolluted(`${method} ${path} ${body}`);
    }
  });
});

suite('names with a meaning in a file system', () => {
  test('create no file outside the data folder, and none named after them inside', async (t) => {
    const outside = join(temporaryFolder(t), 'outside');
    const data = join(outside, 'data');
    mkdirSync(outside);
    const service = await startTestService(t, { FINDLING_DATA: data });
    const engine = await service.engine();
    const names = [
      '..',
      '.',
      '../evil',
      '../../evil',
      '..\\evil',
      '%2e%2e%2fevil',
      '....//evil',
      '/etc/passwd',
      'C:\\evil',
      'evil\u0000.txt',
      'CON',
      'con',
      'nul',
      'aux.txt',
      '.hidden',
      'secret',
      'findling.sqlite',
      'events.sqlite',
      'lock.sqlite',
      'x'.repeat(255),
      'é'.repeat(200),
      'ab',
      'AB',
      'straße',
      'STRASSE',
      '~',
      '$HOME',
      '`id`',
    ];
    for (const name of names) {
      const made = await service.call('POST', '/engines', { body: { name } });
      assert.equal(made.status, /^[a-z0-9-]{1,64}$/.test(name) ? 200 : 400, name);
      const key = await service.call('POST', '/credentials', {
        key: service.adminKey,
        body: { name, type: 'search' },
      });
      assert.equal(key.status, /^[A-Za-z0-9-]{1,64}$/.test(name) ? 200 : 400, name);
      const body = [{ id: name, title: name }];
      const indexed = await service.call('POST', `/engines/${engine}/documents`, { body });
      const isId = !name.includes('\0');
      assert.equal(indexed.json[0].errors.length, isId ? 0 : 1, name);
      const read = await service.call('GET', `/engines/${engine}/documents`, { body: [name] });
      assert.deepEqual(read.json, [isId ? { id: name, title: name } : null]);
    }
    assert.deepEqual(readdirSync(outside), ['data']);
    // Closed, so that the index is written too: to folders named after the number of an engine.
    await service.close();
    const known =
      /^(findling|events|lock)\.sqlite(-wal|-shm|-journal)?$|^secret$|^index(\/\d+(\/(MANIFEST|segment-[0-9a-f]{16}\.findling))?)?$/;
    const files = readdirSync(data, { recursive: true, encoding: 'utf8' });
    assert.ok(files.some((file) => file.endsWith('MANIFEST')));
    assert.deepEqual(
      files.filter((file) => !known.test(file)),
      [],
    );
  });

  test('in a path are unknown engines or unknown routes, however they are escaped', async () => {
    const service = await sharedService();
    const segments = [
      '..',
      '.',
      '%2e%2e',
      '%2e%2e%2f%2e%2e%2fsecret',
      '..%5csecret',
      '..%2fsecret',
      '%00',
      'secret%00.json',
      '%c0%ae%c0%ae',
      '..;',
      '%252e%252e%252f',
      'x'.repeat(255),
      '%2f',
    ];
    for (const segment of segments) {
      for (const path of [`/api/as/v1/engines/${segment}`, `/api/as/v1/engines/${segment}/schema`]) {
        for (const method of ['GET', 'DELETE']) {
          assert.equal(await rawStatus(service, method, path), 404, `${method} ${path}`);
        }
      }
    }
    for (const path of [
      '/../secret',
      '/..%2fsecret',
      '/%2e%2e/secret',
      '/data/secret',
      '/secret',
      '/.%00/',
    ]) {
      assert.equal(await rawStatus(service, 'GET', path), 404, path);
    }
  });
});

suite('texts with a meaning in a query language', () => {
  const texts = [
    "'; drop table documents; --",
    '" or 1=1 --',
    "x' or 'x'='x",
    '1; select * from keys',
    '%',
    '_',
    'a%',
    '*',
    'title:*',
    '*:*',
    '(a OR b) AND NOT c',
    '/.*/',
    '.*',
    '^$',
    '[a-z]+',
    '(a+)+$',
    '{"$where":"1"}',
    '$where',
    '#{7*7}',
    '{{7*7}}',
    '\\',
    '\\u0000',
    '?',
    '?1',
    ':id',
    '@id',
    '~1',
    'a^10',
    '"',
    "'",
    '`',
    '--',
    '/*',
    ';',
  ];

  test('as values, ids and filters are compared as texts', async () => {
    const service = await sharedService();
    const documents = texts.map((text) => ({ id: text, title: text }));
    const engine = await service.engine({ documents: [...documents, { id: 'plain', title: 'plain' }] });
    const path = `/engines/${engine}`;
    for (const text of texts) {
      for (const filters of [{ title: text }, { id: text }, { title: [text] }, { all: [{ title: text }] }]) {
        const found = await service.call('POST', `${path}/search`, { body: { query: '', filters } });
        assert.equal(found.status, 200);
        assert.deepEqual(
          found.json.results.map((hit: { id: { raw: string } }) => hit.id.raw),
          [text],
        );
      }
      const asQuery = await service.call('POST', `${path}/search`, { body: { query: text } });
      assert.equal(asQuery.status, 200, text);
      const read = await service.call('GET', `${path}/documents`, { body: [text] });
      assert.deepEqual(read.json, [{ id: text, title: text }]);
    }
    const gone = await service.call('DELETE', `${path}/documents`, { body: texts });
    assert.ok(gone.json.every(({ deleted }: { deleted: boolean }) => deleted));
    const list = await service.call('GET', `${path}/documents/list`);
    assert.deepEqual(list.json.results, [{ id: 'plain', title: 'plain' }]);
  });

  test('as field names are rejected by name, as engines and keys are unknown', async (t) => {
    const service = await startTestService(t);
    const engine = await service.engine({ documents: [{ id: 'a', title: 'x' }] });
    for (const text of texts) {
      const made = await service.call('POST', `/engines/${engine}/documents`, {
        body: [{ id: 'b', [text]: 'x' }],
      });
      assert.deepEqual(made.json, [{ id: 'b', errors: [`Invalid field name: ${text}`] }]);
      for (const [option, value, label] of [
        ['filters', { [text]: 'x' }, 'Filters'],
        ['facets', { [text]: { type: 'value' } }, 'Facets'],
        ['search_fields', { [text]: {} }, 'Search fields'],
        ['result_fields', { [text]: { raw: {} } }, 'Result fields'],
      ] as const) {
        const { status, json } = await service.call('POST', `/engines/${engine}/search`, {
          body: { query: '', [option]: value },
        });
        assert.deepEqual(
          { status, json },
          { status: 400, json: { errors: [`${label} contains invalid field: ${text}`] } },
        );
      }
      const name = encodeURIComponent(text);
      assert.equal((await service.call('GET', `/engines/${name}`)).status, 404, text);
      const key = service.adminKey;
      assert.equal((await service.call('GET', `/credentials/${name}`, { key })).status, 404, text);
      const login = await service.call('GET', '/engines', { key: encodeURI(text) });
      assert.equal(login.status, 401);
    }
  });
});
