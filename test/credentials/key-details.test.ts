import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { Accounts } from '../../src/accounts/accounts.ts';
import { Credentials } from '../../src/credentials/credentials.ts';
import { parseKeyRequest } from '../../src/credentials/key-request.ts';
import { Vault } from '../../src/credentials/vault.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { temporaryFolder } from '../support/service.ts';
import { signedKey } from '../support/signed-key.ts';
import { endpoint, type Json, refusal, refused, settingsOf } from './endpoint.ts';

const TYPE = { type: 'search', access_all_engines: true };
const NOT_A_DATE = 'Expires at must be a date (ISO 8601)';
const PAST = 'Expires at must be in the future';
const NO_TEXT = 'Description must be a string';
const LONG_TEXT = 'Description cannot contain more than 256 characters';
const NO_LIMIT = 'Rate limit must be an object with requests_per_second and burst';
const rate = (member: string) => `Rate limit ${member} must be an integer between 1 and 10,000`;

suite('expiry, description and rate limit of a key', () => {
  test('are returned if they are set', async (t) => {
    const { call } = await endpoint(t);
    const accepted: ReadonlyArray<readonly [sent: Json, shown: Json]> = [
      [{}, {}],
      [{ expires_at: null, description: null, rate_limit: null }, {}],
      [{ description: '' }, {}],
      [{ expires_at: '2999-12-31T23:59:59.5+01:00' }, { expires_at: '2999-12-31T22:59:59.500Z' }],
      [{ expires_at: '2999-01-01' }, { expires_at: '2999-01-01T00:00:00.000Z' }],
      [{ description: 'x'.repeat(256) }, { description: 'x'.repeat(256) }],
      [{ rate_limit: { requests_per_second: 3 } }, { rate_limit: { requests_per_second: 3, burst: 3 } }],
      [
        { rate_limit: { requests_per_second: 3, burst: 10_000 } },
        { rate_limit: { requests_per_second: 3, burst: 10_000 } },
      ],
    ];
    for (const [index, [sent, shown]] of accepted.entries()) {
      const name = `k${index}`;
      const { status, json, text } = await call('POST', '', { name, type: 'search', ...sent });
      assert.equal(status, 200, text);
      assert.deepEqual(settingsOf(json), { name, ...TYPE, ...shown });
      assert.deepEqual((await call('GET', `/${name}`)).json, json);
    }
  });

  test('are refused with their messages, and nothing is changed', async (t) => {
    const { call } = await endpoint(t);
    await call('POST', '', { name: 'k', type: 'search', description: 'before' });
    const wrong: ReadonlyArray<readonly [sent: Json, ...messages: string[]]> = [
      [{ expires_at: '2020-01-01T00:00:00Z' }, PAST],
      [{ expires_at: 'tomorrow' }, NOT_A_DATE],
      [{ expires_at: '2999-02-30' }, NOT_A_DATE],
      [{ expires_at: 32_503_680_000 }, NOT_A_DATE],
      [{ expires_at: '' }, NOT_A_DATE],
      [{ description: 7 }, NO_TEXT],
      [{ description: 'a\0b' }, NO_TEXT],
      [{ description: 'x'.repeat(257) }, LONG_TEXT],
      [{ rate_limit: 5 }, NO_LIMIT],
      [{ rate_limit: [] }, NO_LIMIT],
      [{ rate_limit: { requests_per_second: 1, per_minute: 1 } }, NO_LIMIT],
      [{ rate_limit: {} }, rate('requests_per_second')],
      [{ rate_limit: { requests_per_second: 0 } }, rate('requests_per_second')],
      [{ rate_limit: { requests_per_second: 1.5 } }, rate('requests_per_second')],
      [{ rate_limit: { requests_per_second: '5' } }, rate('requests_per_second')],
      [{ rate_limit: { requests_per_second: 1, burst: 0 } }, rate('burst')],
      [{ rate_limit: { requests_per_second: 1, burst: 10_001 } }, rate('burst')],
      [{ expires_at: 'x', description: 7, rate_limit: 7 }, NOT_A_DATE, NO_TEXT, NO_LIMIT],
    ];
    for (const [sent, ...messages] of wrong) {
      const shown = JSON.stringify(sent).slice(0, 80);
      assert.deepEqual(refusal(await call('PUT', '/k', sent)), refused(...messages), shown);
      const created = await call('POST', '', { name: 'new', type: 'search', ...sent });
      assert.deepEqual(refusal(created), refused(...messages), shown);
    }
    const expected = { name: 'k', ...TYPE, description: 'before' };
    assert.deepEqual(settingsOf((await call('GET', '/k')).json), expected);
    assert.equal((await call('GET', '/new')).status, 404);
  });

  test('stay when an update leaves them out, and are cleared by null', async (t) => {
    const { call } = await endpoint(t);
    const details = {
      expires_at: '2999-01-01T00:00:00.000Z',
      description: 'the shop',
      rate_limit: { requests_per_second: 5, burst: 20 },
    };
    const updated = async (path: string, body: Json) => {
      const { status, json, text } = await call('PUT', path, body);
      assert.equal(status, 200, text);
      const { name: _, ...rest } = settingsOf(json);
      return rest;
    };
    await call('POST', '', { name: 'k', type: 'search', ...details });
    assert.deepEqual(await updated('/k', {}), { ...TYPE, ...details });
    assert.deepEqual(await updated('', { name: 'k', type: 'search' }), { ...TYPE, ...details });
    const { expires_at: _, ...endless } = details;
    assert.deepEqual(await updated('/k', { expires_at: null }), { ...TYPE, ...endless });
    assert.deepEqual(await updated('', { name: 'k', description: 'other' }), {
      ...TYPE,
      ...endless,
      description: 'other',
    });
    assert.deepEqual(await updated('/k', { description: null, rate_limit: null }), TYPE);
  });
});

