import type { Analyzer } from '../../../analysis/analyzer.ts';
import { analyzerFor } from '../../../analysis/language.ts';
import { indexFullTexts } from '../../../errors.ts';
import type { Schema } from '../../../values/types.ts';
import type { ApplyStoredOptions, Prebuilt, StoredChange, StoredText } from '../../capabilities.ts';
import type { SearchOutcome, SearchPlan } from '../../plan.ts';
import { type ApplyOptions, type GenerationInfo, type IndexChange, IndexFull } from '../../port.ts';
import { INDEX_BYTES_PER_DOCUMENT_BYTE, type Reservation } from '../runtime/memory-budget.ts';
import { Segment } from '../segment/segment.ts';
import { SegmentReader } from '../snapshot/segment-reader.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { type SegmentWriter, sizeOf } from '../workers/indexer.ts';
import type { BuildSpec, SourceDocument } from '../workers/segment-work.ts';
import { searchGenerations } from './generation-search.ts';
import type { CheckpointState, IndexContext } from './index-context.ts';
import { MergeScheduler } from './merge-scheduler.ts';
import { PrebuiltSegment } from './prebuilt-segment.ts';
import { PublishedSnapshot } from './published-snapshot.ts';
import { warmSegment } from './segment-warming.ts';

/** Documents, and characters of them, that an unpublished generation collects before it makes a segment of them. */
const LOADED_AT_ONCE = 16_384;
const LOADED_TEXT = 32 * 2 ** 20;

/** Characters of documents that are built before they are committed: a write that fails then wasted little work. */
const MOST_PREBUILT = 2 ** 20;

/** A change in either form: with converted values, or as the store keeps the document. */
type Change = IndexChange | StoredChange;

interface InitialState {
  /** What an earlier process left. */
  readonly restored?: Restored;
  /** Memory that was kept for it beside the generation that serves. */
  readonly reservation?: Reservation;
}

type Restored = Pick<CheckpointState, 'readers' | 'sequence'>;

const EMPTY: Restored = { readers: [], sequence: 0 };

let lastGeneration = 0;

/**
 * A generation of the embedded engine: immutable segments in the order of writing, and which of their documents
 * live. Every change makes a new view; a search keeps the view it began with. What takes time (building, merging,
 * long searches) is done by other threads; here is the bookkeeping, which is short and never half done.
 */
