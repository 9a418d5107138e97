/** The parts of invalid tokens: the keys that sign them, and a case with its description. */

export interface Key {
  readonly name: string;
  readonly key: string;
}

/** Keys that sign, validly or not. */
export interface Signers {
  /** A private key with read access, which signs most tokens. */
  readonly signer: Key;
  readonly search: Key;
  readonly full: Key;
  readonly writer: Key;
  readonly admin: Key;
  readonly deleted: Key;
  /** A key that was deleted and created again under the same name: the old value and the new one. */
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
