import assert from 'node:assert/strict';
import test from 'node:test';
import { Credentials } from '../../src/credentials/credentials.ts';
import { parseKeyRequest } from '../../src/credentials/key-request.ts';
import { Vault } from '../../src/credentials/vault.ts';
import { limits } from '../../src/limits.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { key } from '../ports/store/fixtures.ts';
import { temporaryFolder } from '../support/folder.ts';
import {
  ADMIN_SCOPE,
  ALL,
  BOTH,
  BOTH_SCOPES,
  endpoint,
  type Json,
  LONG_NAME,
  MISSING_NAME,
  MISSING_TYPE,
  NO_ENGINES,
  NO_LIST,
  NO_RIGHTS,
  NOT_FOUND,
  refusal,
  refused,
  settingsOf,
  TAKEN,
  WRONG_NAME,
  WRONG_TYPE,
} from './endpoint.ts';

/** The members of a request besides name and type, and the resulting key or the errors. */
type Rule = readonly [asked: Json, made: Json | string];

const MANY = Array.from({ length: 1000 }, (_, i) => `engine-${i}`);

const SCOPES: readonly Rule[] = [
  [{}, ALL],
  [{ access_all_engines: true }, ALL],
  [{ access_all_engines: 'true' }, ALL],
  [{ access_all_engines: true, engines: [] }, ALL],
  [{ access_all_engines: true, engines: null }, ALL],
  [{ access_all_engines: null, engines: null }, ALL],
  [{ engines: ['books'] }, { engines: ['books'] }],
  [{ access_all_engines: null, engines: ['books'] }, { engines: ['books'] }],
  [
    { access_all_engines: false, engines: ['books'] },
    { access_all_engines: false, engines: ['books'] },
  ],
  [{ engines: ['b', 'a', 'b'] }, { engines: ['b', 'a'] }],
  [{ engines: ['an-engine-that-does-not-exist'] }, { engines: ['an-engine-that-does-not-exist'] }],
  [{ engines: ['e'.repeat(64)] }, { engines: ['e'.repeat(64)] }],
  [{ engines: ['e'.repeat(65)] }, NO_LIST],
  [{ engines: MANY }, { engines: MANY }],
  [{ engines: [...MANY, 'one-more'] }, 'Cannot exceed 1000 engines in the scope of a key'],
  [{ engines: [] }, NO_ENGINES],
  [{ access_all_engines: false }, NO_ENGINES],
  [{ access_all_engines: false, engines: [] }, NO_ENGINES],
  [{ access_all_engines: false, engines: null }, NO_ENGINES],
  [{ access_all_engines: null, engines: [] }, NO_ENGINES],
  [{ access_all_engines: true, engines: ['books'] }, BOTH_SCOPES],
  [{ access_all_engines: 'yes' }, 'Access all engines must be true or false'],
  [{ access_all_engines: 1 }, 'Access all engines must be true or false'],
  [{ engines: 'books' }, NO_LIST],
  [{ engines: { 0: 'books' } }, NO_LIST],
  [{ engines: [''] }, NO_LIST],
  [{ engines: [1] }, NO_LIST],
  [{ engines: ['books', null] }, NO_LIST],
  [{ engines: [['books']] }, NO_LIST],
];

const RULES: Readonly<Record<string, readonly Rule[]>> = {
  private: [
    ...SCOPES.map(([asked, made]): Rule => [asked, typeof made === 'string' ? made : { ...BOTH, ...made }]),
    [
      { read: true, write: true },
      { ...BOTH, ...ALL },
    ],
    [
      { read: null, write: null },
      { ...BOTH, ...ALL },
    ],
    [{ read: true }, { read: true, write: false, ...ALL }],
    [{ write: true }, { read: false, write: true, ...ALL }],
    [
      { read: true, write: null },
      { read: true, write: false, ...ALL },
    ],
    [
      { read: null, write: true },
      { read: false, write: true, ...ALL },
    ],
    [
      { read: true, write: false },
      { read: true, write: false, ...ALL },
    ],
    [
      { read: 'true', write: 'false' },
      { read: true, write: false, ...ALL },
    ],
    [
      { read: true, engines: ['books'] },
      { read: true, write: false, engines: ['books'] },
    ],
    [{ read: false }, NO_RIGHTS],
    [{ write: false }, NO_RIGHTS],
    [{ read: false, write: false }, NO_RIGHTS],
    [{ read: 'yes' }, 'Read must be true or false'],
    [{ write: 1 }, 'Write must be true or false'],
    [{ write: [] }, 'Write must be true or false'],
  ],
  search: [...SCOPES, [{ read: null, write: null }, ALL]],
  admin: [
    [{}, {}],
    [{ read: null, write: null }, {}],
    [{ access_all_engines: null, engines: null }, {}],
    [{ access_all_engines: true }, {}],
    [{ engines: [] }, {}],
    [{ engines: ['books'] }, ADMIN_SCOPE],
  ],
};

const ORDER = ['id', 'key', 'name', 'type', 'read', 'write', 'access_all_engines', 'engines'];

for (const [type, rules] of Object.entries(RULES)) {
  test(`a new ${type} key has the requested members, or is rejected with the reason`, async (t) => {
    const { call } = await endpoint(t);
    for (const [i, [asked, made]] of rules.entries()) {
      const name = `key-${i}`;
      const answer = await call('POST', '', { name, type, ...asked });
      const what = JSON.stringify(asked);
      if (typeof made === 'string') {
        assert.deepEqual(refusal(answer), refused(made), what);
        assert.deepEqual(refusal(await call('GET', `/${name}`)), NOT_FOUND, what);
        continue;
      }
      assert.equal(answer.status, 200, `${what}: ${answer.text}`);
      assert.deepEqual(settingsOf(answer.json), { name, type, ...made }, what);
      assert.deepEqual(
        Object.keys(answer.json),
        ORDER.filter((member) => member in answer.json),
        what,
      );
      assert.match(answer.json.key, new RegExp(`^${type}-[a-z0-9]{24}$`));
      assert.equal(typeof answer.json.id, 'string');
      assert.deepEqual((await call('GET', `/${name}`)).json, answer.json, 'and is read as it was created');
    }
  });
}

