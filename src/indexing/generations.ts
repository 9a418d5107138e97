import type { Store } from '../store/port.ts';
import type { Schema } from '../values/types.ts';
import { GenerationWriter, type Index } from './generation-writer.ts';

/** The generations that are written to: the one that serves each engine, and those being built. */
export class Generations {
  readonly #store: Store;
  readonly #index: Index;
  /** Writers of the generations that serve, by engine. */
  readonly #serving = new Map<number, GenerationWriter>();
  /**
   * Engines whose types are changing, with the last change before that. Documents written since may have fields that
   * the serving generation lacks, so it may only be recorded to hold the changes before.
   */
  readonly #changing = new Map<number, number>();

  constructor(store: Store, index: Index) {
    this.#store = store;
    this.#index = index;
  }

  /** Creates an empty generation with the types that the engine has now. */
  async begin(
    engineId: number,
    schema: Schema,
    language: string | null,
    signal?: AbortSignal,
  ): Promise<GenerationWriter> {
    const info = await this.#index.begin(engineId, schema, language, signal && { signal });
    return new GenerationWriter(this.#store, this.#index, info, {
      bound: () => this.#changing.get(engineId),
    });
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

  async publish(writer: GenerationWriter): Promise<void> {
    await this.#index.publish(writer.info);
    this.#serving.set(writer.info.engineId, writer);
  }

  /** Publishes the generation of a reindex job: the change of types is over. */
  async publishNewTypes(writer: GenerationWriter): Promise<void> {
    await this.publish(writer);
    this.#changing.delete(writer.info.engineId);
  }

  discard(writer: GenerationWriter): Promise<void> {
    return this.#index.discard(writer.info);
  }

  /** The writer of the generation that serves; undefined if none does. */
  async serving(engineId: number): Promise<GenerationWriter | undefined> {
    const info = await this.#index.serving(engineId);
    if (info === undefined) return undefined;
    const known = this.#serving.get(engineId);
    if (known?.info.id === info.id) {
      known.refresh(info);
      return known;
    }
    const writer = new GenerationWriter(this.#store, this.#index, info, {
      bound: () => this.#changing.get(engineId),
    });
    this.#serving.set(engineId, writer);
    return writer;
  }

  /** Restores the generation of an earlier process, if the adapter can and has one. */
  async restore(
    engineId: number,
    engine: {
      readonly schema: Schema;
      readonly language: string | null;
      readonly sequence: number;
      readonly forgotten: number;
    },
  ): Promise<GenerationWriter | undefined> {
    const restored = await this.#index.restore?.({ engineId, ...engine });
    if (restored === undefined) return undefined;
    const { generation, sequence } = restored;
    const writer = new GenerationWriter(this.#store, this.#index, generation, {
      bound: () => this.#changing.get(engineId),
      reached: sequence,
    });
    this.#serving.set(engineId, writer);
    return writer;
  }

  documentCount(writer: GenerationWriter): Promise<number> {
    return this.#index.documentCount(writer.info);
  }

  /** Notes that the types of an engine change after the change `sequence`. Holds the engine's locks. */
  typesChange(engineId: number, sequence: number): void {
    this.#changing.set(engineId, sequence);
  }

  /** Notes that the change of types was cancelled. Holds the engine's locks. */
  typesStay(engineId: number): void {
    this.#changing.delete(engineId);
  }

  async drop(engineId: number): Promise<void> {
    this.#serving.delete(engineId);
    await this.#index.drop(engineId);
  }
}
