import { createHmac, timingSafeEqual } from 'node:crypto';
import { hasDuplicateMembers } from '../json/members.ts';
import { isObject } from '../json/object.ts';
import { parseJson } from '../json/parse.ts';

/** A signed search key taken apart; nothing in it is trusted before `isSignedWith` and `isCurrent` said so. */
export interface SignedKey {
  readonly keyName: string;
  readonly notBefore: number | undefined;
  readonly expires: number | undefined;
  /** Every claim that is not a standard one: the options the key enforces. */
  readonly restrictions: Readonly<Record<string, unknown>>;
  readonly signedText: string;
  readonly signature: Buffer;
}

const STANDARD_CLAIMS = new Set(['api_key_name', 'iat', 'exp', 'nbf', 'iss', 'sub', 'aud', 'jti']);

/** Headers that change what is verified or with which key; `kid`, `typ` and `cty` change nothing. */
const REFUSED_HEADERS = ['crit', 'jku', 'jwk', 'x5u', 'x5c'];

export const looksSigned = (token: string): boolean => token.includes('.');

/** Bytes of canonical base64url: no padding, no blanks, no loose bits at the end. */
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

/** A time claim is a finite number or not there; everything else makes the token void. */
const isTime = (claim: unknown): claim is number | undefined =>
  claim === undefined || (typeof claim === 'number' && Number.isFinite(claim));

/**
 * Reads a signed search key: a JSON Web Token in compact form whose header says HS256 and nothing that would
 * change how it is verified. The algorithm is never chosen by the token: any other name ends here.
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
  const { api_key_name: keyName, exp, nbf } = payload;
  if (typeof keyName !== 'string' || !isTime(exp) || !isTime(nbf)) return undefined;
  return {
    keyName,
    expires: exp,
    notBefore: nbf,
    restrictions: Object.fromEntries(Object.entries(payload).filter(([name]) => !STANDARD_CLAIMS.has(name))),
    signedText: `${headerPart}.${payloadPart}`,
    signature,
  };
}

/** A signed search key of these claims, in their order. */
export function signedText(claims: Readonly<Record<string, unknown>>, secret: string): string {
  const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

/** Whether the signature is the HMAC-SHA256 of the token under this very key. */
export function isSignedWith(key: SignedKey, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(key.signedText).digest();
  return key.signature.length === expected.length && timingSafeEqual(key.signature, expected);
}

/** Whether `seconds` (since 1970) lies within the token's time, without leeway. */
export const isCurrent = (key: SignedKey, seconds: number): boolean =>
  (key.notBefore === undefined || seconds >= key.notBefore) &&
  (key.expires === undefined || seconds < key.expires);
