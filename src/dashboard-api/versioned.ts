import { createHash } from 'node:crypto';
import type { AccountRecord, EngineRecord, StoreReader } from '../store/port.ts';

/** A dashboard request to a route of the public API. */
export interface SessionApiRequest {
  readonly path: Readonly<Record<string, string>>;
  readonly address: Readonly<Record<string, unknown>>;
  readonly bodyText: string | undefined;
  /** The members of the body and the parameters of the address. */
  params(): Promise<Readonly<Record<string, unknown>>>;
  readonly account: AccountRecord;
  readonly engine: EngineRecord | undefined;
  /** The version stated in If-Match. */
  readonly version: string | undefined;
}
export interface SessionApiRoute {
  readonly method: string;
  readonly path: string;
}

/** A resource that two people may change at the same time. */
export interface Versioned {
  /** Changes whenever the resource does; undefined if the request does not concern exactly one resource. */
  version(store: StoreReader): Promise<string | undefined>;
  /** The resource as a read returns it, null if it was deleted. */
  current(): Promise<unknown>;
}

/** The version of a resource that does not exist. */
export const ABSENT = '0';

/** A version that depends on the content of a resource. */
export const versionHash = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);
