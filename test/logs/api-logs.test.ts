import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startTestService, type TestService } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';
import { signedKey } from '../support/signed-key.ts';
import { until } from '../support/until.ts';

interface Entry {
  readonly id: number;
  readonly timestamp: string;
  readonly http_method: string;
  readonly path: string;
  readonly full_request_path: string;
  readonly status: number;
  readonly request_body: string;
  readonly response_body: string;
  readonly user_agent: string;
  readonly key_name: string;
  readonly key_type: string;
  readonly duration_ms: number;
}

const DATE = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };

/** Reads the log of an engine; the reads themselves are left out. */
async function logOf(service: TestService, engine: string, options: object = {}) {
  const body = { filters: { date: DATE }, page: { size: 100 }, ...options };
  const { status, json, text } = await service.call('POST', `/engines/${engine}/logs/api`, { body });
  assert.equal(status, 200, text);
  return {
    meta: json.meta,
    entries: (json.results as Entry[]).filter(({ path }) => !path.endsWith('/logs/api')),
  };
}

/** The log once an entry with `path` at its end is in it. */
async function logWith(service: TestService, engine: string, path: string): Promise<readonly Entry[]> {
  let entries: readonly Entry[] = [];
  await until(`${path} is logged`, async () => {
    ({ entries } = await logOf(service, engine));
    return entries.some(({ full_request_path }) => full_request_path.endsWith(path));
  });
  return entries;
}

/** Sends a request whose entry shows that all earlier ones are logged. */
async function complete(service: TestService, engine: string): Promise<readonly Entry[]> {
  const last = `?last=${Math.random()}`;
  await service.call('GET', `/engines/${engine}${last}`);
  const entries = await logWith(service, engine, last);
  return entries.filter(({ full_request_path }) => !full_request_path.includes('?last='));
}

