import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { exchange } from '../http/echo.ts';
import { startProcess } from '../support/process.ts';
import { type Answer, request, startTestService, temporaryFolder } from '../support/service.ts';
import { signedKey } from '../support/signed-key.ts';
import { ADMIN, BROUGHT, findling, PRIVATE, SEARCH } from './canaries.ts';

const SETTINGS = {
  FINDLING_PRIVATE_KEY: PRIVATE,
  FINDLING_SEARCH_KEY: SEARCH,
  FINDLING_ADMIN_KEY: ADMIN,
  FINDLING_LOG_LEVEL: 'trace',
};

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** A secret in the encodings in which it could be stored unprotected. */
const spellings = (secret: string): string[] => {
  const bytes = Buffer.from(secret);
  return [
    secret,
    secret.slice(secret.indexOf('-') + 1),
    bytes.toString('hex'),
    bytes.toString('utf16le'),
    // Without its last group, which depends on the following bytes.
    bytes.toString('base64').slice(0, -4),
    [...secret].reverse().join(''),
  ];
};

/** The secrets in a text or a file, by their first characters; a file is read byte by byte. */
const foundIn = (text: string, secrets: readonly string[]): string[] =>
  secrets.filter((secret) => spellings(secret).some((spelling) => text.includes(spelling)));

const bytesOf = (path: string): string => readFileSync(path, 'latin1');

/** What other users of the machine can read about a process. */
const commandLineOf = (pid: number | undefined): string =>
  existsSync(`/proc/${pid}/cmdline`)
    ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') + readFileSync(`/proc/${pid}/comm`, 'utf8')
    : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });

/** URLs with a key in them, under various names. */
const withKey = (path: string, key: string): string[] => {
  const names = [
    ...['auth_token', 'auth%5Ftoken', '%61uth_token', 'auth%5ftoke%6E', 'AUTH_TOKEN', 'Auth_Token'],
    ...[
      'auth_token[]',
      'auth_token%5B%5D',
      'auth_token[a][b]',
      'x[auth_token]',
      'auth%255Ftoken',
      '+auth_token',
    ],
    ...['api_key', 'key', 'token', 'access_token', 'query', 'a[b]', ''],
  ];
  return [
    ...names.map((name) => `${path}?${name}=${key}`),
    `${path}?auth_token=${key}&auth_token=${key}`,
    `${path}?x=1;auth_token=${key}`,
    `${path}?a=1&a[b]=2&auth_token=${key}`,
    `${path}?%zz&auth_token=${key}`,
    `${path}?auth_token:${key}`,
    `${path}?auth_token=%20${key}%20`,
    `${path}?${key}`,
    `${path}?${key}=1`,
  ];
};