/** The credentials of a new account, with a clock that the test sets. */
async function clocked(t: TestContext) {
  const store = await openSqliteStore(temporaryFolder(t), { create: true });
  t.after(() => store.close());
  const vault = new Vault('a secret that is long enough to be one');
  const clock = { now: Date.parse('2030-01-01T00:00:00Z') };
  const credentials = new Credentials(store, vault, () => clock.now);
  const { account } = await new Accounts(store, vault, 'localhost').create('books');
  const create = (members: Json) =>
    credentials.create(account.id, parseKeyRequest({ type: 'search', ...members }, clock.now));
  const isAccepted = async (token: string) => (await credentials.authenticate(account, token)) !== undefined;
  return { clock, credentials, account, create, isAccepted };
}

suite('an expired key', () => {
  test('is refused from its expiry on, and so are its signed search keys', async (t) => {
    const { clock, create, isAccepted } = await clocked(t);
    const made = await create({ name: 'k', expires_at: '2030-01-01T01:00:00Z' });
    const tokens = [made.key, signedKey(made), signedKey(made, { exp: 4_000_000_000 })];
    const end = clock.now + 3_600_000;
    for (const now of [end - 1, end, end + 1, end - 1, end + 1e9]) {
      clock.now = now;
      for (const token of tokens) {
        for (let time = 0; time < 2; time++) assert.equal(await isAccepted(token), now < end, `at ${now}`);
      }
    }
  });

  test('is accepted again once its expiry is changed or removed', async (t) => {
    const { clock, create, isAccepted, credentials, account } = await clocked(t);
    const made = await create({ name: 'k', expires_at: '2030-01-01T01:00:00Z' });
    const update = (members: Json) =>
      credentials.update(account.id, 'k', parseKeyRequest(members, clock.now));
    clock.now += 7_200_000;
    assert.equal(await isAccepted(made.key), false);
    await update({ description: 'still expired' });
    assert.equal(await isAccepted(made.key), false);
    await update({ expires_at: '2030-01-01T03:00:00Z' });
    assert.equal(await isAccepted(made.key), true);
    clock.now += 3_600_000;
    assert.equal(await isAccepted(made.key), false);
    await update({ expires_at: null });
    assert.equal(await isAccepted(made.key), true);
  });

  test('gets the same response as an unknown key', async (t) => {
    const { service, call } = await endpoint(t);
    const engine = await service.engine();
    const search = (key: string) =>
      service.call('POST', `/engines/${engine}/search`, { key, body: { query: '' } });
    const expires_at = new Date(Date.now() + 1500).toISOString();
    const { json } = await call('POST', '', { name: 'k', type: 'search', expires_at });
    assert.equal((await search(json.key)).status, 200);
    await new Promise((resolve) => setTimeout(resolve, Date.parse(expires_at) - Date.now() + 5));
    const unknown = await search(`search-${'0'.repeat(24)}`);
    for (const token of [json.key, signedKey({ name: 'k', key: json.key })]) {
      const { status, json: body } = await search(token);
      assert.deepEqual([status, body], [401, unknown.json]);
    }
  });
});

suite('the rate limit of a key', () => {
  test('counts the requests of the key and of its signed search keys, and of no other key', async (t) => {
    const { service, call } = await endpoint(t);
    const engine = await service.engine();
    const search = (key: string) =>
      service.call('POST', `/engines/${engine}/search`, { key, body: { query: '' } });
    const rate_limit = { requests_per_second: 1, burst: 3 };
    const { json: made } = await call('POST', '', { name: 'k', type: 'search', rate_limit });
    const tokens = [made.key, signedKey(made), signedKey(made, { exp: 4_000_000_000 })];
    const statuses: number[] = [];
    for (const token of [...tokens, ...tokens]) statuses.push((await search(token)).status);
    // A request comes back every second, and this loop may take longer than that.
    assert.deepEqual(statuses.slice(0, 3), [200, 200, 200]);
    let refusedAnswer = await search(made.key);
    while (refusedAnswer.status === 200) refusedAnswer = await search(made.key);
    assert.deepEqual(refusal(refusedAnswer), [429, { error: 'Rate limit exceeded.' }]);
    assert.equal(refusedAnswer.headers.get('retry-after'), '1');
    assert.equal(refusedAnswer.headers.get('x-ratelimit-limit'), '3');
    assert.equal(refusedAnswer.headers.get('x-ratelimit-remaining'), '0');
    const other = await search(service.searchKey);
    assert.equal(other.status, 200);
    assert.equal(other.headers.get('x-ratelimit-limit'), null);
    await call('PUT', '/k', { rate_limit: null });
    assert.equal((await search(made.key)).status, 200);
  });
});
