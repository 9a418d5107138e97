import assert from 'node:assert/strict';
import test from 'node:test';
import { admissions } from '../../src/http/dashboard-app.ts';
import { DASHBOARD_PERMISSIONS } from '../../src/http/dashboard-permissions.ts';
import { Browser, PASSWORD, startDashboard, type TestDashboard } from '../support/dashboard.ts';
import { type RegisteredRoute, withRoutes } from '../support/router.ts';
import { signedKey } from '../support/signed-key.ts';

// Every route below /dashboard/api against every kind of visitor. The expected status follows from the two tables
// below, which are independent of the service's own table.

const ROOT = '/dashboard/api';
const ACCOUNT = '/accounts/:account';
const DATA = `${ACCOUNT}/as/v1`;

/** The subject of a route, in ascending order of the required role. */
type Matter = 'getting in' | 'oneself' | 'looking' | 'engines and their data' | 'all' | 'the instance';

const VISITORS: Readonly<Record<string, readonly Matter[]>> = {
  stranger: ['getting in'],
  'a member of another account': ['getting in', 'oneself'],
  analyst: ['getting in', 'oneself', 'looking'],
  editor: ['getting in', 'oneself', 'looking', 'engines and their data'],
  owner: ['getting in', 'oneself', 'looking', 'engines and their data', 'all'],
  'the first owner': ['getting in', 'oneself', 'looking', 'engines and their data', 'all', 'the instance'],
};

interface Row {
  readonly matter: Matter;
  readonly body?: (it: Fixture) => unknown;
  /** Any status except 401, 403 and "no such account"; 200 by default. */
  readonly granted?: number;
  readonly prepare?: (it: Fixture) => Promise<unknown>;
}

const looking = (body?: Row['body']): Row => ({ matter: 'looking', ...(body && { body }) });
const SEARCH = looking(() => ({ query: '' }));
const MULTI = looking(() => ({ queries: [{ query: '' }] }));

const LOGS = looking(() => ({ filters: { date: { from: '2026-01-01', to: '2100-01-01' } } }));

const SOURCES: Row = { matter: 'engines and their data', body: () => ['films'], granted: 400 };

