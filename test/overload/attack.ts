/** Who sends a request. Routes of the dashboard need a session, which no key replaces. */
export const CALLERS = ['no key', 'search key', 'signed key', 'private key', 'admin key', 'session'] as const;
export type CallerKind = (typeof CALLERS)[number];

/** A body, and its coding if it is compressed. */
export interface Body {
  readonly bytes: Uint8Array;
  readonly coding?: 'br' | 'gzip';
  /** JSON by default. */
  readonly mediaType?: string;
  /** Bytes after decompression. */
  readonly size: number;
}

/** An expensive request: within the limits, or just beyond one of them, so that the service must refuse it. */
export interface Attack {
  /** As in the router. */
  readonly route: string;
  readonly name: string;
  readonly isWithin: boolean;
  readonly method: string;
  /** With an engine in place of the parameter. */
  readonly path: string;
  readonly callers: readonly CallerKind[];
  /** Made when it is needed: some have 10 MB. */
  readonly body?: () => Body;
  /** Restores what the request deletes or creates. */
  readonly prepare?: 'engine' | 'no engine' | 'key' | 'no reindex';
  /** Requests at once, by default 1 and 32. */
  readonly counts?: readonly number[];
  /** Sends something other than complete HTTP requests; then `body` is not used. */
  readonly connection?: ConnectionAttack;
}

/** What a client does with its connections rather than with a request. */
export type ConnectionAttack = 'pipelining' | 'slow bodies' | 'slow headers' | 'hanging up';
