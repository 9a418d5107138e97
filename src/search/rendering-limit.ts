import { errors } from '../errors.ts';
import { limits } from '../limits.ts';

/**
 * Limits the time to render one response. Only the time spent waiting for rendering counts, so a client that reads
 * slowly is not disconnected.
 */
export class RenderingLimit {
  /** Created on first use: most responses never need it. */
  #expired: AbortController | undefined;
  readonly #given: AbortSignal | undefined;
  #left: number;
  #signal: AbortSignal | undefined;

  constructor(signal?: AbortSignal, milliseconds: number = limits.renderingTime) {
    this.#given = signal;
    this.#left = milliseconds;
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
    const timer = setTimeout(() => this.#expiry.abort(errors.renderingTooLong()), Math.max(this.#left, 0));
    try {
      return await work;
    } finally {
      clearTimeout(timer);
      this.#left -= performance.now() - began;
    }
  }
}
