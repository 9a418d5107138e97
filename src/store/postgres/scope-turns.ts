import { StoreUnavailable } from '../port.ts';

/** How long a transaction waits for its turn before it is refused, in milliseconds. */
const MOST_WAIT = 10_000;

/**
 * Transactions of one scope wait here, not in the database: each of them would occupy a connection there while it waits
 * for the lock of the scope.
 */
export class ScopeTurns {
  readonly #tails = new Map<string, Promise<unknown>>();

  async run<T>(scope: string, work: () => Promise<T>): Promise<T> {
    const since = performance.now();
    const before = this.#tails.get(scope);
    const turn = (before ?? Promise.resolve()).then(() => {
      if (performance.now() - since < MOST_WAIT) return work();
      throw new StoreUnavailable('too many transactions wait for PostgreSQL');
    });
    const tail = turn.catch(() => {});
    this.#tails.set(scope, tail);
    try {
      return await turn;
    } finally {
      if (this.#tails.get(scope) === tail) this.#tails.delete(scope);
    }
  }
}
