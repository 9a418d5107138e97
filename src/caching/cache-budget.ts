/** Bytes that the caches of a thread may take until its program sets a limit. */
const DEFAULT_LIMIT = 64 * 2 ** 20;

/** Registered caches beyond which references to collected ones are removed for the first time. */
const FIRST_SWEEP = 1024;

/** A cache as its budget sees it: the bytes of its two generations, and a way to drop the older one. */
export interface BudgetedCache {
  readonly youngBytes: number;
  readonly oldBytes: number;
  /** Drops the old generation and makes the young one the old one. */
  rotate(): void;
}

/**
 * The bytes that several caches may take together.
 *
 * Young generations together take at most half of the limit, all generations together at most all of it. When an entry
 * does not fit, every cache rotates, which evicts entries that were not read since the last rotation, in all caches.
 *
 * Caches are held by weak references, so a cache can belong to a segment or a view and be collected with its owner. The
 * bytes of a collected cache count until the next sweep, which runs before anything is evicted: the budget may evict
 * too early, but never too late.
 */
export class CacheBudget {
  #limit: number;
  #youngBytes = 0;
  #oldBytes = 0;
  #fixedBytes = 0;
  readonly #caches = new Set<WeakRef<BudgetedCache>>();
  #nextSweep = FIRST_SWEEP;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Bytes in use, fixed ones included. */
  get used(): number {
    return this.#youngBytes + this.#oldBytes + this.#fixedBytes;
  }

  /** A lower limit takes effect at once. */
  setLimit(bytes: number): void {
    this.#limit = bytes;
    // The second rotation empties every cache.
    for (let i = 0; i < 2 && !this.#fits(0); i++) this.#rotateAll();
  }

  /**
   * Counts a table of fixed size, which is never given back. Such tables leave half of the limit to the caches, however
   * small the limit is.
   */
  addFixed(bytes: number): void {
    this.#fixedBytes += bytes;
    this.setLimit(this.#limit);
  }

  register(cache: BudgetedCache): void {
    if (this.#caches.size >= this.#nextSweep) {
      this.#sweep();
      this.#nextSweep = Math.max(FIRST_SWEEP, 2 * this.#caches.size);
    }
    this.#caches.add(new WeakRef(cache));
  }

  /** Makes space for an entry by evicting others. False if the entry is too large to be cached. */
  makeSpace(bytes: number): boolean {
    if (this.#fits(bytes)) return true;
    this.#sweep();
    if (this.#fits(bytes)) return true;
    this.#rotateAll();
    return this.#fits(bytes);
  }

  /** A cache reports what its generations gained or lost. */
  count(youngBytes: number, oldBytes: number): void {
    this.#youngBytes += youngBytes;
    this.#oldBytes += oldBytes;
  }

  #fits(bytes: number): boolean {
    const room = Math.max(this.#limit / 2, this.#limit - this.#fixedBytes);
    const young = this.#youngBytes + bytes;
    return young <= room / 2 && young + this.#oldBytes <= room;
  }

  #rotateAll(): void {
    for (const reference of this.#caches) reference.deref()?.rotate();
  }

  /** Forgets collected caches and their bytes. */
  #sweep(): void {
    this.#youngBytes = 0;
    this.#oldBytes = 0;
    for (const reference of this.#caches) {
      const cache = reference.deref();
      if (cache === undefined) this.#caches.delete(reference);
      else this.count(cache.youngBytes, cache.oldBytes);
    }
  }
}

/** The budget of all caches of this thread. Each thread has its own, as each has its own copy of every module. */
export const threadCaches = new CacheBudget(DEFAULT_LIMIT);
