import { listAnswer, pageRange, parsePage } from '../api/page.ts';
import { accountRoute, type JsonSchema, type Route } from '../api/route.ts';
import { deletedSchema, listOf, pageParameters } from '../api/shapes.ts';
import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
import type { RevocationRecord } from '../store/port.ts';
import { parseRevocation } from './revocation-request.ts';
import type { Revocations } from './revocations.ts';
import type { SignedKeys } from './signed-keys.ts';

/** Members without a value are omitted, as for keys. */
const revocationJson = ({ id, jti, sub, keyName, issuedBefore, createdAt }: RevocationRecord) => ({
  id,
  ...(jti !== null && { jti }),
  ...(sub !== null && { sub }),
  ...(issuedBefore !== null && { issued_before: new Date(issuedBefore).toISOString() }),
  ...(keyName !== null && { api_key_name: keyName }),
  created_at: new Date(createdAt).toISOString(),
});

const claim: JsonSchema = { type: ['string', 'number'], maxLength: limits.revokedClaimLength };
const body: JsonSchema = {
  type: 'object',
  description: 'At least one of jti, sub and issued_before. All that are given must apply.',
  properties: {
    jti: claim,
    sub: claim,
    issued_before: {
      type: ['string', 'number'],
      description: 'ISO 8601, or seconds since 1970. A token without `iat` counts as issued in 1970.',
    },
    api_key_name: { type: 'string', description: 'Only tokens signed with this key.' },
  },
};
const answer: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    jti: { type: 'string' },
    sub: { type: 'string' },
    issued_before: { type: 'string', format: 'date-time' },
    api_key_name: { type: 'string' },
    created_at: { type: 'string', format: 'date-time' },
  },
};
const inspection: JsonSchema = {
  type: 'object',
  properties: {
    accepted: { type: 'boolean' },
    remarks: { type: 'array', items: { type: 'string' } },
    kind: { type: ['string', 'null'] },
    key_name: { type: ['string', 'null'] },
    signature_valid: { type: 'boolean' },
    issued_at: { type: ['string', 'null'], format: 'date-time' },
    expires_at: { type: ['string', 'null'], format: 'date-time' },
    not_before: { type: ['string', 'null'], format: 'date-time' },
    jti: { type: ['string', 'null'] },
    sub: { type: ['string', 'null'] },
    engines: { type: ['array', 'null'], items: { type: 'string' } },
    restrictions: { type: ['object', 'null'] },
  },
};

export const signedKeyRoutes = (revocations: Revocations, signedKeys: SignedKeys): Route[] => [
  accountRoute({
    method: 'GET',
    path: '/signed_search_keys/revocations',
    operation: {
      id: 'listRevocations',
      summary: 'List the revocations of signed search keys, newest first',
      query: pageParameters,
      answer: listOf(answer),
    },
    async answer({ caller, params }) {
      const page = parsePage(await params(), limits.credentialsPerPage);
      const { total, results } = await revocations.page(caller.account.id, pageRange(page));
      return listAnswer(page, total, results.map(revocationJson));
    },
  }),
  accountRoute({
    method: 'POST',
    path: '/signed_search_keys/revocations',
    operation: { id: 'revokeSignedSearchKeys', summary: 'Revoke signed search keys', body, answer },
    async answer({ caller, bodyText }) {
      return revocationJson(await revocations.add(caller.account.id, parseRevocation(bodyText)));
    },
  }),
  accountRoute({
    method: 'DELETE',
    path: '/signed_search_keys/revocations',
    operation: {
      id: 'deleteRevocationByConditions',
      summary: 'Delete the revocation with exactly these conditions',
      body,
      answer: deletedSchema,
    },
    async answer({ caller, bodyText }) {
      await revocations.deleteExactly(caller.account.id, parseRevocation(bodyText));
      return { deleted: true };
    },
  }),
  accountRoute({
    method: 'DELETE',
    path: '/signed_search_keys/revocations/:id',
    operation: { id: 'deleteRevocation', summary: 'Delete a revocation', answer: deletedSchema },
    async answer({ caller, path }) {
      await revocations.deleteById(caller.account.id, path.id ?? '');
      return { deleted: true };
    },
  }),
  accountRoute({
    method: 'POST',
    path: '/signed_search_keys/inspect',
    operation: {
      id: 'inspectSignedSearchKey',
      summary: 'Show what a signed search key permits, and why it is refused',
      body: { type: 'object', properties: { token: { type: 'string' } }, required: ['token'] },
      answer: inspection,
    },
    async answer({ caller, params }) {
      const { token } = await params();
      if (typeof token !== 'string') throw errors.missingParameter('token');
      return signedKeys.inspect(caller.account, token.trim(), caller.engines);
    },
  }),
];
