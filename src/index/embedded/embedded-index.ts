import type { Pool } from '../../threads/pool.ts';
import type { Schema } from '../../values/types.ts';
import type {
  DocumentSource,
  IndexCapabilities,
  KnownEngine,
  RestoredGeneration,
  StoredChange,
} from '../capabilities.ts';
import type { Explanation } from '../explanation.ts';
import type { DocumentRef, SearchOutcome, SearchPlan } from '../plan.ts';
import {
  type ApplyOptions,
  assertOneLanguage,
  GenerationGone,
  type GenerationInfo,
  type IndexChange,
  IndexFull,
  type SearchIndex,
} from '../port.ts';
import type { Checkpoints } from './checkpoints/checkpoints.ts';
import { EmbeddedGeneration } from './generation/generation.ts';
import { explainInGenerations, searchGenerations } from './generation/generation-search.ts';
import type { IndexContext, MergeCounts } from './generation/index-context.ts';
import { THRESHOLDS, type Thresholds } from './query/tuning/thresholds.ts';
import { BufferRegistry } from './runtime/buffer-registry.ts';
import { indexFullTexts } from './runtime/index-full-texts.ts';
import { INLINE_LIMITS, type InlineLimits } from './runtime/inline-limits.ts';
import {
  MemoryBudget,
  MOST_INDEX_BYTES_PER_DOCUMENT_BYTE,
  type Reservation,
} from './runtime/memory-budget.ts';
import { Segment } from './segment/segment.ts';
import { SegmentReader } from './snapshot/segment-reader.ts';
import { Indexer, type IndexerThreads } from './workers/indexer.ts';
import { Searchers } from './workers/searchers.ts';

export interface EmbeddedOptions {
  /** Where the long texts of documents are read from: segments hold their hashes only. */
  readonly source: DocumentSource;
  /** Bytes that the buffers of the index may take; unlimited by default. */
  readonly memory?: number;
  /** Bytes of this memory that are reserved for caches. */
  readonly reserved?: number;
  /** Bytes of this memory that a segment may take while it is built; unlimited by default. */
  readonly buildMemory?: number;
  /** The threads that build and merge, and those that search; without them all work runs on the caller's thread. */
  readonly indexer?: IndexerThreads;
  readonly searchers?: Pool;
  /** Writes generations to files for the next process; without it every start rebuilds them from the store. */
  readonly checkpoints?: Checkpoints;
  /** Up to which size work runs on the caller's thread. */
  readonly inlineLimits?: InlineLimits;
  /** How searches choose among ways of doing the same. No choice changes an answer. */
  readonly thresholds?: Thresholds;
  readonly warn?: IndexContext['warn'];
}

/** The embedded search engine: generations of immutable segments in memory, checkpointed to files. */
export class EmbeddedIndex implements SearchIndex, IndexCapabilities {
  /** Published generations, and those being built. */
  readonly #generations = new Map<string, EmbeddedGeneration>();
  readonly #serving = new Map<number, EmbeddedGeneration>();
  readonly #context: IndexContext;
  readonly #checkpoints: Checkpoints | undefined;
  readonly #memory: MemoryBudget;
  readonly #merges: MergeCounts = { running: 0, done: 0, failed: 0 };
  /** Memory reserved for unpublished generations. */
  readonly #reservations = new Map<EmbeddedGeneration, Reservation>();

  constructor({
    source,
    memory,
    reserved = 0,
    buildMemory,
    indexer,
    searchers,
    checkpoints,
    warn,
    inlineLimits = INLINE_LIMITS,
    thresholds = THRESHOLDS,
  }: EmbeddedOptions) {
    this.#memory = new MemoryBudget(memory ?? Number.POSITIVE_INFINITY);
    this.#memory.reserve(reserved + (buildMemory ?? 0));
    this.#checkpoints = checkpoints;
    const pool = searchers && new Searchers(searchers);
    this.#context = {
      indexer: new Indexer(indexer, inlineLimits, buildMemory ?? Number.POSITIVE_INFINITY),
      inlineLimits,
      thresholds,
      searchers: pool,
      buffers: new BufferRegistry(this.#memory, pool && ((keys) => pool.releaseBuffers(keys))),
      memory: this.#memory,
      source,
      servingSegments: (engineId) =>
        this.#serving.get(engineId)?.snapshot.readers.map(({ segment }) => segment) ?? [],
      merges: this.#merges,
      searches: { inline: 0 },
      changed: (engineId, snapshot) => checkpoints?.schedule(engineId, snapshot),
      warn: warn ?? ((message) => process.emitWarning(message)),
    };
  }

  /** Bytes that its buffers take and may take. */
  get memory(): { readonly used: number; readonly budget: number } {
    const { used, limit } = this.#memory;
    return { used, budget: limit };
  }

