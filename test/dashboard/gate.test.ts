import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Browser, PASSWORD, sharedDashboard, startDashboard } from '../support/dashboard.ts';
import { request } from '../support/service.ts';

const FOREIGN = { errors: ['This request came from another site.'] };

suite('requests that change something must come from the dashboard', () => {
  test('according to Origin or Sec-Fetch-Site; reads need neither', async (t) => {
    const { owner, service } = await startDashboard(t);
    const port = new URL(service.baseUrl).port;
    const own = service.baseUrl;
    const cases: ReadonlyArray<[Record<string, string>, number]> = [
      [{ origin: own }, 200],
      [{ origin: own, 'sec-fetch-site': 'same-origin' }, 200],
      // A proxy that terminates TLS.
      [{ origin: own.replace('http:', 'https:') }, 200],
      [{ 'sec-fetch-site': 'same-origin' }, 200],
      [{ origin: 'null', 'sec-fetch-site': 'same-origin' }, 200],
      [{}, 403],
      [{ origin: '' }, 403],
      [{ origin: 'null' }, 403],
      [{ origin: 'https://evil.example' }, 403],
      [{ origin: 'http://127.0.0.1' }, 403],
      [{ origin: `http://127.0.0.1:${port}.evil.example` }, 403],
      [{ origin: `http://evil.example/127.0.0.1:${port}` }, 403],
      [{ origin: `http://localhost:${port}` }, 403],
      [{ origin: own, 'sec-fetch-site': 'cross-site' }, 403],
      [{ origin: own, 'sec-fetch-site': 'same-site' }, 403],
      [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }, 403],
      [{ referer: `${own}/` }, 403],
      // Only a trusted proxy may set the host that the browser used.
      [{ origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' }, 403],
    ];
    for (const [headers, status] of cases) {
      const cookie = owner.session?.join('=') ?? '';
      const answer = await request(
        `${own}/dashboard/api/accounts/${service.hostIdentifier}/as/v1/engines`,
        'POST',
        {
          headers: { cookie, ...headers },
          body: { name: `engine-${cases.findIndex(([it]) => it === headers)}` },
        },
      );
      assert.equal(answer.status, status, JSON.stringify(headers));
      if (status === 403) assert.deepEqual(answer.json, FOREIGN);
      const read = await request(`${own}/dashboard/api/sessions`, 'GET', { headers: { cookie, ...headers } });
      assert.equal(read.status, 200, JSON.stringify(headers));
    }
  });

  test('for every route that is not a GET, even without a session', async () => {
    const { service } = await sharedDashboard();
    const strange = { origin: 'https://evil.example' };
    for (const [method, path] of [
      ['POST', '/session'],
      ['DELETE', '/session'],
      ['POST', '/setup'],
      ['POST', '/reset'],
      ['POST', '/links/inspect'],
      ['POST', '/invitations/accept'],
    ] as const) {
      const body = { login: 'Ada', password: PASSWORD };
      const answer = await new Browser(service).call(method, path, { body, headers: strange });
      assert.deepEqual([answer.status, answer.json], [403, FOREIGN], path);
    }
  });

  test('there are no CORS headers, and preflights are rejected', async () => {
    const { owner } = await sharedDashboard();
    for (const [method, path] of [
      ['GET', '/session'],
      ['OPTIONS', '/session'],
      ['POST', '/session'],
      ['GET', '/nowhere'],
    ] as const) {
      const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
      const answer = await owner.call(method, path, { headers });
      assert.deepEqual(
        [...answer.headers.keys()].filter((name) => name.startsWith('access-control')),
        [],
      );
      if (method === 'OPTIONS') assert.equal(answer.status, 404);
    }
  });

  test('behind a trusted proxy, its headers for host and scheme count', async (t) => {
    const { owner } = await startDashboard(t, { FINDLING_TRUST_PROXY: 'on' });
    const proxied = { 'x-forwarded-host': 'search.example.com', 'x-forwarded-proto': 'https' };
    const headers = { ...proxied, origin: 'https://search.example.com' };
    const answer = await owner.call('POST', '/session', {
      body: { login: 'Ada', password: PASSWORD },
      headers,
    });
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('set-cookie') ?? '', /; Secure/);
    const { json } = await owner.account('GET', '', { headers: proxied });
    assert.equal(json.endpoint, 'https://search.example.com');
  });
});

suite('the cookie', () => {
  test('is inaccessible to scripts, other sites and other paths', async () => {
    const { service } = await sharedDashboard();
    const { headers } = await new Browser(service).signIn('Ada');
    const [session = '', mark = ''] = (headers.get('set-cookie') ?? '').split(/,(?=findling_)/);
    assert.match(session, /^findling_[0-9a-f]{8}=[\w-]{43}; Path=\/dashboard; HttpOnly; SameSite=Strict$/);
    assert.match(
      mark,
      /^findling_browser_[0-9a-f]{8}=[\w.-]+; Path=\/dashboard; HttpOnly; SameSite=Strict; Max-Age=31536000$/,
    );
    const out = await new Browser(service).call('DELETE', '/session');
    assert.match(out.headers.get('set-cookie') ?? '', /^findling_[0-9a-f]{8}=; .*Max-Age=0$/);
  });

  test('has a different name for each instance, because browsers ignore ports', async (t) => {
    const one = await startDashboard(t);
    const two = await startDashboard(t);
    assert.notEqual(one.owner.session?.[0], two.owner.session?.[0]);
  });

  test('gives no access to the public API, however it is sent', async () => {
    const { owner, service } = await sharedDashboard();
    await service.engine();
    const [name, value] = owner.session as [string, string];
    const ways: ReadonlyArray<{ headers?: Record<string, string>; query?: string }> = [
      { headers: { cookie: `${name}=${value}` } },
      { headers: { authorization: `Bearer ${value}` } },
      { headers: { authorization: value } },
      { query: `?auth_token=${value}` },
      { headers: { cookie: `${name}=${value}; auth_token=${value}` } },
    ];
    for (const path of ['/engines', '/credentials', '/engines/engine-1/search']) {
      for (const { headers = {}, query = '' } of ways) {
        const answer = await request(`${service.baseUrl}/api/as/v1${path}${query}`, 'GET', { headers });
        assert.equal(answer.status, 401, `${path} ${JSON.stringify(headers)}${query}`);
      }
    }
  });

  test('cannot be replaced by an API key', async () => {
    const { service } = await sharedDashboard();
    for (const key of [service.privateKey, service.adminKey, service.searchKey]) {
      const browser = new Browser(service);
      for (const path of ['/sessions', `/accounts/${service.hostIdentifier}/as/v1/engines`]) {
        assert.equal((await browser.call('GET', path, { key })).status, 401);
        assert.equal((await browser.call('GET', `${path}?auth_token=${key}`)).status, 401);
      }
    }
  });

  test('responses with personal data must not be cached', async () => {
    const { owner } = await sharedDashboard();
    for (const path of ['/session', '/sessions']) {
      const { headers } = await owner.call('GET', path);
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin');
    }
  });
});
