import { leasedWork } from '../nodes/leased-work.ts';
import type { EngineRecord, Store } from '../store/port.ts';
import type { EngineLoader } from './engine-loader.ts';
import type { EngineLocks } from './engine-locks.ts';
import type { GenerationWriter } from './generation-writer.ts';
import type { Generations } from './generations.ts';
import { runningJobOf } from './serving-schema.ts';
import type { UnservedEngines } from './unserved-engines.ts';

interface Rebuild {
  /** The change that it began at. */
  sequence: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly over: Promise<void>;
}

/** Rebuilds serving generations from the store while searches and writes continue. */
export class Rebuilds {
  readonly #store: Store;
  readonly #generations: Generations;
  readonly #locks: EngineLocks;
  readonly #loader: EngineLoader;
  readonly #unserved: UnservedEngines;
  /** By engine. */
  readonly #running = new Map<number, Rebuild>();

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

  /**
   * Rebuilds the index of an engine with the types that it has now, or loads an engine that did not fit in memory; gives
   * up when `signal` aborts. A call while the engine is being rebuilt waits for that.
   */
  run(engineId: number, signal?: AbortSignal): Promise<void> {
    const running = this.#running.get(engineId);
    if (running !== undefined) return running.over;
    if (this.#unserved.reasonFor(engineId) !== undefined) return this.#loader.retry(engineId);
    const over = this.#run(engineId, signal).finally(() => this.#running.delete(engineId));
    this.#running.set(engineId, { sequence: 0, startedAt: Date.now(), over });
    return over;
  }

  /** The rebuilds that this process runs, oldest first. */
  get running(): ReadonlyArray<{ readonly engineId: number; readonly startedAt: number }> {
    return [...this.#running].map(([engineId, { startedAt }]) => ({ engineId, startedAt }));
  }

  isRunning(engineId: number): boolean {
    return this.#running.has(engineId);
  }

  /** Resolves when the rebuild of an engine that runs, if any, has ended, however it did. */
  async settled(engineId: number): Promise<void> {
    await this.#running.get(engineId)?.over.catch(() => {});
  }

  async #run(engineId: number, signal: AbortSignal | undefined): Promise<void> {
    const serving = await this.#generations.serving(engineId);
    if (serving === undefined) return;
    if (!this.#generations.isShared) return this.#rebuild(serving, signal);
    // Another node that holds the lease rebuilds the same generation.
    await leasedWork(this.#store.nodes, `build ${engineId}`, (lost) =>
      this.#rebuild(serving, signal === undefined ? lost : AbortSignal.any([lost, signal])),
    );
  }

  async #rebuild(serving: GenerationWriter, signal: AbortSignal | undefined): Promise<void> {
    const { id, engineId } = serving.info;
    const engine = await this.#noted(engineId);
    if (engine === undefined) return;
    const { sequence } = engine;
    const job = await runningJobOf(this.#store, engine);
    const writer = await this.#generations.begin(engine, job, signal);
    let isPublished = false;
    try {
      await writer.stream(sequence, async () => !signal?.aborted);
      signal?.throwIfAborted();
      await writer.apply([], { upTo: sequence });
      await writer.catchUp(signal && { signal });
      await this.#locks.exclusive(engineId, async () => {
        const current = await this.#generations.serving(engineId);
        // A reindex job may have published its own generation, which is as new.
        if (current?.info.id !== id) return;
        isPublished = await this.#generations.publishCurrent(writer);
      });
    } finally {
      if (!isPublished) await this.#generations.discard(writer);
    }
  }

  /** The engine, once checkpoints of the serving generation leave the deletions since its last change on record. */
  async #noted(engineId: number): Promise<EngineRecord | undefined> {
    const engine = await this.#store.engines.fresh(engineId);
    const running = this.#running.get(engineId);
    if (engine !== undefined && running !== undefined) running.sequence = engine.sequence;
    return engine;
  }

  /** The last change, `sequence` at most, up to which no rebuild needs records of deletions any more. */
  forgettable(engineId: number, sequence: number): number {
    return Math.min(sequence, this.#running.get(engineId)?.sequence ?? sequence);
  }
}
