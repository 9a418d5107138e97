import { listAnswer, pageRange, parsePage } from '../api/page.ts';
import { accountRoute, type Route } from '../api/route.ts';
import { deletedSchema, listOf, pageParameters } from '../api/shapes.ts';
import { limits } from '../limits.ts';
import type { Credential, Credentials } from './credentials.ts';
import { parseKeyRequest, parseOverlap } from './key-request.ts';
import { keyRequestShape, keyShape, rotationShape } from './shapes.ts';

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
      answer: listOf(keyShape),
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
    operation: { id: 'createCredential', summary: 'Create a key', body: keyRequestShape, answer: keyShape },
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
      body: keyRequestShape,
      answer: keyShape,
    },
    async answer({ caller, params }) {
      return writtenJson(await credentials.put(caller.account.id, parseKeyRequest(await params())));
    },
  }),
  accountRoute({
    method: 'GET',
    path: '/credentials/:name',
    operation: { id: 'getCredential', summary: 'Get a key by its name', answer: keyShape },
    async answer({ caller, path }) {
      return credentialJson(await credentials.get(caller.account.id, path.name ?? ''));
    },
  }),
  accountRoute({
    method: 'PUT',
    path: '/credentials/:name',
    operation: { id: 'updateCredential', summary: 'Update a key', body: keyRequestShape, answer: keyShape },
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
      body: rotationShape,
      answer: keyShape,
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
