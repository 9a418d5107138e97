import assert from 'node:assert/strict';
import test from 'node:test';
import type { RegisteredRoute } from '../support/router.ts';
import type { Answer } from '../support/service.ts';
import {
  ask,
  type Fixture,
  fixture,
  INVALID,
  MAY_NOT,
  type Need,
  NO_ENGINE,
  NO_ROUTE,
  SIGN_IN,
  type Standing,
  VERSION,
} from './callers.ts';

// Every route against every kind of caller. The expected response follows from the two tables below, which were written
// from the documentation of App Search, independently of the service's own table.

interface Row {
  readonly needs: Need;
  /** The response to an authorised caller; by default 200 with any body. */
  readonly granted?: { readonly status?: number; readonly body?: Body };
  readonly body?: (fixture: Fixture) => unknown;
  /** Restores what the request deletes. */
  readonly prepare?: (fixture: Fixture) => Promise<unknown>;
}

/** A response body, or a function of the request id that returns it. */
type Body = object | typeof NO_BODY | ((requestId: string | null) => unknown);
const NO_BODY = Symbol('no body');

const API = '/api/as/v1';
const API_V0 = '/api/as/v0';

/** The search for that document, and its response. */
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

const NO_CURATION = { errors: ['Curation not found with id: :id'] };
const NO_SET = { errors: ['Could not find synonym set with id: :id'] };
const ELASTICSEARCH: Row = {
  needs: 'read',
  body: () => ({ query: { ids: { values: ['dune'] } }, size: 0 }),
};
/** An engine is its own source here, so that every key that reaches it reaches the source. */
const SOURCES: Row = {
  needs: 'write',
  body: () => ['books'],
  granted: { status: 400, body: { errors: ['Engine is not a meta engine'] } },
};
const NO_DATE = { errors: ['Missing required parameter: filters[date][from]'] };
const NO_VERSION = { errors: ['Could not find configuration version: :version'] };

const NOTHING_STALE = { indices: [], summary: { index_count: 0, size_in_bytes: 0 } };
const NO_REVOCATION = { errors: ['Could not find revocation.'] };
const NO_SUGGESTION = {
  needs: 'read',
  granted: { status: 404, body: { errors: ['Suggestion not found for query: :query'] } },
} as const;
const adaptiveRelevance = (prefix: string): Record<string, Row> => {
  const path = `${prefix}/engines/:engine/adaptive_relevance`;
  return {
    [`GET ${path}/settings`]: { needs: 'read' },
    [`PUT ${path}/settings`]: { needs: 'write', body: () => ({ curation: {} }) },
    [`GET ${path}/suggestions`]: { needs: 'read' },
    [`POST ${path}/suggestions`]: { needs: 'read' },
    [`PUT ${path}/suggestions`]: { needs: 'write', body: () => [{ query: 'dune', status: 'applied' }] },
    [`GET ${path}/suggestions/:query`]: NO_SUGGESTION,
    [`POST ${path}/suggestions/:query`]: NO_SUGGESTION,
    [`POST ${path}/update_process/:type/refresh`]: {
      needs: 'write',
      granted: { status: 400, body: { errors: ['Type must be curation'] } },
    },
  };
};

