import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { Accounts } from '../../src/accounts/accounts.ts';
import { Credentials } from '../../src/credentials/credentials.ts';
import { Vault } from '../../src/credentials/vault.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { findling } from '../support/command.ts';
import { startTestService, type TestService, temporaryFolder } from '../support/service.ts';
import { signedKey } from '../support/signed-key.ts';

// The permissions of a key are checked with every request; cached results must not extend them.

interface Asked {
  readonly service: TestService;
  readonly engine: string;
  /** The status of a search with a key, sent often enough to fill all caches. */
  status(key: string): Promise<number>;
}

async function opened(t: TestContext): Promise<Asked> {
  const service = await startTestService(t);
  const engine = await service.engine({ documents: [{ id: 'a', title: 'Dune' }] });
  const ask = async (key: string) =>
    (await service.call('POST', `/engines/${engine}/search`, { body: { query: 'dune' }, key })).status;
  return {
    service,
    engine,
    async status(key) {
      const first = await ask(key);
      assert.equal(await ask(key), first);
      return first;
    },
  };
}

const createKey = async ({ service }: Asked, body: object): Promise<{ name: string; key: string }> => {
  const { status, json, text } = await service.call('POST', '/credentials', { body, key: service.adminKey });
  assert.equal(status, 200, text);
  return json;
};

const READER = { name: 'reader', type: 'private', read: true, write: false, access_all_engines: true };

suite('a recently used key', () => {
  test('is rejected once it is deleted, and so are its signed keys', async (t) => {
    const asked = await opened(t);
    const reader = await createKey(asked, READER);
    const tokens = [reader.key, signedKey(reader)];
    for (const token of tokens) assert.equal(await asked.status(token), 200);
    await asked.service.call('DELETE', '/credentials/reader', { key: asked.service.adminKey });
    for (const token of tokens) assert.equal(await asked.status(token), 401);
  });

  test('is rejected once a command in another process has deleted it', async (t) => {
    const asked = await opened(t);
    const reader = await createKey(asked, READER);
    const tokens = [reader.key, signedKey(reader)];
    for (const token of tokens) assert.equal(await asked.status(token), 200);
    const settings = { FINDLING_DATA: asked.service.config.data };
    const { code, stderr } = await findling(['keys', 'delete', 'reader'], settings);
    assert.equal(code, 0, stderr);
    for (const token of tokens) assert.equal(await asked.status(token), 401);
  });

  test('that is created again under its old name has another secret: old tokens stay invalid', async (t) => {
    const asked = await opened(t);
    const { adminKey } = asked.service;
    const old = await createKey(asked, READER);
    assert.equal(await asked.status(signedKey(old)), 200);
    await asked.service.call('DELETE', '/credentials/reader', { key: adminKey });
    const fresh = await createKey(asked, READER);
    for (const token of [old.key, signedKey(old)]) assert.equal(await asked.status(token), 401);
    for (const token of [fresh.key, signedKey(fresh)]) assert.equal(await asked.status(token), 200);
  });

  test('is limited to its narrowed scope', async (t) => {
    const asked = await opened(t);
    const reader = await createKey(asked, READER);
    const tokens = [reader.key, signedKey(reader)];
    for (const token of tokens) assert.equal(await asked.status(token), 200);
    const narrowed = { name: 'reader', type: 'private', access_all_engines: false, engines: ['another'] };
    const { status, text } = await asked.service.call('PUT', '/credentials/reader', {
      body: narrowed,
      key: asked.service.adminKey,
    });
    assert.equal(status, 200, text);
    for (const token of tokens) assert.equal(await asked.status(token), 401);
  });
});

test('a recently accepted token is rejected when it expires', async (t) => {
  const store = await openSqliteStore(temporaryFolder(t), { create: true });
  t.after(() => store.close());
  let seconds = 1000;
  const vault = new Vault('a secret that is long enough to be one');
  const credentials = new Credentials(store, vault, () => seconds * 1000);
  const account = (await new Accounts(store, vault, 'localhost').create('books')).account;
  const { key } = await credentials.get(account.id, 'search-key');
  const token = signedKey({ name: 'search-key', key }, { exp: 1010 });
  for (const time of [1000, 1009, 1010, 1009, 1011]) {
    seconds = time;
    const caller = await credentials.authenticate(account, token);
    assert.equal(caller !== undefined, time < 1010, `at ${time}`);
  }
});

test('a recently searched engine is gone once it is deleted', async (t) => {
  const asked = await opened(t);
  const { privateKey } = asked.service;
  assert.equal(await asked.status(privateKey), 200);
  await asked.service.call('DELETE', `/engines/${asked.engine}`);
  assert.equal(await asked.status(privateKey), 404);
});

test('a recently shown document is shown with its changes, and not once it is deleted', async (t) => {
  const { service, engine } = await opened(t);
  const found = async () => {
    const { json } = await service.call('POST', `/engines/${engine}/search`, { body: { query: '' } });
    return json.results.map((hit: { title: { raw: string } }) => hit.title.raw);
  };
  assert.deepEqual([await found(), await found()], [['Dune'], ['Dune']]);
  await service.call('POST', `/engines/${engine}/documents`, { body: { id: 'a', title: 'Emma' } });
  assert.deepEqual([await found(), await found()], [['Emma'], ['Emma']]);
  await service.call('DELETE', `/engines/${engine}/documents`, { body: ['a'] });
  assert.deepEqual(await found(), []);
});
