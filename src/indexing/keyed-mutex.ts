/** Work that goes one after another, by a number: each begins when all that was asked for before it has ended. */
export class Turns {
  readonly #last = new Map<number, Promise<unknown>>();

  async take<T>(key: number, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const turn = before.then(work, work);
    this.#last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.#last.get(key) === turn) this.#last.delete(key);
    }
  }
}
