import { errors } from '../errors.ts';
import { limits } from '../limits.ts';

/**
 * How long the rendering of one answer may take. Only the time counts in which somebody waits for it: a reader who takes
 * the answer slowly is not cut off for that.
 */
export class RenderingLimit {
  readonly #expired = new AbortController();
  readonly #given: AbortSignal | undefined;
  #left: number;
  #signal: AbortSignal | undefined;

  constructor(signal?: AbortSignal, milliseconds: number = limits.renderingTime) {
    this.#given = signal;
    this.#left = milliseconds;
  }

  /** Aborts when the time is over, or by the signal that was given. Most answers never ask for it. */
  get signal(): AbortSignal {
    const { signal } = this.#expired;
    this.#signal ??= this.#given === undefined ? signal : AbortSignal.any([this.#given, signal]);
    return this.#signal;
  }

  /** Waits for work that listens to `signal`. */
  async within<T>(work: Promise<T>): Promise<T> {
    const began = performance.now();
    const timer = setTimeout(() => this.#expired.abort(errors.renderingTooLong()), Math.max(this.#left, 0));
    try {
      return await work;
    } finally {
      clearTimeout(timer);
      this.#left -= performance.now() - began;
    }
  }
}
