import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { Accounts } from '../../src/accounts/accounts.ts';
import { Credentials } from '../../src/credentials/credentials.ts';
import { parseKeyRequest } from '../../src/credentials/key-request.ts';
import { Vault } from '../../src/credentials/vault.ts';
import { withCachedRecords } from '../../src/store/cached-records.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { temporaryFolder } from '../support/service.ts';
import { signedKey } from '../support/signed-key.ts';
import { endpoint, NOT_FOUND, refusal, refused } from './endpoint.ts';

const OUT_OF_RANGE = 'Overlap seconds must be an integer between 0 and 2,592,000';
const MINUTE = 60_000;
const DAY = 86_400_000;
/** Any test takes less. */
const SLACK = 10 * MINUTE;

suite('POST /credentials/:name/rotate', () => {
  test('gives a key a new value of its kind and keeps everything else', async (t) => {
    const { call } = await endpoint(t);
    for (const body of [
      { name: 'a', type: 'private', read: true, write: false, engines: ['books'], description: 'old' },
      { name: 'b', type: 'search', rate_limit: { requests_per_second: 1, burst: 2 } },
      { name: 'c', type: 'admin', expires_at: '2999-01-01T00:00:00.000Z' },
    ]) {
      const { json: before } = await call('POST', '', body);
      const { status, json: after, text } = await call('POST', `/${body.name}/rotate`);
      assert.equal(status, 200, text);
      const { key, previous_key_expires_at: until, ...rest } = after;
      assert.match(key, new RegExp(`^${body.type}-[a-z0-9]{24}$`));
      assert.notEqual(key, before.key);
      assert.deepEqual({ ...rest, key: before.key }, before);
      const overlap = Date.parse(until) - Date.now();
      assert.ok(overlap > DAY - SLACK && overlap <= DAY, `${overlap} ms`);
      assert.deepEqual((await call('GET', `/${body.name}`)).json, after);
    }
  });

  test('both values work until the overlap ends, and their signed search keys too', async (t) => {
    const { service, call } = await endpoint(t);
    const engine = await service.engine();
    const status = async (key: string) =>
      (await service.call('POST', `/engines/${engine}/search`, { key, body: { query: '' } })).status;
    const { json: old } = await call('POST', '', { name: 'k', type: 'search' });
    const unseen = signedKey(old, { exp: 4_000_000_000 });
    for (const token of [old.key, signedKey(old)]) assert.equal(await status(token), 200);
    const { json: fresh } = await call('POST', '/k/rotate', { overlap_seconds: 2_592_000 });
    const olds = [old.key, signedKey(old), unseen];
    const news = [fresh.key, signedKey(fresh)];
    for (const token of [...olds, ...news]) assert.equal(await status(token), 200);
    await service.restart();
    for (const token of [...olds, ...news]) assert.equal(await status(token), 200);
    // A third value: the first one is refused at once.
    const { json: third } = await call('POST', '/k/rotate', { overlap_seconds: 60 });
    for (const token of olds) assert.equal(await status(token), 401);
    for (const token of [...news, third.key, signedKey(third)]) assert.equal(await status(token), 200);
    const { json: last } = await call('POST', '/k/rotate', { overlap_seconds: 0 });
    assert.equal(last.previous_key_expires_at, undefined);
    for (const token of [...olds, ...news, third.key, signedKey(third)])
      assert.equal(await status(token), 401);
    for (const token of [last.key, signedKey(last)]) assert.equal(await status(token), 200);
  });

  test('refuses what is no overlap, and an unknown key, and changes nothing', async (t) => {
    const { call } = await endpoint(t);
    const { json: before } = await call('POST', '', { name: 'k', type: 'search' });
    for (const overlap_seconds of [-1, 2_592_001, 1.5, 'soon', '', true, [], {}, 1e300, '2592001']) {
      const answer = await call('POST', '/k/rotate', { overlap_seconds });
      assert.deepEqual(refusal(answer), refused(OUT_OF_RANGE), JSON.stringify(overlap_seconds));
    }
    assert.deepEqual((await call('GET', '/k')).json, before);
    assert.deepEqual(refusal(await call('POST', '/unknown/rotate')), NOT_FOUND);
    assert.equal((await call('POST', '/k/rotate?overlap_seconds=60')).status, 200);
  });
});

/** The credentials of a new account on a cached store, with a clock that the test sets. */
async function clocked(t: TestContext) {
  const store = withCachedRecords(await openSqliteStore(temporaryFolder(t), { create: true }));
  t.after(() => store.close());
  const vault = new Vault('a secret that is long enough to be one');
  const clock = { now: Date.parse('2030-01-01T00:00:30Z') };
  const credentials = new Credentials(store, vault, () => clock.now);
  const { account } = await new Accounts(store, vault, 'localhost').create('books');
  const made = await credentials.create(account.id, parseKeyRequest({ name: 'k', type: 'search' }));
  const isAccepted = async (token: string) => (await credentials.authenticate(account, token)) !== undefined;
  return { store, vault, clock, credentials, account, made, isAccepted };
}

