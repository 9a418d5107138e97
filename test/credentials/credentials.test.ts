import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { Accounts } from '../../src/accounts/accounts.ts';
import { openBeside } from '../../src/composition/instance.ts';
import { Credentials } from '../../src/credentials/credentials.ts';
import { parseKeyRequest } from '../../src/credentials/key-request.ts';
import { credentialJson } from '../../src/credentials/routes.ts';
import { type Answer, startTestService, type TestService } from '../support/service.ts';

type Json = Record<string, unknown>;

/** Calls the credentials endpoint with the admin key. */
type Call = (method: string, path?: string, body?: unknown) => Promise<Answer>;

async function endpoint(t: TestContext, settings = {}): Promise<{ service: TestService; call: Call }> {
  const service = await startTestService(t, settings);
  return {
    service,
    call: (method, path = '', body) =>
      service.call(method, `/credentials${path}`, { key: service.adminKey, body }),
  };
}

/** A credential without what differs each time. */
const settingsOf = ({ id: _, key: __, ...settings }: Json): Json => settings;

const refusal = (answer: Answer): unknown => [answer.status, answer.json];
const refused = (...messages: string[]): unknown => [400, { errors: messages }];
const NOT_FOUND = [404, { errors: ['Could not find credential.'] }];

const MISSING_NAME = 'Missing required parameter: name';
const MISSING_TYPE = 'Missing required parameter: type';
const WRONG_TYPE = 'Type is not included in the list';
const WRONG_NAME = 'Name can only contain letters, numbers, and hyphens';
const LONG_NAME = 'Name cannot contain more than 64 characters';
const TAKEN = 'Name is already taken';
const NO_ENGINES = 'Engines are required';
const NO_LIST = 'Engines must be an array of engine names';
const BOTH_SCOPES = 'Engines cannot be named together with access_all_engines';
const ADMIN_SCOPE = 'Admin keys cannot be limited to engines';
const NO_RIGHTS = 'Private keys need read or write access';

const ALL = { access_all_engines: true };
const BOTH = { read: true, write: true };

/** What a request asks for beside its name and type, and the key that comes of it, or the messages. */
type Rule = readonly [asked: Json, made: Json | string];

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
  test(`a new ${type} key is what the request asks for, or is refused with the reason`, async (t) => {
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
      assert.deepEqual((await call('GET', `/${name}`)).json, answer.json, 'and is read as it was made');
    }
  });
}

