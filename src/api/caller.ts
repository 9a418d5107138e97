import type { AccountRecord, KeyRecord, RateLimit } from '../store/port.ts';

/** The authenticated caller of a request and its permissions. */
export interface Caller {
  readonly account: AccountRecord;
  /**
   * `person` for people in the dashboard, who have no permissions in the public API; `owner` for an owner of the account
   * who sends name and password with HTTP Basic instead of a key.
   */
  readonly kind: KeyRecord['kind'] | 'signed' | 'person' | 'owner';
  /** The name of the key, of the signing key (for a signed search key) or of the person. */
  readonly keyName: string;
  /** Whether the key was sent with, or signed with, the value before its last rotation. */
  readonly usesPrevious?: boolean;
  readonly read: boolean;
  readonly write: boolean;
  /** Names of the engines in scope; null for all. */
  readonly engines: readonly string[] | null;
  /** The claims of a signed search key apart from the standard ones; null for every other kind. */
  readonly restrictions: Readonly<Record<string, unknown>> | null;
  /** The rate limit of the key, or of the signing key. */
  readonly rateLimit: RateLimit | null;
}

export const reaches = (caller: Caller, engine: string): boolean =>
  caller.engines === null || caller.engines.includes(engine);
