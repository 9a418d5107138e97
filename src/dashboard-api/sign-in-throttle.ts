import { limits } from '../limits.ts';

/** Buckets that are remembered; beyond that the oldest are forgotten. */
const MOST_BUCKETS = 10_000;
/** A bucket that was left alone for so long is forgiven, in milliseconds. */
const FORGIVEN_AFTER = 3_600_000;

/** The first wait, in seconds. */
const FIRST_WAIT = 5;

interface Bucket {
  failures: number;
  /** How long the last failure makes one wait, in milliseconds. */
  pause: number;
  /** When the next attempt is welcome. */
  openAt: number;
  lastAt: number;
}

/**
 * Counts wrong passwords in buckets (a browser that is known, or a name and an address) and says how long one has to
 * wait: not at all for the first few, then twice as long each time, never longer than a minute. A bucket never closes
 * for good, and no bucket stands for a person as a whole: nobody can lock another one out.
 */
export class Attempts {
  readonly #buckets = new Map<string, Bucket>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Whole seconds until the next attempt is welcome, 0 for now. */
  wait(name: string): number {
    const bucket = this.#buckets.get(name);
    if (bucket === undefined) return 0;
    return Math.max(0, Math.ceil((bucket.openAt - this.#now()) / 1000));
  }

  /** One more failure; the first `free` of them cost nothing. */
  fail(name: string, free: number = limits.freeAttempts): void {
    const now = this.#now();
    const before = this.#buckets.get(name);
    const isForgiven = before === undefined || now - before.lastAt > FORGIVEN_AFTER;
    const failures = isForgiven ? 1 : before.failures + 1;
    const excess = failures - free;
    const seconds = excess < 0 ? 0 : Math.min(FIRST_WAIT * 2 ** excess, limits.longestWait);
    const pause = seconds * 1000;
    this.#buckets.delete(name);
    this.#buckets.set(name, { failures, pause, openAt: now + pause, lastAt: now });
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > MOST_BUCKETS && oldest !== undefined) this.#buckets.delete(oldest);
  }

  /** The wait begins anew: a check takes its time, which shall not count. */
  restart(name: string): void {
    const bucket = this.#buckets.get(name);
    if (bucket !== undefined) bucket.openAt = this.#now() + bucket.pause;
  }

  /** All is forgiven. */
  succeed(name: string): void {
    this.#buckets.delete(name);
  }

  /** Takes the last failure back, and nothing else. */
  takeBack(name: string): void {
    const bucket = this.#buckets.get(name);
    if (bucket !== undefined)
      this.#buckets.set(name, { ...bucket, failures: bucket.failures - 1, openAt: 0 });
  }
}
