import { createHmac } from 'node:crypto';

// Signed search keys built with node:crypto alone, so that a test can build wrong ones as well.

export const base64url = (value: string | Uint8Array): string => Buffer.from(value).toString('base64url');

/** The HMAC of a text, encoded as the third part of a token. */
export const hmac = (secret: string | Uint8Array, text: string, hash = 'sha256'): string =>
  createHmac(hash, secret).update(text).digest('base64url');

/** A token of a header and a payload (not yet encoded), signed with HMAC-SHA256. */
export const tokenOf = (secret: string, header: string | Uint8Array, payload: string | Uint8Array): string =>
  sealed(secret, `${base64url(header)}.${base64url(payload)}`);

/** A text, a dot, and the signature of the text. */
export const sealed = (secret: string, text: string): string => `${text}.${hmac(secret, text)}`;

const HEADER = { alg: 'HS256', typ: 'JWT' };

/** A signed search key as the official clients build it. */
export const signedKey = (
  signer: { readonly name: string; readonly key: string },
  claims: Readonly<Record<string, unknown>> = {},
  header: unknown = HEADER,
): string =>
  tokenOf(signer.key, JSON.stringify(header), JSON.stringify({ ...claims, api_key_name: signer.name }));
