import type { Deed } from './audit.ts';
import type { MirroredRequest, MirroredRoute } from './resource-versions.ts';

type DeedOf = (request: MirroredRequest, answer: unknown) => Deed | undefined;

const namesOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? Object.keys(value).join(', ') : '';

const engineName = ({ engine }: MirroredRequest): string => engine?.name ?? '';
const keyName = (answer: unknown): string => String((answer as { name?: unknown }).name ?? '');
const keyKind = (answer: unknown): string => String((answer as { type?: unknown }).type ?? '');

/** Of verdicts over documents, those that were taken. */
const taken = (answer: unknown): number =>
  (answer as ReadonlyArray<{ errors: readonly string[] }>).filter(({ errors }) => errors.length === 0).length;

const written: DeedOf = (request, answer) => {
  const count = taken(answer);
  return count === 0 ? undefined : { action: 'documents.written', subject: engineName(request), count };
};

const changedKey: DeedOf = (_request, answer) => ({
  action: 'key.changed',
  subject: keyName(answer),
  detail: keyKind(answer),
});

/** What the audit list says about each write of the mirrored API. Null where there is nothing to say: it only asks. */
export const DEEDS: Readonly<Record<string, DeedOf | null>> = {
  'POST /engines': (_request, answer) => ({ action: 'engine.created', subject: keyName(answer) }),
  'DELETE /engines/:engine': (request) => ({ action: 'engine.deleted', subject: engineName(request) }),
  'POST /engines/:engine/documents': written,
  'PATCH /engines/:engine/documents': written,
  'DELETE /engines/:engine/documents': (request, answer) => {
    const count = (answer as ReadonlyArray<{ deleted: boolean }>).filter(({ deleted }) => deleted).length;
    return count === 0 ? undefined : { action: 'documents.deleted', subject: engineName(request), count };
  },
  'POST /engines/:engine/schema': (request, answer) => {
    // A field of that name would be a text here.
    if ((answer as { dry_run?: unknown }).dry_run === true) return undefined;
    const detail = namesOf(JSON.parse(request.bodyText?.trim() || '{}'));
    return detail === '' ? undefined : { action: 'schema.changed', subject: engineName(request), detail };
  },
  'POST /engines/:engine/schema/reindex/cancel': (request) => ({
    action: 'reindex.cancelled',
    subject: engineName(request),
  }),
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
  'DELETE /credentials/:name': ({ path }) => ({ action: 'key.deleted', subject: path.name ?? '' }),
};

/** The deed of a request that has been answered, undefined if it changed nothing. */
export function deedOf(route: MirroredRoute, request: MirroredRequest, answer: unknown): Deed | undefined {
  if (route.method === 'GET') return undefined;
  const name = `${route.method} ${route.path}`;
  const of = DEEDS[name];
  if (of === undefined) throw new Error(`The audit list does not know what ${name} does.`);
  return of?.(request, answer);
}
