import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { alterData, Browser, PASSWORD, startDashboard } from '../support/dashboard.ts';
import { startTestService } from '../support/service.ts';

const HOURS = 3_600_000;
const REFUSED = { errors: ['Name or password is incorrect.'] };
const NOT_SIGNED_IN = { errors: ['You need to sign in before continuing.'] };
const UNKNOWN_LINK = {
  errors: ['This link is not valid: it was used, replaced by a newer link, or copied incompletely.'],
};

suite('setting the dashboard up', () => {
  test('the link printed at start creates the first owner, once', async (t) => {
    const service = await startTestService(t);
    const browser = new Browser(service);
    const before = await browser.call('GET', '/session');
    assert.deepEqual([before.json.setup_needed, before.json.person], [true, null]);
    const token = service.service.setupToken;
    assert.deepEqual((await browser.call('POST', '/links/inspect', { body: { token } })).json, {
      purpose: 'setup',
    });
    const body = { token, name: ' Ada ', email: 'Ada@Example.org', password: PASSWORD };
    const made = await browser.call('POST', '/setup', { body });
    assert.equal(made.status, 200);
    assert.deepEqual(
      { ...made.json.person, id: typeof made.json.person.id, version: '' },
      { id: 'string', name: 'Ada', email: 'Ada@Example.org', first_owner: true, version: '' },
    );
    assert.deepEqual(made.json.accounts, [
      { name: 'default', host_identifier: service.hostIdentifier, role: 'owner' },
    ]);
    assert.equal(made.json.default_account, service.hostIdentifier);
    assert.deepEqual((await browser.call('GET', '/session')).json, made.json);

    const again = await new Browser(service).call('POST', '/setup', { body: { ...body, name: 'Eve' } });
    assert.deepEqual(
      [again.status, again.json],
      [410, { errors: ['The dashboard is already set up. Please sign in.'] }],
    );
  });

  test('of two concurrent uses of the link one succeeds', async (t) => {
    const service = await startTestService(t);
    const token = service.service.setupToken;
    const answers = await Promise.all(
      ['Ada', 'Eve'].map((name) =>
        new Browser(service).call('POST', '/setup', { body: { token, name, password: PASSWORD } }),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 410]);
  });

  test('every start prints a new link until one is used', async (t) => {
    const service = await startTestService(t);
    const old = service.service.setupToken;
    await service.restart();
    const token = service.service.setupToken;
    assert.ok(token !== undefined && token !== old && token.length >= 43);
    const browser = new Browser(service);
    const refused = await browser.call('POST', '/setup', {
      body: { token: old, name: 'Ada', password: PASSWORD },
    });
    assert.deepEqual([refused.status, refused.json], [410, UNKNOWN_LINK]);
    const made = await browser.call('POST', '/setup', { body: { token, name: 'Ada', password: PASSWORD } });
    assert.equal(made.status, 200);
    await service.restart();
    assert.equal(service.service.setupToken, undefined);
    // Sessions survive a restart.
    assert.equal((await browser.call('GET', '/session')).json.person.name, 'Ada');
  });

  test('a password in the settings creates an owner called owner, and there is no link', async (t) => {
    const service = await startTestService(t, { FINDLING_DASHBOARD_PASSWORD: PASSWORD });
    assert.equal(service.service.setupToken, undefined);
    const browser = new Browser(service);
    assert.equal((await browser.call('GET', '/session')).json.setup_needed, false);
    assert.equal((await browser.signIn('owner')).json.person.first_owner, true);
    // Once there is an owner, the setting is ignored.
    const changed = await browser.call('POST', '/password', {
      body: { current: PASSWORD, password: 'another good password' },
    });
    assert.equal(changed.status, 200);
    await service.restart();
    assert.equal((await new Browser(service).signIn('owner')).status, 401);
    assert.equal((await new Browser(service).signIn('owner', 'another good password')).status, 200);
  });

  test('name, email address and password each get their errors, and the link stays valid', async (t) => {
    const service = await startTestService(t);
    const token = service.service.setupToken;
    const asked = async (body: object) => {
      const answer = await new Browser(service).call('POST', '/setup', { body: { token, ...body } });
      return [answer.status, answer.json];
    };
    const short = 'Password must have at least 12 characters';
    assert.deepEqual(await asked({ name: '', email: 'ada', password: 'short' }), [
      400,
      {
        errors: ['Name is required', 'Enter a valid email address', short],
        fields: {
          name: ['Name is required'],
          email: ['Enter a valid email address'],
          password: [short],
        },
      },
    ]);
    for (const [body, message] of [
      [{ name: 'a@b' }, 'Name cannot contain @ or control characters'],
      [{ name: 'a\u202eb' }, 'Name cannot contain @ or control characters'],
      [{ name: 'x'.repeat(65) }, 'Name cannot contain more than 64 characters'],
      [{ name: 7 }, 'Name is required'],
      [{ password: 'x'.repeat(257) }, 'Password cannot contain more than 256 characters'],
      [{ password: undefined }, short],
      [{ password: 123456789012 }, short],
      // Counted in characters, not in UTF-16 units.
      [{ password: '😀'.repeat(11) }, short],
      [
        { name: 'a long enough name', password: 'A Long Enough Name' },
        'Password must be different from the name and the email address',
      ],
      [{ email: `${'x'.repeat(251)}@a.b` }, 'Enter a valid email address'],
    ] as const) {
      const [status, json] = await asked({ name: 'Ada', password: PASSWORD, ...body });
      assert.deepEqual([status, (json as { errors: string[] }).errors], [400, [message]], message);
    }
    assert.equal((await asked({ name: 'Ada', password: PASSWORD }))[0], 200);
  });

  test('an invalid token counts as an invalid link', async (t) => {
    const service = await startTestService(t);
    for (const token of ['', 'x', null, 7, {}, ['a'], "' or 1=1 --", 'x'.repeat(10_000)]) {
      for (const path of ['/setup', '/reset', '/links/inspect', '/invitations/accept']) {
        const body = { token, name: 'Ada', password: PASSWORD };
        const answer = await new Browser(service).call('POST', path, { body });
        assert.deepEqual([answer.status, answer.json], [410, UNKNOWN_LINK], `${path} ${token}`);
      }
    }
  });
});

