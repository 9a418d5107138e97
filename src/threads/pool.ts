import { type CallOptions, Thread, type ThreadOptions } from './thread.ts';

export interface PoolOptions extends ThreadOptions {
  readonly size: number;
}

/** Threads that run the same program. A thread starts when all before it are busy, so that light load needs few. */
export class Pool {
  readonly threads: readonly Thread[];

  constructor({ name, size, ...options }: PoolOptions) {
    if (size < 1) throw new RangeError('a pool needs a thread');
    this.threads = Array.from(
      { length: size },
      (_, at) => new Thread({ ...options, name: `${name}-${at + 1}` }),
    );
  }

  get size(): number {
    return this.threads.length;
  }

  /** Unanswered calls of all threads. */
  get pending(): number {
    return this.threads.reduce((sum, thread) => sum + thread.pending, 0);
  }

  /** Calls a task in the thread with the fewest pending calls, the first of them. */
  call<T>(task: string, payload: unknown, options?: CallOptions): Promise<T> {
    return this.idlest.call<T>(task, payload, options);
  }

  /** The thread that takes the next call. */
  get idlest(): Thread {
    return this.threads.reduce((least, thread) => (thread.pending < least.pending ? thread : least));
  }

  onStart(listener: (thread: Thread) => void): void {
    for (const thread of this.threads) thread.onStart(() => listener(thread));
  }

  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.close()));
  }
}
