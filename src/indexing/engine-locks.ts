import { KeyedMutex } from './keyed-mutex.ts';

/**
 * Serializes the work on one engine. Commits run one after another, and so do the applications of their changes, in the
 * same order; while one write is applied, the next may commit. Two mutexes, because applying takes as long as
 * committing: one for both would halve the throughput of concurrent writers.
 */
export class EngineLocks {
  readonly #commits = new KeyedMutex();
  readonly #applications = new KeyedMutex();

  commit<T>(engineId: number, work: () => Promise<T>): Promise<T> {
    return this.#commits.run(engineId, work);
  }

  apply<T>(engineId: number, work: () => Promise<T>): Promise<T> {
    return this.#applications.run(engineId, work);
  }

  /** Runs `work` while nothing of the engine is being committed or applied. */
  exclusive<T>(engineId: number, work: () => Promise<T>): Promise<T> {
    return this.commit(engineId, () => this.apply(engineId, work));
  }
}
