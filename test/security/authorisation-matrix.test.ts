import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { pino } from 'pino';
import { accountRoute, engineRoute, type Method, type Route } from '../../src/api/route.ts';
import { guarded, mountApi } from '../../src/http/app.ts';
import { PERMISSIONS } from '../../src/http/permissions.ts';
import { createTransport } from '../../src/http/transport.ts';
import { createAccount } from '../support/accounts.ts';
import { type RegisteredRoute, withRoutes } from '../support/router.ts';
import { type Answer, request, startTestService, type TestService } from '../support/service.ts';
import { signedKey } from '../support/signed-key.ts';

// Every route that the router has, against every kind of caller. What is expected is worked out from the two
// tables below, which were written from the contract (section 5) and know nothing of the service's own table.

/** What a route asks of a caller. */
type Need = 'nothing' | 'search' | 'read' | 'write' | 'create engines' | 'credentials';

interface Row {
  readonly needs: Need;
  /** The answer to a caller who may; 200 with whatever body unless it says otherwise. */
  readonly granted?: { readonly status?: number; readonly body?: Body };
  readonly body?: (fixture: Fixture) => unknown;
  /** Brings back what the request takes away. */
  readonly prepare?: (fixture: Fixture) => Promise<unknown>;
}

/** A body of an answer, or what makes it of the id of the request. */
type Body = object | typeof NO_BODY | ((requestId: string | null) => unknown);
const NO_BODY = Symbol('no body');

const API = '/api/as/v1';

/** The one document that searches of the matrix ask for, and what they answer with. */
const DUNE = { id: 'dune', title: 'Dune' };
const FIND_DUNE = { query: '', filters: { id: 'dune' } };
const foundDune = (request_id: string | null) => ({
  meta: {
    alerts: [],
    warnings: [],
    precision: 2,
    page: { current: 1, total_pages: 1, total_results: 1, size: 10 },
    engine: { name: 'books', type: 'default' },
    request_id,
  },
  results: [
    { title: { raw: 'Dune' }, _meta: { id: 'dune', engine: 'books', score: 1 }, id: { raw: 'dune' } },
  ],
});

const SEARCH: Row = {
  needs: 'search',
  body: () => FIND_DUNE,
  prepare: (it) => it.addDune(),
  granted: { body: foundDune },
};
const MULTI_SEARCH: Row = {
  ...SEARCH,
  body: () => ({ queries: [FIND_DUNE, FIND_DUNE] }),
  granted: { body: (id) => [foundDune(id), foundDune(id)] },
};
const QUERY_SUGGESTION: Row = {
  ...SEARCH,
  body: () => ({ query: 'dun' }),
  granted: {
    body: (request_id) => ({ results: { documents: [{ suggestion: 'dune' }] }, meta: { request_id } }),
  },
};
const CLICK: Row = {
  needs: 'search',
  body: () => ({ query: 'dun', document_id: 'dune' }),
  granted: { body: NO_BODY },
};