suite('the API log', () => {
  test('has requests to an engine with their responses', async () => {
    const service = await sharedService();
    const engine = await service.engine({ documents: [{ id: 'dune', title: 'Dune' }] });
    const body = '{"query":  "dune"}';
    const found = await service.call('POST', `/engines/${engine}/search?x=1`, {
      body,
      headers: { 'user-agent': 'curl/8.1' },
    });
    assert.equal(found.status, 400);
    const entries = await complete(service, engine);
    const entry = entries.find(({ path }) => path.endsWith('/search'));
    assert.match(entry?.timestamp ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.ok(Number.isInteger(entry?.id) && Number.isInteger(entry?.duration_ms));
    assert.deepEqual(entry, {
      id: entry?.id,
      timestamp: entry?.timestamp,
      http_method: 'POST',
      path: `/api/as/v1/engines/${engine}/search`,
      full_request_path: `/api/as/v1/engines/${engine}/search?x=1`,
      status: 400,
      request_body: body,
      response_body: found.text,
      user_agent: 'curl/8.1',
      key_name: 'private-key',
      key_type: 'private',
      duration_ms: entry?.duration_ms,
    });
    const written = entries.find(({ path }) => path.endsWith('/documents'));
    assert.equal(written?.request_body, '[{"id":"dune","title":"Dune"}]');
    assert.equal(written?.response_body, '[{"id":"dune","errors":[]}]');
  });

  test('has compressed bodies and responses as text', async () => {
    const service = await sharedService();
    const engine = await service.engine();
    const documents = Array.from({ length: 50 }, (_, i) => ({ id: `d${i}`, title: 'word' }));
    const sent = JSON.stringify(documents);
    const answer = await fetch(`${service.baseUrl}/api/as/v1/engines/${engine}/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.privateKey}`, 'content-encoding': 'gzip' },
      body: gzipSync(sent),
    });
    assert.equal(answer.headers.get('content-encoding'), 'gzip');
    const received = await answer.text();
    const entry = (await complete(service, engine)).find(({ request_body }) =>
      request_body.startsWith('[{"id":"d0"'),
    );
    assert.equal(entry?.request_body, sent);
    assert.equal(entry?.response_body, received);
  });

  test('has the first 2 KB of documents that are written and 16 KB of other large bodies, also of streamed ones', async () => {
    const service = await sharedService();
    const engine = await service.engine();
    const documents = Array.from({ length: 100 }, (_, i) => ({
      id: `d${i}`,
      title: `${'é'.repeat(4000)} ${i}`,
    }));
    const body = JSON.stringify(documents);
    await service.call('POST', `/engines/${engine}/documents`, { body });
    const streamed = await service.call('POST', `/engines/${engine}/search`, {
      body: { query: '', page: { size: 100 } },
    });
    assert.ok(streamed.text.length > 300_000);
    const entries = await complete(service, engine);
    const cut = (text: string, most: number): string =>
      Buffer.from(text)
        .subarray(0, most)
        .toString()
        .replace(/\ufffd+$/, '');
    const written = entries.find(({ path }) => path.endsWith('/documents'));
    assert.equal(written?.request_body, cut(body, 2048));
    const found = entries.find(({ path }) => path.endsWith('/search'));
    assert.equal(found?.response_body, cut(streamed.text, 16_384));
    assert.ok(Buffer.byteLength(found?.response_body ?? '') > 16_380);
  });

  test('has a stream of events with an empty body', async () => {
    const service = await sharedService();
    const engine = await service.engine();
    const aborter = new AbortController();
    await fetch(`${service.baseUrl}/api/as/v1/engines/${engine}/schema/reindex`, {
      headers: { authorization: `Bearer ${service.privateKey}`, accept: 'text/event-stream' },
      signal: aborter.signal,
    });
    aborter.abort();
    const entries = (await complete(service, engine)).filter(({ path }) => path.endsWith('/reindex'));
    assert.deepEqual(entries.at(-1)?.response_body, '');
  });

  test('has requests that were refused, but not those of strangers', async () => {
    const service = await sharedService();
    const engine = await service.engine();
    const other = await service.engine();
    const scoped = await service.call('POST', '/credentials', {
      key: service.adminKey,
      body: { name: `only-${other}`, type: 'search', engines: [other] },
    });
    const path = `/engines/${engine}/search`;
    const body = { query: '' };
    const statuses = [];
    for (const key of [service.adminKey, scoped.json.key, 'search-aaaaaaaaaaaaaaaaaaaaaaaa', null]) {
      statuses.push((await service.call('POST', path, { key, body })).status);
    }
    assert.deepEqual(statuses, [401, 401, 401, 401]);
    await service.call('POST', `/engines/${engine}/documents`, { key: service.searchKey, body: [] });
    const entries = await complete(service, engine);
    assert.deepEqual(
      entries.filter(({ status }) => status === 401).map(({ path, response_body }) => [path, response_body]),
      [
        [`/api/as/v1${path}`, '{"errors":["Unauthorized action."]}'],
        [`/api/as/v1${path}`, '{"errors":["Unauthorized action."]}'],
        [`/api/as/v1/engines/${engine}/documents`, '{"errors":["Unauthorized action."]}'],
      ],
    );
  });

  test('does not have requests to the account or to other engines', async () => {
    const service = await sharedService();
    const engine = await service.engine();
    await service.call('GET', '/engines');
    await service.call('GET', '/engines/ghost');
    await service.call('GET', '/credentials', { key: service.adminKey });
    const paths = (await complete(service, engine)).map(({ path }) => path);
    assert.ok(paths.length > 0 && paths.every((path) => path.startsWith(`/api/as/v1/engines/${engine}`)));
  });

  test('has no secrets, wherever they are', async () => {
    const service = await sharedService();
    const engine = await service.engine();
    const { privateKey, searchKey } = service;
    const token = signedKey({ name: 'private-key', key: privateKey }, { filters: { title: 'x' } });
    const escaped = privateKey.replace('p', '\\u0070');
    const path = `/engines/${engine}/search`;
    await service.call('POST', `${path}?auth_token=${privateKey}`, {
      body: `{"query":"${searchKey}"}`,
      key: null,
    });
    await service.call('POST', `${path}?key=${encodeURIComponent(token)}`, {
      body: `{"query":"${escaped}"}`,
    });
    await service.call('POST', path, {
      body: `{"query":"Bearer ${token}"}`,
      headers: { 'user-agent': privateKey },
    });
    // Cut in the middle of a key.
    const padding = 'x'.repeat(2048 - 40);
    for (let more = 0; more < 40; more += 4) {
      const documents = [{ id: 'a', title: `${padding}${'y'.repeat(more)} ${privateKey} ${token}` }];
      await service.call('POST', `/engines/${engine}/documents`, { body: documents });
    }
    const log = JSON.stringify(await complete(service, engine));
    assert.ok(log.includes('***'));
    for (const secret of [privateKey, searchKey, escaped, token, token.slice(0, 40)]) {
      assert.ok(!log.includes(secret), secret);
    }
    // No part of a key longer than its prefix, at any of the cuts.
    assert.ok(!log.includes(privateKey.slice(0, 10)));
  });

  test('is filtered, searched, sorted and divided into pages', async () => {
    const service = await sharedService();
    const engine = await service.engine();
    for (const query of ['a', 'b%_', 'c'])
      await service.call('GET', `/engines/${engine}/search?query=${query}`);
    await service.call('POST', `/engines/${engine}/search`, { body: {} });
    await complete(service, engine);
    const queries = async (options: object) => {
      const { entries, meta } = await logOf(service, engine, { query: '/search', ...options });
      return { paths: entries.map(({ full_request_path }) => full_request_path.split('?')[1] ?? ''), meta };
    };
    const all = await queries({});
    assert.deepEqual(all.paths, ['query=a', 'query=b%_', 'query=c', '']);
    assert.deepEqual(all.meta, {
      query: '/search',
      filters: { date: DATE },
      sort_direction: 'asc',
      page: { current: 1, total_pages: 1, total_results: 4, size: 100 },
    });
    const page = await queries({ sort_direction: 'DESC', page: { size: 2, current: 2, total_results: 9 } });
    assert.deepEqual(page.paths, ['query=b%_', 'query=a']);
    assert.equal(page.meta.sort_direction, 'DESC');
    assert.deepEqual(page.meta.page, { current: 2, total_pages: 2, total_results: 4, size: 2 });
    assert.deepEqual((await queries({ query: 'b%_' })).paths, ['query=b%_']);
    const failed = await queries({ filters: { date: DATE, status: '400', method: 'post' } });
    assert.deepEqual(failed.paths, ['']);
    assert.deepEqual(failed.meta.filters, { date: DATE, status: '400', method: 'post' });
    const now = new Date().toISOString();
    assert.deepEqual((await queries({ filters: { date: { from: now, to: now } } })).paths, []);
  });

  test('is filtered by class of status, key and id', async () => {
    const service = await sharedService();
    const engine = await service.engine();
    const { searchKey, privateKey } = service;
    const path = `/engines/${engine}/search`;
    const token = signedKey({ name: 'private-key', key: privateKey }, {});
    await service.call('POST', path, { key: searchKey, body: { query: 'a' } });
    await service.call('POST', path, { key: searchKey, body: { taco: 1 } });
    await service.call('POST', path, { key: token, body: { query: 'b' } });
    await complete(service, engine);
    const found = async (filters: object): Promise<readonly Entry[]> =>
      (await logOf(service, engine, { query: '/search', filters: { date: DATE, ...filters } })).entries;
    const kinds = async (filters: object) =>
      (await found(filters)).map(({ key_name, key_type, status }) => [key_name, key_type, status]);
    assert.deepEqual(await kinds({ status: '2xx' }), [
      ['search-key', 'search', 200],
      ['private-key', 'signed', 200],
    ]);
    assert.deepEqual(await kinds({ status: '4XX' }), [['search-key', 'search', 400]]);
    assert.deepEqual(await kinds({ key_name: 'private-key' }), [['private-key', 'signed', 200]]);
    const [first, second] = await found({});
    assert.ok(first && second && first.id < second.id);
    assert.deepEqual(await found({ id: first.id }), [first]);
    assert.deepEqual(await found({ id: { to: second.id } }), [first]);
    assert.equal((await found({ id: { from: second.id } })).length, 2);
    assert.equal((await found({ id: { from: first.id, to: second.id + 1 } })).length, 2);
  });

  test('refuses invalid options with a message', async () => {
    const service = await sharedService();
    const engine = await service.engine();
    const date = DATE;
    const cases: ReadonlyArray<readonly [body: object, message: string]> = [
      [{}, 'Missing required parameter: filters[date][from]'],
      [{ filters: { date: { to: DATE.to } } }, 'Missing required parameter: filters[date][from]'],
      [{ filters: { date: { from: DATE.from } } }, 'Missing required parameter: filters[date][to]'],
      [{ filters: [] }, 'Filters must be an object'],
      [{ filters: { date, taco: 1 } }, 'Filters contains invalid key: taco'],
      [
        { filters: { date: { from: 'soon', to: DATE.to } } },
        'Filters date from contains invalid value: soon',
      ],
      [
        { filters: { date: { from: DATE.to, to: DATE.from } } },
        'Filters date contains invalid option: from must not be after to',
      ],
      [{ filters: { date, status: 'ok' } }, 'Filters status contains invalid value: ok'],
      [{ filters: { date, status: 42 } }, 'Filters status contains invalid value: 42'],
      [{ filters: { date, status: '6xx' } }, 'Filters status contains invalid value: 6xx'],
      [{ filters: { date, id: 'x' } }, 'Filters id contains invalid value: x'],
      [{ filters: { date, id: { from: -1 } } }, 'Filters id from contains invalid value: -1'],
      [{ filters: { date, id: { above: 1 } } }, 'Filters id contains invalid key: above'],
      [{ filters: { date, key_name: ['x'] } }, 'Filters key name must be a string'],
      [{ filters: { date, method: 'BREW' } }, 'Filters method contains invalid value: BREW'],
      [{ filters: { date }, query: ['x'] }, 'Query must be a string'],
      [{ filters: { date }, sort_direction: 'up' }, 'Sort direction contains invalid value: up'],
      [{ filters: { date }, page: 'x' }, 'Page must be an object'],
      [{ filters: { date }, page: { current: 101 } }, 'Page current must be less than or equal to 100'],
      [{ filters: { date }, taco: 1 }, 'Options contains invalid key: taco'],
    ];
    for (const [body, message] of cases) {
      const { status, json } = await service.call('GET', `/engines/${engine}/logs/api`, { body });
      assert.deepEqual({ status, json }, { status: 400, json: { errors: [message] } });
    }
  });
});

