import { listAnswer, pageRange, parsePage } from '../api/page.ts';
import { accountRoute, type JsonSchema, type Route } from '../api/route.ts';
import {
  anyObjectShape,
  booleanShape,
  deletedSchema,
  integerShape,
  listOf,
  named,
  objectShape,
  orNull,
  pageParameters,
  textListShape,
  textShape,
  timeShape,
} from '../api/shapes.ts';
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
const body = named('RevocationConditions', {
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
});
const answer = named(
  'Revocation',
  objectShape(
    { id: integerShape, created_at: timeShape },
    { jti: textShape, sub: textShape, issued_before: timeShape, api_key_name: textShape },
  ),
);
const timeOrNull: JsonSchema = { type: ['string', 'null'], format: 'date-time' };
const textOrNull: JsonSchema = { type: ['string', 'null'] };
const inspection = named(
  'SignedKeyInspection',
  objectShape({
    accepted: booleanShape,
    remarks: textListShape,
    kind: { enum: ['signed', 'search', 'private', 'admin', null] },
    key_name: textOrNull,
    signature_valid: booleanShape,
    issued_at: timeOrNull,
    expires_at: timeOrNull,
    not_before: timeOrNull,
    jti: textOrNull,
    sub: textOrNull,
    engines: orNull(textListShape),
    restrictions: orNull(anyObjectShape),
  }),
);

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
