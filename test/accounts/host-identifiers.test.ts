import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { createAccount, type TestAccount } from '../support/accounts.ts';
import { type Answer, type CallOptions, startTestService, type TestService } from '../support/service.ts';
import { signedKey } from '../support/signed-key.ts';

interface World {
  readonly service: TestService;
  /** An account besides the default one, with its own engine `books`. */
  readonly second: TestAccount;
  /** A request with these headers and a key. */
  at(headers: Record<string, string>, method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** The account that a request with these headers reaches, found by which key is valid there. */
  reached(headers: Record<string, string>): Promise<string>;
}

const NO_ACCOUNT = [404, { errors: ['Could not find account.'] }];
const UNKNOWN_KEY = [401, { error: 'Invalid authentication token.' }];

async function world(t: TestContext, settings: Record<string, string> = {}): Promise<World> {
  const service = await startTestService(t, settings);
  const second = await createAccount(service, 'second');
  const at: World['at'] = (headers, method, path, options = {}) =>
    service.call(method, path, { ...options, headers: { ...options.headers, ...headers } });
  const reached = async (headers: Record<string, string>): Promise<string> => {
    const tries = [
      ['default', service.privateKey],
      ['second', second.privateKey],
    ] as const;
    const known: string[] = [];
    for (const [name, key] of tries) {
      const answer = await at(headers, 'GET', '/engines', { key });
      if (answer.status === 404) {
        assert.deepEqual([answer.status, answer.json], NO_ACCOUNT);
        assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
        assert.equal(answer.headers.get('x-app-search-version'), null);
        known.push('none');
      } else if (answer.status === 200) known.push(name);
      else assert.deepEqual([answer.status, answer.json], UNKNOWN_KEY);
    }
    return [...new Set(known)].join(' and ');
  };
  return { service, second, at, reached };
}

test('a host identifier is host- and six characters of a-z and 0-9, and unique', async (t) => {
  const service = await startTestService(t);
  const identifiers = [service.hostIdentifier];
  for (let i = 0; i < 20; i++)
    identifiers.push((await createAccount(service, `account-${i}`)).hostIdentifier);
  for (const identifier of identifiers) assert.match(identifier, /^host-[a-z0-9]{6}$/);
  assert.equal(new Set(identifiers).size, identifiers.length);
});

test('the host of a request selects the account', async (t) => {
  const { service, second, reached } = await world(t);
  const own = `${second.hostIdentifier}.api.localhost`;
  const table: ReadonlyArray<readonly [host: string, account: string]> = [
    [own, 'second'],
    [`${own}:3002`, 'second'],
    [`${own}:443`, 'second'],
    [own.toUpperCase(), 'second'],
    [`${own.toUpperCase()}:3002`, 'second'],
    [`${own}.`, 'second'],
    [`${service.hostIdentifier}.api.localhost`, 'default'],
    ['localhost', 'default'],
    ['localhost:3002', 'default'],
    ['127.0.0.1', 'default'],
    ['127.0.0.1:3002', 'default'],
    ['[::1]:3002', 'default'],
    ['search.example.com', 'default'],
    ['api.localhost', 'default'],
    ['findling', 'default'],
    [`${second.hostIdentifier}`, 'default'],
    [`${second.hostIdentifier}.localhost`, 'default'],
    [`${second.hostIdentifier}.api.example.com`, 'default'],
    [`${own}.example.com`, 'default'],
    [`${second.hostIdentifier}xapi.localhost`, 'default'],
    ['host-000000.api.localhost', 'none'],
    ['HOST-000000.API.LOCALHOST:3002', 'none'],
    ['nobody.api.localhost', 'none'],
    ['default.api.localhost', 'none'],
    ['second.api.localhost', 'none'],
    ['.api.localhost', 'none'],
    [`x.${own}`, 'none'],
    [`x${own}`, 'none'],
    [`${second.hostIdentifier}x.api.localhost`, 'none'],
    [`${second.hostIdentifier}.${own}`, 'none'],
    [`%.api.localhost`, 'none'],
    [`_.api.localhost`, 'none'],
    [`host-______.api.localhost`, 'none'],
  ];
  for (const [host, account] of table) assert.equal(await reached({ host }), account, host);
});

test('an unknown identifier gets 404 on every path of the API, with any key and with none', async (t) => {
  const { service, second, at } = await world(t);
  const engine = await service.engine();
  const host = { host: 'host-000000.api.localhost' };
  const paths = [
    ['GET', '/engines'],
    ['POST', '/engines'],
    ['GET', `/engines/${engine}`],
    ['POST', `/engines/${engine}/search`],
    ['GET', '/credentials'],
  ] as const;
  for (const [method, path] of paths) {
    for (const key of [null, 'x', service.privateKey, service.adminKey, second.privateKey]) {
      const answer = await at(host, method, path, { key });
      assert.deepEqual([answer.status, answer.json], NO_ACCOUNT, `${method} ${path}`);
    }
  }
});

test('the domain is a setting, and only hosts under it have identifiers', async (t) => {
  const { second, reached } = await world(t, { FINDLING_DOMAIN: 'Search.Example.com' });
  assert.equal(await reached({ host: `${second.hostIdentifier}.api.search.example.com` }), 'second');
  assert.equal(await reached({ host: `${second.hostIdentifier}.api.SEARCH.example.com:8443` }), 'second');
  assert.equal(await reached({ host: `${second.hostIdentifier}.api.localhost` }), 'default');
  assert.equal(await reached({ host: `${second.hostIdentifier}.api.example.com` }), 'default');
  assert.equal(await reached({ host: 'host-000000.api.search.example.com' }), 'none');
});

test('a forwarded host is ignored unless the proxy is trusted', async (t) => {
  const { service, second, reached } = await world(t);
  const own = `${second.hostIdentifier}.api.localhost`;
  assert.equal(await reached({ 'x-forwarded-host': own }), 'default');
  assert.equal(await reached({ host: own, 'x-forwarded-host': 'localhost' }), 'second');
  assert.equal(await reached({ host: own, 'x-forwarded-host': 'host-000000.api.localhost' }), 'second');
  const ownDefault = `${service.hostIdentifier}.api.localhost`;
  assert.equal(await reached({ host: own, 'x-forwarded-host': ownDefault }), 'second');
  assert.equal(await reached({ forwarded: `host=${own}`, 'x-host': own, 'x-original-host': own }), 'default');
});

test('behind a trusted proxy the forwarded host counts, or else the Host header', async (t) => {
  const { second, reached } = await world(t, { FINDLING_TRUST_PROXY: 'on' });
  const own = `${second.hostIdentifier}.api.localhost`;
  assert.equal(await reached({ 'x-forwarded-host': own }), 'second');
  assert.equal(await reached({ 'x-forwarded-host': `${own.toUpperCase()}:443` }), 'second');
  assert.equal(await reached({ 'x-forwarded-host': `${own}, inner.example.com` }), 'second');
  assert.equal(await reached({ host: 'inner.example.com', 'x-forwarded-host': own }), 'second');
  assert.equal(await reached({ host: own, 'x-forwarded-host': 'search.example.com' }), 'default');
  assert.equal(await reached({ host: own, 'x-forwarded-host': 'host-000000.api.localhost' }), 'none');
  assert.equal(await reached({ host: own }), 'second');
  assert.equal(await reached({ host: own, 'x-forwarded-host': '' }), 'second');
});

test('accounts share no engines, documents or keys', async (t) => {
  const { service, second, at } = await world(t);
  const here = {};
  const there = { host: `${second.hostIdentifier}.api.localhost` };
  const keys = [
    [here, service.privateKey, 'ours'],
    [there, second.privateKey, 'theirs'],
  ] as const;
  for (const [host, key, whose] of keys) {
    const made = await at(host, 'POST', '/engines', { key, body: { name: 'books' } });
    assert.equal(made.status, 200, `both may have an engine of one name: ${made.text}`);
    await at(host, 'POST', '/engines/books/documents', { key, body: [{ id: 'a', [whose]: whose }] });
    await at(host, 'POST', '/engines', { key, body: { name: `only-${whose}` } });
  }
  for (const [host, key, whose] of keys) {
    await t.test(`${whose}: engines, documents and schema`, async () => {
      const engines = await at(host, 'GET', '/engines', { key });
      const names = engines.json.results.map(({ name }: { name: string }) => name);
      assert.deepEqual(names, ['books', `only-${whose}`]);
      const list = await at(host, 'GET', '/engines/books/documents/list', { key });
      assert.deepEqual(list.json.results, [{ id: 'a', [whose]: whose }]);
      const found = await at(host, 'POST', '/engines/books/search', { key, body: { query: 'ours theirs' } });
      assert.deepEqual(
        found.json.results.map((hit: object) => Object.keys(hit).sort()),
        [['_meta', 'id', whose]],
      );
      assert.deepEqual((await at(host, 'GET', '/engines/books/schema', { key })).json, { [whose]: 'text' });
      const other = whose === 'ours' ? 'theirs' : 'ours';
      assert.equal((await at(host, 'GET', `/engines/only-${other}`, { key })).status, 404);
    });
  }

  await t.test('a key of one account is unknown in the other, signed or not', async () => {
    const cases: ReadonlyArray<readonly [Record<string, string>, string]> = [
      [there, service.privateKey],
      [there, service.searchKey],
      [there, service.adminKey],
      [there, signedKey({ name: 'private-key', key: service.privateKey })],
      [here, second.privateKey],
      [here, second.searchKey],
      [here, signedKey({ name: 'private-key', key: second.privateKey })],
      [here, signedKey({ name: 'search-key', key: second.searchKey })],
    ];
    for (const [host, key] of cases) {
      const answer = await at(host, 'POST', '/engines/books/search', { key, body: { query: '' } });
      assert.deepEqual([answer.status, answer.json], UNKNOWN_KEY);
    }
    const own = signedKey({ name: 'search-key', key: second.searchKey });
    const answer = await at(there, 'POST', '/engines/books/search', { key: own, body: { query: '' } });
    assert.equal(answer.status, 200, 'where it belongs it is known');
  });

  await t.test('an admin key sees and changes the keys of its own account only', async () => {
    const listed = await at(here, 'GET', '/credentials', { key: service.adminKey });
    assert.equal(listed.json.meta.page.total_results, 3);
    for (const secret of [second.privateKey, second.searchKey]) assert.ok(!listed.text.includes(secret));
    await at(here, 'DELETE', '/credentials/search-key', { key: service.adminKey });
    const answer = await at(there, 'POST', '/engines/books/search', {
      key: second.searchKey,
      body: { query: '' },
    });
    assert.equal(answer.status, 200, 'their key of that name is still there');
  });

  await t.test('deleting an engine does not affect the other account', async () => {
    await at(here, 'DELETE', '/engines/books', { key: service.privateKey });
    const answer = await at(there, 'GET', '/engines/books', { key: second.privateKey });
    assert.equal(answer.json.document_count, 1);
  });
});