suite('log settings', () => {
  const API = { retention_days: 7, max_retention_days: 7 };
  const ANALYTICS = { retention_days: 180, max_retention_days: 180 };
  const settingsOf = (api: boolean, analytics: boolean) => ({
    api: { enabled: api, ...API },
    analytics: { enabled: analytics, ...ANALYTICS },
  });
  const ON = settingsOf(true, true);

  test('are shown, changed in part, and restored', async (t) => {
    const service = await startTestService(t);
    const call = async (method: string, body?: object) =>
      (await service.call(method, '/log_settings', { ...(body && { body }) })).json;
    assert.deepEqual(await call('GET'), ON);
    assert.deepEqual(await call('PUT', { api: { enabled: false } }), settingsOf(false, true));
    assert.deepEqual(await call('PATCH', { analytics: { enabled: false } }), settingsOf(false, false));
    await service.restart();
    assert.deepEqual(await call('GET'), settingsOf(false, false));
    assert.deepEqual(await call('PUT', {}), settingsOf(false, false));
    assert.deepEqual(await call('PUT', await call('GET')), settingsOf(false, false));
    assert.deepEqual(await call('DELETE'), ON);
    assert.deepEqual(await call('GET'), ON);
  });

  test('keep less than the instance, at once', async (t) => {
    const service = await startTestService(t, { FINDLING_API_LOG_DAYS: '30' });
    const set = async (body: object) => (await service.call('PUT', '/log_settings', { body })).json;
    const days = { retention_days: 3, max_retention_days: 30 };
    assert.deepEqual((await set({ api: { retention_days: 3 } })).api, { enabled: true, ...days });
    assert.deepEqual((await set({ api: { enabled: false } })).api, { enabled: false, ...days });
    const { json } = await service.call('PUT', '/log_settings', { body: { api: { retention_days: 31 } } });
    assert.deepEqual(json, { errors: ['Api retention days must be an integer between 1 and 30'] });
    assert.equal((await set({ api: { enabled: true, retention_days: null } })).api.retention_days, 30);
    await service.restart();
    assert.equal((await set({ analytics: { retention_days: 1 } })).analytics.retention_days, 1);
  });

  test('turn recording off and on from the next request', async (t) => {
    const service = await startTestService(t);
    const engine = await service.engine();
    const set = (body: object) => service.call('PUT', '/log_settings', { body });
    const search = (query: string) => service.call('POST', `/engines/${engine}/search`, { body: { query } });
    await search('first');
    await set({ api: { enabled: false }, analytics: { enabled: false } });
    await search('second');
    await set({ analytics: { enabled: true } });
    await search('third');
    await set({ api: { enabled: true } });
    await search('fourth');
    const logged = (await complete(service, engine)).filter(({ path }) => path.endsWith('/search'));
    assert.deepEqual(
      logged.map(({ request_body }) => JSON.parse(request_body).query),
      ['first', 'fourth'],
    );
    const { json } = await service.call('POST', `/engines/${engine}/analytics/queries`);
    assert.deepEqual(json.results.map(({ term }: { term: string }) => term).sort(), [
      'first',
      'fourth',
      'third',
    ]);
  });

  test('refuse invalid options with a message, and change nothing', async () => {
    const service = await sharedService();
    const cases: ReadonlyArray<readonly [body: object, message: string]> = [
      [{ api: true }, 'Api must be an object'],
      [{ analytics: { enabled: 'maybe' } }, 'Analytics enabled must be a boolean'],
      [{ api: { retention_days: 0 } }, 'Api retention days must be an integer between 1 and 7'],
      [{ api: { enabled: false, x: 1 } }, 'Api contains invalid key: x'],
      [{ api: { enabled: false }, audit: {} }, 'Options contains invalid key: audit'],
    ];
    for (const [body, message] of cases) {
      const { status, json } = await service.call('PUT', '/log_settings', { body });
      assert.deepEqual({ status, json }, { status: 400, json: { errors: [message] } });
    }
    assert.deepEqual((await service.call('GET', '/log_settings')).json, ON);
  });
});