const ROUTES: Readonly<Record<string, Row>> = {
  'GET /': { needs: 'nothing' },
  'GET /login': { needs: 'nothing', granted: { status: 302 } },
  'GET /health': { needs: 'nothing' },
  'GET /openapi.json': { needs: 'nothing' },
  'GET /api/ent/v1/internal/health': { needs: 'nothing' },
  'GET /api/ent/v1/internal/version': { needs: 'nothing' },

  [`GET ${API}/engines`]: { needs: 'read' },
  [`POST ${API}/engines`]: { needs: 'create engines', body: (it) => ({ name: it.freshName() }) },
  [`GET ${API}/engines/:engine`]: { needs: 'read' },
  [`DELETE ${API}/engines/:engine`]: { needs: 'write', prepare: (it) => it.makeBooks() },

  [`GET ${API}/engines/:engine/documents`]: { needs: 'read', body: () => ['a'] },
  [`POST ${API}/engines/:engine/documents`]: { needs: 'write', body: () => [{ id: 'a', title: 'Dune' }] },
  [`PATCH ${API}/engines/:engine/documents`]: { needs: 'write', body: () => [{ id: 'a', title: 'Emma' }] },
  [`DELETE ${API}/engines/:engine/documents`]: { needs: 'write', body: () => ['a'] },
  [`GET ${API}/engines/:engine/documents/list`]: { needs: 'read' },

  [`GET ${API}/engines/:engine/schema`]: { needs: 'read' },
  [`POST ${API}/engines/:engine/schema`]: { needs: 'write', body: () => ({}) },
  [`GET ${API}/engines/:engine/schema/reindex`]: { needs: 'read' },
  [`GET ${API}/engines/:engine/schema/reindex/failures`]: { needs: 'read' },
  [`POST ${API}/engines/:engine/schema/reindex/cancel`]: {
    needs: 'write',
    granted: { status: 400, body: { errors: ['Engine is not reindexing.'] } },
  },

  [`GET ${API}/engines/:engine/search`]: SEARCH,
  [`POST ${API}/engines/:engine/search`]: SEARCH,
  [`GET ${API}/engines/:engine/multi_search`]: MULTI_SEARCH,
  [`POST ${API}/engines/:engine/multi_search`]: MULTI_SEARCH,
  [`GET ${API}/engines/:engine/query_suggestion`]: QUERY_SUGGESTION,
  [`POST ${API}/engines/:engine/query_suggestion`]: QUERY_SUGGESTION,
  [`POST ${API}/engines/:engine/click`]: CLICK,

  [`GET ${API}/credentials`]: { needs: 'credentials' },
  [`POST ${API}/credentials`]: {
    needs: 'credentials',
    body: (it) => ({ name: it.freshName(), type: 'search' }),
  },
  [`PUT ${API}/credentials`]: { needs: 'credentials', body: () => ({ name: 'spare', type: 'search' }) },
  [`GET ${API}/credentials/:name`]: { needs: 'credentials' },
  [`PUT ${API}/credentials/:name`]: { needs: 'credentials', body: () => ({ type: 'search' }) },
  [`DELETE ${API}/credentials/:name`]: { needs: 'credentials', prepare: (it) => it.makeSpare() },
};

/** A caller of whom nothing is known, or one with rights. `reach` is null for all engines. */
type Standing =
  | 'nobody'
  | 'unknown'
  | { readonly may: readonly Need[]; readonly reach: readonly string[] | null };

interface Caller {
  readonly kind: string;
  readonly standing: Standing;
  /** The Authorization header, none if left out. */
  readonly header?: string;
  /** What stands in the address. */
  readonly query?: string;
}

const EVERYWHERE = null;
const NOWHERE: readonly string[] = [];

/** The keys of the matrix, by hand: what each may do. */
const KEYS: ReadonlyArray<{
  readonly name: string;
  readonly type: string;
  readonly read?: boolean;
  readonly write?: boolean;
  readonly engines?: readonly string[];
  readonly standing: Standing;
}> = [
  { name: 'search', type: 'search', standing: { may: ['search'], reach: EVERYWHERE } },
  {
    name: 'search-of-books',
    type: 'search',
    engines: ['books', 'ghost'],
    standing: { may: ['search'], reach: ['books', 'ghost'] },
  },
  {
    name: 'search-of-other',
    type: 'search',
    engines: ['other'],
    standing: { may: ['search'], reach: ['other'] },
  },
  {
    name: 'private',
    type: 'private',
    read: true,
    write: true,
    standing: { may: ['search', 'read', 'write', 'create engines'], reach: EVERYWHERE },
  },
  {
    name: 'private-read',
    type: 'private',
    read: true,
    write: false,
    standing: { may: ['search', 'read'], reach: EVERYWHERE },
  },
  {
    name: 'private-write',
    type: 'private',
    read: false,
    write: true,
    standing: { may: ['write', 'create engines'], reach: EVERYWHERE },
  },
  {
    name: 'private-of-books',
    type: 'private',
    read: true,
    write: true,
    engines: ['books', 'ghost'],
    standing: { may: ['search', 'read', 'write'], reach: ['books', 'ghost'] },
  },
  {
    name: 'private-read-of-books',
    type: 'private',
    read: true,
    write: false,
    engines: ['books', 'ghost'],
    standing: { may: ['search', 'read'], reach: ['books', 'ghost'] },
  },
  {
    name: 'private-of-other',
    type: 'private',
    read: true,
    write: true,
    engines: ['other'],
    standing: { may: ['search', 'read', 'write'], reach: ['other'] },
  },
  { name: 'admin', type: 'admin', standing: { may: ['credentials'], reach: NOWHERE } },
];

