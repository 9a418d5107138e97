import type { Logger } from 'pino';
import type { DocumentSource } from '../index/capabilities.ts';
import { IndexUnavailable } from '../index/port.ts';
import { limits } from '../limits.ts';
import type { DocumentReader, EngineRecord, JobRecord, Store, StoreWriter } from '../store/port.ts';
import { yieldToEventLoop } from '../threads/turns.ts';
import { typedFields } from '../values/typed-fields.ts';
import type { Schema } from '../values/types.ts';
import { AppliedSequences } from './applied-sequences.ts';
import { EngineLoader } from './engine-loader.ts';
import { EngineLocks } from './engine-locks.ts';
import { Follower } from './follower.ts';
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
  readonly follower: Follower;
  readonly applied: AppliedSequences;
  readonly #generations: Generations;
  readonly #locks = new EngineLocks();
  readonly #unserved = new UnservedEngines();

  constructor(store: Store, index: Index, log?: Logger) {
    const generations = new Generations(store, index);
    const locks = this.#locks;
    const unserved = this.#unserved;
    const loader = new EngineLoader(store, generations, locks, unserved, log);
    const rebuilds = new Rebuilds(store, generations, locks, loader, unserved);
    const writes = new WritePipeline({ index, generations, locks, loader, unserved, log });
    const follower = new Follower({
      store,
      generations,
      locks,
      loader,
      rebuilds,
      unserved,
      writes,
      log,
    });
    this.#generations = generations;
    this.loader = loader;
    this.rebuilds = rebuilds;
    this.writes = writes;
    this.follower = follower;
    this.applied = new AppliedSequences({ store, generations, follower, rebuilds });
    const { nodes, engines } = store;
    this.serving = new ServingGenerations({
      engines,
      index,
      unserved,
      load: (engineId) => locks.apply(engineId, () => loader.ensure(engineId)),
      // Only other nodes can commit something that is not applied here.
      ...(nodes && { catchUp: (engineId) => follower.catchUp(engineId) }),
    });
  }

  /** The number of engines that do not fit in memory. */
  get unservedEngines(): number {
    return this.#unserved.size;
  }

  /** How long a schema change waits for its reindex job before it responds, in milliseconds. */
  get reindexWait(): number {
    return this.#generations.isShared ? limits.reindexWait.shared : limits.reindexWait.own;
  }

  /** Whether the end of a reindex job and its publication are one transaction. */
  get publishesInTransaction(): boolean {
    return this.#generations.publishesInTransaction;
  }

  /** Runs `work` while nothing of the engine is being committed or applied; later work waits for it. */
  exclusive<T>(engineId: number, work: () => Promise<T>): Promise<T> {
    return this.#locks.exclusive(engineId, work);
  }

  /** Notes, within `exclusive`, that a reindex job of an engine has begun. */
  async typesChange(engineId: number, job: JobRecord): Promise<void> {
    await this.#unlessAway(engineId, async () => (await this.#generations.serving(engineId))?.noteJob(job));
  }

  /** Notes, within `exclusive`, that a change of types was cancelled. */
  async typesStay(engineId: number): Promise<void> {
    await this.#unlessAway(engineId, async () => (await this.#generations.serving(engineId))?.catchUp());
  }

  /** For work after a commit: if the index is away, the rest is done when it is back. */
  async #unlessAway(engineId: number, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof IndexUnavailable)) throw error;
      this.writes.postpone(engineId);
    }
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

  /** Whether another process can continue to build a generation. */
  get canReopen(): boolean {
    return this.#generations.canReopen;
  }

  /** The generation that an earlier run of a reindex job has begun; undefined if it is of no use. */
  reopen(engine: EngineRecord, generation: string): Promise<GenerationWriter | undefined> {
    return this.#generations.reopen(engine, generation);
  }

  /** Publishes a generation with the new types of an engine. */
  publish(writer: GenerationWriter): Promise<void> {
    return this.#generations.publish(writer);
  }

  /** As `publish`, in a transaction of the engine; false if the generation lacks a change. May run twice. */
  publishWithin(tx: StoreWriter, writer: GenerationWriter): Promise<boolean> {
    return this.#generations.publishWithin(tx, writer);
  }

  discard(writer: GenerationWriter): Promise<void> {
    return this.#generations.discard(writer);
  }

  async drop(engineId: number): Promise<void> {
    this.#unserved.remove(engineId);
    try {
      await this.#generations.drop(engineId);
    } catch (error) {
      // The engine is gone from the store. The next start removes what the index still has of it.
      if (!(error instanceof IndexUnavailable)) throw error;
    }
  }
}
