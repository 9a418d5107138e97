import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { createAccount } from '../support/accounts.ts';
import { type Answer, request, startTestService } from '../support/service.ts';
import { signedKey } from '../support/signed-key.ts';

const PATH = '/signed_search_keys/revocations';
const INVALID = [401, { error: 'Invalid authentication token.' }];
const NOT_FOUND = [404, { errors: ['Could not find revocation.'] }];
const EMPTY = 'Revocation must have jti, sub or issued_before';
const NO_TIME = 'Issued before must be a date (ISO 8601) or a number of seconds since 1970';
const AHEAD = 'Issued before cannot be more than a day ahead';
const claim = (name: string) => `${name} must be a string of 1 to 512 characters`;
const BAD_KEY = 'Api key name must be the name of a key';

const outcome = ({ status, json }: Answer): unknown => [status, json];

async function opened(t: TestContext) {
  const service = await startTestService(t);
  const engine = await service.engine();
  const admin = (method: string, path: string, body?: unknown) =>
    service.call(method, path, { key: service.adminKey, body });
  const signer = { name: 'search-key', key: service.searchKey };
  const search = (token: string) =>
    service.call('POST', `/engines/${engine}/search`, { key: token, body: { query: '' } });
  /** Whether tokens with these claims are accepted, in their order. */
  const accepted = async (...tokens: readonly object[]) => {
    const answers = await Promise.all(tokens.map((claims) => search(signedKey(signer, { ...claims }))));
    return answers.map(({ status }) => status === 200);
  };
  const revoke = async (body: object) => {
    const { status, json, text } = await admin('POST', PATH, body);
    assert.equal(status, 200, text);
    return json;
  };
  return { service, admin, signer, search, accepted, revoke };
}

suite('a signed search key', () => {
  test('is refused once its jti is revoked, and accepted once that is deleted', async (t) => {
    const { service, admin, search, signer, accepted, revoke } = await opened(t);
    const tokens = [{ jti: 'a' }, { jti: 'b' }, {}];
    assert.deepEqual(await accepted(...tokens), [true, true, true]);
    const { id, created_at, ...rest } = await revoke({ jti: 'a' });
    assert.deepEqual(rest, { jti: 'a' });
    assert.match(created_at, /^\d{4}-\d\d-\d\dT/);
    assert.deepEqual(await accepted(...tokens), [false, true, true]);
    assert.deepEqual(outcome(await search(signedKey(signer, { jti: 'a' }))), INVALID);
    await service.restart();
    assert.deepEqual(await accepted(...tokens), [false, true, true]);
    assert.deepEqual(outcome(await admin('DELETE', `${PATH}/${id}`)), [200, { deleted: true }]);
    assert.deepEqual(await accepted(...tokens), [true, true, true]);
    assert.equal((await search(service.searchKey)).status, 200, 'the signing key itself is not revoked');
  });

  test('is refused if all conditions of a revocation apply', async (t) => {
    const { accepted, revoke } = await opened(t);
    await revoke({ sub: 'u1', issued_before: 1000 });
    await revoke({ sub: 'u2', jti: 'x' });
    await revoke({ sub: 'u3', api_key_name: 'private-key' });
    await revoke({ sub: 'u4', api_key_name: 'search-key' });
    await revoke({ sub: 7 });
    const cases: ReadonlyArray<readonly [claims: object, isAccepted: boolean]> = [
      [{ sub: 'u1', iat: 999.9 }, false],
      [{ sub: 'u1', iat: 1000 }, true],
      [{ sub: 'u1' }, false],
      [{ sub: 'u1', iat: '2000' }, false],
      [{ sub: 'u2' }, true],
      [{ jti: 'x' }, true],
      [{ sub: 'u2', jti: 'x', iat: 4e9 }, false],
      [{ sub: 'u3' }, true],
      [{ sub: 'u4' }, false],
      [{ sub: '7' }, false],
      [{ sub: 7 }, false],
      [{ sub: '8' }, true],
      [{ sub: ['u4'] }, true],
      [{}, true],
    ];
    assert.deepEqual(
      await accepted(...cases.map(([claims]) => claims)),
      cases.map(([, isAccepted]) => isAccepted),
    );
  });

  test('without iat counts as issued in 1970', async (t) => {
    const { accepted, revoke } = await opened(t);
    const now = Math.floor(Date.now() / 1000);
    await revoke({ issued_before: new Date(1000 * (now - 10)).toISOString() });
    assert.deepEqual(await accepted({}, { iat: now - 11 }, { iat: now - 10 }, { iat: now }), [
      false,
      false,
      true,
      true,
    ]);
  });
});

