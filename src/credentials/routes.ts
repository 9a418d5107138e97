import { listAnswer, pageRange, parsePage } from '../api/page.ts';
import { accountRoute, type JsonSchema, type Route } from '../api/route.ts';
import { deletedSchema, listOf, pageParameters } from '../api/shapes.ts';
import { limits } from '../limits.ts';
import type { Credential, Credentials } from './credentials.ts';
import { parseKeyRequest, parseOverlap } from './key-request.ts';
import { KEY_KINDS } from './key-value.ts';

const moment = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** Members without a value are omitted instead of null, as in App Search: clients compare whole objects. */
export const credentialJson = (credential: Credential): Record<string, unknown> => {
  const { id, key, name, kind, read, write, accessAllEngines, engines } = credential;
  const { expiresAt, description, rateLimit, previousUntil, lastUsedAt, previousUsedAt } = credential;
  const members = {
    ...{ id, key, name, type: kind, read, write, access_all_engines: accessAllEngines, engines },
    expires_at: moment(expiresAt),
    description,
    rate_limit: rateLimit && { requests_per_second: rateLimit.perSecond, burst: rateLimit.burst },
    previous_key_expires_at: moment(previousUntil),
    previous_key_last_used_at: moment(previousUsedAt),
    last_used_at: moment(lastUsedAt),
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
};

/** The response to a write: the last use is no part of it, as clients compare it with what they sent. */
const writtenJson = (credential: Credential): Record<string, unknown> =>
  credentialJson({ ...credential, lastUsedAt: null, previousUsedAt: null });

const request: JsonSchema = {
  type: 'object',
  properties: {
    name: { type: 'string', pattern: '^[A-Za-z0-9-]+$', maxLength: limits.keyNameLength },
    type: { enum: KEY_KINDS },
    read: { type: ['boolean', 'null'], description: 'Private keys only.' },
    write: { type: ['boolean', 'null'], description: 'Private keys only.' },
    access_all_engines: { type: ['boolean', 'null'] },
    engines: {
      type: ['array', 'null'],
      maxItems: limits.scopeEngines,
      items: { type: 'string', maxLength: limits.engineNameLength },
    },
    expires_at: {
      type: ['string', 'null'],
      format: 'date-time',
      description: 'In the future. Null: the key does not expire.',
    },
    description: { type: ['string', 'null'], maxLength: limits.keyDescriptionLength },
    rate_limit: {
      type: ['object', 'null'],
      properties: {
        requests_per_second: { type: 'integer', minimum: 1, maximum: limits.keyRate },
        burst: {
          type: 'integer',
          minimum: 1,
          maximum: limits.keyRate,
          description: 'Requests at once; by default those of a second.',
        },
      },
      required: ['requests_per_second'],
    },
  },
};
const answer: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    key: { type: 'string' },
    ...(request.properties as object),
    previous_key_expires_at: {
      type: 'string',
      format: 'date-time',
      description: 'Until then the value before the last rotation is accepted too.',
    },
    previous_key_last_used_at: {
      type: 'string',
      format: 'date-time',
      description: 'The last request with that value since the rotation. Only in responses to GET.',
    },
    last_used_at: {
      type: 'string',
      format: 'date-time',
      description: 'To the minute. Only in responses to GET.',
    },
  },
};

export const credentialRoutes = (credentials: Credentials): Route[] => [
  accountRoute({
    method: 'GET',
    path: '/credentials',
    // Where App Search's own dashboard had the list. Scripts that set up an installation read keys from it.
    aliases: ['/as/credentials/collection'],
    operation: {
      id: 'listCredentials',
      summary: 'List the keys of the account, by name',
      query: pageParameters,
      answer: listOf(answer),
    },
    async answer({ caller, params }) {
      const page = parsePage(await params(), limits.credentialsPerPage);
      const { total, results } = await credentials.page(caller.account.id, pageRange(page));
      return listAnswer(page, total, results.map(credentialJson));
    },
  }),
  accountRoute({
    method: 'POST',
    path: '/credentials',
    operation: { id: 'createCredential', summary: 'Create a key', body: request, answer },
    async answer({ caller, params }) {
      return writtenJson(await credentials.create(caller.account.id, parseKeyRequest(await params())));
    },
  }),
  accountRoute({
    method: 'PUT',
    path: '/credentials',
    operation: {
      id: 'putCredential',
      summary: 'Create a key, or update the one of that name',
      description:
        'An update replaces what the body names, keeps what it leaves out, and keeps the key value.',
      body: request,
      answer,
    },
    async answer({ caller, params }) {
      return writtenJson(await credentials.put(caller.account.id, parseKeyRequest(await params())));
    },
  }),
  accountRoute({
    method: 'GET',
    path: '/credentials/:name',
    operation: { id: 'getCredential', summary: 'Get a key by its name', answer },
    async answer({ caller, path }) {
      return credentialJson(await credentials.get(caller.account.id, path.name ?? ''));
    },
  }),
  accountRoute({
    method: 'PUT',
    path: '/credentials/:name',
    operation: { id: 'updateCredential', summary: 'Update a key', body: request, answer },
    async answer({ caller, path, params, precondition }) {
      const changes = parseKeyRequest(await params());
      const { id } = caller.account;
      return writtenJson(await credentials.update(id, path.name ?? '', changes, precondition));
    },
  }),
  accountRoute({
    method: 'POST',
    path: '/credentials/:name/rotate',
    operation: {
      id: 'rotateCredential',
      summary: 'Give a key a new value',
      description:
        'Until the overlap ends, the value until now is accepted and verifies signed search keys too.',
      body: {
        type: 'object',
        properties: {
          overlap_seconds: {
            type: 'integer',
            minimum: 0,
            maximum: limits.rotationOverlap.most,
            default: limits.rotationOverlap.default,
          },
        },
      },
      answer,
    },
    async answer({ caller, path, params, precondition }) {
      const overlap = 1000 * parseOverlap(await params());
      const { id } = caller.account;
      return writtenJson(await credentials.rotate(id, path.name ?? '', overlap, precondition));
    },
  }),
  accountRoute({
    method: 'DELETE',
    path: '/credentials/:name',
    operation: { id: 'deleteCredential', summary: 'Delete a key', answer: deletedSchema },
    async answer({ caller, path, precondition }) {
      await credentials.delete(caller.account.id, path.name ?? '', precondition);
      return { deleted: true };
    },
  }),
];