suite('the value before a rotation', () => {
  test('is accepted up to the end of the overlap', async (t) => {
    const { clock, credentials, account, made, isAccepted } = await clocked(t);
    await credentials.rotate(account.id, 'k', 1000);
    const end = clock.now + 1000;
    for (const now of [end - 1, end, end + DAY]) {
      clock.now = now;
      for (const token of [made.key, signedKey(made)]) assert.equal(await isAccepted(token), now < end);
    }
    assert.equal((await credentials.get(account.id, 'k')).previousUntil, null);
  });

  test('is removed from the data after the overlap, so that a clock set back does not revive it', async (t) => {
    const { store, vault, clock, credentials, account, made, isAccepted } = await clocked(t);
    const { key } = await credentials.rotate(account.id, 'k', 1000);
    clock.now += 1000;
    const restarted = new Credentials(store, vault, () => clock.now);
    await restarted.uses.watch();
    t.after(() => restarted.uses.close());
    clock.now -= DAY;
    for (const token of [made.key, signedKey(made)]) assert.equal(await isAccepted(token), false);
    for (const token of [key, signedKey({ name: 'k', key })]) assert.equal(await isAccepted(token), true);
  });

  test('cannot become the value of another key', async (t) => {
    const { credentials, account, made } = await clocked(t);
    await credentials.rotate(account.id, 'k', DAY);
    const another = parseKeyRequest({ name: 'another', type: 'search' });
    await assert.rejects(credentials.create(account.id, another, made.key), /Key is already in use/);
  });
});

suite('the last use of a key', () => {
  test('is the minute of its last request, by any of its values and signed search keys', async (t) => {
    const { service, call } = await endpoint(t);
    const engine = await service.engine();
    const search = (key: string) =>
      service.call('POST', `/engines/${engine}/search`, { key, body: { query: '' } });
    const lastUse = async (name: string) => (await call('GET', `/${name}`)).json.last_used_at;
    const { json: made } = await call('POST', '', { name: 'k', type: 'search' });
    await call('POST', '', { name: 'signer', type: 'search' });
    const { json: signer } = await call('GET', '/signer');
    assert.equal(await lastUse('k'), undefined);
    await search(`${made.key}x`);
    await search(signedKey({ name: 'k', key: 'search-wrong' }));
    assert.equal(await lastUse('k'), undefined, 'refused tokens do not count');
    await search(made.key);
    await search(signedKey(signer));
    for (const name of ['k', 'signer']) {
      const used = await lastUse(name);
      assert.match(used, /:00\.000Z$/);
      const ago = Date.now() - Date.parse(used);
      assert.ok(ago >= 0 && ago < SLACK, used);
    }
    const { json: rotated } = await call('POST', '/k/rotate');
    const previousUse = async () => (await call('GET', '/k')).json.previous_key_last_used_at;
    assert.equal(await previousUse(), undefined);
    await search(rotated.key);
    await search(signedKey({ name: 'k', key: rotated.key }));
    assert.equal(await previousUse(), undefined, 'the new value does not count');
    await search(signedKey({ name: 'k', key: made.key }));
    assert.ok(Date.now() - Date.parse(await previousUse()) < SLACK);
    await call('POST', '/k/rotate');
    assert.equal(await previousUse(), undefined, 'not after another rotation');
    await search(rotated.key);
    assert.ok(Date.now() - Date.parse(await previousUse()) < SLACK);
    const used = await lastUse('k');
    await service.restart();
    assert.equal(await lastUse('k'), used, 'survives a clean stop');
    await call('DELETE', '/k');
    await call('POST', '', { name: 'k', type: 'search' });
    assert.equal(await lastUse('k'), undefined, 'a new key of the same name');
  });

  test('follows a clock that is set back, and is stored without reading keys again for each request', async (t) => {
    const { store, clock, credentials, account } = await clocked(t);
    const lastUse = async () => (await credentials.get(account.id, 'k')).lastUsedAt;
    const use = () => credentials.uses.note(account.id, 'k');
    use();
    assert.equal(await lastUse(), Date.parse('2030-01-01T00:00:00Z'));
    clock.now += 90_000;
    use();
    assert.equal(await lastUse(), Date.parse('2030-01-01T00:02:00Z'));
    clock.now -= DAY;
    use();
    await credentials.uses.close();
    const stored = await store.keys.lastUses(account.id, ['k']);
    assert.deepEqual(stored, new Map([['k', Date.parse('2029-12-31T00:02:00Z')]]));
    assert.equal(await lastUse(), Date.parse('2029-12-31T00:02:00Z'));
  });
});