suite('revocations', () => {
  test('are listed, newest first, and repeated ones extend the first', async (t) => {
    const { admin, revoke, accepted } = await opened(t);
    const first = await revoke({ sub: 'u', issued_before: 2000 });
    const second = await revoke({ jti: 'j', sub: null, api_key_name: null });
    assert.deepEqual(await revoke({ sub: 'u', issued_before: 1000 }), first);
    const extended = await revoke({ sub: 'u', issued_before: '1970-01-01T00:50:00Z' });
    assert.deepEqual(extended, { ...first, issued_before: '1970-01-01T00:50:00.000Z' });
    assert.deepEqual((await admin('GET', PATH)).json, {
      meta: { page: { current: 1, total_pages: 1, total_results: 2, size: 25 } },
      results: [second, extended],
    });
    assert.deepEqual(await accepted({ sub: 'u', iat: 2999 }, { sub: 'u', iat: 3000 }), [false, true]);
    const forever = await revoke({ sub: 'u' });
    assert.equal(forever.issued_before, undefined);
    assert.deepEqual(await revoke({ sub: 'u', issued_before: 5 }), forever);
    assert.deepEqual(await accepted({ sub: 'u', iat: 3000 }), [false]);
    const page = await admin('GET', `${PATH}?page[size]=1&page[current]=2`);
    assert.deepEqual(page.json.results, [forever]);
  });

  test('are deleted by their conditions only if these are exact', async (t) => {
    const { admin, revoke, accepted } = await opened(t);
    await revoke({ sub: 'u', issued_before: 2000 });
    for (const body of [
      { sub: 'u' },
      { sub: 'u', issued_before: 1 },
      { sub: 'v' },
      { issued_before: 2000 },
    ]) {
      assert.deepEqual(outcome(await admin('DELETE', PATH, body)), NOT_FOUND);
    }
    assert.deepEqual(outcome(await admin('DELETE', PATH, {})), [400, { errors: [EMPTY] }]);
    assert.deepEqual(await accepted({ sub: 'u' }), [false]);
    const same = { sub: 'u', issued_before: 2000 };
    assert.deepEqual(outcome(await admin('DELETE', PATH, same)), [200, { deleted: true }]);
    assert.deepEqual(await accepted({ sub: 'u' }), [true]);
    for (const id of ['1', 'x', '-1', '99999999999999999999']) {
      assert.deepEqual(outcome(await admin('DELETE', `${PATH}/${id}`)), NOT_FOUND, id);
    }
  });

  test('are refused with every message, and nothing is revoked', async (t) => {
    const { admin } = await opened(t);
    const milliseconds = Date.now();
    const wrong: ReadonlyArray<readonly [body: unknown, ...messages: string[]]> = [
      [{}, EMPTY],
      [undefined, EMPTY],
      [{ api_key_name: 'search-key' }, EMPTY],
      [{ jti: null, sub: null, issued_before: null }, EMPTY],
      [{ jti: '' }, claim('Jti')],
      [{ jti: ['a'] }, claim('Jti')],
      [{ sub: 'x'.repeat(513) }, claim('Sub')],
      [{ sub: 'a\0b' }, claim('Sub')],
      [{ issued_before: 'yesterday' }, NO_TIME],
      [{ issued_before: -1 }, NO_TIME],
      [{ issued_before: true }, NO_TIME],
      [{ issued_before: milliseconds }, AHEAD],
      [{ issued_before: milliseconds / 1000 + 90_000 }, AHEAD],
      [{ jti: 'a', api_key_name: 'no key' }, BAD_KEY],
      [{ jti: 'a', issuedBefore: 5 }, 'Revocation contains invalid key: issuedBefore'],
      [{ jti: {}, sub: [], issued_before: [] }, claim('Jti'), claim('Sub'), NO_TIME],
    ];
    for (const [body, ...messages] of wrong) {
      const answer = await admin('POST', PATH, body);
      assert.deepEqual(outcome(answer), [400, { errors: messages }], JSON.stringify(body)?.slice(0, 80));
    }
    const undecodable = 'There was a decoding error. Please ensure your request is valid.';
    for (const text of ['{', '[]', '"a"']) {
      assert.deepEqual(outcome(await admin('POST', PATH, text)), [400, { errors: [undecodable] }]);
    }
    assert.equal((await admin('GET', PATH)).json.meta.page.total_results, 0);
  });

  test('of one account do not apply in another', async (t) => {
    const { service, revoke } = await opened(t);
    const other = await createAccount(service, 'other');
    await revoke({ issued_before: new Date().toISOString() });
    const token = signedKey({ name: 'search-key', key: other.searchKey });
    const answer = await request(`${service.baseUrl}/api/as/v1/engines/x/search`, 'POST', {
      key: token,
      body: { query: '' },
      headers: { host: `${other.hostIdentifier}.api.localhost` },
    });
    assert.equal(answer.status, 404, answer.text);
  });
});

