/** What the wrong tokens are made of: the keys that sign them, and a case with its description. */

export interface Key {
  readonly name: string;
  readonly key: string;
}

/** Keys that sign, or try to. */
export interface Signers {
  /** A private key that may read: the signer of most tokens. */
  readonly signer: Key;
  readonly search: Key;
  readonly full: Key;
  readonly writer: Key;
  readonly admin: Key;
  readonly deleted: Key;
  /** A key whose name was deleted and made again: the value before, and the one since. */
  readonly before: Key;
  readonly since: Key;
  readonly stranger: Key;
}

export const GOOD_HEADER = '{"alg":"HS256","typ":"JWT"}';
export const HOUR = 3600;
export const now = (): number => Date.now() / 1000;

export type Case = readonly [what: string, token: string];

/** The alphabet of base64url, in order. */
export const CODE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
