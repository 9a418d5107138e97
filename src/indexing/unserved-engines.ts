import { errors } from '../errors.ts';

interface Unserved {
  readonly reason: string;
  readonly over: PromiseWithResolvers<void>;
}

/** Engines that do not fit in memory, each with a sentence that says so. */
export class UnservedEngines {
  readonly #engines = new Map<number, Unserved>();

  get size(): number {
    return this.#engines.size;
  }

  add(engineId: number, reason: string): void {
    const over = this.#engines.get(engineId)?.over ?? Promise.withResolvers<void>();
    this.#engines.set(engineId, { reason, over });
  }

  /** The engine is served now, or gone. */
  remove(engineId: number): void {
    this.#engines.get(engineId)?.over.resolve();
    this.#engines.delete(engineId);
  }

  reasonFor(engineId: number): string | undefined {
    return this.#engines.get(engineId)?.reason;
  }

  /** Refuses a request to an engine that is not served. */
  assertServed(engineId: number): void {
    const reason = this.reasonFor(engineId);
    if (reason !== undefined) throw errors.indexFull(reason);
  }

  /** Resolves once an engine is served; rejects when `signal` aborts. */
  async untilServed(engineId: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const unserved = this.#engines.get(engineId);
    if (unserved === undefined) return;
    const { promise, reject } = Promise.withResolvers<never>();
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      await Promise.race([unserved.over.promise, promise]);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }
}
