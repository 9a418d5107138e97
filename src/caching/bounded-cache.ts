import { type BudgetedCache, type CacheBudget, threadCaches } from './cache-budget.ts';

/** Memory of an entry besides its key and value: its slot in a hash table that is at least half full. */
const ENTRY_BYTES = 64;

/** An upper bound of the memory of a string: a header and two bytes per UTF-16 unit. */
export const textBytes = (text: string): number => 24 + 2 * text.length;

export interface CacheOptions<K, V> {
  /** The most bytes that this cache may take. */
  readonly bytes: number;
  /** Bytes of a key and its value, estimated; always the same for the same entry. */
  readonly weigh: (key: K, value: V) => number;
  /** The budget that the bytes count against. Null for none. */
  readonly budget?: CacheBudget | null;
}

/**
 * A map with eviction: the only cache class of the project.
 *
 * Eviction is by two generations, an approximation of LRU (Dominic Tarr's `hashlru`,
 * https://github.com/dominictarr/hashlru):
 *
 *   set ──▶ young ──(young is half of all)──▶ old ──(next rotation)──▶ dropped
 *             ▲                                │
 *             └───────────── get ──────────────┘
 *
 * An entry that is read between two rotations survives. Nothing is written when a young entry is read, so `get` costs
 * one `Map.get` there, and a second one plus a move in the old generation. LRU, CLOCK and SIEVE write to an entry at
 * every hit.
 *
 * Bounds: `bytes` for this cache, and the budget for all caches together; neither is ever exceeded by the estimate.
 * An entry of more than half the bound is not cached.
 */
export class BoundedCache<K, V extends NonNullable<unknown> | null> implements BudgetedCache {
  readonly #bytes: number;
  readonly #weigh: (key: K, value: V) => number;
  readonly #budget: CacheBudget | null;
  #young = new Map<K, V>();
  #old = new Map<K, V>();
  #youngBytes = 0;
  #oldBytes = 0;

  constructor({ bytes, weigh, budget = threadCaches }: CacheOptions<K, V>) {
    this.#bytes = bytes;
    this.#weigh = weigh;
    this.#budget = budget;
    budget?.register(this);
  }

  get youngBytes(): number {
    return this.#youngBytes;
  }

  get oldBytes(): number {
    return this.#oldBytes;
  }

  get(key: K): V | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: K, value: V): void {
    this.delete(key);
    const bytes = ENTRY_BYTES + this.#weigh(key, value);
    if (bytes > this.#bytes / 2) return;
    if (this.#youngBytes + bytes > this.#bytes / 2) this.rotate();
    if (this.#budget?.makeSpace(bytes) === false) return;
    this.#young.set(key, value);
    this.#count(bytes, 0);
  }

  /** The value of a key; `make` makes it if there is none. */
  getOrMake(key: K, make: () => V): V {
    const known = this.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.set(key, made);
    return made;
  }

  delete(key: K): void {
    const young = this.#young.get(key);
    if (young !== undefined) {
      this.#young.delete(key);
      this.#count(-ENTRY_BYTES - this.#weigh(key, young), 0);
      return;
    }
    const old = this.#old.get(key);
    if (old === undefined) return;
    this.#old.delete(key);
    this.#count(0, -ENTRY_BYTES - this.#weigh(key, old));
  }

  clear(): void {
    this.#young = new Map();
    this.#old = new Map();
    this.#count(-this.#youngBytes, -this.#oldBytes);
  }

  /** All entries, the most recently added last. */
  *entries(): Generator<readonly [K, V]> {
    yield* this.#old;
    yield* this.#young;
  }

  rotate(): void {
    this.#old = this.#young;
    this.#young = new Map();
    this.#count(-this.#youngBytes, this.#youngBytes - this.#oldBytes);
  }

  #count(youngBytes: number, oldBytes: number): void {
    this.#youngBytes += youngBytes;
    this.#oldBytes += oldBytes;
    this.#budget?.count(youngBytes, oldBytes);
  }
}
