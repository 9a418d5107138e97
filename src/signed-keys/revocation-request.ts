import { texts } from '../error-texts.ts';
import { badRequest, errors } from '../errors.ts';
import { isObject } from '../json/object.ts';
import { parseBody } from '../json/parse.ts';
import { limits } from '../limits.ts';
import type { Revocation } from '../store/port.ts';
import { parseDate } from '../values/date-value.ts';
import { storableText } from '../values/storable-text.ts';

const MEMBERS = ['jti', 'sub', 'issued_before', 'api_key_name'];

/** How far ahead `issued_before` may be, in milliseconds: clocks differ, and milliseconds sent as seconds are refused. */
const AHEAD = 86_400_000;

const isKeyName = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9-]+$/.test(value) && value.length <= limits.keyNameLength;

/** Numbers are compared as text, here and in tokens. */
const claimText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

const isClaim = (value: unknown): value is string =>
  typeof value === 'string' &&
  value !== '' &&
  value.length <= limits.revokedClaimLength &&
  storableText(value) === value;

/** Milliseconds since 1970 of seconds since 1970 or an ISO 8601 date. */
function timeOf(value: unknown): number | undefined {
  if (typeof value === 'string') return parseDate(value)?.epochMs;
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
    ? Math.round(1000 * value)
    : undefined;
}

/**
 * Parses the conditions of a revocation. Unknown members are refused: a revocation with a misspelled condition would
 * revoke more than was meant. Members of the address are not read, as clients repeat `api_key_name` there.
 */
export function parseRevocation(bodyText: string | undefined, now: number = Date.now()): Revocation {
  const sent = parseBody(bodyText);
  const body = sent === undefined ? {} : sent;
  if (!isObject(body)) throw errors.undecodable();
  const unknown = Object.keys(body).filter((name) => !MEMBERS.includes(name));
  const messages = unknown.map(texts.unknownRevocationKey);
  const jti = claimText(body.jti) ?? null;
  const sub = claimText(body.sub) ?? null;
  const keyName = body.api_key_name ?? null;
  if (jti !== null && !isClaim(jti)) messages.push(texts.revokedClaimInvalid('Jti'));
  if (sub !== null && !isClaim(sub)) messages.push(texts.revokedClaimInvalid('Sub'));
  if (keyName !== null && !isKeyName(keyName)) messages.push(texts.revokedKeyInvalid);
  const issuedBefore = body.issued_before == null ? null : timeOf(body.issued_before);
  if (issuedBefore === undefined) messages.push(texts.issuedBeforeNotTime);
  else if (issuedBefore !== null && issuedBefore > now + AHEAD) messages.push(texts.issuedBeforeAhead);
  if (messages.length === 0 && jti === null && sub === null && issuedBefore === null) {
    messages.push(texts.revocationEmpty);
  }
  if (messages.length > 0) throw badRequest(messages);
  return { jti, sub, keyName, issuedBefore } as Revocation;
}