test('a new key needs a good name and one of three types', async (t) => {
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

test('a name can be had once, also by those who ask at the same time', async (t) => {
  const { call } = await endpoint(t);
  const create = () => call('POST', '', { name: 'k', type: 'search' });
  const answers = await Promise.all(Array.from({ length: 10 }, create));
  const made = answers.filter((answer) => answer.status === 200);
  assert.equal(made.length, 1);
  for (const answer of answers) if (answer.status !== 200) assert.deepEqual(refusal(answer), refused(TAKEN));
  assert.equal((await call('GET', '/k')).json.key, made[0]?.json.key);
  assert.deepEqual(refusal(await call('POST', '', { name: 'private-key', type: 'search' })), refused(TAKEN));
});

test('parameters of a key may stand in the address', async (t) => {
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

test('nobody chooses the value, the id or the account of a key through the endpoint', async (t) => {
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

test('keys are listed by name, page by page', async (t) => {
  const { call } = await endpoint(t);
  const names = Array.from({ length: 110 }, (_, i) => `key-${String((i * 37) % 110).padStart(3, '0')}`);
  for (const name of names) await call('POST', '', { name, type: 'search' });
  const all = [...names, 'admin-key', 'private-key', 'search-key'].sort();
  const page = async (query: string, body?: unknown) => {
    const { status, json } = await call('GET', query, body);
    assert.equal(status, 200);
    return [json.meta, json.results.map((key: { name: string }) => key.name)];
  };
  const meta = (current: number, size: number) => ({
    page: { current, total_pages: Math.ceil(all.length / size), total_results: all.length, size },
  });
  assert.deepEqual(await page(''), [meta(1, 25), all.slice(0, 25)]);
  assert.deepEqual(await page('?page[current]=2'), [meta(2, 25), all.slice(25, 50)]);
  assert.deepEqual(await page('?page[size]=100'), [meta(1, 100), all.slice(0, 100)]);
  assert.deepEqual(await page('?page[size]=1000'), [meta(1, 100), all.slice(0, 100)]);
  assert.deepEqual(await page('', { page: { current: '3', size: '50' } }), [meta(3, 50), all.slice(100)]);
  assert.deepEqual(await page('?page[current]=9'), [meta(9, 25), []]);
  const { json } = await call('GET', '?page[size]=1');
  assert.deepEqual(Object.keys(json), ['meta', 'results']);
  assert.deepEqual(Object.keys(json.meta.page), ['current', 'total_pages', 'total_results', 'size']);
  assert.deepEqual(json.results, [(await call('GET', '/admin-key')).json], 'as each is read alone');
  for (const query of ['?page[current]=0', '?page[size]=0', '?page[size]=many', '?page=1']) {
    assert.equal((await call('GET', query)).status, 400, query);
  }
});

/** A key as it stands, what an update names, and the key after it, or the messages. */
const UPDATES: ReadonlyArray<readonly [before: Json, named: Json, after: Json | string]> = [
  [{ type: 'private' }, {}, { ...BOTH, ...ALL }],
  [{ type: 'private' }, { type: 'private' }, { ...BOTH, ...ALL }],
  [{ type: 'private' }, { read: null, write: null, engines: null, type: null }, { ...BOTH, ...ALL }],
  [{ type: 'private' }, { write: false }, { read: true, write: false, ...ALL }],
  [{ type: 'private' }, { read: false }, { read: false, write: true, ...ALL }],
  [{ type: 'private', read: true }, { write: true }, { ...BOTH, ...ALL }],
  [{ type: 'private', read: true }, { read: true }, { read: true, write: false, ...ALL }],
  [
    { type: 'private', read: true },
    { read: false, write: true },
    { read: false, write: true, ...ALL },
  ],
  [{ type: 'private', read: true }, { read: false }, NO_RIGHTS],
  [{ type: 'private' }, { read: false, write: false }, NO_RIGHTS],
  [{ type: 'private' }, { engines: ['b'] }, { ...BOTH, engines: ['b'] }],
  [{ type: 'private', engines: ['a'] }, { engines: ['b', 'c'] }, { ...BOTH, engines: ['b', 'c'] }],
  [{ type: 'private', engines: ['a'] }, { access_all_engines: true }, { ...BOTH, ...ALL }],
  [
    { type: 'private', engines: ['a'] },
    { access_all_engines: true, engines: [] },
    { ...BOTH, ...ALL },
  ],
  [
    { type: 'private', engines: ['a'] },
    { read: true, write: true },
    { ...BOTH, engines: ['a'] },
  ],
  [{ type: 'private', engines: ['a'] }, { engines: [] }, NO_ENGINES],
  [{ type: 'private', engines: ['a'] }, { access_all_engines: false }, NO_ENGINES],
  [{ type: 'private' }, { access_all_engines: true, engines: ['a'] }, BOTH_SCOPES],
  [
    { type: 'private', access_all_engines: false, engines: ['a'] },
    { read: true, write: false },
    { read: true, write: false, access_all_engines: false, engines: ['a'] },
  ],
  [
    { type: 'private', access_all_engines: false, engines: ['a'] },
    { engines: ['b'] },
    { ...BOTH, engines: ['b'] },
  ],
  [{ type: 'search' }, {}, ALL],
  [{ type: 'search' }, { read: null, write: null }, ALL],
  [{ type: 'search' }, { engines: ['b'] }, { engines: ['b'] }],
  [{ type: 'search', engines: ['a'] }, {}, { engines: ['a'] }],
  [{ type: 'search', engines: ['a'] }, { access_all_engines: true }, ALL],
  [{ type: 'admin' }, {}, {}],
  [{ type: 'admin' }, { engines: ['a'] }, ADMIN_SCOPE],
  [{ type: 'search' }, { type: 'private' }, 'Type cannot be changed'],
  [{ type: 'private' }, { type: 'admin' }, 'Type cannot be changed'],
  [{ type: 'private' }, { type: 'none' }, WRONG_TYPE],
  [{ type: 'private' }, { read: 'maybe' }, 'Read must be true or false'],
  [{ type: 'private' }, { engines: 'a' }, NO_LIST],
];

const WAYS: ReadonlyArray<readonly [what: string, path: (name: string) => string, always: boolean]> = [
  ['PUT /credentials/{name}', (name) => `/${name}`, false],
  ['PUT /credentials', () => '', true],
];

for (const [what, path, namesKey] of WAYS) {
  test(`${what} replaces what it names, keeps what it leaves out, and keeps the value`, async (t) => {
    const { call } = await endpoint(t);
    for (const [i, [before, named, after]] of UPDATES.entries()) {
      const name = `key-${i}`;
      const made = (await call('POST', '', { name, ...before })).json;
      const answer = await call('PUT', path(name), { ...(namesKey && { name }), ...named });
      const which = JSON.stringify([before, named]);
      if (typeof after === 'string') {
        assert.deepEqual(refusal(answer), refused(after), which);
        assert.deepEqual((await call('GET', `/${name}`)).json, made, `${which}: nothing has changed`);
        continue;
      }
      assert.equal(answer.status, 200, `${which}: ${answer.text}`);
      const { id, key, type } = made;
      assert.deepEqual(answer.json, { id, key, name, type, ...after }, which);
      assert.deepEqual((await call('GET', `/${name}`)).json, answer.json, which);
    }
  });
}

test('PUT /credentials makes a key that is not there, by the rules for new keys', async (t) => {
  const { call } = await endpoint(t);
  const made = await call('PUT', '', { name: 'k', type: 'private', read: true, engines: ['a'] });
  assert.equal(made.status, 200);
  assert.deepEqual(settingsOf(made.json), {
    name: 'k',
    type: 'private',
    read: true,
    write: false,
    engines: ['a'],
  });
  assert.match(made.json.key, /^private-[a-z0-9]{24}$/);
  const again = await call('PUT', '', { name: 'k', type: 'private', read: true, engines: ['a'] });
  assert.deepEqual(again.json, made.json, 'the same request twice changes nothing');

  assert.deepEqual(refusal(await call('PUT', '', { name: 'new' })), refused(MISSING_TYPE));
  assert.deepEqual(refusal(await call('PUT', '', { type: 'search' })), refused(MISSING_NAME));
  assert.deepEqual(refusal(await call('PUT', '', {})), refused(MISSING_NAME));
  assert.deepEqual(refusal(await call('PUT', '', { name: 'a b', type: 'search' })), refused(WRONG_NAME));
  assert.deepEqual(
    refusal(await call('PUT', '', { name: 'k', type: 'search' })),
    refused('Type cannot be changed'),
  );
});

test('PUT /credentials makes one key for those who ask at the same time', async (t) => {
  const { service, call } = await endpoint(t);
  // One process answers one such request after another; two (the command line is a second) need not.
  const { store, vault, close } = await openBeside(service.config);
  t.after(close);
  const credentials = new Credentials(store, vault);
  const request = parseKeyRequest({ name: 'k', type: 'search' });
  const put = () => credentials.put(service.service.defaultAccount.id, request);
  const made = await Promise.all(Array.from({ length: 10 }, put));
  assert.deepEqual(new Set(made.map(({ key }) => key)), new Set([(await call('GET', '/k')).json.key]));
});

test('a key cannot be given another name', async (t) => {
  const { call } = await endpoint(t);
  await call('POST', '', { name: 'k', type: 'search' });
  assert.deepEqual(refusal(await call('PUT', '/k', { name: 'l' })), refused('Name cannot be changed'));
  assert.deepEqual(refusal(await call('PUT', '/k', { name: 'K' })), refused('Name cannot be changed'));
  assert.equal((await call('PUT', '/k', { name: 'k' })).status, 200);
  assert.deepEqual(refusal(await call('GET', '/l')), NOT_FOUND);
});

test('a key that is not there is 404, and the value of a key is no name', async (t) => {
  const { service, call } = await endpoint(t);
  for (const name of ['nobody', service.privateKey, 'PRIVATE-KEY', '%20', 'private-key%00', '__proto__']) {
    assert.deepEqual(refusal(await call('GET', `/${name}`)), NOT_FOUND, name);
    assert.deepEqual(refusal(await call('PUT', `/${name}`, {})), NOT_FOUND, name);
    assert.deepEqual(refusal(await call('DELETE', `/${name}`)), NOT_FOUND, name);
  }
});

test('a deleted key is gone, and its name is free', async (t) => {
  const { service, call } = await endpoint(t);
  const made = (await call('POST', '', { name: 'k', type: 'private' })).json;
  assert.equal((await service.call('GET', '/engines', { key: made.key })).status, 200);
  const deleted = await call('DELETE', '/k', {});
  assert.deepEqual([deleted.status, deleted.json], [200, { deleted: true }]);
  assert.equal((await service.call('GET', '/engines', { key: made.key })).status, 401);
  assert.deepEqual(refusal(await call('DELETE', '/k')), NOT_FOUND);
  assert.deepEqual(refusal(await call('GET', '/k')), NOT_FOUND);
  const again = (await call('POST', '', { name: 'k', type: 'admin' })).json;
  assert.equal(again.type, 'admin');
  assert.notEqual(again.key, made.key);
});

test('the keys that came with the account may be deleted, and a key may delete itself', async (t) => {
  const { service, call } = await endpoint(t);
  for (const name of ['private-key', 'search-key']) {
    assert.deepEqual((await call('DELETE', `/${name}`)).json, { deleted: true });
  }
  const gone = await service.call('GET', '/engines');
  assert.deepEqual([gone.status, gone.json], [401, { error: 'Invalid authentication token.' }]);
  assert.deepEqual(
    (await call('GET')).json.results.map((key: Json) => key.name),
    ['admin-key'],
  );
  await service.restart();
  assert.equal((await service.call('GET', '/engines')).status, 401, 'a later start does not bring them back');
  assert.deepEqual((await call('DELETE', '/admin-key')).json, { deleted: true });
  assert.equal((await call('GET')).status, 401);
});

test('a new account has exactly one private key and one search key, both for all engines', async (t) => {
  const service = await startTestService(t, { FINDLING_ADMIN_KEY: '' });
  const { store, vault, close } = await openBeside(service.config);
  t.after(close);
  const accounts = new Accounts(store, vault, service.config.domain);
  await accounts.create('second');
  for (const account of await accounts.list()) {
    const { total, results } = await new Credentials(store, vault).page(account.id, {
      offset: 0,
      limit: 100,
    });
    assert.equal(total, 2);
    assert.deepEqual(results.map(credentialJson).map(settingsOf), [
      { name: 'private-key', type: 'private', ...BOTH, ...ALL },
      { name: 'search-key', type: 'search', ...ALL },
    ]);
  }
});

test('keys keep their values and rights over a restart', async (t) => {
  const { service, call } = await endpoint(t);
  await call('POST', '', { name: 'k', type: 'private', read: true, engines: ['a'] });
  const before = (await call('GET')).json;
  await service.restart();
  assert.deepEqual((await call('GET')).json, before);
});
