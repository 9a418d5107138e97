import { BoundedCache, type CacheOptions } from './bounded-cache.ts';

/**
 * A cache for each of many objects, such as segments and views. It is created on first use and collected with its
 * owner. `bytes` bounds the cache of one owner; the budget bounds all of them together.
 */
export class OwnedCaches<O extends object, K, V extends NonNullable<unknown> | null> {
  readonly #caches = new WeakMap<O, BoundedCache<K, V>>();
  readonly #options: CacheOptions<K, V>;

  constructor(options: CacheOptions<K, V>) {
    this.#options = options;
  }

  of(owner: O): BoundedCache<K, V> {
    const known = this.#caches.get(owner);
    if (known !== undefined) return known;
    const made = new BoundedCache(this.#options);
    this.#caches.set(owner, made);
    return made;
  }
}
