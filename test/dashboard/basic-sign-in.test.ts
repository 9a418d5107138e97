import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { Accounts } from '../../src/accounts/accounts.ts';
import { Vault } from '../../src/credentials/vault.ts';
import { BasicSignIn } from '../../src/dashboard-api/basic-sign-in.ts';
import { OneTimeLinks } from '../../src/dashboard-api/one-time-links.ts';
import { insertPerson, People } from '../../src/dashboard-api/people.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { temporaryFolder } from '../support/folder.ts';

/** An owner whose password is `right`, and a count of the password checks instead of the slow checks themselves. */
async function opened(t: TestContext) {
  const store = await openSqliteStore(temporaryFolder(t), { create: true });
  t.after(() => store.close());
  const vault = new Vault('a secret that is long enough to be one');
  const { account } = await new Accounts(store, vault, 'localhost').create('books');
  const name = { name: 'Ada', nameKey: 'ada', email: null, emailKey: null };
  const person = await store.transact('instance', (tx) => insertPerson(tx, name, 'hash of right', true));
  const clock = { now: 0 };
  const checks: string[] = [];
  /** Checks end after it. */
  const pause = { end: Promise.resolve() };
  const passwords = {
    async isPasswordOf(key: string, password: string, of: { readonly password: string } | undefined) {
      checks.push(`${key}:${password}`);
      await pause.end;
      return of?.password === `hash of ${password}`;
    },
  };
  const people = new People(store, new OneTimeLinks(vault));
  const signIn = new BasicSignIn(store, people, passwords, vault, () => clock.now);
  const isAccepted = async (credentials: string) =>
    (await signIn.authenticate(account, btoa(credentials), '127.0.0.1')) !== undefined;
  return { store, person, clock, checks, pause, isAccepted };
}

suite('the password check of HTTP Basic', () => {
  test('runs once for concurrent requests, and again only a minute after the last use', async (t) => {
    const { clock, checks, isAccepted } = await opened(t);
    const answers = await Promise.all(Array.from({ length: 20 }, () => isAccepted('Ada:right')));
    assert.deepEqual([...new Set(answers)], [true]);
    assert.equal(checks.length, 1);
    for (let time = 0; time < 10; time++) {
      clock.now += 59_000;
      assert.equal(await isAccepted('ada:right'), true);
    }
    assert.equal(checks.length, 1, 'used every minute');
    clock.now += 60_000;
    assert.equal(await isAccepted('Ada:right'), true);
    assert.equal(checks.length, 2);
  });

  test('does not run again for the same wrong credentials', async (t) => {
    const { clock, checks, isAccepted } = await opened(t);
    for (let time = 0; time < 5; time++) {
      clock.now += 3_600_000;
      for (const wrong of ['Ada:wrong', 'nobody:right', 'ada:Right']) {
        assert.equal(await isAccepted(wrong), false);
      }
    }
    assert.deepEqual(checks, ['ada:wrong', 'nobody:right', 'ada:Right']);
  });

  test('runs again once the password was changed, for right and for wrong credentials', async (t) => {
    const { store, person, checks, isAccepted } = await opened(t);
    assert.deepEqual([await isAccepted('Ada:right'), await isAccepted('Ada:next')], [true, false]);
    await store.transact('instance', ({ people }) => people.setPassword(person.id, 'hash of next'));
    assert.deepEqual([await isAccepted('Ada:right'), await isAccepted('Ada:next')], [false, true]);
    assert.equal(checks.length, 4);
  });

  test('accepts nobody whose password was changed while it ran', async (t) => {
    const { store, person, checks, pause, isAccepted } = await opened(t);
    const { promise, resolve } = Promise.withResolvers<void>();
    pause.end = promise;
    const asked = isAccepted('Ada:right');
    while (checks.length === 0) await new Promise(setImmediate);
    await store.transact('instance', ({ people }) => people.setPassword(person.id, 'hash of next'));
    resolve();
    assert.equal(await asked, false);
  });

  test('does not run for credentials without a name or with other characters than base64', async (t) => {
    const { checks, isAccepted } = await opened(t);
    for (const credentials of ['', ':right', 'Ada']) assert.equal(await isAccepted(credentials), false);
    assert.deepEqual(checks, []);
  });
});