/** Tokens by the name of the key that signs them. */
const TOKENS: ReadonlyArray<{
  readonly kind: string;
  readonly signer: string;
  readonly claims?: Record<string, unknown>;
  readonly standing: Standing;
}> = [
  { kind: 'signed by a read key', signer: 'private-read', standing: { may: ['search'], reach: EVERYWHERE } },
  { kind: 'signed by a full key', signer: 'private', standing: { may: ['search'], reach: EVERYWHERE } },
  { kind: 'signed by a search key', signer: 'search', standing: { may: ['search'], reach: EVERYWHERE } },
  {
    kind: 'signed by a key of this engine',
    signer: 'private-of-books',
    standing: { may: ['search'], reach: ['books', 'ghost'] },
  },
  {
    kind: 'signed by a key of another engine',
    signer: 'private-of-other',
    standing: { may: ['search'], reach: ['other'] },
  },
  { kind: 'signed, expired', signer: 'private-read', claims: { exp: 1_500_000_000 }, standing: 'unknown' },
  { kind: 'signed, not yet', signer: 'private-read', claims: { nbf: 9_500_000_000 }, standing: 'unknown' },
  { kind: 'signed by a write key', signer: 'private-write', standing: 'unknown' },
  { kind: 'signed by an admin key', signer: 'admin', standing: 'unknown' },
];

interface Fixture {
  readonly service: TestService;
  /** The value of a key of the table. */
  keyOf(name: string): string;
  readonly secrets: readonly string[];
  readonly routes: readonly RegisteredRoute[];
  readonly callers: readonly Caller[];
  freshName(): string;
  makeBooks(): Promise<unknown>;
  addDune(): Promise<unknown>;
  makeSpare(): Promise<unknown>;
}

/** One caller per way in which a token may be sent. */
const senders = (kind: string, token: string, standing: Standing): Caller[] => [
  { kind: `${kind}, Bearer`, header: `Bearer ${token}`, standing },
  { kind: `${kind}, bare`, header: token, standing },
  { kind: `${kind}, in the address`, query: `auth_token=${token}`, standing },
];

