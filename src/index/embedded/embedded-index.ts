import { indexFullTexts } from '../../errors.ts';
import type { Pool } from '../../threads/pool.ts';
import type { Schema } from '../../values/types.ts';
import {
  type DocumentSource,
  type Generation,
  IndexFull,
  type KnownEngine,
  type OpenedGeneration,
  type SearchIndex,
} from '../port.ts';
import type { Checkpoints } from './checkpoints/checkpoints.ts';
import { EmbeddedGeneration } from './generation/generation.ts';
import type { Workshop } from './generation/index-context.ts';
import { Shelf } from './runtime/buffer-registry.ts';
import { SMALL_WORK, type SmallWork } from './runtime/inline-limits.ts';
import { GROWTH, Memory, type Room } from './runtime/memory-budget.ts';
import { Segment } from './segment/segment.ts';
import { SegmentState } from './snapshot/live-segment.ts';
import { Indexer, type IndexerThreads } from './workers/indexer.ts';
import { Searchers } from './workers/searchers.ts';

export interface EmbeddedOptions {
  /** Where documents can be read again: long texts are then not kept a second time. */
  readonly source?: DocumentSource;
  /** Bytes that the buffers of the index may take; without it there is no bound. */
  readonly memory?: number;
  /** Bytes of this memory that are taken from the start: those of caches. */
  readonly reserved?: number;
  /** The threads that build and merge, and those that search; without them all is done on the caller's. */
  readonly indexer?: IndexerThreads;
  readonly searchers?: Pool;
  /** Where generations are kept for the next process; without it they are built anew by whoever starts. */
  readonly checkpoints?: Checkpoints;
  /** What is too little to be sent to another thread. */
  readonly small?: SmallWork;
  readonly warn?: Workshop['warn'];
}

/** Our own engine, inside the process: generations of immutable segments in memory, and in files behind it. */
export class EmbeddedIndex implements SearchIndex {
  readonly #serving = new Map<number, EmbeddedGeneration>();
  readonly #workshop: Workshop;
  readonly #checkpoints: Checkpoints | undefined;
  readonly #memory: Memory;
  /** Room that was kept for generations on their way, until they are published or given up. */
  readonly #rooms = new Map<Generation, Room>();

  constructor({
    source,
    memory,
    reserved = 0,
    indexer,
    searchers,
    checkpoints,
    warn,
    small = SMALL_WORK,
  }: EmbeddedOptions = {}) {
    this.#memory = new Memory(memory ?? Number.POSITIVE_INFINITY);
    this.#memory.take(reserved);
    this.#checkpoints = checkpoints;
    const pool = searchers && new Searchers(searchers);
    this.#workshop = {
      indexer: new Indexer(indexer, small),
      small,
      searchers: pool,
      shelf: new Shelf(this.#memory, pool && ((keys) => pool.letGo(keys))),
      memory: this.#memory,
      source,
      seen: (engineId) => this.#serving.get(engineId)?.view.states.map(({ segment }) => segment) ?? [],
      changed: (engineId, snapshot) => checkpoints?.schedule(engineId, snapshot),
      warn: warn ?? ((message) => process.emitWarning(message)),
    };
  }

  /** Bytes that its buffers take, and may take. */
  get memory(): { readonly used: number; readonly budget: number } {
    return this.#memory;
  }

  async begin(
    engineId: number,
    schema: Schema,
    language: string | null,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<Generation> {
    const beside = this.#serving.get(engineId)?.byteLength ?? 0;
    if (beside === 0) return new EmbeddedGeneration(engineId, schema, language, this.#workshop);
    if (!this.#memory.fitsAmply(beside))
      this.#workshop.warn(indexFullTexts.waits(beside, this.#memory.budget), { engineId });
    const room = await this.#memory.takeWhenFits(beside, signal);
    const generation = new EmbeddedGeneration(engineId, schema, language, this.#workshop, { room });
    this.#rooms.set(generation, room);
    return generation;
  }

  async open(engine: KnownEngine): Promise<OpenedGeneration | undefined> {
    const { engineId, language } = engine;
    const kept = await this.#checkpoints?.load(engine, this.#workshop.source === undefined, (bytes) => {
      if (!this.#memory.fitsAgain(bytes))
        throw new IndexFull(indexFullTexts.needs(bytes, this.#memory.budget));
    });
    if (kept === undefined) return undefined;
    const { shelf } = this.#workshop;
    const states = kept.segments.map(({ image, live }) => {
      const segment = Segment.of(image);
      return SegmentState.restored(segment, shelf.put(segment.sections.byteLength), live);
    });
    kept.keyed(states.map(({ key }) => key));
    const { sequence } = kept;
    const generation = new EmbeddedGeneration(engineId, kept.schema, language, this.#workshop, {
      restored: { states, sequence },
    });
    await this.publish(generation);
    return { generation, sequence, documentCount: () => generation.documentCount };
  }

  async admit(bytes: number): Promise<void> {
    const needed = bytes * GROWTH;
    if (this.#memory.fits(needed)) return;
    // What merges take on their way comes back when they are done: writes are refused last.
    await Promise.all([...this.#serving.values()].map((generation) => generation.merged()));
    if (!this.#memory.fits(needed)) throw new IndexFull(indexFullTexts.noMore(this.#memory.budget));
  }

  async publish(generation: Generation): Promise<void> {
    const own = ours(generation);
    await own.publish();
    this.#giveRoomBack(own);
    const before = this.#serving.get(own.engineId);
    this.#serving.set(own.engineId, own);
    if (before !== own) before?.close();
    this.#workshop.changed(own.engineId, () => own.snapshot());
  }

  async discard(generation: Generation): Promise<void> {
    this.#giveRoomBack(generation);
    ours(generation).close();
  }

  serving(engineId: number): Generation | undefined {
    return this.#serving.get(engineId);
  }

  async drop(engineId: number): Promise<void> {
    this.#serving.get(engineId)?.close();
    this.#serving.delete(engineId);
    await this.#checkpoints?.drop(engineId);
  }

  /** Writes down what is not in files yet, and lets go of everything. Threads are their owner's to close. */
  async close(): Promise<void> {
    for (const generation of this.#serving.values()) await generation.stop();
    await this.#checkpoints?.close();
    for (const generation of this.#serving.values()) generation.close();
    this.#serving.clear();
  }

  #giveRoomBack(generation: Generation): void {
    this.#rooms.get(generation)?.free();
    this.#rooms.delete(generation);
  }
}

function ours(generation: Generation): EmbeddedGeneration {
  if (generation instanceof EmbeddedGeneration) return generation;
  throw new Error('a generation of another index');
}