export class EmbeddedGeneration {
  readonly engineId: number;
  readonly language: string | null;
  readonly #number = ++lastGeneration;
  #info: GenerationInfo;
  readonly #analyzer: Analyzer;
  readonly #context: IndexContext;
  readonly #reservation: Reservation | undefined;
  readonly #writer: SegmentWriter;
  readonly #merges: MergeScheduler;
  #published: PublishedSnapshot;
  /** Documents of an unpublished generation that are not in a segment yet. */
  readonly #collected = new Map<string, number>();
  #collectedText = 0;
  /** What they count as, where no room was kept for them. */
  #collectedReservations: Reservation[] = [];
  /** Deletions after `#sequence`, so that an older change cannot bring a document back. */
  readonly #tombstones = new Map<string, number>();
  #sequence = 0;
  #isPublished = false;
  #isClosed = false;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(
    engineId: number,
    schema: Schema,
    language: string | null,
    workshop: IndexContext,
    { restored = EMPTY, reservation }: InitialState = {},
  ) {
    this.engineId = engineId;
    this.language = language;
    this.#info = { id: String(this.#number), engineId, language, schema: new Map(schema) };
    this.#analyzer = analyzerFor(language);
    this.#context = workshop;
    this.#reservation = reservation;
    this.#writer = workshop.indexer.segmentWriter();
    this.#sequence = restored.sequence;
    this.#published = this.#snapshotOf(restored.readers);
    this.#merges = new MergeScheduler(workshop, {
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

  /** Documents that live in its segments. */
  get documentCount(): number {
    return this.#published.readers.reduce((sum, { liveCount }) => sum + liveCount, 0);
  }

  /** What a search that begins now sees. */
  get snapshot(): Snapshot {
    return this.#published.snapshot;
  }

  /** Resolves when its segments are as few as they become when nobody writes. */
  settled(): Promise<void> {
    return this.#merges.settled();
  }

  /** Resolves when the merge that is worked on, if there is one, has ended. */
  async merged(): Promise<void> {
    await this.#merges.current;
  }

  /** What it is now; undefined while it is not published. */
  checkpointState(): CheckpointState | undefined {
    if (!this.#isPublished) return undefined;
    const { readers } = this.#published;
    return { schema: this.schema, language: this.language, sequence: this.#sequence, readers };
  }

  /** From now on every `apply` is visible when it returns; before, documents are collected into larger segments. */
  async publish(): Promise<void> {
    await this.#enqueue(() => this.#seal());
    this.#isPublished = true;
    this.#merges.start();
  }

  addFields(fields: Schema): GenerationInfo {
    const added = [...fields].filter(([name]) => !this.schema.has(name));
    if (added.length > 0) this.#info = { ...this.#info, schema: new Map([...this.schema, ...added]) };
    return this.#info;
  }

  /** Undefined if the build would run on this thread, or before the generation is published. */
  prebuild(documents: readonly StoredText[], added: Schema): PrebuiltSegment | undefined {
    const texts = documents.map(({ id, json }) => ({ id, json, sequence: 0 }));
    const { indexer } = this.#context;
    if (!this.#isPublished || sizeOf(texts) > MOST_PREBUILT || !indexer.isOffloaded(texts)) return undefined;
    const fields = [...added].filter(([name]) => !this.schema.has(name));
    const spec = { ...this.#buildSpec, schema: [...this.schema, ...fields] };
    return new PrebuiltSegment(spec, texts, indexer.build(spec, texts));
  }

  apply(changes: readonly IndexChange[], { upTo }: ApplyOptions = {}): Promise<void> {
    return this.#enqueue(() => this.#apply(changes, upTo));
  }

  applyStored(changes: readonly StoredChange[], { upTo, prebuilt }: ApplyStoredOptions = {}): Promise<void> {
    return this.#enqueue(() => this.#apply(changes, upTo, prebuilt));
  }

  async #apply(changes: readonly Change[], upTo: number | undefined, prebuilt?: Prebuilt): Promise<void> {
    const newest = this.#newest(changes);
    if (newest.length > 0) {
      if (this.#isPublished) await this.#applyNow(newest, prebuilt);
      else await this.#collect(newest);
    }
    if (upTo !== undefined && upTo > this.#sequence) {
      this.#sequence = upTo;
      for (const [id, sequence] of this.#tombstones) if (sequence <= upTo) this.#tombstones.delete(id);
    }
    if (this.#isPublished) this.#context.changed(this.engineId, () => this.checkpointState());
  }

  /** Builds first; the rest happens in one go, so that nobody sees half of it. */
  async #applyNow(newest: readonly Change[], prebuilt: Prebuilt | undefined): Promise<void> {
    await this.#merges.backpressure();
    const written = newest.filter(isWritten).map(newText);
    const segment = written.length === 0 ? undefined : await this.#build(written, prebuilt);
    const readers = this.#withDeletions(newest);
    this.#recordTombstones(newest);
    if (segment === undefined) this.#swapIn(readers);
    else this.#add(readers, segment);
    this.#merges.start();
  }

  async #build(written: readonly SourceDocument[], prebuilt: Prebuilt | undefined): Promise<Segment> {
    const spec = this.#buildSpec;
    const early = prebuilt instanceof PrebuiltSegment ? await prebuilt.segmentOf(spec, written) : undefined;
    return early ?? Segment.of((await this.#context.indexer.build(spec, written)).segment);
  }

  async #collect(newest: readonly Change[]): Promise<void> {
    if (newest.some(({ id }) => this.#collected.has(id))) await this.#seal();
    const written = newest.filter(isWritten).map(newText);
    this.#countCollected(sizeOf(written));
    this.#swapIn(this.#withDeletions(newest));
    this.#recordTombstones(newest);
    for (const { id, sequence } of written) this.#collected.set(id, sequence);
    await this.#writer.add(this.#buildSpec, written);
    const isEnough = this.#writer.size >= LOADED_AT_ONCE || this.#collectedText >= LOADED_TEXT;
    if (isEnough) await this.#seal();
  }

  #countCollected(text: number): void {
    this.#collectedText += text;
    if (this.#reservation !== undefined) return;
    this.#assertFits(text * INDEX_BYTES_PER_DOCUMENT_BYTE);
    this.#collectedReservations.push(this.#context.memory.reserve(text * INDEX_BYTES_PER_DOCUMENT_BYTE));
  }

  /** A generation that no room was kept for must not take more than there is: its engine is then not served. */
  #assertFits(bytes: number): void {
    const { memory } = this.#context;
    if (this.#reservation === undefined && !memory.fitsWithOverdraft(bytes)) {
      throw new IndexFull(indexFullTexts.tooLarge(memory.limit));
    }
  }

  #forgetCollected(): void {
    this.#collected.clear();
    this.#collectedText = 0;
    for (const room of this.#collectedReservations) room.release();
    this.#collectedReservations = [];
  }

  /** Makes a segment of what was collected. */
  async #seal(): Promise<void> {
    const built = await this.#writer.seal(this.#buildSpec);
    if (built === undefined) {
      this.#forgetCollected();
      return;
    }
    const segment = Segment.of(built.segment);
    await warmSegment(segment, this.#context.servingSegments(this.engineId));
    this.#add(this.#published.readers, segment);
    this.#forgetCollected();
    this.#assertFits(0);
    this.#merges.start();
  }

  search(plan: SearchPlan, options: { readonly signal?: AbortSignal } = {}): Promise<SearchOutcome> {
    return searchGenerations([this], this.#context, plan, options);
  }

  /** What searches see, and whether other threads may still be told of it. */
  get published(): PublishedSnapshot {
    return this.#published;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Whether documents were collected that are not in a segment yet. */
  get hasCollected(): boolean {
    return this.#writer.size > 0;
  }

  /** Makes a segment of the documents that were collected. */
  seal(): Promise<void> {
    return this.#enqueue(() => this.#seal());
  }

  /** Ends merges, and waits until the changes under way are in. */
  async stop(): Promise<void> {
    this.#merges.stop();
    await this.#enqueue(async () => {});
  }

  /** Lets go of the generation: a merge that runs is given up, its buffers are free when nobody looks at them. */
  close(): void {
    this.#isClosed = true;
    this.#merges.stop();
    this.#forgetCollected();
    this.#writer.discard().catch(() => {
      // The thread is gone, and with it what was collected.
    });
    this.#context.buffers.retire(this.#published.keys);
  }

  get #buildSpec(): BuildSpec {
    return { language: this.language, schema: [...this.schema] };
  }

  /** Changes go one after another, in the order in which they were asked for. */
  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work, work);
    this.#queue = turn;
    return turn;
  }

  /** The last change of each document, without those that are older than what is known of it. */
  #newest(changes: readonly Change[]): Change[] {
    const last = new Map<string, Change>();
    for (const change of changes) {
      const before = last.get(change.id)?.sequence ?? this.#sequenceOf(change.id);
      // All changes up to `#sequence` are in: a document that is not there then was deleted by a later one of them.
      if (before === undefined ? change.sequence <= this.#sequence : before > change.sequence) continue;
      last.delete(change.id);
      last.set(change.id, change);
    }
    return [...last.values()].sort((a, b) => a.sequence - b.sequence);
  }

  #sequenceOf(id: string): number | undefined {
    const collected = this.#collected.get(id);
    if (collected !== undefined) return collected;
    for (const reader of this.#published.readers) {
      const doc = reader.segment.docWithId(id);
      if (doc >= 0 && reader.isLive(doc)) return reader.segment.sequences[doc];
    }
    return this.#tombstones.get(id);
  }

  /** The readers after the death of the documents that these changes replace or delete. */
  #withDeletions(changes: readonly Change[]): SegmentReader[] {
    return this.#published.readers
      .map((reader) => {
        const dead = changes
          .map(({ id }) => reader.segment.docWithId(id))
          .filter((doc) => doc >= 0 && reader.isLive(doc));
        return dead.length === 0 ? reader : reader.withDeleted(dead);
      })
      .filter((reader) => reader.liveCount > 0);
  }

  #recordTombstones(changes: readonly Change[]): void {
    for (const change of changes) {
      if (isWritten(change)) this.#tombstones.delete(change.id);
      else this.#tombstones.set(change.id, change.sequence);
    }
  }

  #add(readers: readonly SegmentReader[], segment: Segment): void {
    const { buffers } = this.#context;
    const fresh = SegmentReader.opened(segment, buffers.register(segment.sections.byteLength));
    this.#reservation?.shrink(segment.sections.byteLength);
    this.#swapIn([...readers, fresh]);
  }

  #snapshotOf(readers: readonly SegmentReader[]): PublishedSnapshot {
    return new PublishedSnapshot(this.#number, this.engineId, this.language, this.#analyzer, readers);
  }

  /** The one place where a view becomes the one that is seen. */
  #swapIn(readers: readonly SegmentReader[]): void {
    const before = this.#published;
    this.#published = this.#snapshotOf(readers);
    const kept = new Set(this.#published.keys);
    this.#context.buffers.retire(before.keys.filter((key) => !kept.has(key)));
  }
}

const isWritten = (change: Change): boolean =>
  'json' in change ? change.json !== null : change.fields !== null;

const newText = (change: Change): SourceDocument => {
  const { id, sequence } = change;
  return 'json' in change
    ? { id, sequence, json: change.json ?? '{}' }
    : { id, sequence, fields: change.fields ?? new Map() };
};
