/** Lets one piece of work through at a time; refuses those who would wait behind too many others. */
export class Turnstile {
  readonly #mostWaiting: number;
  #tail: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
  }

  /** The outcome of `work`, or undefined if too many are waiting already. */
  async pass<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.#waiting >= this.#mostWaiting) return undefined;
    this.#waiting++;
    const turn = this.#tail.then(work, work);
    this.#tail = turn;
    try {
      return await turn;
    } finally {
      this.#waiting--;
    }
  }
}
