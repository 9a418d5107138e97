import { createHmac, timingSafeEqual } from 'node:crypto';
import { hasDuplicateMembers } from '../json/members.ts';
import { isObject } from '../json/object.ts';
import { parseJson } from '../json/parse.ts';
import { storableText } from '../values/storable-text.ts';

/** A parsed signed search key. Nothing in it is trusted until `isSignedWith` is true. */
export interface SignedKey {
  readonly keyName: string;
  readonly notBefore: number | undefined;
  readonly expires: number | undefined;
  /** Undefined if the token does not say. */
  readonly issuedAt: number | undefined;
  readonly jti: string | null;
  readonly sub: string | null;
  /** All claims but the standard ones: the search options that the key enforces. */
  readonly restrictions: Readonly<Record<string, unknown>>;
  readonly signedText: string;
  readonly signature: Buffer;
}

const STANDARD_CLAIMS = new Set(['api_key_name', 'iat', 'exp', 'nbf', 'iss', 'sub', 'aud', 'jti']);

/** Header members that change what is verified or with which key. `kid`, `typ` and `cty` do not. */
const REFUSED_HEADERS = ['crit', 'jku', 'jwk', 'x5u', 'x5c'];

export const looksSigned = (token: string): boolean => token.includes('.');

/** The bytes of canonical base64url: no padding, no whitespace, no unused bits set at the end. */
function decodeBase64url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}

function decodeObject(part: string): Record<string, unknown> | undefined {
  const bytes = decodeBase64url(part);
  if (bytes === undefined) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const value = parseJson(text);
    return isObject(value) && !hasDuplicateMembers(text) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A claim that revocations can name, as text; null if it is empty or neither text nor a number. */
const revocable = (claim: unknown): string | null =>
  (typeof claim === 'string' && claim !== '') || typeof claim === 'number'
    ? storableText(String(claim))
    : null;

/** A time claim is a finite number or absent; anything else makes the token invalid. */
const isTime = (claim: unknown): claim is number | undefined =>
  claim === undefined || (typeof claim === 'number' && Number.isFinite(claim));

/**
 * Parses a signed search key: a JSON Web Token (RFC 7519) in compact form whose header says HS256 and nothing that
 * changes how it is verified. The token never chooses the algorithm: every other name is refused here.
 */
export function readSignedKey(token: string): SignedKey | undefined {
  const parts = token.split('.');
  if (parts.length !== 3) return undefined;
  const [headerPart, payloadPart, signaturePart] = parts as [string, string, string];
  const header = decodeObject(headerPart);
  if (header === undefined || header.alg !== 'HS256') return undefined;
  if (REFUSED_HEADERS.some((name) => Object.hasOwn(header, name))) return undefined;
  const payload = decodeObject(payloadPart);
  const signature = decodeBase64url(signaturePart);
  if (payload === undefined || signature === undefined) return undefined;
  const { api_key_name: keyName, exp, nbf, iat } = payload;
  if (typeof keyName !== 'string' || !isTime(exp) || !isTime(nbf)) return undefined;
  return {
    keyName,
    expires: exp,
    notBefore: nbf,
    issuedAt: typeof iat === 'number' && Number.isFinite(iat) ? iat : undefined,
    jti: revocable(payload.jti),
    sub: revocable(payload.sub),
    restrictions: Object.fromEntries(Object.entries(payload).filter(([name]) => !STANDARD_CLAIMS.has(name))),
    signedText: `${headerPart}.${payloadPart}`,
    signature,
  };
}

/** Makes a signed search key of these claims, in their order. */
export function signedText(claims: Readonly<Record<string, unknown>>, secret: string): string {
  const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

/** Whether the signature is the HMAC-SHA256 of the token under this secret. */
export function isSignedWith(key: SignedKey, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(key.signedText).digest();
  return key.signature.length === expected.length && timingSafeEqual(key.signature, expected);
}

/** Whether the token is valid at `seconds` since 1970, without leeway. */
export const isCurrent = (key: SignedKey, seconds: number): boolean =>
  (key.notBefore === undefined || seconds >= key.notBefore) &&
  (key.expires === undefined || seconds < key.expires);
