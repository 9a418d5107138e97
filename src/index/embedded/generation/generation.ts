import type { Analyzer } from '../../../analysis/analyzer.ts';
import { analyzerFor } from '../../../analysis/language.ts';
import type { Schema } from '../../../values/types.ts';
import type { StoredChange } from '../../capabilities.ts';
import type { SearchOutcome, SearchPlan } from '../../plan.ts';
import type { ApplyOptions, GenerationInfo, IndexChange } from '../../port.ts';
import type { Reservation } from '../runtime/memory-budget.ts';
import { Segment } from '../segment/segment.ts';
import { SegmentReader } from '../snapshot/segment-reader.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { BuildSpec, SourceDocument } from '../workers/segment-work.ts';
import { BulkLoad, inPieces } from './bulk-load.ts';
import { searchGenerations } from './generation-search.ts';
import { type Change, newestChanges, writtenDocuments } from './index-changes.ts';
import type { CheckpointState, IndexContext, InitialState } from './index-context.ts';
import { liveDocument, withoutDocuments } from './live-documents.ts';
import { MergeScheduler } from './merge-scheduler.ts';
import { PublishedSnapshot } from './published-snapshot.ts';
import { warmSegment } from './segment-warming.ts';
import { Tombstones } from './tombstones.ts';

const EMPTY = { readers: [], sequence: 0 };
/** Milliseconds without a search after which a published generation collects its documents. */
const SEARCH_IDLE = 10_000;

let lastGeneration = 0;

/**
 * A generation of the embedded engine: immutable segments in the order of writing, and the live documents of each.
 * Every change publishes a new snapshot; a search keeps the snapshot that it began with. Building, merging and long
 * searches run in other threads. What remains here is bookkeeping: short, and never interrupted halfway.
 */
