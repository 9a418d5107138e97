import type { Memory, Room } from './memory-budget.ts';

/** Tells other threads to let go of buffers; resolves when they all have. */
export type LetGo = (keys: readonly number[]) => Promise<void>;

/** One count for all indexes of a process: they may share their threads. */
let lastKey = 0;

interface Item {
  readonly rooms: Room[];
  holds: number;
  isRetired: boolean;
}

/**
 * The shared buffers of an index, one per segment, each under a key that other threads know it by.
 * A buffer leaves the count of memory when nobody needs it any more: neither the views, nor a search on this thread
 * that began before, nor another thread.
 */
export class Shelf {
  readonly #memory: Memory;
  readonly #letGo: LetGo;
  readonly #items = new Map<number, Item>();

  constructor(memory: Memory, letGo: LetGo = async () => {}) {
    this.#memory = memory;
    this.#letGo = letGo;
  }

  put(bytes: number): number {
    const key = ++lastKey;
    this.#items.set(key, { rooms: [this.#memory.take(bytes)], holds: 0, isRetired: false });
    return key;
  }

  /** Counts further bytes that go with what is under a key. */
  extend(key: number, bytes: number): void {
    this.#items.get(key)?.rooms.push(this.#memory.take(bytes));
  }

  /** For a search on this thread that waits for something: what it looks at stays until the answer is called. */
  hold(keys: readonly number[]): () => void {
    const held = keys.filter((key) => this.#items.has(key));
    for (const key of held) (this.#items.get(key) as Item).holds++;
    return () => {
      for (const key of held) (this.#items.get(key) as Item).holds--;
      this.#freeIdle(held);
    };
  }

  /** No view has these any more. */
  retire(keys: readonly number[]): void {
    for (const key of keys) {
      const item = this.#items.get(key);
      if (item !== undefined) item.isRetired = true;
    }
    this.#freeIdle(keys);
  }

  #freeIdle(keys: readonly number[]): void {
    const idle = keys.filter((key) => {
      const item = this.#items.get(key);
      return item?.isRetired && item.holds === 0;
    });
    if (idle.length === 0) return;
    const items = idle.map((key) => this.#items.get(key) as Item);
    for (const key of idle) this.#items.delete(key);
    const free = () => {
      for (const { rooms } of items) for (const room of rooms) room.free();
    };
    // A thread that cannot answer has died, and its buffers with it.
    this.#letGo(idle).then(free, free);
  }
}