const ROUTES: Readonly<Record<string, Row>> = {
  'GET /session': { matter: 'getting in' },
  'POST /session': {
    matter: 'getting in',
    body: (it) => ({ login: it.freshName(), password: 'x' }),
    granted: 401,
  },
  'DELETE /session': { matter: 'getting in' },
  'POST /setup': { matter: 'getting in', granted: 410 },
  'POST /reset': { matter: 'getting in', granted: 410 },
  'POST /links/inspect': { matter: 'getting in', granted: 410 },
  'POST /invitations/accept': {
    matter: 'getting in',
    body: () => ({ name: 'x', password: PASSWORD }),
    granted: 410,
  },

  'GET /sessions': { matter: 'oneself' },
  'DELETE /sessions': { matter: 'oneself' },
  'DELETE /sessions/:id': { matter: 'oneself', granted: 404 },
  'PATCH /person': { matter: 'oneself', body: () => ({ name: '' }), granted: 400 },
  'POST /password': { matter: 'oneself', granted: 400 },

  'GET /operations': { matter: 'the instance' },
  'POST /accounts': { matter: 'the instance', body: (it) => ({ name: it.freshName() }) },
  [`GET ${ACCOUNT}`]: looking(),
  [`GET ${ACCOUNT}/people`]: { matter: 'all' },
  [`PATCH ${ACCOUNT}/people/:id`]: { matter: 'all', body: () => ({ role: 'analyst' }), granted: 404 },
  [`DELETE ${ACCOUNT}/people/:id`]: { matter: 'all', granted: 404 },
  [`POST ${ACCOUNT}/invitations`]: { matter: 'all', body: () => ({ role: 'analyst' }) },
  [`DELETE ${ACCOUNT}/invitations/:id`]: { matter: 'all', granted: 404 },
  [`GET ${ACCOUNT}/audit`]: { matter: 'all' },
  [`POST ${ACCOUNT}/tokens/sign`]: { matter: 'all', body: () => ({ key: 'search-key', claims: {} }) },
  [`POST ${ACCOUNT}/tokens/inspect`]: { matter: 'all', body: () => ({ token: 'x' }) },
  [`GET ${ACCOUNT}/engines`]: looking(),
  [`GET ${ACCOUNT}/engines/:engine/overview`]: looking(),
  [`GET ${ACCOUNT}/engines/:engine/health`]: looking(),
  [`GET ${ACCOUNT}/engines/:engine/originals`]: looking(() => ({ ids: ['a'] })),
  [`POST ${ACCOUNT}/engines/:engine/search-as`]: looking((it) => ({ token: it.token, query: '' })),
  [`GET ${ACCOUNT}/engines/:engine/curation-of`]: SEARCH,
  [`POST ${ACCOUNT}/engines/:engine/organic-search`]: SEARCH,
  [`POST ${ACCOUNT}/engines/:engine/analytics`]: looking(),
  [`POST ${ACCOUNT}/samples`]: {
    matter: 'engines and their data',
    body: (it) => ({ sample: 'national-parks', name: it.freshName() }),
  },
  [`POST ${ACCOUNT}/engines/:engine/schema/confirm`]: { matter: 'engines and their data' },

  [`GET ${DATA}/engines`]: looking(),
  [`POST ${DATA}/engines`]: { matter: 'engines and their data', body: (it) => ({ name: it.freshName() }) },
  [`GET ${DATA}/engines/:engine`]: looking(),
  [`DELETE ${DATA}/engines/:engine`]: { matter: 'engines and their data', prepare: (it) => it.makeBooks() },
  [`POST ${DATA}/engines/:engine/source_engines`]: SOURCES,
  [`DELETE ${DATA}/engines/:engine/source_engines`]: SOURCES,
  [`GET ${DATA}/engines/:engine/documents`]: looking(() => ['a']),
  [`POST ${DATA}/engines/:engine/documents`]: {
    matter: 'engines and their data',
    body: () => [{ id: 'a', title: 'Dune' }],
  },
  [`PATCH ${DATA}/engines/:engine/documents`]: {
    matter: 'engines and their data',
    body: () => [{ id: 'a', title: 'Emma' }],
  },
  [`DELETE ${DATA}/engines/:engine/documents`]: { matter: 'engines and their data', body: () => ['a'] },
  [`GET ${DATA}/engines/:engine/documents/list`]: looking(),
  [`GET ${DATA}/engines/:engine/documents/export`]: looking(),
  [`POST ${DATA}/engines/:engine/documents/delete_by_filter`]: {
    matter: 'engines and their data',
    body: () => ({ filters: { id: 'nobody' } }),
  },
  [`GET ${DATA}/engines/:engine/schema`]: looking(),
  [`POST ${DATA}/engines/:engine/schema`]: { matter: 'engines and their data', body: () => ({}) },
  [`GET ${DATA}/engines/:engine/schema/reindex`]: looking(),
  [`GET ${DATA}/engines/:engine/schema/reindex/failures`]: looking(),
  [`POST ${DATA}/engines/:engine/schema/reindex/cancel`]: {
    matter: 'engines and their data',
    granted: 400,
  },
  [`GET ${DATA}/engines/:engine/search_settings`]: looking(),
  [`PUT ${DATA}/engines/:engine/search_settings`]: {
    matter: 'engines and their data',
    body: () => ({ precision: 2 }),
  },
  [`POST ${DATA}/engines/:engine/search_settings/reset`]: { matter: 'engines and their data' },
  [`GET ${DATA}/engines/:engine/relevance/judgements`]: looking(),
  [`PUT ${DATA}/engines/:engine/relevance/judgements`]: {
    matter: 'engines and their data',
    body: () => ({ judgements: [{ query: 'dune', document_id: 'a', grade: 3 }] }),
  },
  [`DELETE ${DATA}/engines/:engine/relevance/judgements`]: {
    matter: 'engines and their data',
    body: () => ({ all: true }),
  },
  [`POST ${DATA}/engines/:engine/relevance/judgements/from_clicks`]: { matter: 'engines and their data' },
  [`POST ${DATA}/engines/:engine/relevance/evaluate`]: { ...looking(() => ({ k: 0 })), granted: 400 },
  [`GET ${DATA}/engines/:engine/curations`]: looking(),
  [`POST ${DATA}/engines/:engine/curations`]: {
    matter: 'engines and their data',
    body: () => ({ queries: [] }),
    granted: 400,
  },
  [`GET ${DATA}/engines/:engine/curations/:id`]: { ...looking(), granted: 404 },
  [`PUT ${DATA}/engines/:engine/curations/:id`]: { matter: 'engines and their data', granted: 404 },
  [`DELETE ${DATA}/engines/:engine/curations/:id`]: { matter: 'engines and their data', granted: 404 },
  [`GET ${DATA}/engines/:engine/adaptive_relevance/settings`]: looking(),
  [`PUT ${DATA}/engines/:engine/adaptive_relevance/settings`]: {
    matter: 'engines and their data',
    body: () => ({ curation: {} }),
  },
  [`GET ${DATA}/engines/:engine/adaptive_relevance/suggestions`]: looking(),
  [`PUT ${DATA}/engines/:engine/adaptive_relevance/suggestions`]: {
    matter: 'engines and their data',
    body: () => [{ query: 'dune', status: 'applied' }],
  },
  [`GET ${DATA}/engines/:engine/adaptive_relevance/suggestions/:query`]: { ...looking(), granted: 404 },
  [`POST ${DATA}/engines/:engine/adaptive_relevance/update_process/:type/refresh`]: {
    matter: 'engines and their data',
    granted: 400,
  },
  [`GET ${DATA}/engines/:engine/analytics/clicks`]: looking(),
  [`GET ${DATA}/engines/:engine/configuration`]: looking(),
  [`PUT ${DATA}/engines/:engine/configuration`]: {
    matter: 'engines and their data',
    body: () => ({ version: 1 }),
  },
  [`GET ${DATA}/engines/:engine/configuration/versions`]: looking(),
  [`GET ${DATA}/engines/:engine/configuration/versions/:version`]: { ...looking(), granted: 404 },
  [`POST ${DATA}/engines/:engine/configuration/versions/:version/restore`]: {
    matter: 'engines and their data',
    granted: 404,
  },
  [`GET ${DATA}/engines/:engine/synonyms`]: looking(),
  [`POST ${DATA}/engines/:engine/synonyms`]: {
    matter: 'engines and their data',
    body: () => ({ synonyms: ['a', 'b'] }),
  },
  [`GET ${DATA}/engines/:engine/synonyms/:id`]: { ...looking(), granted: 404 },
  [`PUT ${DATA}/engines/:engine/synonyms/:id`]: { matter: 'engines and their data', granted: 404 },
  [`DELETE ${DATA}/engines/:engine/synonyms/:id`]: { matter: 'engines and their data', granted: 404 },
  [`GET ${DATA}/engines/:engine/search`]: SEARCH,
  [`POST ${DATA}/engines/:engine/search`]: SEARCH,
  [`GET ${DATA}/engines/:engine/multi_search`]: MULTI,
  [`POST ${DATA}/engines/:engine/multi_search`]: MULTI,
  [`POST ${DATA}/engines/:engine/search_explain`]: SEARCH,
  [`GET ${DATA}/engines/:engine/query_suggestion`]: SEARCH,
  [`POST ${DATA}/engines/:engine/query_suggestion`]: SEARCH,

  [`POST ${DATA}/engines/:engine/analytics/queries`]: looking(),
  [`POST ${DATA}/engines/:engine/analytics/clicks`]: looking(),

  [`GET ${DATA}/engines/:engine/logs/api`]: LOGS,
  [`POST ${DATA}/engines/:engine/logs/api`]: LOGS,
  [`GET ${DATA}/log_settings`]: looking(),
  [`PUT ${DATA}/log_settings`]: { matter: 'engines and their data', body: () => ({}) },
  [`PATCH ${DATA}/log_settings`]: { matter: 'engines and their data', body: () => ({}) },
  [`DELETE ${DATA}/log_settings`]: { matter: 'engines and their data' },
  [`GET ${DATA}/credentials`]: { matter: 'all' },
  [`POST ${DATA}/credentials`]: { matter: 'all', body: (it) => ({ name: it.freshName(), type: 'search' }) },
  [`PUT ${DATA}/credentials`]: { matter: 'all', body: () => ({ name: 'spare', type: 'search' }) },
  [`GET ${DATA}/credentials/:name`]: { matter: 'all' },
  [`PUT ${DATA}/credentials/:name`]: { matter: 'all', body: () => ({ type: 'search' }) },
  [`POST ${DATA}/credentials/:name/rotate`]: { matter: 'all' },
  [`DELETE ${DATA}/credentials/:name`]: { matter: 'all', prepare: (it) => it.makeSpare() },
  [`GET ${DATA}/signed_search_keys/revocations`]: { matter: 'all' },
  [`POST ${DATA}/signed_search_keys/revocations`]: { matter: 'all', body: (it) => ({ sub: it.freshName() }) },
  [`DELETE ${DATA}/signed_search_keys/revocations/:id`]: { matter: 'all', granted: 404 },
};

