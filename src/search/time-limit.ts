/**
 * Limits the time of some work for one request. Only the time spent waiting for that work counts, so a client that reads
 * slowly is not disconnected.
 */
export class TimeLimit {
  /** Created on first use: most responses never need it. */
  #expired: AbortController | undefined;
  readonly #given: AbortSignal | undefined;
  #left: number;
  readonly #error: () => Error;
  #signal: AbortSignal | undefined;

  /** When the time is up, the work is aborted with `error`. */
  constructor(signal: AbortSignal | undefined, milliseconds: number, error: () => Error) {
    this.#given = signal;
    this.#left = milliseconds;
    this.#error = error;
  }

  /** Aborts when the time is up or the given signal aborts. */
  get signal(): AbortSignal {
    const { signal } = this.#expiry;
    this.#signal ??= this.#given === undefined ? signal : AbortSignal.any([this.#given, signal]);
    return this.#signal;
  }

  get #expiry(): AbortController {
    this.#expired ??= new AbortController();
    return this.#expired;
  }

  /** Waits for work that is aborted by `signal`. */
  async within<T>(work: Promise<T>): Promise<T> {
    const began = performance.now();
    const timer = setTimeout(() => this.#expiry.abort(this.#error()), Math.max(this.#left, 0));
    try {
      return await work;
    } finally {
      clearTimeout(timer);
      this.#left -= performance.now() - began;
    }
  }
}
