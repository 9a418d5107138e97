import type { MemoryBudget, Reservation } from './memory-budget.ts';

/** Makes other threads drop buffers; resolves when all have. */
export type ReleaseElsewhere = (keys: readonly number[]) => Promise<void>;

/** One counter for all indexes of a process, because they may share threads. */
let lastKey = 0;

interface Entry {
  readonly reservations: Reservation[];
  references: number;
  isRetired: boolean;
}

/**
 * Reference counting for the shared buffers of an index, one per segment, each with a key that is valid in all threads.
 * The memory of a buffer is released when it has been retired (no snapshot uses it), no search of this thread retains
 * it, and every other thread has dropped it.
 */
export class BufferRegistry {
  readonly #memory: MemoryBudget;
  readonly #releaseElsewhere: ReleaseElsewhere;
  readonly #entries = new Map<number, Entry>();

  constructor(memory: MemoryBudget, releaseElsewhere: ReleaseElsewhere = async () => {}) {
    this.#memory = memory;
    this.#releaseElsewhere = releaseElsewhere;
  }

  register(bytes: number): number {
    const key = ++lastKey;
    this.#entries.set(key, { reservations: [this.#memory.reserve(bytes)], references: 0, isRetired: false });
    return key;
  }

  /** Reserves further bytes that belong to a buffer, such as its long texts. */
  extend(key: number, bytes: number): void {
    this.#entries.get(key)?.reservations.push(this.#memory.reserve(bytes));
  }

  /** Keeps buffers for a search that waits for something, until the returned function is called. */
  retain(keys: readonly number[]): () => void {
    const retained = keys.filter((key) => this.#entries.has(key));
    for (const key of retained) (this.#entries.get(key) as Entry).references++;
    return () => {
      for (const key of retained) (this.#entries.get(key) as Entry).references--;
      this.#releaseUnused(retained);
    };
  }

  /** No snapshot uses these buffers any more. */
  retire(keys: readonly number[]): void {
    for (const key of keys) {
      const entry = this.#entries.get(key);
      if (entry !== undefined) entry.isRetired = true;
    }
    this.#releaseUnused(keys);
  }

  #releaseUnused(keys: readonly number[]): void {
    const unused = keys.filter((key) => {
      const entry = this.#entries.get(key);
      return entry?.isRetired && entry.references === 0;
    });
    if (unused.length === 0) return;
    const entries = unused.map((key) => this.#entries.get(key) as Entry);
    for (const key of unused) this.#entries.delete(key);
    const release = () => {
      for (const { reservations } of entries) for (const reservation of reservations) reservation.release();
    };
    // A thread that cannot answer has ended, and its references with it.
    this.#releaseElsewhere(unused).then(release, release);
  }
}
