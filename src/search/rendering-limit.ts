import { errors } from '../errors.ts';
import { limits } from '../limits.ts';

/**
 * How long the rendering of one answer may take. Only the time counts in which somebody waits for it: a reader who takes
 * the answer slowly is not cut off for that.
 */
export class RenderingLimit {
  /** Made when somebody asks for it: most answers never do. */
  #expired: AbortController | undefined;
  readonly #given: AbortSignal | undefined;
  #left: number;
  #signal: AbortSignal | undefined;

  constructor(signal?: AbortSignal, milliseconds: number = limits.renderingTime) {
    this.#given = signal;
    this.#left = milliseconds;
  }

  /** Aborts when the time is over, or by the signal that was given. */
  get signal(): AbortSignal {
    const { signal } = this.#expiry;
    this.#signal ??= this.#given === undefined ? signal : AbortSignal.any([this.#given, signal]);
    return this.#signal;
  }

  get #expiry(): AbortController {
    this.#expired ??= new AbortController();
    return this.#expired;
  }

  /** Waits for work that listens to `signal`. */
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