async function fixture(t: TestContext): Promise<Fixture> {
  const [service, all] = await withRoutes(() => startTestService(t));
  // Who may do what at the dashboard: test/dashboard/role-matrix.test.ts.
  const routes = all.filter(({ url }) => !url.startsWith('/dashboard/'));
  const strangers = await createAccount(service, 'strangers');
  const values = new Map<string, string>();
  for (const { standing: _, ...key } of KEYS) {
    const made = await service.call('POST', '/credentials', { key: service.adminKey, body: key });
    assert.equal(made.status, 200, made.text);
    values.set(key.name, made.json.key);
  }
  const keyOf = (name: string) => values.get(name) as string;
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  const callers: Caller[] = [
    { kind: 'no key', standing: 'nobody' },
    { kind: 'empty header', header: '', standing: 'nobody' },
    { kind: 'Bearer and nothing', header: 'Bearer', standing: 'nobody' },
    { kind: 'empty auth_token', query: 'auth_token=', standing: 'nobody' },
    { kind: 'malformed key', header: 'Bearer private', standing: 'unknown' },
    {
      kind: 'key of another spelling',
      header: `Bearer ${keyOf('private').toUpperCase()}`,
      standing: 'unknown',
    },
    { kind: 'two keys', header: `Bearer ${keyOf('private')} ${keyOf('admin')}`, standing: 'unknown' },
    { kind: 'auth_token as a list', query: `auth_token[]=${keyOf('private')}`, standing: 'unknown' },
    { kind: 'name of a key', header: 'Bearer private-key', standing: 'unknown' },
    { kind: 'another scheme', header: `Token ${keyOf('private')}`, standing: 'unknown' },
    { kind: 'Basic, name and key', header: basic(`private:${keyOf('private')}`), standing: 'unknown' },
    { kind: 'Basic, key alone', header: basic(`${keyOf('admin')}:`), standing: 'unknown' },
    ...senders('unknown key', `private-${'0'.repeat(24)}`, 'unknown'),
    ...senders('private key of another account', strangers.privateKey, 'unknown'),
    ...senders('search key of another account', strangers.searchKey, 'unknown'),
    ...senders(
      'signed by a key of another account',
      signedKey({ name: 'private-key', key: strangers.privateKey }),
      'unknown',
    ),
    ...KEYS.flatMap(({ name, standing }) => senders(`key ${name}`, keyOf(name), standing)),
    ...TOKENS.flatMap(({ kind, signer, claims, standing }) =>
      senders(kind, signedKey({ name: signer, key: keyOf(signer) }, claims), standing),
    ),
  ];
  await service.call('POST', '/engines', { body: { name: 'other' } });
  let names = 0;
  return {
    service,
    keyOf,
    secrets: [...values.values(), service.privateKey, service.searchKey, service.adminKey],
    routes,
    callers,
    freshName: () => `fresh-${++names}`,
    makeBooks: () => service.call('POST', '/engines', { body: { name: 'books' } }),
    addDune: () => service.call('POST', '/engines/books/documents', { body: DUNE }),
    makeSpare: () =>
      service.call('PUT', '/credentials', { key: service.adminKey, body: { name: 'spare', type: 'search' } }),
  };
}

interface Expected {
  readonly status: number;
  /** Undefined where the body is not this test's matter. */
  readonly body: unknown;
  /** The headers www-authenticate and x-app-search-version. */
  readonly asks: string | null;
  readonly version: string | null;
}

const VERSION = '8.1.0';
const SIGN_IN = { error: 'You need to sign in before continuing.' };
const INVALID = { error: 'Invalid authentication token.' };
const MAY_NOT = { errors: ['Unauthorized action.'] };
const NO_ENGINE = { errors: ['Could not find engine.'] };
const NO_ROUTE = { errors: 'Routing Error. The path you have requested is invalid.' };

const refused = (body: unknown): Expected => ({
  status: 401,
  body,
  asks: 'error' in (body as object) ? 'Basic realm="Swiftype"' : null,
  version: null,
});

/** The order of the checks: who are you, may your kind, is the engine in reach, is there such an engine. */
function expected(row: Row, standing: Standing, engine: string | undefined): Expected {
  const { status, body } = { status: 200, body: undefined, ...row.granted };
  if (row.needs === 'nothing') return { status, body, asks: null, version: null };
  if (standing === 'nobody') return refused(SIGN_IN);
  if (standing === 'unknown') return refused(INVALID);
  if (!standing.may.includes(row.needs)) return refused(MAY_NOT);
  if (engine !== undefined && standing.reach !== null && !standing.reach.includes(engine)) {
    return refused(MAY_NOT);
  }
  if (engine === 'ghost') return { status: 404, body: NO_ENGINE, asks: null, version: VERSION };
  return { status, body, asks: null, version: VERSION };
}

function seen(answer: Answer, wanted: Expected): Expected {
  return {
    status: answer.status,
    body: wanted.body === undefined ? undefined : answer.text === '' ? NO_BODY : answer.json,
    asks: answer.headers.get('www-authenticate'),
    version: answer.headers.get('x-app-search-version'),
  };
}

const ask = (it: Fixture, method: string, path: string, caller: Caller, body?: unknown): Promise<Answer> =>
  request(`${it.service.baseUrl}${path}${caller.query === undefined ? '' : `?${caller.query}`}`, method, {
    body,
    headers: caller.header === undefined ? {} : { authorization: caller.header },
  });

/** The row of a route; HEAD is wherever GET is and asks for the same. */
const rowOf = ({ method, url }: RegisteredRoute): Row | undefined =>
  ROUTES[`${method === 'HEAD' ? 'GET' : method} ${url}`];

