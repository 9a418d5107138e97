import { FairQueue } from './fair-queue.ts';
import { currentFlow, type Flow } from './flow.ts';

export type Release = () => void;

/** A limited number of places for work that runs at once; who has to wait is served fairly (`FairQueue`). */
export class Slots {
  readonly #queue: FairQueue<() => void>;

  /** `most`: places in total, of one account, of one key and of one address. */
  constructor(most: readonly number[]) {
    this.#queue = new FairQueue(most);
  }

  /** How many places are taken, and how many wait for one. */
  get totals(): { readonly running: number; readonly waiting: number } {
    return this.#queue.totals;
  }

  /** How many wait: in total, and of the account, key and address of the current flow. */
  get waiting(): number[] {
    return this.#queue.waiting(currentFlow());
  }

  /** A place, if one is free for the current flow. */
  tryAcquire(): Release | undefined {
    const flow = currentFlow();
    return this.#queue.begin(flow) ? this.#release(flow) : undefined;
  }

  /** Waits for a place. Rejects with the reason of `signal` when it aborts. */
  async acquire(signal?: AbortSignal): Promise<Release> {
    signal?.throwIfAborted();
    const flow = currentFlow();
    if (!this.#queue.begin(flow)) await this.#turn(flow, signal);
    return this.#release(flow);
  }

  #release(flow: Flow): Release {
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#queue.end(flow);
      for (let next = this.#queue.take(); next !== undefined; next = this.#queue.take()) next.item();
    };
  }

  #turn(flow: Flow, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = this.#queue.add(flow, () => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      });
      const giveUp = () => {
        this.#queue.remove(waiting);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }
}
