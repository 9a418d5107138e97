import type { AccountRecord, KeyRecord } from '../store/port.ts';

/** Who a request turned out to be, and what that one may do. */
export interface Caller {
  readonly account: AccountRecord;
  /** `person` for someone at the dashboard, whom no right of the public API is given to. */
  readonly kind: KeyRecord['kind'] | 'signed' | 'person';
  /** The name of the key, of the signing key for a signed search key, of the person. */
  readonly keyName: string;
  readonly read: boolean;
  readonly write: boolean;
  /** Names of the engines within reach, null for all. */
  readonly engines: readonly string[] | null;
  /** What a signed search key says beside the standard claims; null for every other kind. */
  readonly restrictions: Readonly<Record<string, unknown>> | null;
}

export const reaches = (caller: Caller, engine: string): boolean =>
  caller.engines === null || caller.engines.includes(engine);