const nameOf = ({ method, url }: RegisteredRoute): string => `${method} ${url}`;

test('the authorisation matrix: every route of the router and every kind of caller', async (t) => {
  const it = await fixture(t);

  await t.test('the table of this test and the router know the same routes', () => {
    const heads = Object.keys(ROUTES).filter((name) => name.startsWith('GET '));
    const known = [...Object.keys(ROUTES), ...heads.map((name) => name.replace('GET', 'HEAD'))];
    assert.deepEqual(it.routes.map(nameOf).sort(), known.sort());
  });

  let cells = 0;
  for (const route of it.routes) {
    const row = rowOf(route);
    if (row === undefined) continue;
    const engines = route.url.includes(':engine') ? ['books', 'ghost'] : [undefined];
    await t.test(`${nameOf(route)} needs ${row.needs}`, async () => {
      await it.makeBooks();
      await it.makeSpare();
      for (const engine of engines) {
        const path = route.url.replace(':engine', engine ?? '').replace(':name', 'spare');
        for (const caller of it.callers) {
          const wanted = expected(row, caller.standing, engine);
          if (wanted.status === 200) await row.prepare?.(it);
          const answer = await ask(it, route.method, path, caller, row.body?.(it));
          const isHead = route.method === 'HEAD';
          const body =
            typeof wanted.body === 'function' ? wanted.body(answer.headers.get('x-request-id')) : wanted.body;
          const exact = { ...wanted, body: isHead ? undefined : body };
          assert.deepEqual(
            seen(answer, exact),
            exact,
            `${route.method} ${path} by ${caller.kind}: ${answer.text}`,
          );
          if (isHead) assert.equal(answer.text, '');
          if (row.needs !== 'credentials' || wanted.status !== 200) {
            assert.ok(!it.secrets.some((secret) => answer.text.includes(secret)), `a key in ${answer.text}`);
          }
          if (wanted.status >= 400) assert.equal(answer.headers.get('cache-control'), 'no-cache');
          cells += 1;
        }
      }
    });
  }

  await t.test('a browser may ask with OPTIONS below /api without any key, and nowhere else', async () => {
    for (const url of new Set(it.routes.map((route) => route.url))) {
      const path = url.replace(':engine', 'ghost').replace(':name', 'ghost');
      const answer = await ask(it, 'OPTIONS', path, { kind: 'no key', standing: 'nobody' });
      assert.equal(answer.status, path.startsWith('/api/') ? 204 : 404, path);
      assert.equal(answer.headers.get('x-app-search-version'), null);
    }
  });

  await t.test('a method that an address does not have gets the routing error, whoever asks', async () => {
    const known = new Set(it.routes.map(nameOf));
    const urls = new Set(it.routes.map((route) => route.url));
    const callers = it.callers.filter(({ kind }) =>
      ['no key', 'key admin, Bearer', 'key private, Bearer'].includes(kind),
    );
    assert.equal(callers.length, 3);
    for (const url of urls) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']) {
        if (known.has(`${method} ${url}`)) continue;
        for (const caller of callers) {
          const path = url.replace(':engine', 'books').replace(':name', 'spare');
          const answer = await ask(it, method, path, caller);
          assert.deepEqual(
            [answer.status, answer.json],
            [404, NO_ROUTE],
            `${method} ${path} by ${caller.kind}`,
          );
        }
      }
    }
  });

  t.diagnostic(`${it.routes.length} routes, ${it.callers.length} callers, ${cells} answers compared`);
});

test('the engines of a list are those within reach of the key', async (t) => {
  const it = await fixture(t);
  await it.makeBooks();
  const listed = async (name: string): Promise<unknown> => {
    const { json } = await it.service.call('GET', '/engines', { key: it.keyOf(name) });
    return [json.results.map((engine: { name: string }) => engine.name), json.meta.page.total_results];
  };
  assert.deepEqual(await listed('private-read'), [['books', 'other'], 2]);
  assert.deepEqual(await listed('private-of-books'), [['books'], 1]);
  assert.deepEqual(await listed('private-of-other'), [['other'], 1]);
});

