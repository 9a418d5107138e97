import { limits } from '../limits.ts';

/** Buckets kept at a time; beyond that the oldest is dropped. */
const MOST_BUCKETS = 10_000;
/** A bucket without a failure for this long starts over, in milliseconds. */
const RESET_AFTER = 3_600_000;

/** The first delay, in seconds. */
const FIRST_WAIT = 5;

interface Bucket {
  failures: number;
  /** The delay that the last failure caused, in milliseconds. */
  pause: number;
  /** When the next attempt is allowed. */
  openAt: number;
  lastAt: number;
}

/**
 * Exponential backoff for wrong passwords. Failures are counted in buckets: a known browser, or a name at an IP address.
 * The first few failures cause no delay, then the delay doubles with each failure, up to a minute. A bucket never locks
 * for good, and no bucket covers a person as a whole, so nobody can lock anyone else out.
 */
export class SignInThrottle {
  readonly #buckets = new Map<string, Bucket>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Whole seconds until the next attempt is allowed; 0 if it is allowed now. */
  wait(name: string): number {
    const bucket = this.#buckets.get(name);
    if (bucket === undefined) return 0;
    return Math.max(0, Math.ceil((bucket.openAt - this.#now()) / 1000));
  }

  /** Counts a failure; the first `free` of them cause no delay. */
  fail(name: string, free: number = limits.freeAttempts): void {
    const now = this.#now();
    const before = this.#buckets.get(name);
    const startsOver = before === undefined || now - before.lastAt > RESET_AFTER;
    const failures = startsOver ? 1 : before.failures + 1;
    const excess = failures - free;
    const seconds = excess < 0 ? 0 : Math.min(FIRST_WAIT * 2 ** excess, limits.longestWait);
    const pause = seconds * 1000;
    this.#buckets.delete(name);
    this.#buckets.set(name, { failures, pause, openAt: now + pause, lastAt: now });
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > MOST_BUCKETS && oldest !== undefined) this.#buckets.delete(oldest);
  }

  /** Restarts the delay, so that the time the password check took does not count towards it. */
  restart(name: string): void {
    const bucket = this.#buckets.get(name);
    if (bucket !== undefined) bucket.openAt = this.#now() + bucket.pause;
  }

  /** Clears the bucket. */
  succeed(name: string): void {
    this.#buckets.delete(name);
  }

  /** Undoes the last failure only. */
  undoFailure(name: string): void {
    const bucket = this.#buckets.get(name);
    if (bucket !== undefined)
      this.#buckets.set(name, { ...bucket, failures: bucket.failures - 1, openAt: 0 });
  }
}
