import type { FastifyReply } from 'fastify';
import { errors } from '../errors.ts';
import type { RateLimit } from '../store/port.ts';
import type { Flow } from '../threads/flow.ts';

/** The most keys in memory. The least recently used is removed first; its next request finds a full bucket. */
const REMEMBERED = 10_000;

/** What a key has left of its requests, as of a time. */
interface Bucket {
  readonly left: number;
  readonly at: number;
}

/** Token buckets by key. */
class Buckets {
  readonly #buckets = new Map<string, Bucket>();
  readonly #onRefused: () => void;

  constructor(onRefused: () => void) {
    this.#onRefused = onRefused;
  }

  /** Counts a request of a key and tells the client what is left; throws if there is nothing left. */
  count(name: string, { perSecond, burst }: RateLimit, reply: FastifyReply, now: number): void {
    const { left, at } = this.#buckets.get(name) ?? { left: burst, at: now };
    const refilled = Math.min(burst, left + ((now - at) * perSecond) / 1000);
    const remaining = Math.max(0, refilled - 1);
    reply.header('x-ratelimit-limit', burst).header('x-ratelimit-remaining', Math.floor(remaining));
    if (refilled < 1) {
      this.#onRefused();
      throw errors.rateLimited(Math.ceil((1 - refilled) / perSecond));
    }
    // Moves the key to the end: the map is in order of use.
    this.#buckets.delete(name);
    this.#buckets.set(name, { left: remaining, at: now });
    if (this.#buckets.size <= REMEMBERED) return;
    const [oldest] = this.#buckets.keys();
    this.#buckets.delete(oldest as string);
  }
}

/**
 * Limits the requests of each key: by the setting, a burst of a minute's requests and then an even rate, and by the
 * key's own rate limit. Both apply; the headers show the key's own.
 */
export class RateLimits {
  readonly #ofSetting: RateLimit | undefined;
  readonly #settingBuckets: Buckets;
  readonly #ownBuckets: Buckets;

  /** Calls `onRefused` for each request that it refuses. */
  constructor(perMinute: number | undefined, onRefused: () => void = () => {}) {
    this.#settingBuckets = new Buckets(onRefused);
    this.#ownBuckets = new Buckets(onRefused);
    this.#ofSetting = perMinute === undefined ? undefined : { perSecond: perMinute / 60, burst: perMinute };
  }

  /** Counts a request of a key and tells the client what is left; throws if there is nothing left. */
  count([account, key]: Flow, own: RateLimit | null, reply: FastifyReply, now = performance.now()): void {
    const name = `${account}/${key}`;
    if (this.#ofSetting !== undefined) this.#settingBuckets.count(name, this.#ofSetting, reply, now);
    if (own !== null) this.#ownBuckets.count(name, own, reply, now);
  }
}