suite('signing in and out', () => {
  test('works by name and by email address, ignoring case, and with no other name', async (t) => {
    const { service } = await startDashboard(t);
    for (const login of ['Ada', 'ADA ', 'ada@example.org', 'Ada@EXAMPLE.org']) {
      const answer = await new Browser(service).signIn(login);
      assert.deepEqual([answer.status, answer.json.person?.name], [200, 'Ada'], login);
    }
    for (const [login, password] of [
      ['Ada', `${PASSWORD} `],
      ['Ada', ''],
      ['nobody', PASSWORD],
      ['', ''],
    ] as const) {
      const browser = new Browser(service);
      const answer = await browser.signIn(login, password);
      assert.deepEqual([answer.status, answer.json], [401, REFUSED], login);
      assert.equal(browser.cookies.size, 0);
      assert.equal(answer.headers.get('www-authenticate'), null, 'no browser shall ask for a password');
    }
    const long = 'x'.repeat(16_000);
    for (const body of [
      {},
      { login: ['Ada'], password: PASSWORD },
      { login: 'Ada', password: {} },
      { login: long, password: PASSWORD },
      { login: 'Ada', password: long },
    ]) {
      const answer = await new Browser(service).call('POST', '/session', { body });
      assert.deepEqual([answer.status, answer.json], [401, REFUSED]);
    }
  });

  test('creates a new session each time, and ends the previous one of the browser', async (t) => {
    const { owner } = await startDashboard(t);
    const [name, first] = owner.session as [string, string];
    await owner.signIn('Ada');
    const [, second] = owner.session as [string, string];
    assert.notEqual(first, second);
    const old = await owner.call('GET', '/sessions', { headers: { cookie: `${name}=${first}` } });
    assert.deepEqual([old.status, old.json], [401, NOT_SIGNED_IN]);
    const { json } = await owner.call('GET', '/sessions');
    assert.deepEqual(
      json.results.map((session: { current: boolean; user_agent: string; address: string }) => [
        session.current,
        session.user_agent,
        session.address,
      ]),
      [[true, 'Test/1.0', '127.0.0.1']],
    );
  });

  test('never accepts a session id chosen by the client', async (t) => {
    const { owner, service } = await startDashboard(t);
    const [name] = owner.session as [string, string];
    const victim = new Browser(service);
    victim.cookies.set(name, 'planted');
    await victim.signIn('Ada');
    assert.notEqual(victim.cookies.get(name), 'planted');
    const headers = { cookie: `${name}=planted` };
    assert.equal((await new Browser(service).call('GET', '/sessions', { headers })).status, 401);
  });

  test('ends a session after twelve hours without a request, and not a minute before', async (t) => {
    const { owner, service } = await startDashboard(t);
    const idleFor = (ms: number) => alterData(service, `update sessions set seen_at = ${Date.now() - ms}`);
    idleFor(12 * HOURS - 60_000);
    assert.equal((await owner.call('GET', '/sessions')).status, 200);
    // That request restarted the time.
    const { results } = (await owner.call('GET', '/sessions')).json;
    assert.ok(Date.now() - Date.parse(results[0].seen_at) < 60_000);
    idleFor(12 * HOURS + 1000);
    assert.deepEqual((await owner.call('GET', '/sessions')).json, NOT_SIGNED_IN);
    assert.equal((await owner.call('GET', '/session')).json.person, null);
  });

  test('ends only the session of this browser', async (t) => {
    const { owner, service } = await startDashboard(t);
    const other = new Browser(service);
    await other.signIn('Ada');
    const cookie = owner.session?.join('=') ?? '';
    assert.deepEqual((await owner.call('DELETE', '/session')).json, { deleted: true });
    assert.equal(owner.session, undefined);
    assert.equal((await owner.call('GET', '/sessions', { headers: { cookie } })).status, 401);
    assert.equal((await other.call('GET', '/sessions')).status, 200);
    // A second time does no harm.
    assert.equal((await owner.call('DELETE', '/session')).status, 200);
  });

  test('can end any or all sessions of the same person, and no others', async (t) => {
    const { owner, service, join } = await startDashboard(t);
    const bob = await join('Bob', 'editor');
    const other = new Browser(service);
    await other.signIn('Ada');
    const { results } = (await owner.call('GET', '/sessions')).json;
    assert.equal(results.length, 2);
    const { id } = results.find(({ current }: { current: boolean }) => !current);
    const stolen = await bob.call('DELETE', `/sessions/${id}`);
    assert.deepEqual([stolen.status, stolen.json], [404, { errors: ['Could not find session.'] }]);
    assert.equal((await owner.call('DELETE', `/sessions/${id}`)).status, 200);
    assert.equal((await other.call('GET', '/sessions')).status, 401);

    await other.signIn('Ada');
    assert.equal((await owner.call('DELETE', '/sessions')).status, 200);
    for (const browser of [owner, other]) assert.equal((await browser.call('GET', '/sessions')).status, 401);
    assert.equal((await bob.call('GET', '/sessions')).status, 200);
  });
});

