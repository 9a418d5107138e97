import type { Expiry } from '../expiry.ts';

/** What a program signs. */
export interface Signing {
  readonly keyName: string;
  /** In their order; without `exp`, which some programs work out when they run. */
  readonly claims: Readonly<Record<string, unknown>>;
  readonly expiry: Expiry;
}

/** Where programs find the value of the key: code is copied about, and values of keys should not be. */
export const KEY_VARIABLE = 'FINDLING_SIGNING_KEY';

/**
 * Every claim in the order in which it is signed: `exp` and the name of the key come last, as with the official
 * clients. The order and the manner of writing JSON make the bytes, and the bytes make the token.
 */
export const signedClaims = (
  { keyName, claims, expiry }: Signing,
  after: (seconds: number) => unknown,
): Record<string, unknown> => ({
  ...claims,
  ...(expiry.kind === 'after' && { exp: after(expiry.seconds) }),
  ...(expiry.kind === 'at' && { exp: expiry.seconds }),
  api_key_name: keyName,
});

/** A language and its program, which needs nothing but the standard library and prints the token. */
export interface Language {
  readonly id: 'node' | 'ruby' | 'python' | 'php';
  readonly label: string;
  readonly program: (signing: Signing) => string;
}