export class EmbeddedGeneration {
  readonly engineId: number;
  readonly language: string | null;
  readonly #number = ++lastGeneration;
  #info: GenerationInfo;
  readonly #analyzer: Analyzer;
  readonly #context: IndexContext;
  readonly #reservation: Reservation | undefined;
  #bulkLoad: BulkLoad;
  /** Documents collected before those of `#bulkLoad`. A segment is made of them while others are collected. */
  #fullLoad: BulkLoad | undefined;
  /** Set while the segment of `#fullLoad` is made. */
  #sealing: Promise<void> | undefined;
  #lastSearch = Number.NEGATIVE_INFINITY;
  readonly #merges: MergeScheduler;
  readonly #tombstones = new Tombstones();
  #published: PublishedSnapshot;
  /** Every change up to this one is applied. */
  #sequence: number;
  #isPublished = false;
  #isClosed = false;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(
    engineId: number,
    schema: Schema,
    language: string | null,
    context: IndexContext,
    { restored = EMPTY, reservation }: InitialState = {},
  ) {
    this.engineId = engineId;
    this.language = language;
    this.#info = { id: String(this.#number), engineId, language, schema: new Map(schema) };
    this.#analyzer = analyzerFor(language);
    this.#context = context;
    this.#reservation = reservation;
    this.#bulkLoad = new BulkLoad(context, reservation);
    this.#sequence = restored.sequence;
    this.#published = this.#snapshotOf(restored.readers);
    this.#merges = new MergeScheduler(context, {
      current: () => this.#published,
      replace: (readers) => this.#swapIn(readers),
    });
  }

  get info(): GenerationInfo {
    return this.#info;
  }

  get schema(): Schema {
    return this.#info.schema;
  }

  /** Bytes of its buffers. */
  get byteLength(): number {
    return this.#published.readers.reduce((sum, { segment }) => sum + segment.sections.byteLength, 0);
  }

  /** Live documents in its segments. */
  get documentCount(): number {
    return this.#published.readers.reduce((sum, { liveCount }) => sum + liveCount, 0);
  }

  /** What a search that begins now reads. */
  get snapshot(): Snapshot {
    return this.#published.snapshot;
  }

  /** Resolves when no merge is left to do, idle merges included. */
  settled(): Promise<void> {
    return this.#merges.settled();
  }

  /** Resolves when the merge that is running, if any, has ended. */
  async merged(): Promise<void> {
    await this.#merges.current;
  }

  /** What a checkpoint has to write; undefined while the generation is unpublished. */
  checkpointState(): CheckpointState | undefined {
    if (!this.#isPublished) return undefined;
    const { readers } = this.#published;
    return { schema: this.schema, language: this.language, sequence: this.#sequence, readers };
  }

  /** From now on searches see every `apply` that has returned; before, documents are collected into large segments. */
  async publish(): Promise<void> {
    await this.#enqueue(() => this.#seal());
    if (!this.#isPublished) this.#bulkLoad = this.#newLoad();
    this.#isPublished = true;
    this.#merges.start();
  }

  addFields(fields: Schema): GenerationInfo {
    const added = [...fields].filter(([name]) => !this.schema.has(name));
    if (added.length > 0) this.#info = { ...this.#info, schema: new Map([...this.schema, ...added]) };
    return this.#info;
  }

  apply(changes: readonly IndexChange[], { upTo }: ApplyOptions = {}): Promise<void> {
    return this.#enqueue(() => this.#apply(changes, upTo));
  }

  applyStored(changes: readonly StoredChange[], { upTo }: ApplyOptions = {}): Promise<void> {
    return this.#enqueue(() => this.#apply(changes, upTo));
  }

  async #apply(changes: readonly Change[], upTo: number | undefined): Promise<void> {
    const { newest, replaced } = newestChanges(changes, (id) => this.#sequenceOf(id), this.#sequence);
    const written = writtenDocuments(newest);
    if (newest.length > 0) {
      if (this.#collects(newest, written)) await this.#collect(newest, written, replaced);
      else await this.#applyVisibly(newest, written, replaced);
    }
    this.#advance(upTo);
  }

  /** Documents are collected while nobody searches. A few alone are built sooner by this thread than by another. */
  #collects(newest: readonly Change[], written: readonly SourceDocument[]): boolean {
    if (!this.#isPublished) return true;
    const isSearched = performance.now() - this.#lastSearch <= SEARCH_IDLE;
    if (isSearched || written.length < newest.length || !this.#bulkLoad.canHold(written)) return false;
    return this.#hasCollected || !this.#context.indexer.isInline(written);
  }

  get #hasCollected(): boolean {
    return this.#fullLoad !== undefined || !this.#bulkLoad.isEmpty;
  }

  /** Notes that all changes up to `upTo` are applied; a checkpoint has them when they are in segments. */
  #advance(upTo = 0): void {
    const load = this.#bulkLoad.isEmpty ? this.#fullLoad : this.#bulkLoad;
    if (this.#isPublished && load !== undefined) load.upTo = Math.max(upTo, load.upTo);
    else this.#cover(upTo);
  }

  /** Notes that all changes up to `upTo` are in segments. */
  #cover(upTo: number): void {
    if (upTo > this.#sequence) {
      this.#sequence = upTo;
      this.#tombstones.dropUpTo(upTo);
    }
    if (this.#isPublished) this.#context.changed(this.engineId, () => this.checkpointState());
  }

  /** Builds first; the rest happens without a pause, so that no search sees half of a batch. */
  async #applyVisibly(
    newest: readonly Change[],
    written: readonly SourceDocument[],
    replaced: readonly string[],
  ): Promise<void> {
    if (this.#hasCollected) await this.#seal();
    await this.#merges.backpressure();
    const built = await this.#context.indexer.build(this.#buildSpec, written);
    const readers = withoutDocuments(this.#published.readers, replaced);
    this.#tombstones.record(newest);
    this.#swapIn([...readers, ...built.map((image) => this.#opened(Segment.of(image)))]);
    this.#merges.start();
  }

  /**
   * Collects a batch. In a published generation what it replaces stays in the snapshot until the batch is sealed, for
   * the next search at the latest.
   */
  async #collect(
    newest: readonly Change[],
    written: readonly SourceDocument[],
    replaced: readonly string[],
  ): Promise<void> {
    const isRepeated = newest.some(({ id }) => this.#bulkLoad.sequenceOf(id) !== undefined);
    if (this.#isPublished) {
      if (isRepeated) await this.#beginLoad();
      this.#tombstones.record(newest);
      await this.#bulkLoad.addAcknowledged(this.#buildSpec, written, replaced);
      if (this.#bulkLoad.isFull) await this.#beginLoad();
      return;
    }
    if (isRepeated) await this.#seal();
    const load = this.#bulkLoad;
    load.assertFitsAll(written);
    this.#swapIn(withoutDocuments(this.#published.readers, replaced));
    this.#tombstones.record(newest);
    for (const some of inPieces(written)) {
      await load.add(this.#buildSpec, some);
      if (load.isFull) await this.#seal();
    }
  }

  #newLoad(): BulkLoad {
    return new BulkLoad(this.#context, undefined, () => this.#warnIfFailed(this.seal()));
  }

  #warnIfFailed(sealing: Promise<void> | undefined): void {
    sealing?.catch((error) => this.#context.warn('documents could not be indexed yet', { err: error }));
  }

  /** Collects the next documents of a published generation separately: no write waits for the segment of the others. */
  async #beginLoad(): Promise<void> {
    await this.#sealFull();
    this.#fullLoad = this.#bulkLoad;
    this.#bulkLoad = this.#newLoad();
    this.#warnIfFailed(this.#sealFull());
  }

  /** Makes a segment of a full load; undefined if there is none. */
  #sealFull(): Promise<void> | undefined {
    const load = this.#fullLoad;
    if (load !== undefined)
      this.#sealing ??= this.#sealLoad(load).finally(() => {
        this.#sealing = undefined;
      });
    return this.#sealing;
  }

  /** Makes segments of the collected documents. */
  async #seal(): Promise<void> {
    await Promise.all([this.#sealFull(), this.#sealLoad(this.#bulkLoad)]);
  }

  /** The segment of a load becomes visible after that of the full load, whose documents are older. */
  async #sealLoad(load: BulkLoad): Promise<void> {
    if (load.isEmpty) return;
    if (this.#isPublished) await this.#merges.backpressure();
    const segments = await load.seal(this.#buildSpec);
    if (load !== this.#fullLoad) await this.#sealFull();
    if (!this.#isPublished)
      for (const segment of segments)
        await warmSegment(segment, this.#context.servingSegments(this.engineId));
    if (this.#isClosed) return;
    const readers = withoutDocuments(this.#published.readers, load.replaced);
    this.#swapIn([...readers, ...segments.map((segment) => this.#opened(segment))]);
    load.clear();
    if (load === this.#fullLoad) this.#fullLoad = undefined;
    if (this.#isPublished) this.#cover(load.upTo);
    else load.assertFits(0);
    this.#merges.start();
  }

  search(plan: SearchPlan, options: { readonly signal?: AbortSignal } = {}): Promise<SearchOutcome> {
    return searchGenerations([this], this.#context, plan, options);
  }

  /** The published snapshot, with what other threads need to make a replica of it. */
  get published(): PublishedSnapshot {
    return this.#published;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Notes that a search begins. Resolves when it sees every document; undefined if it does already. */
  searchable(): Promise<void> | undefined {
    this.#lastSearch = performance.now();
    return this.#hasCollected ? this.seal() : undefined;
  }

  /** Makes a segment of the collected documents. */
  seal(): Promise<void> {
    return this.#enqueue(() => this.#seal());
  }

  /** Stops merging and waits for the changes in the queue. What cannot be sealed is read from the store again. */
  async stop(): Promise<void> {
    this.#merges.stop();
    await this.seal().catch(() => {});
  }

  /** Gives up a running merge; buffers are released when no search reads them any more. */
  close(): void {
    this.#isClosed = true;
    this.#merges.stop();
    this.#fullLoad?.discard();
    this.#bulkLoad.discard();
    this.#context.buffers.retire(this.#published.keys);
  }

  get #buildSpec(): BuildSpec {
    return { language: this.language, schema: [...this.schema] };
  }

  /** Changes are applied one after another, in the order of their calls. */
  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work, work);
    this.#queue = turn;
    return turn;
  }

  #sequenceOf(id: string): number | undefined {
    const collected = this.#bulkLoad.sequenceOf(id) ?? this.#fullLoad?.sequenceOf(id);
    if (collected !== undefined) return collected;
    const found = liveDocument(this.#published.readers, id);
    return found?.reader.segment.sequences[found.doc] ?? this.#tombstones.sequenceOf(id);
  }

  #opened(segment: Segment): SegmentReader {
    const { byteLength } = segment.sections;
    this.#reservation?.shrink(byteLength);
    return SegmentReader.opened(segment, this.#context.buffers.register(byteLength));
  }

  #snapshotOf(readers: readonly SegmentReader[]): PublishedSnapshot {
    return new PublishedSnapshot(this.#number, this.engineId, this.language, this.#analyzer, readers);
  }

  /** The only place where a snapshot becomes visible. */
  #swapIn(readers: readonly SegmentReader[]): void {
    const before = this.#published;
    this.#published = this.#snapshotOf(readers);
    const kept = new Set(this.#published.keys);
    this.#context.buffers.retire(before.keys.filter((key) => !kept.has(key)));
  }
}