suite('the password', () => {
  test('can be changed only with the old one, which ends every other session', async (t) => {
    const { owner, service } = await startDashboard(t);
    const other = new Browser(service);
    await other.signIn('Ada');
    const next = 'a different password';
    const wrong = await owner.call('POST', '/password', { body: { current: 'wrong', password: next } });
    assert.deepEqual(
      [wrong.status, wrong.json],
      [400, { errors: ['Password is incorrect'], fields: { current: ['Password is incorrect'] } }],
    );
    const short = await owner.call('POST', '/password', { body: { current: PASSWORD, password: 'short' } });
    assert.deepEqual(Object.keys(short.json.fields), ['password']);
    const before = owner.session?.[1];
    const changed = await owner.call('POST', '/password', { body: { current: PASSWORD, password: next } });
    assert.equal(changed.status, 200);
    assert.notEqual(owner.session?.[1], before);
    assert.equal((await owner.call('GET', '/sessions')).json.results.length, 1);
    assert.equal((await other.call('GET', '/sessions')).status, 401);
    assert.equal((await other.signIn('Ada')).status, 401);
    assert.equal((await other.signIn('Ada', next)).status, 200);
  });

  test('is stored as a salted scrypt hash; data and log contain no password, cookie or link', async (t) => {
    const { owner, service, invite } = await startDashboard(t);
    const { token } = await invite('analyst');
    await owner.call('POST', '/links/inspect', { body: { token } });
    const { DatabaseSync } = await import('node:sqlite');
    const db = new DatabaseSync(`${service.config.data}/findling.sqlite`);
    t.after(() => db.close());
    const rows = ['people', 'sessions', 'links', 'audit'].flatMap((table) =>
      db.prepare(`select * from ${table}`).all(),
    );
    const kept = JSON.stringify(rows);
    assert.match(kept, /"scrypt\$16\$8\$2\$[\w-]{22}\$[\w-]{43}"/);
    const secrets = [PASSWORD, token, ...owner.cookies.values()];
    for (const secret of secrets) {
      assert.ok(!kept.includes(secret));
      assert.ok(!service.logLines.join('').includes(secret));
    }
  });
});
