import type { AuditedAction } from './audit.ts';
import type { SessionApiRequest, SessionApiRoute } from './resource-versions.ts';

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

const changedSynonyms: ActionOf = (request) => ({
  action: 'synonyms.changed',
  subject: engineName(request),
});

/** A dry run changes nothing. */
const changedConfiguration: ActionOf = (request, answer) =>
  (answer as { dry_run?: unknown }).dry_run === true
    ? undefined
    : { action: 'configuration.changed', subject: engineName(request) };

const changedSources: ActionOf = (request) => ({ action: 'sources.changed', subject: engineName(request) });

/** The audit action of each non-GET route of the public API. Null for routes that only read. */
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
  'POST /engines/:engine/curations': changedCurations,
  'PUT /engines/:engine/curations/:id': changedCurations,
  'DELETE /engines/:engine/curations/:id': changedCurations,
  'POST /engines/:engine/synonyms': changedSynonyms,
  'PUT /engines/:engine/synonyms/:id': changedSynonyms,
  'DELETE /engines/:engine/synonyms/:id': changedSynonyms,
  'POST /engines/:engine/search': null,
  'POST /engines/:engine/multi_search': null,
  'POST /engines/:engine/query_suggestion': null,
  'POST /credentials': (_request, answer) => ({
    action: 'key.created',
    subject: keyName(answer),
    detail: keyKind(answer),
  }),
  'PUT /credentials': changedKey,
  'PUT /credentials/:name': changedKey,
  'POST /credentials/:name/rotate': changedKey,
  'DELETE /credentials/:name': ({ path }) => ({ action: 'key.deleted', subject: path.name ?? '' }),
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
