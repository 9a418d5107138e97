import { FindlingError } from './error.ts';

/** Ends the request of a call when the caller aborts it, or when the service is silent for too long. */
export class Watch {
  readonly #silence = new AbortController();
  readonly #timeout: number;
  readonly #caller: AbortSignal | undefined;
  /** The signal of the request. */
  readonly signal: AbortSignal;

  /** `timeout`: the longest silence in milliseconds. */
  constructor(timeout: number, caller: AbortSignal | undefined) {
    this.#timeout = timeout;
    this.#caller = caller;
    const { signal } = this.#silence;
    this.signal = caller === undefined ? signal : AbortSignal.any([caller, signal]);
  }

  /** Waits for something from the service. The time that the caller takes in between does not count. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const timer = setTimeout(() => this.#silence.abort(), this.#timeout);
    try {
      return await work();
    } catch (cause) {
      throw this.#meaningOf(cause);
    } finally {
      clearTimeout(timer);
    }
  }

  #meaningOf(cause: unknown): unknown {
    if (this.#caller?.aborted) return this.#caller.reason;
    if (this.#silence.signal.aborted) {
      return new FindlingError(`The service did not answer within ${this.#timeout / 1000} seconds.`, {
        cause,
      });
    }
    return new FindlingError(`The connection to the service failed: ${reasonOf(cause)}.`, { cause });
  }
}

/** Node has the reason in the cause of the error, browsers have none. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { readonly message?: string; readonly cause?: unknown };
  const { code, message: reason } = (cause ?? {}) as { readonly code?: string; readonly message?: string };
  return code ?? (reason || message || 'unknown reason').replace(/\.$/, '');
}

/** Waits; rejects with the reason of the signal if it aborts. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}