  /** What the serving generations have at this moment. Costs a step per segment. */
  get figures() {
    let segments = 0;
    let documents = 0;
    for (const { published, documentCount } of this.#serving.values()) {
      segments += published.readers.length;
      documents += documentCount;
    }
    return { engines: this.#serving.size, segments, documents, merges: { ...this.#merges } };
  }

  async begin(
    engineId: number,
    schema: Schema,
    language: string | null,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<GenerationInfo> {
    const serving = this.#serving.get(engineId);
    await serving?.seal();
    const extra = serving?.byteLength ?? 0;
    if (extra === 0) return this.#added(new EmbeddedGeneration(engineId, schema, language, this.#context));
    if (!this.#memory.fitsWithHeadroom(extra))
      this.#context.warn(indexFullTexts.waits(extra, this.#memory.limit), { engine: engineId });
    const reservation = await this.#memory.reserveWhenAvailable(extra, signal);
    const generation = new EmbeddedGeneration(engineId, schema, language, this.#context, { reservation });
    this.#reservations.set(generation, reservation);
    return this.#added(generation);
  }

  async restore(engine: KnownEngine): Promise<RestoredGeneration | undefined> {
    const { engineId, language } = engine;
    const restored = await this.#checkpoints?.load(engine, (bytes) => {
      if (!this.#memory.fitsWithOverdraft(bytes))
        throw new IndexFull(indexFullTexts.needs(bytes, this.#memory.limit));
    });
    if (restored === undefined) return undefined;
    const { buffers } = this.#context;
    const readers = restored.segments.map(({ image, liveDocs }) => {
      const segment = Segment.of(image);
      return SegmentReader.restored(segment, buffers.register(segment.sections.byteLength), liveDocs);
    });
    restored.setKeys(readers.map(({ key }) => key));
    const { sequence } = restored;
    const generation = new EmbeddedGeneration(engineId, restored.schema, language, this.#context, {
      restored: { readers, sequence },
    });
    const info = this.#added(generation);
    await this.publish(info);
    return { generation: info, sequence };
  }

  async admit(bytes: number): Promise<() => void> {
    const needed = bytes * MOST_INDEX_BYTES_PER_DOCUMENT_BYTE;
    if (!this.#memory.fits(needed)) {
      // Running merges release memory when they end; refuse a write only after that.
      await Promise.all([...this.#serving.values()].map((generation) => generation.merged()));
      if (!this.#memory.fits(needed)) throw new IndexFull(indexFullTexts.noMore(this.#memory.limit));
    }
    return this.#memory.reserve(needed).release;
  }

  /** The generation itself, for work that needs more than the port. */
  generation({ id }: GenerationInfo): EmbeddedGeneration {
    const generation = this.#generations.get(id);
    if (generation === undefined) throw new GenerationGone(`generation ${id} is gone`);
    return generation;
  }

  async addFields(generation: GenerationInfo, fields: Schema): Promise<GenerationInfo> {
    return this.generation(generation).addFields(fields);
  }

  async apply(
    generation: GenerationInfo,
    changes: readonly IndexChange[],
    options?: ApplyOptions,
  ): Promise<void> {
    await this.generation(generation).apply(changes, options);
  }

  async applyStored(
    generation: GenerationInfo,
    changes: readonly StoredChange[],
    options?: ApplyOptions,
  ): Promise<void> {
    await this.generation(generation).applyStored(changes, options);
  }

  async documentCount(generation: GenerationInfo): Promise<number> {
    const own = this.generation(generation);
    await own.seal();
    return own.documentCount;
  }

  async search(
    generations: readonly GenerationInfo[],
    plan: SearchPlan,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<SearchOutcome> {
    const found = generations.map((generation) => this.generation(generation));
    assertOneLanguage(generations);
    return searchGenerations(found, this.#context, plan, options);
  }

  async explain(
    generations: readonly GenerationInfo[],
    plan: SearchPlan,
    ref: DocumentRef,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<Explanation> {
    const found = generations.map((generation) => this.generation(generation));
    assertOneLanguage(generations);
    return explainInGenerations(found, this.#context, plan, ref, options);
  }

  async publish(generation: GenerationInfo): Promise<void> {
    const own = this.generation(generation);
    await own.publish();
    this.#releaseReservation(own);
    const before = this.#serving.get(own.engineId);
    this.#serving.set(own.engineId, own);
    if (before !== own) this.#remove(before);
    this.#context.changed(own.engineId, () => own.checkpointState());
  }

  async discard({ id }: GenerationInfo): Promise<void> {
    this.#remove(this.#generations.get(id));
  }

  async serving(engineId: number): Promise<GenerationInfo | undefined> {
    return this.#serving.get(engineId)?.info;
  }

  async drop(engineId: number): Promise<void> {
    this.#remove(this.#serving.get(engineId));
    this.#serving.delete(engineId);
    await this.#checkpoints?.drop(engineId);
  }

  /** Writes the last checkpoints and releases everything. The owner of the threads closes them. */
  async close(): Promise<void> {
    for (const generation of this.#serving.values()) await generation.stop();
    await this.#checkpoints?.close();
    for (const generation of this.#serving.values()) generation.close();
    this.#serving.clear();
    this.#generations.clear();
  }

  #added(generation: EmbeddedGeneration): GenerationInfo {
    this.#generations.set(generation.info.id, generation);
    return generation.info;
  }

  #remove(generation: EmbeddedGeneration | undefined): void {
    if (generation === undefined) return;
    this.#generations.delete(generation.info.id);
    this.#releaseReservation(generation);
    generation.close();
  }

  #releaseReservation(generation: EmbeddedGeneration): void {
    this.#reservations.get(generation)?.release();
    this.#reservations.delete(generation);
  }
}
