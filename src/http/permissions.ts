import type { Right } from '../credentials/permission.ts';

/**
 * What a key must have access to:
 * - `engine`: the engine in the path;
 * - `all`: every engine (to create one);
 * - `own`: the route shows only the engines in the key's scope;
 * - `account`: the account as a whole.
 */
export type Reach = 'engine' | 'all' | 'own' | 'account';

export interface Permission {
  readonly right: Right;
  readonly reach: Reach;
}

const engine = (right: Right): Permission => ({ right, reach: 'engine' });
const credentials: Permission = { right: 'credentials', reach: 'account' };

/**
 * The permission of every route of the API. The service does not start if a route has no row or a row no route. The tests
 * derive their authorisation matrix from this table and the router.
 */
export const PERMISSIONS: Readonly<Record<string, Permission>> = {
  'GET /engines': { right: 'read', reach: 'own' },
  'POST /engines': { right: 'write', reach: 'all' },
  'GET /engines/:engine': engine('read'),
  'DELETE /engines/:engine': engine('write'),
  // The route itself requires access to the sources that it adds.
  'POST /engines/:engine/source_engines': engine('write'),
  'DELETE /engines/:engine/source_engines': engine('write'),

  'GET /engines/:engine/documents': engine('read'),
  'POST /engines/:engine/documents': engine('write'),
  'PATCH /engines/:engine/documents': engine('write'),
  'DELETE /engines/:engine/documents': engine('write'),
  'GET /engines/:engine/documents/list': engine('read'),
  'GET /engines/:engine/documents/export': engine('read'),
  'POST /engines/:engine/documents/delete_by_filter': engine('write'),

  'GET /engines/:engine/schema': engine('read'),
  'POST /engines/:engine/schema': engine('write'),
  'GET /engines/:engine/schema/reindex': engine('read'),
  'GET /engines/:engine/schema/reindex/failures': engine('read'),
  'POST /engines/:engine/schema/reindex/cancel': engine('write'),

  'GET /engines/:engine/search_settings': engine('read'),
  'PUT /engines/:engine/search_settings': engine('write'),
  'POST /engines/:engine/search_settings/reset': engine('write'),

  'GET /engines/:engine/curations': engine('read'),
  'POST /engines/:engine/curations': engine('write'),
  'GET /engines/:engine/curations/:id': engine('read'),
  'PUT /engines/:engine/curations/:id': engine('write'),
  'DELETE /engines/:engine/curations/:id': engine('write'),

  'GET /engines/:engine/synonyms': engine('read'),
  'POST /engines/:engine/synonyms': engine('write'),
  'GET /engines/:engine/synonyms/:id': engine('read'),
  'PUT /engines/:engine/synonyms/:id': engine('write'),
  'DELETE /engines/:engine/synonyms/:id': engine('write'),

  'GET /engines/:engine/configuration': engine('read'),
  'PUT /engines/:engine/configuration': engine('write'),
  'GET /engines/:engine/configuration/versions': engine('read'),
  'GET /engines/:engine/configuration/versions/:version': engine('read'),
  'POST /engines/:engine/configuration/versions/:version/restore': engine('write'),

  'GET /engines/:engine/search': engine('search'),
  'POST /engines/:engine/search': engine('search'),
  'GET /engines/:engine/multi_search': engine('search'),
  'POST /engines/:engine/multi_search': engine('search'),
  'GET /engines/:engine/query_suggestion': engine('search'),
  'POST /engines/:engine/query_suggestion': engine('search'),
  'POST /engines/:engine/click': engine('search'),
  'GET /engines/:engine/analytics/queries': engine('read'),
  'POST /engines/:engine/analytics/queries': engine('read'),
  'GET /engines/:engine/analytics/clicks': engine('read'),
  'POST /engines/:engine/analytics/clicks': engine('read'),
  'GET /engines/:engine/analytics/counts': engine('read'),
  'POST /engines/:engine/analytics/counts': engine('read'),

  'GET /engines/:engine/logs/api': engine('read'),
  'POST /engines/:engine/logs/api': engine('read'),

  'GET /engines/:engine/search_explain': engine('read'),
  'POST /engines/:engine/search_explain': engine('read'),
  'GET /engines/:engine/elasticsearch/_search': engine('read'),
  'POST /engines/:engine/elasticsearch/_search': engine('read'),

  'GET /engines/:engine/relevance/judgements': engine('read'),
  'PUT /engines/:engine/relevance/judgements': engine('write'),
  'DELETE /engines/:engine/relevance/judgements': engine('write'),
  'POST /engines/:engine/relevance/judgements/from_clicks': engine('write'),
  'POST /engines/:engine/relevance/evaluate': engine('read'),

  'GET /engines/:engine/adaptive_relevance/settings': engine('read'),
  'PUT /engines/:engine/adaptive_relevance/settings': engine('write'),
  'GET /engines/:engine/adaptive_relevance/suggestions': engine('read'),
  'POST /engines/:engine/adaptive_relevance/suggestions': engine('read'),
  'PUT /engines/:engine/adaptive_relevance/suggestions': engine('write'),
  'GET /engines/:engine/adaptive_relevance/suggestions/:query': engine('read'),
  'POST /engines/:engine/adaptive_relevance/suggestions/:query': engine('read'),
  'POST /engines/:engine/adaptive_relevance/update_process/:type/refresh': engine('write'),

  // The settings apply to all engines.
  'GET /log_settings': { right: 'read', reach: 'account' },
  'PUT /log_settings': { right: 'write', reach: 'all' },
  'PATCH /log_settings': { right: 'write', reach: 'all' },
  'DELETE /log_settings': { right: 'write', reach: 'all' },

  'GET /credentials': credentials,
  'POST /credentials': credentials,
  'PUT /credentials': credentials,
  'GET /credentials/:name': credentials,
  'PUT /credentials/:name': credentials,
  'POST /credentials/:name/rotate': credentials,
  'DELETE /credentials/:name': credentials,

  'GET /signed_search_keys/revocations': credentials,
  'POST /signed_search_keys/revocations': credentials,
  'DELETE /signed_search_keys/revocations': credentials,
  'DELETE /signed_search_keys/revocations/:id': credentials,
  'POST /signed_search_keys/inspect': { right: 'read', reach: 'account' },
};
