import type { FastifyReply } from 'fastify';
import { errors } from '../errors.ts';
import type { Flow } from '../threads/flow.ts';

const MINUTE = 60_000;
/** The most keys in memory. The least recently used is removed first; its next request finds a full bucket. */
const REMEMBERED = 10_000;

/** What a key has left of its requests, as of a time. */
interface Bucket {
  readonly left: number;
  readonly at: number;
}

/** Limits the requests of each key by a token bucket: a burst of a minute's requests, then an even rate. */
export class RateLimits {
  readonly #perMinute: number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /** Counts a request of a key and tells the client what is left; throws if there is nothing left. */
  count([account, key]: Flow, reply: FastifyReply, now = performance.now()): void {
    const name = `${account}/${key}`;
    const { left, at } = this.#buckets.get(name) ?? { left: this.#perMinute, at: now };
    const refilled = Math.min(this.#perMinute, left + ((now - at) * this.#perMinute) / MINUTE);
    const remaining = Math.max(0, refilled - 1);
    reply.header('x-ratelimit-limit', this.#perMinute).header('x-ratelimit-remaining', Math.floor(remaining));
    if (refilled < 1) throw errors.rateLimited(Math.ceil(((1 - refilled) * 60) / this.#perMinute));
    // Moves the key to the end: the map is in order of use.
    this.#buckets.delete(name);
    this.#buckets.set(name, { left: remaining, at: now });
    if (this.#buckets.size <= REMEMBERED) return;
    const [oldest] = this.#buckets.keys();
    this.#buckets.delete(oldest as string);
  }
}
