import { Slots } from './slots.ts';
import { type CallOptions, Thread, type ThreadOptions } from './thread.ts';

/**
 * Calls per thread that may run at once: of all, of one account, of one key, of one address. The calls of a thread share
 * its time, so a long one slows down the others, but a key has at most two. Further calls wait here, where they take no
 * time and can be cancelled at once.
 */
const RUNNING_PER_THREAD = [16, 8, 2, 2];

export interface PoolOptions extends ThreadOptions {
  readonly size: number;
}

/** Threads that run the same program. A thread starts when all before it are busy, so that light load needs few. */
export class Pool {
  readonly threads: readonly Thread[];
  readonly #slots: Slots;

  constructor({ name, size, ...options }: PoolOptions) {
    if (size < 1) throw new RangeError('a pool needs a thread');
    this.threads = Array.from(
      { length: size },
      (_, at) => new Thread({ ...options, name: `${name}-${at + 1}` }),
    );
    this.#slots = new Slots(RUNNING_PER_THREAD.map((calls) => calls * size));
  }

  get size(): number {
    return this.threads.length;
  }

  /** Calls that run, and calls that wait until their flow may have one more. */
  get totals(): { readonly running: number; readonly waiting: number } {
    return this.#slots.totals;
  }

  /** Unanswered calls of all threads. */
  get pending(): number {
    return this.threads.reduce((sum, thread) => sum + thread.pending, 0);
  }

  /** Calls a task as soon as the current flow may have one more call. */
  call<T>(task: string, payload: unknown, options: CallOptions = {}): Promise<T> {
    return this.use((thread) => thread.call<T>(task, payload, options), options.signal);
  }

  /** Calls `work` with the thread with the fewest pending calls, as soon as the current flow may have one more call. */
  async use<T>(work: (thread: Thread) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const release = this.#slots.tryAcquire() ?? (await this.#slots.acquire(signal));
    try {
      return await work(this.#idlest);
    } finally {
      release();
    }
  }

  get #idlest(): Thread {
    return this.threads.reduce((least, thread) => (thread.pending < least.pending ? thread : least));
  }

  onStart(listener: (thread: Thread) => void): void {
    for (const thread of this.threads) thread.onStart(() => listener(thread));
  }

  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.close()));
  }
}
