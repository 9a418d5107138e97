import type { Fixture, Need } from './callers.ts';

export interface Row {
  readonly needs: Need;
  /** The response to an authorised caller; by default 200 with any body. */
  readonly granted?: { readonly status?: number; readonly body?: Body };
  readonly body?: (fixture: Fixture) => unknown;
  /** Restores what the request deletes. */
  readonly prepare?: (fixture: Fixture) => Promise<unknown>;
}

/** A response body, or a function of the request id that returns it. */
type Body = object | typeof NO_BODY | ((requestId: string | null) => unknown);
export const NO_BODY = Symbol('no body');

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

/**
 * What each route needs, and what it answers to a caller who may use it: written from the documentation of App Search,
 * independently of the service's own table.
 */
export const ROUTES: Readonly<Record<string, Row>> = {
  'GET /': { needs: 'nothing' },
  'GET /login': { needs: 'nothing', granted: { status: 302 } },
  'GET /health': { needs: 'nothing' },
  'GET /health/live': { needs: 'nothing', granted: { body: { status: 'ok' } } },
  'GET /health/ready': { needs: 'nothing', granted: { body: { status: 'ok' } } },
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