test('keys are in no log line, no error, no file and no command line', async (t) => {
  const data = temporaryFolder(t);
  const first = await startProcess(data, SETTINGS);
  t.after(() => first.end('SIGKILL'));
  const made: string[] = [];
  const call = (method: string, path: string, body: unknown, key = ADMIN): Promise<Answer> =>
    request(`${first.baseUrl}/api/as/v1${path}`, method, { key, body });
  for (const [name, type] of [
    ['one', 'private'],
    ['two', 'search'],
    ['three', 'admin'],
    ['gone', 'private'],
  ] as const) {
    made.push((await call('POST', '/credentials', { name, type })).json.key);
  }
  await call('PUT', '/credentials', { name: 'one', read: true, write: false });
  await call('DELETE', '/credentials/gone', undefined);
  await findling(data, 'keys', 'create', '--name', 'brought', '--type', 'private', '--key', BROUGHT);
  await call('POST', '/engines', { name: 'books' }, PRIVATE);
  await call('POST', '/engines/books/documents', [{ id: 'a', title: 'Dune' }], PRIVATE);

  const token = signedKey({ name: 'private-key', key: PRIVATE }, { filters: { title: 'Dune' } });
  const secrets = [PRIVATE, SEARCH, ADMIN, BROUGHT, ...made];
  const known = [...secrets, token];
  assert.equal(secrets.length, 8);

  await t.test('the first start shows provisioned keys nowhere, not even in the banner', () => {
    const lines = first.output().split('\n');
    const banner = lines.filter((line) => !line.startsWith('{'));
    assert.deepEqual(foundIn(banner.join('\n'), known), []);
    assert.match(banner.join('\n'), /private-key +\(as set by FINDLING_PRIVATE_KEY\)/);
    const log = lines.filter((line) => line.startsWith('{'));
    assert.ok(log.length > 8);
    assert.deepEqual(foundIn(log.join('\n'), known), []);
  });

  await t.test('no file of the running service contains one, including the write-ahead log', () => {
    const files = filesIn(data);
    const names = files.map((file) => file.slice(data.length + 1)).sort();
    for (const name of ['findling.sqlite', 'findling.sqlite-wal', 'lock.sqlite', 'secret']) {
      assert.ok(names.includes(name), names.join());
    }
    for (const file of files) assert.deepEqual(foundIn(bytesOf(file), known), [], file);
    // The keys are stored there: their names are readable.
    assert.ok(files.some((file) => bytesOf(file).includes('search-key')));
  });

  assert.equal(await first.end('SIGTERM'), 0);
  const second = await startProcess(data, { FINDLING_LOG_LEVEL: 'trace' });
  t.after(() => second.end('SIGKILL'));

  await t.test('only responses of the credentials endpoint contain one', async () => {
    const paths = [
      '/engines',
      '/engines/books/search',
      '/engines/ghost/schema',
      '/credentials/nobody',
      '/nowhere',
    ];
    let answers = 0;
    for (const key of [PRIVATE, SEARCH, made[0] as string, token, 'private-canaryunknown00000000001']) {
      const wrong = `${key.slice(0, -1)}x`;
      const addresses = paths.flatMap((path) => [
        ...withKey(`/api/as/v1${path}`, key),
        `/api/as/v1${path}/${key}`,
        `/api/as/v1${path}/${key}.json/`,
      ]);
      for (const address of addresses) {
        const answer = await request(second.baseUrl + address, 'GET');
        answers += 1;
        assert.deepEqual(foundIn(answer.text + JSON.stringify([...answer.headers]), known), [], address);
      }
      const headers = [
        `Bearer ${key}`,
        key,
        `Bearer ${wrong}`,
        `Bearer ${key} ${key}`,
        `Basic ${Buffer.from(`user:${key}`).toString('base64')}`,
        `Token ${key}`,
        `Bearer ${key}\u00a0`,
      ];
      for (const authorization of headers) {
        for (const path of paths) {
          for (const [method, body] of [
            ['POST', `{"auth_token":"${key}"`],
            ['GET', '{}'],
            ['DELETE', '[]'],
          ]) {
            const url = `${second.baseUrl}/api/as/v1${path}`;
            const answer = await request(url, method as string, { body, headers: { authorization } });
            answers += 1;
            assert.deepEqual(foundIn(answer.text, known), [], `${method} ${path}`);
          }
        }
      }
    }
    const port = Number(new URL(second.baseUrl).port);
    const broken = [
      `GET /?auth_token=${PRIVATE} HTTP/9.9\r\nAuthorization: Bearer ${PRIVATE}\r\n\r\n`,
      `GET /api/as/v1/engines HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${PRIVATE}\r\n${PRIVATE}\r\n\r\n`,
      `${PRIVATE} /api/as/v1/engines HTTP/1.1\r\nHost: a\r\n\r\n`,
      `GET /api/as/v1/engines/%zz/${PRIVATE} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      `GET http://${PRIVATE}.api.localhost/api/as/v1/engines?auth_token=${PRIVATE} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    ];
    for (const bytes of broken) {
      const answer = await exchange(port, bytes);
      assert.match(answer, /^HTTP\/1\.1 4\d\d /);
      assert.deepEqual(foundIn(answer, known), [], bytes);
    }
    t.diagnostic(`${answers} answers looked through`);
  });

  await t.test('no command line contains one', () => {
    for (const word of ['findling.js', 'start']) assert.ok(commandLineOf(second.child.pid).includes(word));
    assert.deepEqual(foundIn(commandLineOf(second.child.pid), known), []);
  });

  await t.test('a key that is rejected on the command line is not repeated', async () => {
    const args = ['keys', 'create', '--name', 'bad', '--type', 'search', '--key', PRIVATE];
    await assert.rejects(
      findling(data, ...args),
      ({ stderr, stdout }: { stderr: string; stdout: string }) => {
        assert.match(stderr, /\(not shown\)/);
        assert.deepEqual(foundIn(stderr + stdout, known), []);
        return true;
      },
    );
  });

  await t.test('the list of keys shows values only on request', async () => {
    assert.deepEqual(foundIn(await findling(data, 'keys', 'list', '--json'), known), []);
    const shown = await findling(data, 'keys', 'list', '--show');
    assert.deepEqual(foundIn(shown, secrets), secrets.slice(0, -1), 'all but the deleted one');
  });

  assert.equal(await second.end('SIGTERM'), 0);

  await t.test('a later start writes none to its terminal, in banner or log, whatever the requests', () => {
    assert.match(second.output(), /Findling is running/);
    assert.ok(second.output().split('\n').length > 500);
    assert.deepEqual(foundIn(second.output(), known), []);
    assert.match(second.output(), /auth_token=\*\*\*/);
  });

  await t.test('no file contains one after the end', () => {
    for (const file of filesIn(data)) assert.deepEqual(foundIn(bytesOf(file), known), [], file);
  });

  await t.test('the instance secret is in its own file only', () => {
    const secret = readFileSync(join(data, 'secret'), 'utf8').trim();
    assert.match(secret, /^[0-9a-f]{64}$/);
    const others = filesIn(data).filter((file) => file !== join(data, 'secret'));
    for (const file of others) assert.deepEqual(foundIn(bytesOf(file), [`x-${secret}`]), [], file);
    assert.deepEqual(foundIn(first.output() + second.output(), [`x-${secret}`]), []);
  });

  await t.test('only its owner can read the data', () => {
    assert.equal(statSync(join(data, 'secret')).mode & 0o777, 0o600);
    for (const file of filesIn(data)) assert.equal(statSync(file).mode & 0o077, 0, file);
  });
});

test('the data folder is created for its owner only', async (t) => {
  const data = join(temporaryFolder(t), 'fresh', 'data');
  await startTestService(t, { FINDLING_DATA: data });
  assert.equal(statSync(data).mode & 0o777, 0o700);
  assert.equal(statSync(join(data, 'secret')).mode & 0o777, 0o600);
});

test('a secret from the environment is not written to disk', async (t) => {
  const data = temporaryFolder(t);
  const secret = 'canary secret of the environment, 32+';
  const service = await startTestService(t, { FINDLING_DATA: data, FINDLING_SECRET: secret });
  assert.equal((await service.call('GET', '/engines')).status, 200);
  assert.ok(!existsSync(join(data, 'secret')));
  for (const file of filesIn(data)) assert.deepEqual(foundIn(bytesOf(file), [`x-${secret}`]), [], file);
});