suite('POST /signed_search_keys/inspect', () => {
  test('shows a private key what a token permits, and why it is refused', async (t) => {
    const { service, admin, signer, revoke } = await opened(t);
    const inspect = async (token: unknown, key = service.privateKey) => {
      const { status, json, text } = await service.call('POST', '/signed_search_keys/inspect', {
        key,
        body: { token },
      });
      assert.equal(status, 200, text);
      return json;
    };
    const claims = { jti: 'j', sub: 's', iat: 1_700_000_000, exp: 4_000_000_000, filters: { a: '1' } };
    const shown = {
      accepted: true,
      remarks: [],
      kind: 'signed',
      key_name: 'search-key',
      signature_valid: true,
      issued_at: '2023-11-14T22:13:20.000Z',
      expires_at: '2096-10-02T07:06:40.000Z',
      not_before: null,
      jti: 'j',
      sub: 's',
      engines: null,
      restrictions: { filters: { a: '1' } },
    };
    const token = signedKey(signer, claims);
    assert.deepEqual(await inspect(`${token}\n`), shown);
    const { json: narrow } = await admin('POST', '/credentials', {
      name: 'narrow',
      type: 'private',
      read: true,
      engines: ['mine'],
    });
    assert.deepEqual((await inspect(token, narrow.key)).engines, ['mine'], 'no engine outside its own scope');
    await revoke({ sub: 's' });
    const refused = { ...shown, accepted: false, engines: [] };
    assert.deepEqual(await inspect(token), { ...refused, remarks: ['The key has been revoked.'] });
    assert.deepEqual((await inspect(`${token.slice(0, -2)}AA`)).remarks, [
      'The signature does not match the key "search-key".',
    ]);
    assert.deepEqual((await inspect('x')).kind, null);
    for (const body of [{}, { token: 7 }]) {
      const answer = await service.call('POST', '/signed_search_keys/inspect', { body });
      assert.deepEqual(outcome(answer), [400, { errors: ['Missing required parameter: token'] }]);
    }
  });

  test('names an expired signing key', async (t) => {
    const { service, admin } = await opened(t);
    const expires_at = new Date(Date.now() + 1000).toISOString();
    const { json: short } = await admin('POST', '/credentials', {
      name: 'short',
      type: 'search',
      expires_at,
    });
    await new Promise((resolve) => setTimeout(resolve, 1010));
    const { json } = await service.call('POST', '/signed_search_keys/inspect', {
      body: { token: signedKey(short) },
    });
    assert.deepEqual(
      [json.accepted, json.signature_valid, json.remarks],
      [false, true, ['The key "short", which must have signed it, has expired.']],
    );
  });
});