test('no spelling of an address leads a key past its scope', async (t) => {
  const it = await fixture(t);
  await it.makeBooks();
  await it.service.call('POST', '/engines/other/documents', { body: { id: 'hush', title: 'hush' } });
  const key = it.keyOf('private-of-books');
  const ways = [
    '/engines/other/documents/list',
    '/engines/other/documents/list/',
    '/engines/other/documents/list.json',
    '/engines/other/documents/list?engine=books&engine_name=books',
    '/engines/%6fther/documents/list',
    '/engines/books/../other/documents/list',
    '/engines/books/%2e%2e/other/documents/list',
    '/engines/books%2f..%2fother/documents/list',
    '/engines/books%2Cother/documents/list',
    '/engines/books,other/documents/list',
    '/engines/other%00books/documents/list',
    '/engines/other;books/documents/list',
    '/engines//other/documents/list',
    '//engines/other/documents/list',
    '/engines/OTHER/documents/list',
    '/engines/*/documents/list',
    '/engines/:engine/documents/list',
  ];
  for (const way of ways) {
    const answer = await it.service.call('GET', way, { key, body: { engine: 'books' } });
    assert.ok([401, 404].includes(answer.status), `${way}: ${answer.status}`);
    assert.ok(!answer.text.includes('hush'), way);
  }
});

test('checks come in the order of what a stranger may learn: 401, then 404, then the request itself', async (t) => {
  const it = await fixture(t);
  await it.makeBooks();
  const decoding = { errors: ['There was a decoding error. Please ensure your request is valid.'] };
  const faults: ReadonlyArray<{
    readonly what: string;
    readonly query?: string;
    readonly body: string;
    readonly headers?: Record<string, string>;
    readonly status: number;
    readonly answer: unknown;
  }> = [
    { what: 'malformed JSON', body: '{"id":', status: 400, answer: decoding },
    { what: 'an empty body', body: '', status: 400, answer: { errors: ['JSON must not be empty'] } },
    {
      what: 'a body that is no gzip',
      body: 'plain',
      headers: { 'content-encoding': 'gzip' },
      status: 400,
      answer: decoding,
    },
    {
      what: 'an unknown content encoding',
      body: '{}',
      headers: { 'content-encoding': 'zip' },
      status: 415,
      answer: { errors: ['Content encoding must be one of gzip, deflate, br, identity'] },
    },
    {
      what: 'a body of 10 MB and one byte',
      body: ' '.repeat(10_485_761),
      status: 413,
      answer: { errors: ['Request body exceeds the maximum of 10,485,760 bytes'] },
    },
    { what: 'a parameter of two shapes', query: 'a=1&a[b]=2', body: '{}', status: 400, answer: decoding },
    { what: 'a malformed escape in the query', query: 'a=%zz', body: '{}', status: 400, answer: decoding },
  ];
  const none = { key: null, refusal: [401, SIGN_IN] };
  const callers: ReadonlyArray<{
    readonly key: string | null;
    readonly engine: string;
    readonly refusal: readonly unknown[] | undefined;
  }> = [
    { ...none, engine: 'books' },
    { ...none, engine: 'ghost' },
    { key: `private-${'0'.repeat(24)}`, engine: 'books', refusal: [401, INVALID] },
    { key: it.keyOf('search'), engine: 'books', refusal: [401, MAY_NOT] },
    { key: it.keyOf('private-read'), engine: 'books', refusal: [401, MAY_NOT] },
    { key: it.keyOf('private-of-other'), engine: 'books', refusal: [401, MAY_NOT] },
    { key: it.keyOf('private-of-other'), engine: 'ghost', refusal: [401, MAY_NOT] },
    { key: it.keyOf('private-of-books'), engine: 'ghost', refusal: [404, NO_ENGINE] },
    { key: it.keyOf('private-write'), engine: 'ghost', refusal: [404, NO_ENGINE] },
    { key: it.keyOf('private-write'), engine: 'books', refusal: undefined },
  ];
  for (const { what, query, body, headers = {}, status, answer } of faults) {
    await t.test(what, async () => {
      for (const { key, engine, refusal } of callers) {
        const path = `/engines/${engine}/documents${query === undefined ? '' : `?${query}`}`;
        const got = await it.service.call('POST', path, { key, body, headers });
        assert.deepEqual([got.status, got.json], refusal ?? [status, answer], `${key} at ${engine}`);
      }
    });
  }

  await t.test('a key in an address that cannot be read otherwise still says who asks', async () => {
    const path = `/engines/books/schema?a=%zz&auth_token=${it.keyOf('private-read')}`;
    const got = await it.service.call('GET', path, { key: null });
    assert.deepEqual([got.status, got.json], [400, decoding]);
  });

  await t.test('a key in the body is no key', async () => {
    for (const call of ['search', 'multi_search', 'query_suggestion', 'click']) {
      const body = { auth_token: it.keyOf('private'), query: '', queries: [], document_id: 'dune' };
      const got = await it.service.call('POST', `/engines/books/${call}`, { key: null, body });
      assert.deepEqual([got.status, got.json], [401, SIGN_IN], call);
    }
  });

  await t.test('the header wins over the address', async () => {
    const address = (name: string) => `/engines/books/schema?auth_token=${it.keyOf(name)}`;
    const bad = await it.service.call('GET', address('private'), { key: `private-${'0'.repeat(24)}` });
    assert.deepEqual([bad.status, bad.json], [401, INVALID]);
    const good = await it.service.call('GET', address('search'), { key: it.keyOf('private') });
    assert.equal(good.status, 200);
  });
});