const ROUTES: Readonly<Record<string, Row>> = {
  'GET /': { needs: 'nothing' },
  'GET /login': { needs: 'nothing', granted: { status: 302 } },
  'GET /health': { needs: 'nothing' },
  'GET /openapi.json': { needs: 'nothing' },
  'GET /api/ent/v1/internal/health': { needs: 'nothing' },
  'GET /api/ent/v1/internal/version': { needs: 'nothing' },
  'GET /api/ent/v1/internal/read_only_mode': { needs: 'read', granted: { body: { enabled: false } } },
  'PUT /api/ent/v1/internal/read_only_mode': {
    needs: 'write',
    body: () => ({ enabled: false }),
    granted: { body: { enabled: false } },
  },
  'GET /api/ent/v1/internal/stats': {
    needs: 'read',
    granted: {
      status: 501,
      body: {
        errors: ['There are no statistics here. GET /health tells whether the service is ready.'],
      },
    },
  },
  'GET /api/ent/v1/internal/storage': { needs: 'read' },
  'GET /api/ent/v1/internal/storage/stale': { needs: 'read', granted: { body: NOTHING_STALE } },
  'DELETE /api/ent/v1/internal/storage/stale': {
    needs: 'write',
    granted: { body: { indices: [], index_count: 0 } },
  },
  'GET /as/credentials/collection': { needs: 'credentials' },

  [`GET ${API}/engines`]: { needs: 'read' },
  [`POST ${API}/engines`]: { needs: 'create engines', body: (it) => ({ name: it.freshName() }) },
  [`GET ${API}/engines/:engine`]: { needs: 'read' },
  [`DELETE ${API}/engines/:engine`]: { needs: 'write', prepare: (it) => it.makeBooks() },

  [`POST ${API}/engines/:engine/source_engines`]: SOURCES,
  [`DELETE ${API}/engines/:engine/source_engines`]: SOURCES,

  [`GET ${API}/engines/:engine/documents`]: { needs: 'read', body: () => ['a'] },
  [`POST ${API}/engines/:engine/documents`]: { needs: 'write', body: () => [{ id: 'a', title: 'Dune' }] },
  [`PATCH ${API}/engines/:engine/documents`]: { needs: 'write', body: () => [{ id: 'a', title: 'Emma' }] },
  [`DELETE ${API}/engines/:engine/documents`]: { needs: 'write', body: () => ['a'] },
  [`GET ${API}/engines/:engine/documents/list`]: { needs: 'read' },
  [`GET ${API}/engines/:engine/documents/export`]: { needs: 'read' },
  [`POST ${API}/engines/:engine/documents/delete_by_filter`]: {
    needs: 'write',
    body: () => ({ filters: { id: 'nobody' } }),
    granted: { body: { matched: 0, deleted: 0 } },
  },

  [`GET ${API}/engines/:engine/schema`]: { needs: 'read' },
  [`POST ${API}/engines/:engine/schema`]: { needs: 'write', body: () => ({}) },
  [`GET ${API}/engines/:engine/schema/reindex`]: { needs: 'read' },
  [`GET ${API}/engines/:engine/schema/reindex/failures`]: { needs: 'read' },
  [`POST ${API}/engines/:engine/schema/reindex/cancel`]: {
    needs: 'write',
    granted: { status: 400, body: { errors: ['Engine is not reindexing.'] } },
  },

  [`GET ${API}/engines/:engine/search_settings`]: { needs: 'read' },
  [`PUT ${API}/engines/:engine/search_settings`]: { needs: 'write', body: () => ({ precision: 2 }) },
  [`POST ${API}/engines/:engine/search_settings/reset`]: { needs: 'write' },

  [`GET ${API}/engines/:engine/curations`]: { needs: 'read' },
  [`POST ${API}/engines/:engine/curations`]: {
    needs: 'write',
    prepare: (it) => it.addDune(),
    body: (it) => ({ queries: [it.freshName()], promoted: ['dune'] }),
  },
  [`GET ${API}/engines/:engine/curations/:id`]: {
    needs: 'read',
    granted: { status: 404, body: NO_CURATION },
  },
  [`PUT ${API}/engines/:engine/curations/:id`]: {
    needs: 'write',
    granted: { status: 404, body: NO_CURATION },
  },
  [`DELETE ${API}/engines/:engine/curations/:id`]: {
    needs: 'write',
    granted: { status: 404, body: { errors: ['curation does not exist for id: :id'] } },
  },
  [`GET ${API}/engines/:engine/configuration`]: { needs: 'read' },
  [`PUT ${API}/engines/:engine/configuration`]: { needs: 'write', body: () => ({ version: 1 }) },
  [`GET ${API}/engines/:engine/configuration/versions`]: { needs: 'read' },
  [`GET ${API}/engines/:engine/configuration/versions/:version`]: {
    needs: 'read',
    granted: { status: 404, body: NO_VERSION },
  },
  [`POST ${API}/engines/:engine/configuration/versions/:version/restore`]: {
    needs: 'write',
    granted: { status: 404, body: NO_VERSION },
  },
  [`GET ${API}/engines/:engine/synonyms`]: { needs: 'read' },
  [`POST ${API}/engines/:engine/synonyms`]: { needs: 'write', body: () => ({ synonyms: ['a', 'b'] }) },
  [`GET ${API}/engines/:engine/synonyms/:id`]: { needs: 'read', granted: { status: 404, body: NO_SET } },
  [`PUT ${API}/engines/:engine/synonyms/:id`]: { needs: 'write', granted: { status: 404, body: NO_SET } },
  [`DELETE ${API}/engines/:engine/synonyms/:id`]: { needs: 'write', granted: { status: 404, body: NO_SET } },

  [`GET ${API}/engines/:engine/relevance/judgements`]: { needs: 'read' },
  [`PUT ${API}/engines/:engine/relevance/judgements`]: {
    needs: 'write',
    body: () => ({ judgements: [{ query: 'dune', document_id: 'dune', grade: 3 }] }),
  },
  [`DELETE ${API}/engines/:engine/relevance/judgements`]: { needs: 'write', body: () => ({ all: true }) },
  [`POST ${API}/engines/:engine/relevance/judgements/from_clicks`]: { needs: 'write' },
  [`POST ${API}/engines/:engine/relevance/evaluate`]: {
    needs: 'read',
    body: () => ({ k: 0 }),
    granted: { status: 400, body: { errors: ['K must be an integer between 1 and 100'] } },
  },

  ...adaptiveRelevance(API),
  ...adaptiveRelevance(API_V0),

  [`GET ${API}/engines/:engine/search`]: SEARCH,
  [`POST ${API}/engines/:engine/search`]: SEARCH,
  [`GET ${API}/engines/:engine/multi_search`]: MULTI_SEARCH,
  [`POST ${API}/engines/:engine/multi_search`]: MULTI_SEARCH,
  [`GET ${API}/engines/:engine/query_suggestion`]: QUERY_SUGGESTION,
  [`POST ${API}/engines/:engine/query_suggestion`]: QUERY_SUGGESTION,
  [`POST ${API}/engines/:engine/click`]: CLICK,

  [`GET ${API}/engines/:engine/analytics/queries`]: { needs: 'read' },
  [`POST ${API}/engines/:engine/analytics/queries`]: { needs: 'read' },
  [`GET ${API}/engines/:engine/analytics/clicks`]: { needs: 'read' },
  [`POST ${API}/engines/:engine/analytics/clicks`]: { needs: 'read' },
  [`GET ${API}/engines/:engine/analytics/counts`]: { needs: 'read' },
  [`POST ${API}/engines/:engine/analytics/counts`]: { needs: 'read' },
  [`GET ${API}/engines/:engine/logs/api`]: { needs: 'read', granted: { status: 400, body: NO_DATE } },
  [`POST ${API}/engines/:engine/logs/api`]: { needs: 'read', granted: { status: 400, body: NO_DATE } },
  [`GET ${API}/log_settings`]: { needs: 'read' },
  [`PUT ${API}/log_settings`]: { needs: 'create engines', body: () => ({ api: { enabled: true } }) },
  [`PATCH ${API}/log_settings`]: { needs: 'create engines', body: () => ({}) },
  [`DELETE ${API}/log_settings`]: { needs: 'create engines' },
  [`GET ${API}/engines/:engine/search_explain`]: { needs: 'read', body: () => FIND_DUNE },
  [`POST ${API}/engines/:engine/search_explain`]: { needs: 'read', body: () => FIND_DUNE },
  [`GET ${API}/engines/:engine/elasticsearch/_search`]: ELASTICSEARCH,
  [`POST ${API}/engines/:engine/elasticsearch/_search`]: ELASTICSEARCH,
  [`GET ${API_V0}/engines/:engine/elasticsearch/_search`]: ELASTICSEARCH,
  [`POST ${API_V0}/engines/:engine/elasticsearch/_search`]: ELASTICSEARCH,

  [`GET ${API}/credentials`]: { needs: 'credentials' },
  [`POST ${API}/credentials`]: {
    needs: 'credentials',
    body: (it) => ({ name: it.freshName(), type: 'search' }),
  },
  [`PUT ${API}/credentials`]: { needs: 'credentials', body: () => ({ name: 'spare', type: 'search' }) },
  [`GET ${API}/credentials/:name`]: { needs: 'credentials' },
  [`PUT ${API}/credentials/:name`]: { needs: 'credentials', body: () => ({ type: 'search' }) },
  [`POST ${API}/credentials/:name/rotate`]: { needs: 'credentials' },
  [`DELETE ${API}/credentials/:name`]: { needs: 'credentials', prepare: (it) => it.makeSpare() },

  [`GET ${API}/signed_search_keys/revocations`]: { needs: 'credentials' },
  [`POST ${API}/signed_search_keys/revocations`]: { needs: 'credentials', body: () => ({ jti: 'nobody' }) },
  [`DELETE ${API}/signed_search_keys/revocations`]: {
    needs: 'credentials',
    body: () => ({ jti: 'somebody' }),
    granted: { status: 404, body: NO_REVOCATION },
  },
  [`DELETE ${API}/signed_search_keys/revocations/:id`]: {
    needs: 'credentials',
    granted: { status: 404, body: NO_REVOCATION },
  },
  [`POST ${API}/signed_search_keys/inspect`]: { needs: 'read', body: () => ({ token: 'x' }) },
};

