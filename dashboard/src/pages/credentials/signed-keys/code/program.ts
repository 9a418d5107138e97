import type { Expiry } from '../expiry.ts';

/** The data that a program signs. */
export interface Signing {
  readonly keyName: string;
  /** In order; without `exp`, which some programs compute at run time. */
  readonly claims: Readonly<Record<string, unknown>>;
  readonly expiry: Expiry;
}

/** The environment variable with the key's value, so that it never appears in code. */
export const KEY_VARIABLE = 'FINDLING_SIGNING_KEY';

/**
 * All claims in signing order: `exp` and the name of the key come last, as in the official clients. Order and JSON
 * formatting determine the bytes that are signed.
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

/** A language and its program, which uses only the standard library and prints the token. */
export interface Language {
  readonly id: 'node' | 'ruby' | 'python' | 'php';
  readonly label: string;
  readonly program: (signing: Signing) => string;
}
