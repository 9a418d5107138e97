import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { findling } from '../support/command.ts';
import { startTestService, temporaryFolder } from '../support/service.ts';
import { exportedLines } from './migrating.ts';
import { NO_CREDENTIALS, NO_SUCH_PATH, RECORDED } from './recorded-answers.ts';

const KEYS = { private: 'private-0123456789abcdefghijklmn', admin: 'admin-0123456789abcdefghijklmn' };

test('engines, documents and keys are read from responses as App Search was recorded to send them', async (t) => {
  const server = createServer((request, reply) => {
    const { pathname } = new URL(request.url ?? '', 'http://a.test');
    const path = pathname.replace('/api/as/v1', '');
    const key = path === '/credentials' ? KEYS.admin : KEYS.private;
    const isAllowed = request.headers.authorization === `Bearer ${key}`;
    const body = RECORDED[path];
    reply
      .writeHead(!isAllowed ? 401 : body === undefined ? 404 : 200, {
        'content-type': 'application/json;charset=utf-8',
      })
      .end(isAllowed ? (body ?? NO_SUCH_PATH) : NO_CREDENTIALS);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.after(() => server.close());
  const to = await startTestService(t);
  const { port } = server.address() as AddressInfo;
  const { code, stdout, stderr } = await findling(
    [
      'migrate',
      '--from',
      `http://127.0.0.1:${port}/api/as/v1/`,
      '--json',
      '--state',
      join(temporaryFolder(t), 'state.json'),
    ],
    {
      FINDLING_OLD_KEY: KEYS.private,
      FINDLING_OLD_ADMIN_KEY: KEYS.admin,
      FINDLING_URL: to.baseUrl,
      FINDLING_PRIVATE_KEY: to.privateKey,
      FINDLING_DATA: to.config.data,
    },
  );
  assert.equal(code, 1, stderr);
  const report = JSON.parse(stdout);
  assert.deepEqual(report.keys, [
    { name: 'my-api-key', type: 'private', outcome: 'created' },
    { name: 'root', type: 'admin', outcome: 'created' },
    { name: 'test', type: 'private', outcome: 'created' },
    {
      name: 'old',
      type: 'private',
      outcome: 'refused',
      reason:
        'its value cannot be used here: it must be private- followed by at least 16 characters of A-Z, a-z, 0-9, _ and -',
    },
  ]);
  assert.deepEqual(
    report.engines.map(({ name, findings }: { name: string; findings: unknown[] }) => [name, findings]),
    [
      ['national-parks-demo', []],
      ['books', []],
      ['all-books', []],
    ],
  );
  assert.deepEqual(await exportedLines(to, 'books'), [
    '{"id":"a1","title":"Dune","year":1965}',
    '{"id":"b2","title":"Emma"}',
  ]);
  const [park] = await exportedLines(to, 'national-parks-demo');
  assert.deepEqual(JSON.parse(park ?? ''), {
    id: 'park_wind-cave',
    title: 'Wind Cave',
    states: ['South Dakota'],
    visitors: 617377,
    location: '43.57,-103.48',
    date_established: '1903-01-09T06:00:00+00:00',
  });
  const key = (await to.call('GET', '/credentials/test', { key: KEYS.admin })).json;
  assert.deepEqual(
    [key.key, key.read, key.write, key.engines],
    ['private-1123456789abcdefghijklmn', true, false, ['books']],
  );
  const { json } = await to.call('GET', '/engines/books/configuration', { key: KEYS.private });
  assert.deepEqual(
    [json.synonyms, json.curations],
    [
      [{ id: 'syn-5b11ac66c9f9292013220ad3', synonyms: ['park', 'trail'] }],
      [{ id: 'cur-5b11ac66c9f9292013220ad3', queries: ['mountains'], promoted: ['a1'], hidden: ['b2'] }],
    ],
  );
  const meta = (await to.call('GET', '/engines/all-books')).json;
  assert.deepEqual(
    [meta.type, meta.source_engines, meta.document_count],
    ['meta', ['books', 'national-parks-demo'], 3],
  );
});