interface Expected {
  readonly status: number;
  /** Undefined if this test does not check the body. */
  readonly body: unknown;
  /** The headers www-authenticate and x-app-search-version. */
  readonly asks: string | null;
  readonly version: string | null;
}

const refused = (body: unknown): Expected => ({
  status: 401,
  body,
  asks: 'error' in (body as object) ? 'Basic realm="Swiftype"' : null,
  version: null,
});

/** The order of the checks: authentication, kind of key, scope, existence of the engine. */
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

/** The row of a route; HEAD has the row of GET. */
const rowOf = ({ method, url }: RegisteredRoute): Row | undefined =>
  ROUTES[`${method === 'HEAD' ? 'GET' : method} ${url}`];

const nameOf = ({ method, url }: RegisteredRoute): string => `${method} ${url}`;

test('the authorisation matrix: every route of the router and every kind of caller', async (t) => {
  const it = await fixture(t);

  await t.test('this table and the router have the same routes', () => {
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

  await t.test('OPTIONS needs no key below /api, and is not allowed elsewhere', async () => {
    for (const url of new Set(it.routes.map((route) => route.url))) {
      const path = url.replace(':engine', 'ghost').replace(':name', 'ghost');
      const answer = await ask(it, 'OPTIONS', path, { kind: 'no key', standing: 'nobody' });
      assert.equal(answer.status, path.startsWith('/api/') ? 204 : 404, path);
      assert.equal(answer.headers.get('x-app-search-version'), null);
    }
  });

  await t.test('a method without a route gets the routing error, for every caller', async () => {
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
