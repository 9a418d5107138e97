import type { Role } from '../store/dashboard-port.ts';

/** Who may call a route: anyone, any signed-in person, the instance's first owner, or a minimum role in the account. */
export type Admission = 'anyone' | 'person' | 'first owner' | Role;

const DATA = '/accounts/:account/as/v1';
const ENGINE = '/accounts/:account/engines/:engine';

/**
 * Permissions of every route below `/dashboard/api`. The service does not start if a route has no row or a row no route.
 */
export const DASHBOARD_PERMISSIONS: Readonly<Record<string, Admission>> = {
  'GET /session': 'anyone',
  'POST /session': 'anyone',
  'DELETE /session': 'anyone',
  'POST /setup': 'anyone',
  'POST /reset': 'anyone',
  'POST /links/inspect': 'anyone',
  'POST /invitations/accept': 'anyone',

  'GET /sessions': 'person',
  'DELETE /sessions': 'person',
  'DELETE /sessions/:id': 'person',
  'PATCH /person': 'person',
  'POST /password': 'person',

  'GET /operations': 'first owner',
  'POST /accounts': 'first owner',
  'GET /accounts/:account': 'analyst',
  'GET /accounts/:account/people': 'owner',
  'PATCH /accounts/:account/people/:id': 'owner',
  'DELETE /accounts/:account/people/:id': 'owner',
  'POST /accounts/:account/invitations': 'owner',
  'DELETE /accounts/:account/invitations/:id': 'owner',
  'GET /accounts/:account/audit': 'owner',

  'GET /accounts/:account/engines': 'analyst',
  'POST /accounts/:account/samples': 'editor',
  [`GET ${ENGINE}/overview`]: 'analyst',
  [`GET ${ENGINE}/health`]: 'analyst',
  [`GET ${ENGINE}/originals`]: 'analyst',
  [`POST ${ENGINE}/schema/confirm`]: 'editor',
  [`POST ${ENGINE}/search-as`]: 'analyst',
  [`GET ${ENGINE}/curation-of`]: 'analyst',
  [`POST ${ENGINE}/organic-search`]: 'analyst',
  [`POST ${ENGINE}/analytics`]: 'analyst',
  'POST /accounts/:account/tokens/sign': 'owner',
  'POST /accounts/:account/tokens/inspect': 'owner',

  // The public API without `click`: searches in the dashboard must not be counted.
  [`GET ${DATA}/engines`]: 'analyst',
  [`POST ${DATA}/engines`]: 'editor',
  [`GET ${DATA}/engines/:engine`]: 'analyst',
  [`DELETE ${DATA}/engines/:engine`]: 'editor',
  [`POST ${DATA}/engines/:engine/source_engines`]: 'editor',
  [`DELETE ${DATA}/engines/:engine/source_engines`]: 'editor',

  [`GET ${DATA}/engines/:engine/documents`]: 'analyst',
  [`POST ${DATA}/engines/:engine/documents`]: 'editor',
  [`PATCH ${DATA}/engines/:engine/documents`]: 'editor',
  [`DELETE ${DATA}/engines/:engine/documents`]: 'editor',
  [`GET ${DATA}/engines/:engine/documents/list`]: 'analyst',
  [`GET ${DATA}/engines/:engine/documents/export`]: 'analyst',
  [`POST ${DATA}/engines/:engine/documents/delete_by_filter`]: 'editor',

  [`GET ${DATA}/engines/:engine/schema`]: 'analyst',
  [`POST ${DATA}/engines/:engine/schema`]: 'editor',
  [`GET ${DATA}/engines/:engine/schema/reindex`]: 'analyst',
  [`GET ${DATA}/engines/:engine/schema/reindex/failures`]: 'analyst',
  [`POST ${DATA}/engines/:engine/schema/reindex/cancel`]: 'editor',

  [`GET ${DATA}/engines/:engine/search_settings`]: 'analyst',
  [`PUT ${DATA}/engines/:engine/search_settings`]: 'editor',
  [`POST ${DATA}/engines/:engine/search_settings/reset`]: 'editor',

  [`GET ${DATA}/engines/:engine/relevance/judgements`]: 'analyst',
  [`PUT ${DATA}/engines/:engine/relevance/judgements`]: 'editor',
  [`DELETE ${DATA}/engines/:engine/relevance/judgements`]: 'editor',
  [`POST ${DATA}/engines/:engine/relevance/judgements/from_clicks`]: 'editor',
  [`POST ${DATA}/engines/:engine/relevance/evaluate`]: 'analyst',

  [`GET ${DATA}/engines/:engine/curations`]: 'analyst',
  [`POST ${DATA}/engines/:engine/curations`]: 'editor',
  [`GET ${DATA}/engines/:engine/curations/:id`]: 'analyst',
  [`PUT ${DATA}/engines/:engine/curations/:id`]: 'editor',
  [`DELETE ${DATA}/engines/:engine/curations/:id`]: 'editor',

  [`GET ${DATA}/engines/:engine/adaptive_relevance/settings`]: 'analyst',
  [`PUT ${DATA}/engines/:engine/adaptive_relevance/settings`]: 'editor',
  [`GET ${DATA}/engines/:engine/adaptive_relevance/suggestions`]: 'analyst',
  [`PUT ${DATA}/engines/:engine/adaptive_relevance/suggestions`]: 'editor',
  [`GET ${DATA}/engines/:engine/adaptive_relevance/suggestions/:query`]: 'analyst',
  [`POST ${DATA}/engines/:engine/adaptive_relevance/update_process/:type/refresh`]: 'editor',
  [`GET ${DATA}/engines/:engine/analytics/clicks`]: 'analyst',

  [`GET ${DATA}/engines/:engine/synonyms`]: 'analyst',
  [`POST ${DATA}/engines/:engine/synonyms`]: 'editor',
  [`GET ${DATA}/engines/:engine/synonyms/:id`]: 'analyst',
  [`PUT ${DATA}/engines/:engine/synonyms/:id`]: 'editor',
  [`DELETE ${DATA}/engines/:engine/synonyms/:id`]: 'editor',

  [`GET ${DATA}/engines/:engine/logs/api`]: 'analyst',
  [`POST ${DATA}/engines/:engine/logs/api`]: 'analyst',
  [`GET ${DATA}/log_settings`]: 'analyst',
  [`PUT ${DATA}/log_settings`]: 'editor',
  [`PATCH ${DATA}/log_settings`]: 'editor',
  [`DELETE ${DATA}/log_settings`]: 'editor',

  [`GET ${DATA}/engines/:engine/configuration`]: 'analyst',
  [`PUT ${DATA}/engines/:engine/configuration`]: 'editor',
  [`GET ${DATA}/engines/:engine/configuration/versions`]: 'analyst',
  [`GET ${DATA}/engines/:engine/configuration/versions/:version`]: 'analyst',
  [`POST ${DATA}/engines/:engine/configuration/versions/:version/restore`]: 'editor',

  [`GET ${DATA}/engines/:engine/search`]: 'analyst',
  [`POST ${DATA}/engines/:engine/search`]: 'analyst',
  [`GET ${DATA}/engines/:engine/multi_search`]: 'analyst',
  [`POST ${DATA}/engines/:engine/multi_search`]: 'analyst',
  [`GET ${DATA}/engines/:engine/query_suggestion`]: 'analyst',
  [`POST ${DATA}/engines/:engine/query_suggestion`]: 'analyst',
  [`POST ${DATA}/engines/:engine/search_explain`]: 'analyst',

  [`POST ${DATA}/engines/:engine/analytics/queries`]: 'analyst',
  [`POST ${DATA}/engines/:engine/analytics/clicks`]: 'analyst',

  [`GET ${DATA}/credentials`]: 'owner',
  [`POST ${DATA}/credentials`]: 'owner',
  [`PUT ${DATA}/credentials`]: 'owner',
  [`GET ${DATA}/credentials/:name`]: 'owner',
  [`PUT ${DATA}/credentials/:name`]: 'owner',
  [`POST ${DATA}/credentials/:name/rotate`]: 'owner',
  [`DELETE ${DATA}/credentials/:name`]: 'owner',
  [`GET ${DATA}/signed_search_keys/revocations`]: 'owner',
  [`POST ${DATA}/signed_search_keys/revocations`]: 'owner',
  [`DELETE ${DATA}/signed_search_keys/revocations/:id`]: 'owner',
};
