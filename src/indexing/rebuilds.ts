import type { Store } from '../store/port.ts';
import type { EngineLoader } from './engine-loader.ts';
import type { EngineLocks } from './engine-locks.ts';
import type { GenerationWriter } from './generation-writer.ts';
import type { Generations } from './generations.ts';
import type { UnservedEngines } from './unserved-engines.ts';

/** Rebuilds serving generations from the store while searches and writes continue. */
export class Rebuilds {
  readonly #store: Store;
  readonly #generations: Generations;
  readonly #locks: EngineLocks;
  readonly #loader: EngineLoader;
  readonly #unserved: UnservedEngines;
  /** Engines being rebuilt, with the change that the rebuild began at. */
  readonly #running = new Map<number, number>();

  constructor(
    store: Store,
    generations: Generations,
    locks: EngineLocks,
    loader: EngineLoader,
    unserved: UnservedEngines,
  ) {
    this.#store = store;
    this.#generations = generations;
    this.#locks = locks;
    this.#loader = loader;
    this.#unserved = unserved;
  }

  /** Rebuilds the index of an engine, or loads an engine that did not fit in memory; gives up when `signal` aborts. */
  async run(engineId: number, signal?: AbortSignal): Promise<void> {
    if (this.#unserved.reasonFor(engineId) !== undefined) return this.#loader.retry(engineId);
    const engine = await this.#store.engines.byId(engineId);
    const serving = await this.#generations.serving(engineId);
    if (engine === undefined || serving === undefined) return;
    this.#running.set(engineId, engine.sequence);
    try {
      await this.#rebuild(serving, engine.sequence, signal);
    } finally {
      this.#running.delete(engineId);
    }
  }

  async #rebuild(
    serving: GenerationWriter,
    sequence: number,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { id, engineId, schema, language } = serving.info;
    const writer = await this.#generations.begin(engineId, schema, language, signal);
    let isPublished = false;
    try {
      await writer.stream(sequence, async () => !signal?.aborted);
      signal?.throwIfAborted();
      await writer.apply([], { upTo: sequence });
      await writer.catchUp();
      await this.#locks.exclusive(engineId, async () => {
        const current = await this.#generations.serving(engineId);
        // A reindex job may have published its own generation, which is as new.
        if (current?.info.id !== id) return;
        await writer.addFields(current.info.schema);
        await writer.catchUp();
        await this.#generations.publish(writer);
        isPublished = true;
      });
    } finally {
      if (!isPublished) await this.#generations.discard(writer);
    }
  }

  /** The last change, `sequence` at most, up to which no rebuild needs records of deletions any more. */
  forgettable(engineId: number, sequence: number): number {
    return Math.min(sequence, this.#running.get(engineId) ?? sequence);
  }
}
