import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import test, { type TestContext } from 'node:test';
import { Accounts } from '../../src/accounts/accounts.ts';
import { openForServing } from '../../src/composition/instance.ts';
import { readConfig } from '../../src/config.ts';
import { Credentials } from '../../src/credentials/credentials.ts';
import { parseKeyRequest } from '../../src/credentials/key-request.ts';
import { Vault } from '../../src/credentials/vault.ts';
import { withCachedRecords } from '../../src/store/cached-records.ts';
import type { KeyReader, Store } from '../../src/store/port.ts';
import { temporaryFolder } from '../support/service.ts';
import { signedKey } from '../support/signed-key.ts';
import { PRIVATE, SEARCH } from './canaries.ts';

/** A store and a vault on real data, with a default account whose keys are the canaries. */
async function instance(t: TestContext) {
  const config = readConfig({ FINDLING_DATA: temporaryFolder(t) }, {});
  const opened = await openForServing(config);
  t.after(() => opened.close());
  const made = await new Accounts(opened.store, opened.vault, config.domain).createDefault({
    privateKey: PRIVATE,
    searchKey: SEARCH,
  });
  assert.ok(made);
  return { ...opened, account: made.account, config };
}

test('a key is looked up by its keyed hash alone, in the same way whether or not it exists', async (t) => {
  const { store, vault, account } = await instance(t);
  const asked: unknown[][] = [];
  const keys = new Proxy(store.keys, {
    get: (target, name: keyof KeyReader) => {
      const read = target[name] as (...args: unknown[]) => unknown;
      return (...args: unknown[]) => {
        asked.push([name, ...args]);
        return read.apply(target, args);
      };
    },
  });
  const credentials = new Credentials({ ...store, keys } as Store, vault);
  const attempts: ReadonlyArray<readonly [value: string, known: boolean]> = [
    [PRIVATE, true],
    [`${PRIVATE.slice(0, -1)}2`, false],
    [`private-d${PRIVATE.slice('private-'.length + 1)}`, false],
    [`private-${'0'.repeat(24)}`, false],
    [PRIVATE.slice(0, -1), false],
    [`${PRIVATE}0`, false],
    ['x', false],
  ];
  for (const [value, known] of attempts) {
    asked.length = 0;
    assert.equal((await credentials.authenticate(account, value)) !== undefined, known, value);
    assert.deepEqual(asked, [['byLookup', account.id, vault.lookup(value)]], value);
    assert.match(vault.lookup(value), /^[\w-]{43}$/);
  }
});

test('the lookup hash of a key depends on the instance secret', async (t) => {
  const { store, vault, account } = await instance(t);
  const other = new Vault('another secret of at least 32 characters');
  assert.notEqual(other.lookup(PRIVATE), vault.lookup(PRIVATE));
  assert.equal(new Vault('s').lookup(PRIVATE), new Vault('s').lookup(PRIVATE));
  const stored = await store.keys.byName(account.id, 'private-key');
  const plain = ['sha256', 'sha512', 'sha1', 'md5'].flatMap((hash) =>
    ['', 's', account.id, 'findling'].map((salt) =>
      createHmac(hash, salt).update(PRIVATE).digest('base64url'),
    ),
  );
  assert.ok(stored && !plain.includes(stored.lookup));
});

test('a sealed value opens only in its own context and with its own secret', () => {
  const vault = new Vault('s');
  const sealed = vault.seal(PRIVATE, 'account/one');
  assert.equal(vault.open(sealed, 'account/one'), PRIVATE);
  assert.throws(() => vault.open(sealed, 'account/two'));
  assert.throws(() => new Vault('t').open(sealed, 'account/one'));
  assert.throws(() => vault.open(`${sealed.slice(0, -2)}AA`, 'account/one'));
  assert.notEqual(vault.seal(PRIVATE, 'account/one'), sealed, 'never the same twice');
});

test('a forged token costs the same work whether or not the key that it names exists', async (t) => {
  const { store, vault, account } = await instance(t);
  const work = { opened: 0, read: 0 };
  const { open } = vault;
  vault.open = (...args) => {
    work.opened++;
    return open.apply(vault, args);
  };
  const byName: KeyReader['byName'] = (...args) => {
    work.read++;
    return store.keys.byName(...args);
  };
  const cached = withCachedRecords({ ...store, keys: { ...store.keys, byName } });
  const clock = { now: Date.now() };
  const credentials = new Credentials(cached, vault, () => clock.now);
  const expires_at = new Date(clock.now + 1000).toISOString();
  await credentials.create(account.id, parseKeyRequest({ name: 'expired', type: 'search', expires_at }));
  await credentials.create(account.id, parseKeyRequest({ name: 'rotated', type: 'search' }));
  await credentials.rotate(account.id, 'rotated', 60_000);
  clock.now += 1000;
  const workOf = async (name: string) => {
    Object.assign(work, { opened: 0, read: 0 });
    const token = signedKey({ name, key: `private-${'x'.repeat(24)}` }, { filters: { a: String(work) } });
    assert.equal(await credentials.authenticate(account, token), undefined);
    return { ...work };
  };
  // The first lookup of a known key fills the cache.
  await workOf('private-key');
  await workOf('expired');
  await workOf('rotated');
  for (const name of ['private-key', 'expired', 'rotated', 'no-such-key']) {
    assert.deepEqual(await workOf(name), { opened: 2, read: 1 }, name);
  }
});