interface Fixture {
  readonly dashboard: TestDashboard;
  readonly routes: readonly RegisteredRoute[];
  /** Session cookies by kind of visitor. */
  readonly visitors: ReadonlyMap<string, string>;
  readonly token: string;
  readonly secrets: readonly string[];
  freshName(): string;
  makeBooks(): Promise<unknown>;
  makeSpare(): Promise<unknown>;
  signIn(kind: string): Promise<string>;
}

const NAMES: Readonly<Record<string, string>> = {
  'a member of another account': 'Otto',
  analyst: 'Anna',
  editor: 'Edda',
  owner: 'Olga',
  'the first owner': 'Ada',
};

const sessionOf = (browser: Browser): string => browser.session?.join('=') ?? '';

async function fixture(t: Parameters<typeof startDashboard>[0]): Promise<Fixture> {
  const [dashboard, routes] = await withRoutes(() => startDashboard(t));
  const { service, owner, join } = dashboard;
  const other = (await owner.call('POST', '/accounts', { body: { name: 'other' } })).json.host_identifier;
  await join('Otto', 'owner', other);
  await join('Anna', 'analyst');
  await join('Edda', 'editor');
  await join('Olga', 'owner');
  const signIn = async (kind: string): Promise<string> => {
    const name = NAMES[kind];
    if (name === undefined) return '';
    const browser = new Browser(service);
    assert.equal((await browser.signIn(name)).status, 200);
    return sessionOf(browser);
  };
  const visitors = new Map<string, string>();
  for (const kind of Object.keys(VISITORS)) visitors.set(kind, await signIn(kind));
  const { adminKey } = service;
  let names = 0;
  return {
    dashboard,
    routes: routes.filter(({ url }) => url.startsWith('/dashboard')),
    visitors,
    signIn,
    token: signedKey({ name: 'search-key', key: service.searchKey }),
    secrets: [service.privateKey, service.searchKey, service.adminKey],
    freshName: () => `fresh-${++names}`,
    makeBooks: () => service.call('POST', '/engines', { body: { name: 'books' } }),
    makeSpare: () =>
      service.call('PUT', '/credentials', { key: adminKey, body: { name: 'spare', type: 'search' } }),
  };
}

