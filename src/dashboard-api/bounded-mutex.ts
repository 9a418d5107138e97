/** A mutex with a bounded queue: runs one task at a time and refuses a task once too many are waiting. */
export class BoundedMutex {
  readonly #maxWaiting: number;
  #tail: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting;
  }

  /** The result of `work`, or undefined if the queue is full. */
  async run<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.#waiting >= this.#maxWaiting) return undefined;
    this.#waiting++;
    const result = this.#tail.then(work, work);
    this.#tail = result;
    try {
      return await result;
    } finally {
      this.#waiting--;
    }
  }
}
