import type { Page, PageRange } from './page.ts';

/** A token bucket: `burst` requests at once, and `perSecond` requests come back every second. */
export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

/** The value that a key had before its last rotation. */
export interface PreviousValue {
  readonly lookup: string;
  readonly sealed: string;
  /** When it stops being valid. */
  readonly until: number;
}

export interface KeyRecord {
  readonly accountId: string;
  readonly name: string;
  readonly kind: 'search' | 'private' | 'admin';
  /** Private keys only. */
  readonly read: boolean | null;
  readonly write: boolean | null;
  /** As given when the key was created; null if omitted for a list of engines, and for admin keys. */
  readonly accessAllEngines: boolean | null;
  readonly engines: readonly string[] | null;
  readonly expiresAt: number | null;
  readonly description: string | null;
  readonly rateLimit: RateLimit | null;
  /** Keyed hash of the value, by which a key is found. */
  readonly lookup: string;
  /** The value, encrypted. */
  readonly sealed: string;
  readonly previous: PreviousValue | null;
}
/** Follows the name of a key in the uses of the value before its last rotation. */
export const PREVIOUS_USE = '/previous';

/** The last use of a key, in whole minutes since 1970 as milliseconds. */
export interface KeyUse {
  readonly accountId: string;
  /** The name of the key, or that and `PREVIOUS_USE`. */
  readonly name: string;
  readonly usedAt: number;
}
export interface KeyReader {
  /** By the keyed hash of the value or of the previous value, whether or not that is still valid. */
  byLookup(accountId: string, lookup: string): Promise<KeyRecord | undefined>;
  byName(accountId: string, name: string): Promise<KeyRecord | undefined>;
  /** Ascending by name, in byte order. */
  page(accountId: string, range: PageRange): Promise<Page<KeyRecord>>;
  /** When keys were last used, by name; without those that were not used. */
  lastUses(accountId: string, names: readonly string[]): Promise<ReadonlyMap<string, number>>;
}
export interface KeyWriter {
  insert(key: KeyRecord): Promise<void>;
  /** Replaces rights, scope, expiry, description and rate limit; name, kind and values stay. */
  update(key: KeyRecord): Promise<void>;
  /** Replaces the value and the previous value, and forgets uses of the value that was the previous one. */
  setValues(key: KeyRecord): Promise<void>;
  /** Records uses of keys that still exist. */
  setLastUses(uses: readonly KeyUse[]): Promise<void>;
  /** Removes previous values that are no longer valid at a time; gives their number. */
  forgetPrevious(now: number): Promise<number>;
  delete(accountId: string, name: string): Promise<boolean>;
}

/**
 * Signed search keys that are refused. Every condition that is not null must apply; without `issuedBefore`, the time of
 * issue does not matter.
 */
export interface Revocation {
  readonly jti: string | null;
  readonly sub: string | null;
  /** The name of the key that signed. */
  readonly keyName: string | null;
  /** Milliseconds since 1970. */
  readonly issuedBefore: number | null;
}
export interface RevocationRecord extends Revocation {
  readonly id: number;
  readonly accountId: string;
  readonly createdAt: number;
}
/** The claims of a signed search key that a revocation can name. */
export interface RevocableClaims {
  readonly jti: string | null;
  readonly sub: string | null;
  readonly keyName: string;
}
export interface RevocationReader {
  /** The revocations whose conditions apply to these claims, apart from `issuedBefore`. At most eight. */
  matching(accountId: string, claims: RevocableClaims): Promise<readonly RevocationRecord[]>;
  /** The newest first. */
  page(accountId: string, range: PageRange): Promise<Page<RevocationRecord>>;
  /** The revocation of exactly this token, subject and key, whatever its time. */
  find(accountId: string, revocation: Revocation): Promise<RevocationRecord | undefined>;
}
export interface RevocationWriter {
  /** Adds a revocation, or sets the time of the one with the same token, subject and key: there is at most one. */
  put(accountId: string, revocation: Revocation, createdAt: number): Promise<RevocationRecord>;
  delete(accountId: string, id: number): Promise<boolean>;
}
