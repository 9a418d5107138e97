import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { PersonItem } from '../../src/dashboard-api/types.ts';
import { alterData, Browser, PASSWORD, startDashboard } from '../support/dashboard.ts';

const peopleOf = async (owner: Browser): Promise<PersonItem[]> =>
  (await owner.account('GET', '/people')).json.results;
const personOf = async (owner: Browser, name: string): Promise<PersonItem> => {
  const person = (await peopleOf(owner)).find((it) => it.name === name);
  assert.ok(person, name);
  return person;
};

suite('invitations', () => {
  test('let one person join, with their role and account', async (t) => {
    const { owner, service, invite } = await startDashboard(t);
    const { token } = await invite('editor');
    const bob = new Browser(service);
    const { json } = await bob.call('POST', '/links/inspect', { body: { token } });
    assert.deepEqual(
      { ...json, expires_at: '' },
      {
        purpose: 'invitation',
        account: 'default',
        role: 'editor',
        invited_by: 'Ada',
        email: null,
        expires_at: '',
      },
    );
    assert.ok(Math.abs(Date.parse(json.expires_at) - Date.now() - 7 * 86_400_000) < 60_000);
    const joined = await bob.call('POST', '/invitations/accept', {
      body: { token, name: 'Bob', email: 'bob@example.org', password: PASSWORD },
    });
    assert.deepEqual(joined.json.accounts, [
      { name: 'default', host_identifier: service.hostIdentifier, role: 'editor' },
    ]);
    assert.equal(joined.json.person.first_owner, false);
    assert.deepEqual(
      (await peopleOf(owner)).map(({ name, role, first_owner, me }) => [name, role, first_owner, me]),
      [
        ['Ada', 'owner', true, true],
        ['Bob', 'editor', false, false],
      ],
    );
    const again = await new Browser(service).call('POST', '/invitations/accept', {
      body: { token, name: 'Eve', password: PASSWORD },
    });
    assert.deepEqual(
      [again.status, again.json],
      [410, { errors: ['This link has already been used. It works only once.'] }],
    );
  });

  test('are listed while open, can be withdrawn, and expire', async (t) => {
    const { owner, service, invite } = await startDashboard(t);
    const made = await owner.account('POST', '/invitations', {
      body: { role: 'analyst', email: 'carl@example.org' },
    });
    const { path, ...shown } = made.json;
    assert.match(path, /^\/invitation#[\w-]{43}$/);
    const listed = (await owner.account('GET', '/people')).json.invitations;
    assert.deepEqual(listed, [shown], 'the link itself is shown once only');

    assert.equal((await owner.account('DELETE', `/invitations/${shown.id}`)).status, 200);
    const gone = await owner.account('DELETE', `/invitations/${shown.id}`);
    assert.deepEqual([gone.status, gone.json], [404, { errors: ['Could not find invitation.'] }]);
    const inspect = (token: string) =>
      new Browser(service).call('POST', '/links/inspect', { body: { token } });
    assert.equal((await inspect(path.split('#')[1])).status, 410);

    const { token } = await invite('analyst');
    alterData(service, `update links set expires_at = ${Date.now() - 1}`);
    const body = { token, name: 'Carl', password: PASSWORD };
    for (const late of [
      await inspect(token),
      await new Browser(service).call('POST', '/invitations/accept', { body }),
    ]) {
      assert.deepEqual(
        [late.status, late.json],
        [410, { errors: ['This link has expired. Please ask for a new one.'] }],
      );
    }
  });

  test('require a free name and email address, and stay valid after an error', async (t) => {
    const { service, invite } = await startDashboard(t);
    const { token } = await invite('analyst');
    const browser = new Browser(service);
    const asked = (body: object) =>
      browser.call('POST', '/invitations/accept', { body: { token, password: PASSWORD, ...body } });
    const taken = await asked({ name: 'ＡＤＡ', email: 'ADA@example.org' });
    assert.deepEqual(
      [taken.status, taken.json],
      [
        400,
        {
          errors: ['Name is already taken', 'Email is already taken'],
          fields: { name: ['Name is already taken'], email: ['Email is already taken'] },
        },
      ],
    );
    const short = await asked({ name: 'Bob', password: 'short' });
    assert.deepEqual([short.status, Object.keys(short.json.fields)], [400, ['password']]);
    assert.equal((await asked({ name: 'Bob' })).status, 200);
  });

  test('can be accepted with an existing session, once', async (t) => {
    const { owner, service, join, invite } = await startDashboard(t);
    const made = await owner.call('POST', '/accounts', { body: { name: 'second' } });
    const second = made.json.host_identifier;
    const bob = await join('Bob', 'analyst');
    const { token } = await invite('editor', second);
    const nobody = await new Browser(service).call('POST', '/invitations/accept', { body: { token } });
    assert.deepEqual(
      [nobody.status, nobody.json],
      [400, { errors: ['Sign in to join as an existing person, or choose a name and a password.'] }],
    );
    const joined = await bob.call('POST', '/invitations/accept', { body: { token } });
    assert.deepEqual(
      joined.json.accounts.map(({ name, role }: { name: string; role: string }) => [name, role]),
      [
        ['default', 'analyst'],
        ['second', 'editor'],
      ],
    );
    const other = await invite('owner', second);
    for (const browser of [bob, owner]) {
      const again = await browser.call('POST', '/invitations/accept', { body: { token: other.token } });
      assert.deepEqual(
        [again.status, again.json],
        [400, { errors: ['You are already a member of this account.'] }],
      );
    }
  });

  test('require a valid role and email address', async (t) => {
    const { owner } = await startDashboard(t);
    for (const role of [undefined, 'admin', 'Owner', 7, ['owner']]) {
      const answer = await owner.account('POST', '/invitations', { body: { role } });
      assert.deepEqual(answer.json.fields, { role: ['Role must be owner, editor or analyst'] });
    }
    const answer = await owner.account('POST', '/invitations', {
      body: { role: 'owner', email: 'nonsense' },
    });
    assert.deepEqual([answer.status, Object.keys(answer.json.fields)], [400, ['email']]);
  });
});

suite('the people of an account', () => {
  test('have roles that change at once, if the version is current', async (t) => {
    const { owner, join } = await startDashboard(t);
    const bob = await join('Bob', 'analyst');
    assert.equal((await bob.data('POST', '/engines', { body: { name: 'books' } })).status, 403);
    const seen = await personOf(owner, 'Bob');
    const headers = { 'if-match': `"${seen.version}"` };
    const change = (role: string) =>
      owner.account('PATCH', `/people/${seen.id}`, { body: { role }, headers });
    const changed = await change('editor');
    assert.deepEqual([changed.status, changed.json.role], [200, 'editor']);
    assert.equal((await bob.data('POST', '/engines', { body: { name: 'books' } })).status, 200);

    const stale = await change('owner');
    assert.equal(stale.status, 409);
    assert.deepEqual(stale.json.current, changed.json);
    assert.equal(stale.json.version, changed.json.version);
    assert.equal((await personOf(owner, 'Bob')).role, 'editor');
    assert.equal((await owner.account('DELETE', `/people/${seen.id}`, { headers })).status, 409);
  });

  test('lose access at once when removed, and are deleted with their last membership', async (t) => {
    const { owner, service, join } = await startDashboard(t);
    const bob = await join('Bob', 'editor');
    const { id } = await personOf(owner, 'Bob');
    assert.equal((await owner.account('DELETE', `/people/${id}`)).status, 200);
    assert.equal((await bob.call('GET', '/sessions')).status, 401);
    assert.equal((await new Browser(service).signIn('Bob')).status, 401);
    assert.equal((await owner.account('DELETE', `/people/${id}`)).status, 404);
    // The name is free again.
    await join('Bob', 'analyst');
  });

  test('keep their other accounts when removed from one', async (t) => {
    const { owner, service, join, invite } = await startDashboard(t);
    const second = (await owner.call('POST', '/accounts', { body: { name: 'second' } })).json.host_identifier;
    const bob = await join('Bob', 'editor');
    const { token } = await invite('editor', second);
    await bob.call('POST', '/invitations/accept', { body: { token } });
    await owner.account('DELETE', `/people/${(await personOf(owner, 'Bob')).id}`);
    assert.deepEqual(
      (await bob.call('GET', '/session')).json.accounts.map(({ name }: { name: string }) => name),
      ['second'],
    );
    const path = `/accounts/${service.hostIdentifier}/as/v1/engines`;
    assert.deepEqual((await bob.call('GET', path)).json, { errors: ['Could not find account.'] });
  });

  test('cannot change or remove the first owner or themselves', async (t) => {
    const { owner, join } = await startDashboard(t);
    const bob = await join('Bob', 'owner');
    const ada = await personOf(owner, 'Ada');
    const own = await personOf(owner, 'Bob');
    for (const browser of [owner, bob]) {
      for (const [method, body] of [
        ['PATCH', { role: 'analyst' }],
        ['DELETE', undefined],
      ] as const) {
        const answer = await browser.account(method, `/people/${ada.id}`, { body });
        assert.deepEqual(
          [answer.status, answer.json],
          [400, { errors: ['The first owner cannot be changed or removed.'] }],
        );
      }
    }
    const answer = await bob.account('PATCH', `/people/${own.id}`, { body: { role: 'analyst' } });
    assert.deepEqual(
      [answer.status, answer.json],
      [400, { errors: ['You cannot change your own role or remove yourself.'] }],
    );
    const ghost = await owner.account('PATCH', '/people/ghost', { body: { role: 'analyst' } });
    assert.deepEqual([ghost.status, ghost.json], [404, { errors: ['Could not find person.'] }]);
  });

  test('see only their accounts, the first owner sees all', async (t) => {
    const { owner, service, join } = await startDashboard(t);
    const made = await owner.call('POST', '/accounts', { body: { name: 'second' } });
    assert.deepEqual([made.status, made.json.name, made.json.role], [200, 'second', 'owner']);
    const second = made.json.host_identifier;
    assert.match(made.json.endpoint, new RegExp(`^http://${second}\\.api\\.localhost:\\d+$`));
    assert.deepEqual(made.json.keys, { search: 'search-key', private: 'private-key' });
    const bob = await join('Bob', 'owner', second);
    const namesOf = async (browser: Browser) =>
      (await browser.call('GET', '/session')).json.accounts.map(({ name }: { name: string }) => name);
    assert.deepEqual(await namesOf(owner), ['default', 'second']);
    assert.deepEqual(await namesOf(bob), ['second']);
    assert.equal((await bob.call('GET', '/session')).json.default_account, second);
    // Another account and a missing one get the same response.
    for (const account of [service.hostIdentifier, 'host-nobody']) {
      for (const path of ['', '/people', '/engines', '/as/v1/credentials']) {
        const answer = await bob.call('GET', `/accounts/${account}${path}`);
        assert.deepEqual([answer.status, answer.json], [404, { errors: ['Could not find account.'] }], path);
      }
    }
    assert.deepEqual(
      (await bob.call('GET', `/accounts/${second}/people`)).json.results.map(({ name }: PersonItem) => name),
      ['Ada', 'Bob'],
    );
    const headers = { host: `${second}.api.localhost` };
    assert.equal((await owner.call('GET', '/session', { headers })).json.default_account, second);

    assert.equal((await bob.call('POST', '/accounts', { body: { name: 'third' } })).status, 403);
    const twice = await owner.call('POST', '/accounts', { body: { name: 'second' } });
    assert.deepEqual([twice.status, twice.json], [400, { errors: ['Name is already taken'] }]);
  });
});

suite('the profile of a person', () => {
  test('is changed by themselves, and names what they sign in with', async (t) => {
    const { service, join } = await startDashboard(t);
    const bob = await join('Bob', 'analyst');
    const before = (await bob.call('GET', '/session')).json.person;
    const body = { name: ' Robert ', email: 'Robert@Example.org' };
    const changed = await bob.call('PATCH', '/person', {
      body,
      headers: { 'if-match': `"${before.version}"` },
    });
    assert.equal(changed.status, 200);
    const { person } = changed.json;
    assert.deepEqual([person.id, person.name, person.email], [before.id, 'Robert', 'Robert@Example.org']);
    assert.deepEqual((await bob.call('GET', '/session')).json, changed.json, 'the session stays');
    for (const [login, status] of [
      ['Bob', 401],
      ['robert', 200],
      ['robert@example.org', 200],
    ] as const) {
      assert.equal((await new Browser(service).signIn(login)).status, status, login);
    }
    // The old name is free again, and what is not sent stays.
    await join('Bob', 'analyst');
    const cleared = await bob.call('PATCH', '/person', { body: { email: null } });
    assert.deepEqual([cleared.json.person.name, cleared.json.person.email], ['Robert', null]);
    const same = await bob.call('PATCH', '/person', { body: {} });
    assert.deepEqual(same.json.person, cleared.json.person);
  });

  test('needs a valid name and address that no one else has, and the current version', async (t) => {
    const { owner, join } = await startDashboard(t);
    const bob = await join('Bob', 'owner');
    const seen = (await bob.call('GET', '/session')).json.person;
    for (const [body, fields] of [
      [{ name: '' }, { name: ['Name is required'] }],
      [{ name: 'x@y' }, { name: ['Name cannot contain @ or control characters'] }],
      [{ name: 'x'.repeat(1000) }, undefined],
      [{ name: ['Bob'] }, undefined],
      [{ email: 'nonsense' }, { email: ['Enter a valid email address'] }],
      [{ name: 'ＡＤＡ' }, { name: ['Name is already taken'] }],
      [{ email: 'ADA@example.org' }, { email: ['Email is already taken'] }],
    ] as const) {
      const answer = await bob.call('PATCH', '/person', { body });
      assert.equal(answer.status, 400, JSON.stringify(body).slice(0, 80));
      if (fields !== undefined) assert.deepEqual(answer.json.fields, fields);
    }
    assert.deepEqual((await bob.call('GET', '/session')).json.person, seen);

    // The own name in another form is not taken.
    assert.equal((await bob.call('PATCH', '/person', { body: { name: 'BOB' } })).json.person.name, 'BOB');
    const headers = { 'if-match': `"${seen.version}"` };
    const stale = await bob.call('PATCH', '/person', { body: { name: 'Rob' }, headers });
    assert.deepEqual([stale.status, stale.json.current.name], [409, 'BOB']);
    const again = await bob.call('PATCH', '/person', {
      body: { name: 'Rob' },
      headers: { 'if-match': `"${stale.json.version}"` },
    });
    assert.deepEqual([again.status, again.json.person.name], [200, 'Rob']);
    assert.ok((await peopleOf(owner)).some(({ name }) => name === 'Rob'));
  });
});