const ERRORS = {
  401: ['You need to sign in before continuing.'],
  403: ['Your role does not allow this.'],
  404: ['Could not find account.'],
} as const;

/** The status that a visitor gets; undefined if the route decides. */
function refusalOf(kind: string, matter: Matter): 401 | 403 | 404 | undefined {
  if (VISITORS[kind]?.includes(matter)) return undefined;
  if (kind === 'stranger') return 401;
  // For them the account does not exist.
  return kind === 'a member of another account' && matter !== 'the instance' ? 404 : 403;
}

test('the role matrix: every route of the dashboard and every kind of visitor', async (t) => {
  const it = await fixture(t);
  const { service } = it.dashboard;

  await t.test(
    'this table and the router have the same routes, and the dashboard has no click endpoint',
    () => {
      assert.deepEqual(
        it.routes.map(({ method, url }) => `${method} ${url.slice(ROOT.length)}`).sort(),
        Object.keys(ROUTES).sort(),
      );
    },
  );

  let cells = 0;
  for (const [name, row] of Object.entries(ROUTES)) {
    const [method, pattern] = name.split(' ') as [string, string];
    await t.test(`${name}: ${row.matter}`, async () => {
      const engines = pattern.includes(':engine') ? ['books', 'ghost'] : [''];
      for (const engine of engines) {
        const path = pattern
          .replace(':account', service.hostIdentifier)
          .replace(':engine', engine)
          .replace(':name', 'spare')
          .replace(':id', 'ghost');
        for (const [kind, cookie] of it.visitors) {
          await it.makeBooks();
          await it.makeSpare();
          await row.prepare?.(it);
          const isLast = ['DELETE /session', 'DELETE /sessions'].includes(name);
          // These two end the session that the rest of the matrix needs.
          const own = isLast ? await it.signIn(kind) : cookie;
          const answer = await new Browser(service).call(method, path, {
            body: row.body?.(it),
            headers: own === '' ? {} : { cookie: own },
          });
          const refusal = refusalOf(kind, row.matter);
          const what = `${method} ${path} by ${kind}: ${answer.status} ${answer.text}`;
          if (refusal !== undefined) {
            assert.deepEqual([answer.status, answer.json], [refusal, { errors: ERRORS[refusal] }], what);
          } else if (engine === 'ghost') {
            assert.deepEqual(
              [answer.status, answer.json],
              [404, { errors: ['Could not find engine.'] }],
              what,
            );
          } else {
            assert.equal(answer.status, row.granted ?? 200, what);
          }
          assert.equal(answer.headers.get('www-authenticate'), null);
          assert.equal(answer.headers.get('access-control-allow-origin'), null);
          if (row.matter !== 'all' || refusal !== undefined) {
            assert.ok(!it.secrets.some((secret) => answer.text.includes(secret)), `a key in ${answer.text}`);
          }
          cells += 1;
          // "DELETE /sessions" ends all sessions of the person, so the matrix continues with a new one.
          if (name === 'DELETE /sessions' && refusal === undefined) {
            (it.visitors as Map<string, string>).set(kind, await it.signIn(kind));
          }
        }
      }
    });
  }
  t.diagnostic(
    `${it.routes.length} routes, ${it.visitors.size} kinds of visitors, ${cells} answers compared`,
  );
});

test('the service starts only if every route has a row, and every row a route', () => {
  const rows = Object.keys(DASHBOARD_PERMISSIONS);
  assert.equal(admissions(rows).size, rows.length);
  for (const name of ['GET /accounts/:account/secrets', 'PUT /session', 'GET /__proto__']) {
    assert.throws(() => admissions([...rows, name]), {
      message: `Routes without a row in DASHBOARD_PERMISSIONS: ${name}`,
    });
  }
  for (const name of rows) {
    assert.throws(() => admissions(rows.filter((row) => row !== name)), {
      message: `Rows of DASHBOARD_PERMISSIONS without a route: ${name}`,
    });
  }
});