test('a new key needs a valid name and one of three types', async (t) => {
  const { call } = await endpoint(t);
  const table: ReadonlyArray<readonly [body: unknown, messages: string[]]> = [
    [{}, [MISSING_NAME, MISSING_TYPE]],
    [undefined, [MISSING_NAME, MISSING_TYPE]],
    [{ name: null, type: null }, [MISSING_NAME, MISSING_TYPE]],
    [{ name: 'k' }, [MISSING_TYPE]],
    [{ type: 'search' }, [MISSING_NAME]],
    [{ name: null, type: 'search' }, [MISSING_NAME]],
    [{ name: 'k', type: 'signed' }, [WRONG_TYPE]],
    [{ name: 'k', type: 'Private' }, [WRONG_TYPE]],
    [{ name: 'k', type: 'api' }, [WRONG_TYPE]],
    [{ name: 'k', type: ['search'] }, [WRONG_TYPE]],
    [{ name: 'k', type: '__proto__' }, [WRONG_TYPE]],
    [{ name: 'a b', type: 'search' }, [WRONG_NAME]],
    [{ name: 'a_b', type: 'search' }, [WRONG_NAME]],
    [{ name: 'a.json', type: 'search' }, [WRONG_NAME]],
    [{ name: 'a/b', type: 'search' }, [WRONG_NAME]],
    [{ name: 'schlüssel', type: 'search' }, [WRONG_NAME]],
    [{ name: 'k１', type: 'search' }, [WRONG_NAME]],
    [{ name: 'k\n', type: 'search' }, [WRONG_NAME]],
    [{ name: ['k'], type: 'search' }, [WRONG_NAME]],
    [{ name: 7, type: 'search' }, [WRONG_NAME]],
    [{ name: 'k'.repeat(65), type: 'search' }, [LONG_NAME]],
    [
      { name: 'a b', type: 'x', read: 'x', engines: 'x' },
      [WRONG_NAME, WRONG_TYPE, 'Read must be true or false', NO_LIST],
    ],
  ];
  for (const [body, messages] of table) {
    assert.deepEqual(refusal(await call('POST', '', body)), refused(...messages), JSON.stringify(body));
  }
  for (const name of ['k'.repeat(64), 'A-1', '-', '0', 'constructor', 'toString']) {
    assert.equal((await call('POST', '', { name, type: 'search' })).status, 200, name);
    assert.equal((await call('GET', `/${name}`)).json.name, name);
  }
});

test('a name can be used once, even by concurrent requests', async (t) => {
  const { call } = await endpoint(t);
  const create = () => call('POST', '', { name: 'k', type: 'search' });
  const answers = await Promise.all(Array.from({ length: 10 }, create));
  const made = answers.filter((answer) => answer.status === 200);
  assert.equal(made.length, 1);
  for (const answer of answers) if (answer.status !== 200) assert.deepEqual(refusal(answer), refused(TAKEN));
  assert.equal((await call('GET', '/k')).json.key, made[0]?.json.key);
  assert.deepEqual(refusal(await call('POST', '', { name: 'private-key', type: 'search' })), refused(TAKEN));
});

test('parameters of a key may be in the query string', async (t) => {
  const { call } = await endpoint(t);
  const made = await call('POST', '?name=k&type=private&read=true&engines[]=a&engines[]=b');
  assert.deepEqual(settingsOf(made.json), {
    name: 'k',
    type: 'private',
    read: true,
    write: false,
    engines: ['a', 'b'],
  });
  assert.equal((await call('GET', '/k/?api_key_name=k')).json.name, 'k');
  assert.equal((await call('GET', '/k.json')).json.name, 'k');
});

test('the endpoint ignores a given value, id or account', async (t) => {
  const { call } = await endpoint(t);
  const chosen = `private-${'c'.repeat(24)}`;
  const extra = {
    key: chosen,
    value: chosen,
    id: 'i',
    account_id: 'a',
    accountId: 'a',
    lookup: 'l',
    sealed: 's',
  };
  const made = (await call('POST', '', { name: 'k', type: 'private', ...extra })).json;
  assert.notEqual(made.key, chosen);
  assert.notEqual(made.id, 'i');
  for (const path of ['/k', '']) {
    const updated = await call('PUT', path, { name: 'k', ...extra, ['__proto__']: { read: false } });
    assert.deepEqual(updated.json, made);
  }
});

test('an account has a limited number of keys, which can still be changed', async (t) => {
  const store = await openSqliteStore(temporaryFolder(t), { create: true, writer: 'inline' });
  t.after(() => store.close());
  const vault = new Vault('s');
  const credentials = new Credentials(store, vault);
  const request = parseKeyRequest({ name: 'k0', type: 'search' });
  await credentials.create('account-a', request);
  await store.transact('instance', async (tx) => {
    for (let i = 1; i < limits.keysPerAccount; i++) await tx.keys.insert(key(`k${i}`));
  });
  const oneMore = { ...request, name: 'one-more' };
  await assert.rejects(credentials.create('account-a', oneMore), /Cannot exceed 10000 keys in an account/);
  await assert.rejects(credentials.put('account-a', oneMore), /Cannot exceed 10000 keys in an account/);
  assert.equal((await credentials.put('account-a', request)).name, 'k0');
  assert.equal(await store.keys.byName('account-a', 'one-more'), undefined);
});
