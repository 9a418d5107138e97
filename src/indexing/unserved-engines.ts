import { errors } from '../errors.ts';

interface Unserved {
  readonly sentence: string;
  readonly over: PromiseWithResolvers<void>;
}

/** Engines that memory has no room for, each with a sentence that says so. */
export class UnservedEngines {
  readonly #engines = new Map<number, Unserved>();

  add(engineId: number, sentence: string): void {
    const over = this.#engines.get(engineId)?.over ?? Promise.withResolvers<void>();
    this.#engines.set(engineId, { sentence, over });
  }

  /** There was room for it after all, or it is gone. */
  remove(engineId: number): void {
    this.#engines.get(engineId)?.over.resolve();
    this.#engines.delete(engineId);
  }

  sentenceFor(engineId: number): string | undefined {
    return this.#engines.get(engineId)?.sentence;
  }

  /** Refuses a request to an engine that is not served. */
  assertServed(engineId: number): void {
    const sentence = this.sentenceFor(engineId);
    if (sentence !== undefined) throw errors.indexFull(sentence);
  }

  /** Waits while an engine is not served; rejects when `signal` says to give up. */
  async untilServed(engineId: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const unserved = this.#engines.get(engineId);
    if (unserved === undefined) return;
    const { promise, reject } = Promise.withResolvers<never>();
    const giveUp = () => reject(signal.reason);
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      await Promise.race([unserved.over.promise, promise]);
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }
}
