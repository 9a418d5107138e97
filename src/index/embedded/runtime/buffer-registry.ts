import type { MemoryBudget, Reservation } from './memory-budget.ts';

/** Tells other threads to let go of buffers; resolves when they all have. */
export type ReleaseElsewhere = (keys: readonly number[]) => Promise<void>;

/** One count for all indexes of a process: they may share their threads. */
let lastKey = 0;

interface Entry {
  readonly reservations: Reservation[];
  references: number;
  isRetired: boolean;
}

/**
 * The shared buffers of an index, one per segment, each under a key that other threads know it by.
 * A buffer leaves the count of memory when nobody needs it any more: neither the views, nor a search on this thread
 * that began before, nor another thread.
 */
export class BufferRegistry {
  readonly #memory: MemoryBudget;
  readonly #releaseElsewhere: ReleaseElsewhere;
  readonly #entries = new Map<number, Entry>();

  constructor(memory: MemoryBudget, letGo: ReleaseElsewhere = async () => {}) {
    this.#memory = memory;
    this.#releaseElsewhere = letGo;
  }

  register(bytes: number): number {
    const key = ++lastKey;
    this.#entries.set(key, { reservations: [this.#memory.reserve(bytes)], references: 0, isRetired: false });
    return key;
  }

  /** Counts further bytes that go with what is under a key. */
  extend(key: number, bytes: number): void {
    this.#entries.get(key)?.reservations.push(this.#memory.reserve(bytes));
  }

  /** For a search on this thread that waits for something: what it looks at stays until the answer is called. */
  retain(keys: readonly number[]): () => void {
    const held = keys.filter((key) => this.#entries.has(key));
    for (const key of held) (this.#entries.get(key) as Entry).references++;
    return () => {
      for (const key of held) (this.#entries.get(key) as Entry).references--;
      this.#releaseUnused(held);
    };
  }

  /** No view has these any more. */
  retire(keys: readonly number[]): void {
    for (const key of keys) {
      const item = this.#entries.get(key);
      if (item !== undefined) item.isRetired = true;
    }
    this.#releaseUnused(keys);
  }

  #releaseUnused(keys: readonly number[]): void {
    const idle = keys.filter((key) => {
      const item = this.#entries.get(key);
      return item?.isRetired && item.references === 0;
    });
    if (idle.length === 0) return;
    const items = idle.map((key) => this.#entries.get(key) as Entry);
    for (const key of idle) this.#entries.delete(key);
    const free = () => {
      for (const { reservations } of items) for (const room of reservations) room.release();
    };
    // A thread that cannot answer has died, and its buffers with it.
    this.#releaseElsewhere(idle).then(free, free);
  }
}
