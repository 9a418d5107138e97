import type { Logger } from 'pino';
import type { DocumentSource } from '../index/capabilities.ts';
import type { DocumentChange, DocumentReader, Store } from '../store/port.ts';
import { yieldToEventLoop } from '../threads/turns.ts';
import { typedFields } from '../values/typed-fields.ts';
import type { Schema } from '../values/types.ts';
import { EngineLoader } from './engine-loader.ts';
import { EngineLocks } from './engine-locks.ts';
import type { GenerationWriter, Index } from './generation-writer.ts';
import { Generations } from './generations.ts';
import { Rebuilds } from './rebuilds.ts';
import { ServingGenerations } from './serving-generations.ts';
import { UnservedEngines } from './unserved-engines.ts';
import { WritePipeline } from './write-pipeline.ts';

/** Reads the values of documents from the store, for an index that does not keep all of them. */
export const documentSource =
  (documents: DocumentReader): DocumentSource =>
  async (engineId, ids, schema) => {
    await yieldToEventLoop();
    // A damaged document must not keep the others from being found.
    const found = await documents.byIds(engineId, ids, () => {});
    return new Map([...found].map(([id, { json }]) => [id, typedFields(JSON.parse(json), schema)]));
  };

/** Brings the documents of the store into the search index: one part per job, and what those parts share. */
export class Indexing {
  /** The generations that searches see. */
  readonly serving: ServingGenerations;
  readonly writes: WritePipeline;
  readonly loader: EngineLoader;
  readonly rebuilds: Rebuilds;
  readonly #generations: Generations;
  readonly #locks = new EngineLocks();
  readonly #unserved = new UnservedEngines();

  constructor(store: Store, index: Index, log?: Logger) {
    this.#generations = new Generations(store, index);
    this.serving = new ServingGenerations(store.engines, index, this.#unserved);
    this.writes = new WritePipeline(index, this.#generations, this.#locks, this.#unserved, log);
    this.loader = new EngineLoader(store, this.#generations, this.#locks, this.#unserved, log);
    this.rebuilds = new Rebuilds(store, this.#generations, this.#locks, this.loader, this.#unserved);
  }

  /** Runs `work` while nothing of the engine is being committed or applied; later work waits for it. */
  exclusive<T>(engineId: number, work: () => Promise<T>): Promise<T> {
    return this.#locks.exclusive(engineId, work);
  }

  /** Notes, within `exclusive`, that the types of an engine change after the change `sequence`: a job will follow. */
  typesChange(engineId: number, sequence: number): void {
    this.#generations.typesChange(engineId, sequence);
  }

  /** Notes, within `exclusive`, that a change of types was cancelled; `written` are the changes since it began. */
  async typesStay(
    engineId: number,
    schema: Schema,
    written: ReadonlyArray<readonly DocumentChange[]>,
  ): Promise<void> {
    const writer = await this.#generations.serving(engineId);
    if (writer !== undefined) {
      await writer.addFields(schema);
      for (const changes of written) await writer.apply(changes);
    }
    this.#generations.typesStay(engineId);
  }

  /** Creates a generation with the new types of an engine, once enough memory is free. */
  async begin(
    engineId: number,
    schema: Schema,
    language: string | null,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<GenerationWriter> {
    await this.#unserved.untilServed(engineId, signal);
    return this.#generations.beginWithNewTypes(engineId, schema, language, signal);
  }

  /** Publishes a generation with the new types of an engine. */
  publish(writer: GenerationWriter): Promise<void> {
    return this.#generations.publishNewTypes(writer);
  }

  discard(writer: GenerationWriter): Promise<void> {
    return this.#generations.discard(writer);
  }

  async drop(engineId: number): Promise<void> {
    this.#unserved.remove(engineId);
    this.#generations.typesStay(engineId);
    await this.#generations.drop(engineId);
  }
}
