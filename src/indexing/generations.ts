import { GenerationGone } from '../index/port.ts';
import type { EngineRecord, JobRecord, Store, StoreWriter } from '../store/port.ts';
import type { Schema } from '../values/types.ts';
import { GenerationWriter, type Index } from './generation-writer.ts';
import { typesServed } from './serving-schema.ts';

/** How often work starts over because another node has replaced the generation meanwhile. */
const ATTEMPTS = 3;
/** Attempts to publish at a moment at which no other node has committed a change that the generation lacks. */
const ROUNDS = 20;
/** The longest time between taking the lock of an engine and publishing, in milliseconds: later the lock may be lost. */
const LOCKED = 5_000;

/** Runs work on serving generations, and again if one of them is gone. */
export async function retriedIfGone<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof GenerationGone) || attempt === ATTEMPTS) throw error;
    }
  }
}

/** The generations that are written to: the one that serves each engine, and those being built. */
export class Generations {
  readonly #store: Store;
  readonly #index: Index;
  /** Writers of the generations that serve, by engine. */
  readonly #serving = new Map<number, GenerationWriter>();

  constructor(store: Store, index: Index) {
    this.#store = store;
    this.#index = index;
  }

  /** Whether the generations are those of all nodes. */
  get isShared(): boolean {
    return this.#index.isShared === true;
  }

  /** Creates an empty generation with the types that searches of the engine see now. */
  async begin(
    engine: EngineRecord,
    job: JobRecord | undefined,
    signal?: AbortSignal,
  ): Promise<GenerationWriter> {
    const { id, language } = engine;
    const info = await this.#index.begin(id, typesServed(engine, job), language, signal && { signal });
    const writer = new GenerationWriter(this.#store, this.#index, info);
    writer.noteJob(job);
    return writer;
  }

  /** Creates an empty generation with new types, which the reindex job of the engine fills. */
  async beginWithNewTypes(
    engineId: number,
    schema: Schema,
    language: string | null,
    signal: AbortSignal,
  ): Promise<GenerationWriter> {
    return new GenerationWriter(
      this.#store,
      this.#index,
      await this.#index.begin(engineId, schema, language, { signal }),
    );
  }

  /** Whether another process can continue to build a generation. */
  get canReopen(): boolean {
    return this.#index.reopen !== undefined;
  }

  /** The generation with new types that an earlier run of the reindex job has begun; undefined if it is of no use. */
  async reopen(
    { id, schema, language }: EngineRecord,
    generation: string,
  ): Promise<GenerationWriter | undefined> {
    const info = await this.#index.reopen?.(id, generation);
    if (info === undefined || info.language !== language) return undefined;
    for (const [name, type] of info.schema) if (schema.get(name) !== type) return undefined;
    const writer = new GenerationWriter(this.#store, this.#index, info);
    await writer.addFields(schema);
    return writer;
  }

  async publish(writer: GenerationWriter): Promise<void> {
    await this.#index.publish(writer.info);
    this.#serving.set(writer.info.engineId, writer);
  }

  /**
   * Whether a generation is published in a transaction of its engine. If all nodes share it, none of them may commit and
   * apply a change to the predecessor after the generation has taken its last one: the change would be gone.
   */
  get publishesInTransaction(): boolean {
    return this.isShared && this.#store.nodes !== undefined;
  }

  /** Catches up and publishes. False if the engine is deleted, or its deletions are no longer on record. */
  async publishCurrent(writer: GenerationWriter): Promise<boolean> {
    for (let round = 1; ; round++) {
      const standing = await writer.catchUp();
      if (standing === 'deleted' || standing === 'outdated') return false;
      if (!this.publishesInTransaction || round === ROUNDS) break;
      const { engineId } = writer.info;
      const isPublished = await this.#store.transact({ engine: engineId }, (tx) =>
        this.publishWithin(tx, writer),
      );
      if (isPublished) return true;
    }
    await this.publish(writer);
    if (this.isShared) await writer.catchUp();
    return true;
  }

  /** Publishes in a transaction of the engine; false if the generation lacks a change. May run twice. */
  async publishWithin({ engines }: StoreWriter, writer: GenerationWriter): Promise<boolean> {
    const began = performance.now();
    const engine = await engines.byId(writer.info.engineId);
    if (engine === undefined || engine.sequence > writer.reached) return false;
    if (performance.now() - began > LOCKED) throw new Error('the lock of the engine may be lost');
    await this.publish(writer);
    return true;
  }

  discard(writer: GenerationWriter): Promise<void> {
    return this.#index.discard(writer.info);
  }

  /** The writer of the generation that serves; undefined if none does. */
  async serving(engineId: number): Promise<GenerationWriter | undefined> {
    const info = await this.#index.serving(engineId);
    if (info === undefined) {
      this.#serving.delete(engineId);
      return undefined;
    }
    const known = this.#serving.get(engineId);
    if (known?.info.id === info.id) {
      known.refresh(info);
      return known;
    }
    // Another node has published it.
    const reached = (await this.#index.recordedSequence?.(info)) ?? 0;
    const writer = new GenerationWriter(this.#store, this.#index, info, reached);
    this.#serving.set(engineId, writer);
    return writer;
  }

  /** The writer that this process last used for the serving generation; without asking the index. */
  known(engineId: number): GenerationWriter | undefined {
    return this.#serving.get(engineId);
  }

  /** The engines that this process has a serving generation of, as far as it knows. */
  get engineIds(): readonly number[] {
    return [...this.#serving.keys()];
  }

  /** Restores the generation of an earlier process, if the adapter can and has one. */
  async restore(engine: EngineRecord, job: JobRecord | undefined): Promise<GenerationWriter | undefined> {
    const { id: engineId, language, sequence, forgotten } = engine;
    const schema = typesServed(engine, job);
    const restored = await this.#index.restore?.({ engineId, schema, language, sequence, forgotten });
    if (restored === undefined) return undefined;
    const writer = new GenerationWriter(this.#store, this.#index, restored.generation, restored.sequence);
    writer.noteJob(job);
    this.#serving.set(engineId, writer);
    return writer;
  }

  /** The generation that other nodes use, if it can be used. */
  join(engine: EngineRecord, job: JobRecord | undefined): Promise<GenerationWriter | undefined> {
    return this.#index.restore === undefined ? this.serving(engine.id) : this.restore(engine, job);
  }

  documentCount(writer: GenerationWriter): Promise<number> {
    return this.#index.documentCount(writer.info);
  }

  async drop(engineId: number): Promise<void> {
    this.#serving.delete(engineId);
    await this.#index.drop(engineId);
  }
}
