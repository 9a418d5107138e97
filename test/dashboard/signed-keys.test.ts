import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sharedDashboard, startDashboard } from '../support/dashboard.ts';
import { base64url, signedKey } from '../support/signed-key.ts';

const YEAR_2001 = 1_000_000_000;
const YEAR_2286 = 9_999_999_999;

suite('the signed search keys of the dashboard', () => {
  test('are signed as by the official clients, and restrict a search', async () => {
    const { owner, service } = await sharedDashboard();
    const engine = await service.engine({
      documents: [
        { id: 'a', title: 'Dune', shop: 'one' },
        { id: 'b', title: 'Dune', shop: 'two' },
      ],
    });
    const claims = { result_fields: { title: {} }, filters: { shop: 'one' } };
    const { json } = await owner.account('POST', '/tokens/sign', {
      body: { key: 'private-key', claims },
    });
    assert.equal(json.token, signedKey({ name: 'private-key', key: service.privateKey }, claims));
    const found = await service.call('POST', `/engines/${engine}/search`, {
      key: json.token,
      body: { query: 'dune' },
    });
    assert.deepEqual(
      found.json.results.map(({ _meta, ...fields }: Record<string, unknown>) => fields),
      [{ id: { raw: 'a' }, title: { raw: 'Dune' } }],
    );
    const as = await owner.account('POST', `/engines/${engine}/search-as`, {
      body: { token: json.token, query: 'dune' },
    });
    assert.deepEqual(as.json.results, found.json.results);
    const plain = await owner.data('POST', `/engines/${engine}/search`, { body: { query: 'dune' } });
    assert.equal(plain.json.results.length, 2);
  });

  test('cannot be signed with an unknown key, or with claims that are not an object', async () => {
    const { owner } = await sharedDashboard();
    const sign = (body: unknown) => owner.account('POST', '/tokens/sign', { body });
    const ghost = await sign({ key: 'ghost', claims: {} });
    assert.deepEqual([ghost.status, ghost.json], [404, { errors: ['Could not find credential.'] }]);
    for (const body of [
      {},
      { key: 7 },
      { key: 'search-key', claims: [] },
      { key: 'search-key', claims: 'x' },
    ]) {
      assert.equal((await sign(body)).status, 400);
    }
  });

  test('are inspected: the signing key, the restrictions, and whether they are accepted', async () => {
    const { owner, service } = await sharedDashboard();
    const signer = { name: 'private-key', key: service.privateKey };
    for (const body of [
      { name: 'writer', type: 'private', read: false, write: true },
      { name: 'narrow', type: 'search', engines: ['books'] },
    ]) {
      await service.call('POST', '/credentials', { key: service.adminKey, body });
    }
    const keyOf = async (name: string) =>
      (await service.call('GET', `/credentials/${name}`, { key: service.adminKey })).json;
    const inspect = async (token: string) => {
      const answer = await owner.account('POST', '/tokens/inspect', { body: { token } });
      assert.equal(answer.status, 200, answer.text);
      return answer.json;
    };
    const claims = { filters: { shop: 'one' }, exp: YEAR_2286, nbf: YEAR_2001, iat: 1, sub: 42 };
    assert.deepEqual(await inspect(` ${signedKey(signer, claims)}\n`), {
      accepted: true,
      remarks: [],
      kind: 'signed',
      key_name: 'private-key',
      signature_valid: true,
      issued_at: '1970-01-01T00:00:01.000Z',
      expires_at: '2286-11-20T17:46:39.000Z',
      not_before: '2001-09-09T01:46:40.000Z',
      jti: null,
      sub: '42',
      engines: null,
      restrictions: { filters: { shop: 'one' } },
    });
    assert.deepEqual((await inspect(signedKey(await keyOf('narrow')))).engines, ['books']);

    const remarks = async (token: string) => {
      const { accepted, signature_valid, remarks } = await inspect(token);
      return [accepted, signature_valid, ...remarks];
    };
    const courtesy = await inspect(signedKey(signer, { result_fields: { title: {} } }));
    assert.equal(courtesy.accepted, true);
    assert.match(courtesy.remarks[0], /FINDLING_SIGNED_KEYS=strict/);
    const closed = { result_fields: { title: {} }, facets: {} };
    assert.deepEqual(await remarks(signedKey(signer, closed)), [true, true]);

    assert.deepEqual(await remarks(signedKey(signer, { exp: YEAR_2001 })), [
      false,
      true,
      'The key has expired.',
    ]);
    assert.deepEqual(await remarks(signedKey(signer, { nbf: YEAR_2286 })), [
      false,
      true,
      'The key is not valid yet (nbf).',
    ]);
    assert.deepEqual(await remarks(signedKey({ ...signer, key: 'other' }, { exp: YEAR_2001 })), [
      false,
      false,
      'The signature does not match the key "private-key".',
      'The key has expired.',
    ]);
    assert.deepEqual(await remarks(signedKey({ name: 'ghost', key: 'x' })), [
      false,
      false,
      'There is no key "ghost" in this account, so its signatures are not valid.',
    ]);
    assert.deepEqual(await remarks(signedKey(await keyOf('writer'))), [
      false,
      true,
      'The key "writer" cannot sign. Signing requires a search key, or a private key with read access.',
    ]);
    assert.deepEqual(await remarks(signedKey(signer, { nonsense: 1 })), [
      false,
      true,
      'Options contains invalid key: nonsense',
    ]);
    assert.deepEqual(await remarks(signedKey(signer, { filters: {} })), [
      false,
      true,
      'Filters must contain at least one condition',
    ]);
  });

  test('are distinguished from key values and invalid text', async () => {
    const { owner, service } = await sharedDashboard();
    const inspect = async (token: unknown) => owner.account('POST', '/tokens/inspect', { body: { token } });
    const plain = (await inspect(service.searchKey)).json;
    assert.deepEqual(
      [plain.accepted, plain.kind, plain.key_name, plain.restrictions],
      [true, 'search', 'search-key', null],
    );
    const admin = (await inspect(service.adminKey)).json;
    assert.deepEqual(
      [admin.accepted, admin.kind, admin.remarks],
      [false, 'admin', ['The key "admin-key" cannot search.']],
    );
    const none = signedKey({ name: 'private-key', key: service.privateKey }, {}, { alg: 'none' });
    const nonsense = [
      'garbage',
      '..',
      'a.b.c',
      `${base64url('{}')}.${base64url('[]')}.`,
      none,
      '\u202e',
      '💥.💥.💥',
    ];
    for (const token of nonsense) {
      const answer = await inspect(token);
      assert.deepEqual(
        [answer.status, answer.json.accepted, answer.json.kind, answer.json.remarks],
        [
          200,
          false,
          null,
          ['This is neither a signed search key nor the value of an API key of this account.'],
        ],
        token,
      );
    }
    for (const token of [undefined, '', ' ', 7, {}]) assert.equal((await inspect(token)).status, 400);
  });

  test('can be tried in a search only within their scope, with the reason if they are rejected', async (t) => {
    const { owner, service } = await startDashboard(t);
    const engine = await service.engine({ documents: [{ id: 'a', title: 'Dune' }] });
    await service.call('POST', '/credentials', {
      key: service.adminKey,
      body: { name: 'narrow', type: 'search', engines: ['elsewhere'] },
    });
    const narrow = (await service.call('GET', '/credentials/narrow', { key: service.adminKey })).json;
    const as = async (token: unknown, more: object = {}) => {
      const answer = await owner.account('POST', `/engines/${engine}/search-as`, {
        body: { token, query: 'dune', ...more },
      });
      return [answer.status, answer.json.errors];
    };
    assert.deepEqual(await as(signedKey(narrow)), [
      400,
      [`The key has no access to the engine "${engine}".`],
    ]);
    const signer = { name: 'private-key', key: service.privateKey };
    assert.deepEqual(await as(signedKey(signer, { exp: YEAR_2001 })), [400, ['The key has expired.']]);
    assert.deepEqual(await as(signedKey(signer, { nonsense: 1 })), [
      400,
      ['Options contains invalid key: nonsense'],
    ]);
    assert.deepEqual(await as(service.adminKey), [400, ['The key "admin-key" cannot search.']]);
    assert.deepEqual((await as(signedKey(signer), { nonsense: 1 }))[0], 400);
    assert.equal((await as(undefined))[0], 400);
    assert.equal((await as(service.searchKey))[0], 200);
  });
});