/** A route of nothing but its name, for every row of the service's table. */
const bareRoute = (name: string): Route => {
  const [method, path] = name.split(' ') as [Method, string];
  const make = path.includes(':engine') ? engineRoute : accountRoute;
  return make({
    method,
    path,
    operation: { id: name, summary: name, answer: {} },
    answer: async () => ({}),
  });
};

test('the service starts only if every route has a permission, and every permission a route', async (t) => {
  const rows = Object.keys(PERMISSIONS);
  const routes = rows.map(bareRoute);

  await t.test('with all of both it does', () => {
    assert.deepEqual(
      guarded(routes).map(([route]) => route),
      routes,
    );
  });

  await t.test('a route without a row is refused', () => {
    for (const name of [
      'GET /engines/:engine/secrets',
      'PUT /engines',
      'GET /__proto__',
      'GET /constructor',
    ]) {
      assert.throws(() => guarded([...routes, bareRoute(name)]), {
        message: `The route ${name} has no row in the permission table.`,
      });
    }
  });

  for (const name of rows) {
    await t.test(`the row ${name} without its route is refused`, () => {
      assert.throws(() => guarded(routes.filter((route) => `${route.method} ${route.path}` !== name)), {
        message: `No route for these rows of the permission table: ${name}`,
      });
    });
  }

  await t.test('a route of an engine with the row of an account is refused, and the reverse', () => {
    const swapped = routes.map(
      (route): Route =>
        route.path === '/engines/:engine/schema' && route.method === 'GET'
          ? accountRoute({ ...route, answer: async () => ({}) })
          : route,
    );
    assert.throws(() => guarded(swapped), { message: /GET \/engines\/:engine\/schema .* different levels/ });
    const raised = routes.map(
      (route): Route =>
        route.path === '/credentials' && route.method === 'GET'
          ? engineRoute({ ...route, answer: async () => ({}) })
          : route,
    );
    assert.throws(() => guarded(raised), { message: /GET \/credentials .* different levels/ });
  });

  await t.test('mounting goes through that check', () => {
    const app = createTransport({ logger: pino({ level: 'silent' }), trustProxy: false, version: '0' });
    t.after(() => app.close());
    const gate = {} as Parameters<typeof mountApi>[1];
    assert.throws(() => mountApi(app, gate, [...routes, bareRoute('GET /unguarded')]), {
      message: 'The route GET /unguarded has no row in the permission table.',
    });
  });
});
