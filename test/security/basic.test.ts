import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createAccount } from '../support/accounts.ts';
import { Browser, PASSWORD, startDashboard } from '../support/dashboard.ts';
import { request, type TestService } from '../support/service.ts';

const INVALID = { error: 'Invalid authentication token.' };
const NEXT = 'another correct horse staple';

const basic = (login: string, password = PASSWORD): string =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;

/** Calls a route with an Authorization header. */
const callWith = (
  { baseUrl }: TestService,
  authorization: string,
  headers: Record<string, string> = {},
  [method, path, body]: readonly [method: string, path: string, body?: unknown] = ['GET', '/engines'],
) => request(`${baseUrl}/api/as/v1${path}`, method, { body, headers: { authorization, ...headers } });

suite('HTTP Basic', () => {
  test('an owner may do what an admin key and a private key for all engines may', async (t) => {
    const { service, join } = await startDashboard(t);
    await join('Grace', 'owner');
    for (const login of ['Ada', 'ada', 'ADA@example.org', 'Grace']) {
      assert.equal((await callWith(service, basic(login))).status, 200, login);
    }
    for (const [call, status] of [
      [['POST', '/engines', { name: 'books' }], 200],
      [['POST', '/engines/books/documents', [{ id: '1', title: 'Dune' }]], 200],
      [['POST', '/engines/books/search', { query: 'dune' }], 200],
      [['GET', '/credentials'], 200],
      [['POST', '/credentials', { name: 'web', type: 'search' }], 200],
      [['POST', '/credentials/web/rotate', {}], 200],
      [['POST', '/signed_search_keys/revocations', { jti: 'a' }], 200],
      [['GET', '/engines/ghost'], 404],
    ] as const) {
      const answer = await callWith(service, basic('Ada'), {}, call);
      assert.equal(answer.status, status, `${call} ${answer.text}`);
    }
    assert.equal((await callWith(service, basic('Ada').replace('Basic', 'bAsIc'))).status, 200);
  });

  test('everything else gets the response of an invalid token', async (t) => {
    const { service, join } = await startDashboard(t);
    await join('Eddy', 'editor');
    await join('Ann', 'analyst');
    const other = await createAccount(service, 'other');
    await join('Olga', 'owner', other.hostIdentifier);
    const refused = [
      basic('Ada', 'wrong'),
      basic('Eddy'),
      basic('Ann'),
      basic('Olga'),
      basic('nobody'),
      basic('', PASSWORD),
      basic('Ada', ''),
      basic('x'.repeat(2000), PASSWORD),
      'Basic',
      'Basic !!!',
      `Basic ${btoa('Ada')}`,
      `${basic('Ada')} more`,
      `Bearer ${btoa(`Ada:${PASSWORD}`)}`,
      btoa(`Ada:${PASSWORD}`),
      basic('private-key', service.privateKey),
    ];
    for (const header of refused) {
      const { status, json, headers } = await callWith(service, header);
      assert.deepEqual([status, json], [401, INVALID], header);
      assert.equal(headers.get('www-authenticate'), 'Basic realm="Swiftype"');
    }
    const there = await callWith(service, basic('Olga'), { host: `${other.hostIdentifier}.api.localhost` });
    assert.equal(there.status, 200, 'the owner of another account, there');
    const inAddress = await request(
      `${service.baseUrl}/api/as/v1/engines?auth_token=${encodeURIComponent(btoa(`Ada:${PASSWORD}`))}`,
      'GET',
    );
    assert.equal(inAddress.status, 401);
  });

  test('is not accepted from browsers, whose requests other sites can cause', async (t) => {
    const { service } = await startDashboard(t);
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: service.baseUrl },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'none' },
    ] as ReadonlyArray<Record<string, string>>) {
      const { status, json } = await callWith(service, basic('Ada'), headers);
      assert.deepEqual([status, json], [401, INVALID], JSON.stringify(headers));
    }
  });

  test('a changed password, another role or a removal counts from the next request on', async (t) => {
    const { service, owner, join } = await startDashboard(t);
    const grace = await join('Grace', 'owner');
    const status = async (header: string) => (await callWith(service, header)).status;
    const people = async () => (await owner.account('GET', '/people')).json.results;
    assert.deepEqual([await status(basic('Grace')), await status(basic('Grace', NEXT))], [200, 401]);
    const changed = await grace.call('POST', '/password', { body: { current: PASSWORD, password: NEXT } });
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual([await status(basic('Grace')), await status(basic('Grace', NEXT))], [401, 200]);
    const { id } = (await people()).find(({ name }: { name: string }) => name === 'Grace');
    const setRole = (role: string) => owner.account('PATCH', `/people/${id}`, { body: { role } });
    assert.equal((await setRole('editor')).status, 200);
    assert.equal(await status(basic('Grace', NEXT)), 401);
    assert.equal((await setRole('owner')).status, 200);
    assert.equal(await status(basic('Grace', NEXT)), 200);
    assert.equal((await owner.account('DELETE', `/people/${id}`)).status, 200);
    assert.equal(await status(basic('Grace', NEXT)), 401);
  });

  test('wrong passwords are delayed as at the sign-in, and count there too', async (t) => {
    const { service, owner } = await startDashboard(t);
    const guess = (number: number) => callWith(service, basic('Ada', `guess number ${number}`));
    for (let number = 0; number < 20; number++) {
      // The same wrong password is no further guess.
      assert.equal((await guess(0)).status, 401);
    }
    const statuses: number[] = [];
    for (let number = 1; number < 8; number++) statuses.push((await guess(number)).status);
    assert.deepEqual(statuses.slice(0, 4), [401, 401, 401, 401]);
    assert.equal(statuses.at(-1), 429);
    const late = await callWith(service, basic('Ada'));
    assert.equal(late.status, 429, 'a right password waits too, from this address');
    assert.ok(Number(late.headers.get('retry-after')) >= 1);
    assert.equal((await new Browser(service).signIn('Ada')).status, 429);
    assert.equal((await owner.call('GET', '/session')).status, 200);
  });

  test('concurrent requests of one client are one password check', async (t) => {
    const { service } = await startDashboard(t);
    const before = process.cpuUsage().user;
    const answers = await Promise.all(Array.from({ length: 40 }, () => callWith(service, basic('Ada'))));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    const first = process.cpuUsage().user - before;
    const again = process.cpuUsage().user;
    await Promise.all(Array.from({ length: 40 }, () => callWith(service, basic('Ada'))));
    t.diagnostic(
      `40 requests with the check ${first / 1000} ms, 40 after it ${(process.cpuUsage().user - again) / 1000} ms of CPU`,
    );
  });

  test('passwords are in no log line', async (t) => {
    const { service } = await startDashboard(t);
    await callWith(service, basic('Ada'));
    await callWith(service, basic('Ada', 'a wrong secret'));
    const log = service.logLines.join('');
    for (const secret of [PASSWORD, 'a wrong secret', btoa(`Ada:${PASSWORD}`)]) {
      assert.ok(!log.includes(secret), secret);
    }
  });
});
