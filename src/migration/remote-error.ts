/** Responses after which the same request may succeed. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

interface Refusal {
  /** Undefined if there was no response. */
  readonly status?: number | undefined;
  /** Milliseconds after which the service expects another attempt. */
  readonly retryAfter?: number | undefined;
  /** Whether the response has the form of the API's errors. */
  readonly isOfApi?: boolean;
  /** Where a redirect leads to. */
  readonly location?: string | undefined;
}

/** A request that failed: the service refused it, or there was no response. The message is a sentence. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  readonly status: number | undefined;
  readonly retryAfter: number | undefined;
  readonly isOfApi: boolean;
  readonly location: string | undefined;

  constructor(message: string, { status, retryAfter, isOfApi = false, location }: Refusal = {}) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
    this.isOfApi = isOfApi;
    this.location = location;
  }

  /** Whether another attempt may succeed. */
  get isPassing(): boolean {
    if (this.status === 400) return this.message === 'Engine is reindexing.';
    return this.status === undefined || PASSING.has(this.status);
  }

  /** Whether the service understood the request and does not accept what it asks for. */
  get isRefusal(): boolean {
    return this.status === 400 || this.status === 413;
  }
}
