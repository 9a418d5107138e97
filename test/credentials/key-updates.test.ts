import assert from 'node:assert/strict';
import test from 'node:test';
import { openShared } from '../../src/composition/instance.ts';
import { Credentials } from '../../src/credentials/credentials.ts';
import { parseKeyRequest } from '../../src/credentials/key-request.ts';
import {
  ADMIN_SCOPE,
  ALL,
  BOTH,
  BOTH_SCOPES,
  endpoint,
  type Json,
  MISSING_NAME,
  MISSING_TYPE,
  NO_ENGINES,
  NO_LIST,
  NO_RIGHTS,
  refusal,
  refused,
  settingsOf,
  WRONG_NAME,
  WRONG_TYPE,
} from './endpoint.ts';

/** A key, the members of an update, and the updated key or the errors. */
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
  test(`${what} replaces the members it names, keeps the others, and keeps the value`, async (t) => {
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

test('PUT /credentials creates a missing key, by the rules for new keys', async (t) => {
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

test('concurrent PUT /credentials create one key', async (t) => {
  const { service, call } = await endpoint(t);
  // One process handles such requests one after another; two (the command line is a second) may not.
  const { store, vault, close } = await openShared(service.config);
  t.after(close);
  const credentials = new Credentials(store, vault);
  const request = parseKeyRequest({ name: 'k', type: 'search' });
  const put = () => credentials.put(service.service.defaultAccount.id, request);
  const made = await Promise.all(Array.from({ length: 10 }, put));
  assert.deepEqual(new Set(made.map(({ key }) => key)), new Set([(await call('GET', '/k')).json.key]));
});
