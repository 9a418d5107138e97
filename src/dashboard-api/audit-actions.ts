import type { AuditedAction } from './audit.ts';
import type { SessionApiRequest, SessionApiRoute } from './versioned.ts';

type ActionOf = (request: SessionApiRequest, answer: unknown) => AuditedAction | undefined;

const namesOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? Object.keys(value).join(', ') : '';

const engineName = ({ engine }: SessionApiRequest): string => engine?.name ?? '';
const keyName = (answer: unknown): string => String((answer as { name?: unknown }).name ?? '');
const keyKind = (answer: unknown): string => String((answer as { type?: unknown }).type ?? '');

/** The number of documents that were accepted. */
const acceptedCount = (answer: unknown): number =>
  (answer as ReadonlyArray<{ errors: readonly string[] }>).filter(({ errors }) => errors.length === 0).length;

const written: ActionOf = (request, answer) => {
  const count = acceptedCount(answer);
  return count === 0 ? undefined : { action: 'documents.written', subject: engineName(request), count };
};

const changedKey: ActionOf = (_request, answer) => ({
  action: 'key.changed',
  subject: keyName(answer),
  detail: keyKind(answer),
});

const changedSettings: ActionOf = (request) => ({
  action: 'settings.changed',
  subject: engineName(request),
});

const changedCurations: ActionOf = (request) => ({
  action: 'curations.changed',
  subject: engineName(request),
});

/** Each change of a suggestion succeeds or fails on its own. */
const decidedSuggestions: ActionOf = (request, answer) => {
  const { results } = answer as { readonly results: readonly object[] };
  const isChanged = results.some((result) => !('errors' in result));
  return isChanged ? { action: 'curations.changed', subject: engineName(request) } : undefined;
};

/** A dry run and a deletion of nothing change nothing. */
const changedJudgements: ActionOf = (request, answer) => {
  const { dry_run, deleted } = answer as { readonly dry_run?: unknown; readonly deleted?: unknown };
  return dry_run === true || deleted === 0
    ? undefined
    : { action: 'judgements.changed', subject: engineName(request) };
};

const changedSynonyms: ActionOf = (request) => ({
  action: 'synonyms.changed',
  subject: engineName(request),
});

/** A dry run changes nothing. */
const changedConfiguration: ActionOf = (request, answer) =>
  (answer as { dry_run?: unknown }).dry_run === true
    ? undefined
    : { action: 'configuration.changed', subject: engineName(request) };

const changedLogSettings: ActionOf = (request) => ({
  action: 'logs.changed',
  subject: '',
  detail: namesOf(JSON.parse(request.bodyText?.trim() || '{}')),
});

const changedSources: ActionOf = (request) => ({ action: 'sources.changed', subject: engineName(request) });

/** The audit action of each non-GET route of the public API. Null for routes that only read or recompute. */
export const AUDIT_ACTIONS: Readonly<Record<string, ActionOf | null>> = {
  'POST /engines': (_request, answer) => ({ action: 'engine.created', subject: keyName(answer) }),
  'DELETE /engines/:engine': (request) => ({ action: 'engine.deleted', subject: engineName(request) }),
  'POST /engines/:engine/source_engines': changedSources,
  'DELETE /engines/:engine/source_engines': changedSources,
  'POST /engines/:engine/documents': written,
  'PATCH /engines/:engine/documents': written,
  'DELETE /engines/:engine/documents': (request, answer) => {
    const count = (answer as ReadonlyArray<{ deleted: boolean }>).filter(({ deleted }) => deleted).length;
    return count === 0 ? undefined : { action: 'documents.deleted', subject: engineName(request), count };
  },
  // A dry run deletes none.
  'POST /engines/:engine/documents/delete_by_filter': (request, answer) => {
    const { deleted: count } = answer as { readonly deleted: number };
    return count === 0 ? undefined : { action: 'documents.deleted', subject: engineName(request), count };
  },
  'POST /engines/:engine/schema': (request, answer) => {
    // In an applied change, `dry_run` could only be a field of that name, with its type as a string.
    if ((answer as { dry_run?: unknown }).dry_run === true) return undefined;
    const detail = namesOf(JSON.parse(request.bodyText?.trim() || '{}'));
    return detail === '' ? undefined : { action: 'schema.changed', subject: engineName(request), detail };
  },
  'POST /engines/:engine/schema/reindex/cancel': (request) => ({
    action: 'reindex.cancelled',
    subject: engineName(request),
  }),
  'PUT /engines/:engine/configuration': changedConfiguration,
  'POST /engines/:engine/configuration/versions/:version/restore': changedConfiguration,
  'PUT /engines/:engine/search_settings': changedSettings,
  'POST /engines/:engine/search_settings/reset': changedSettings,
  'PUT /engines/:engine/relevance/judgements': changedJudgements,
  'DELETE /engines/:engine/relevance/judgements': changedJudgements,
  'POST /engines/:engine/relevance/judgements/from_clicks': changedJudgements,
  'POST /engines/:engine/relevance/evaluate': null,
  'POST /engines/:engine/curations': changedCurations,
  'PUT /engines/:engine/curations/:id': changedCurations,
  'DELETE /engines/:engine/curations/:id': changedCurations,
  'PUT /engines/:engine/adaptive_relevance/settings': (request) => ({
    action: 'adaptive-relevance.changed',
    subject: engineName(request),
  }),
  'PUT /engines/:engine/adaptive_relevance/suggestions': decidedSuggestions,
  'POST /engines/:engine/adaptive_relevance/update_process/:type/refresh': null,
  'POST /engines/:engine/synonyms': changedSynonyms,
  'PUT /engines/:engine/synonyms/:id': changedSynonyms,
  'DELETE /engines/:engine/synonyms/:id': changedSynonyms,
  'POST /engines/:engine/logs/api': null,
  'PUT /log_settings': changedLogSettings,
  'PATCH /log_settings': changedLogSettings,
  'DELETE /log_settings': changedLogSettings,
  'POST /engines/:engine/search': null,
  'POST /engines/:engine/multi_search': null,
  'POST /engines/:engine/search_explain': null,
  'POST /engines/:engine/query_suggestion': null,
  'POST /engines/:engine/analytics/queries': null,
  'POST /engines/:engine/analytics/clicks': null,
  'POST /credentials': (_request, answer) => ({
    action: 'key.created',
    subject: keyName(answer),
    detail: keyKind(answer),
  }),
  'PUT /credentials': changedKey,
  'PUT /credentials/:name': changedKey,
  'POST /credentials/:name/rotate': changedKey,
  'DELETE /credentials/:name': ({ path }) => ({ action: 'key.deleted', subject: path.name ?? '' }),
  'POST /signed_search_keys/revocations': (_request, answer) => {
    const { id: _id, created_at: _at, ...conditions } = answer as Record<string, unknown>;
    return { action: 'tokens.revoked', subject: '', detail: namesOf(conditions) };
  },
  'DELETE /signed_search_keys/revocations/:id': () => ({ action: 'revocation.deleted', subject: '' }),
};

/** The audit action of a completed request; undefined if it changed nothing. */
export function auditActionFor(
  route: SessionApiRoute,
  request: SessionApiRequest,
  answer: unknown,
): AuditedAction | undefined {
  if (route.method === 'GET') return undefined;
  const name = `${route.method} ${route.path}`;
  const actionOf = AUDIT_ACTIONS[name];
  if (actionOf === undefined) throw new Error(`AUDIT_ACTIONS has no entry for ${name}.`);
  return actionOf?.(request, answer);
}
