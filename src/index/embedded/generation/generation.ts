import type { Analyzer } from '../../../analysis/analyzer.ts';
import { analyzerFor } from '../../../analysis/language.ts';
import type { Schema } from '../../../values/types.ts';
import type { ApplyStoredOptions, Prebuilt, StoredChange, StoredText } from '../../capabilities.ts';
import type { SearchOutcome, SearchPlan } from '../../plan.ts';
import type { ApplyOptions, GenerationInfo, IndexChange } from '../../port.ts';
import type { Reservation } from '../runtime/memory-budget.ts';
import { Segment } from '../segment/segment.ts';
import { SegmentReader } from '../snapshot/segment-reader.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { type BuildSpec, type SourceDocument, sizeOf } from '../workers/segment-work.ts';
import { BulkLoad, inPieces } from './bulk-load.ts';
import { searchGenerations } from './generation-search.ts';
import { type Change, newestChanges, writtenDocuments } from './index-changes.ts';
import type { CheckpointState, IndexContext } from './index-context.ts';
import { liveDocument, withoutDocuments } from './live-documents.ts';
import { MergeScheduler } from './merge-scheduler.ts';
import { PrebuiltSegments } from './prebuilt-segments.ts';
import { PublishedSnapshot } from './published-snapshot.ts';
import { warmSegment } from './segment-warming.ts';
import { Tombstones } from './tombstones.ts';

/** Characters of documents that are built before their commit; if the commit fails, little work is lost. */
const MAX_PREBUILT_TEXT = 2 ** 22;

interface InitialState {
  /** The state that an earlier process left in files. */
  readonly restored?: Restored;
  /** Memory reserved for this generation in addition to that of the serving one. */
  readonly reservation?: Reservation;
}

type Restored = Pick<CheckpointState, 'readers' | 'sequence'>;

const EMPTY: Restored = { readers: [], sequence: 0 };

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
  readonly #bulkLoad: BulkLoad;
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

  /** From now on every `apply` is visible when it returns; before, documents are collected into large segments. */
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
  prebuild(documents: readonly StoredText[], added: Schema): PrebuiltSegments | undefined {
    const sources = documents.map(({ id, json }) => ({ id, json, sequence: 0 }));
    const { indexer } = this.#context;
    if (!this.#isPublished || sizeOf(sources) > MAX_PREBUILT_TEXT || !indexer.isOffloaded(sources))
      return undefined;
    const fields = [...added].filter(([name]) => !this.schema.has(name));
    const spec = { ...this.#buildSpec, schema: [...this.schema, ...fields] };
    return new PrebuiltSegments(spec, sources, indexer.build(spec, sources));
  }

  apply(changes: readonly IndexChange[], { upTo }: ApplyOptions = {}): Promise<void> {
    return this.#enqueue(() => this.#apply(changes, upTo));
  }

  applyStored(changes: readonly StoredChange[], { upTo, prebuilt }: ApplyStoredOptions = {}): Promise<void> {
    return this.#enqueue(() => this.#apply(changes, upTo, prebuilt));
  }

  async #apply(changes: readonly Change[], upTo: number | undefined, prebuilt?: Prebuilt): Promise<void> {
    const known = new Set<string>();
    const sequenceOf = (id: string): number | undefined => {
      const sequence = this.#sequenceOf(id);
      if (sequence !== undefined) known.add(id);
      return sequence;
    };
    const newest = newestChanges(changes, sequenceOf, this.#sequence);
    if (newest.length > 0) {
      const replaced = newest.map(({ id }) => id).filter((id) => known.has(id));
      if (this.#isPublished) await this.#applyVisibly(newest, replaced, prebuilt);
      else await this.#collect(newest, replaced);
    }
    if (upTo !== undefined && upTo > this.#sequence) {
      this.#sequence = upTo;
      this.#tombstones.dropUpTo(upTo);
    }
    if (this.#isPublished) this.#context.changed(this.engineId, () => this.checkpointState());
  }

  /** Builds first; the rest happens without a pause, so that no search sees half of a batch. */
  async #applyVisibly(
    newest: readonly Change[],
    replaced: readonly string[],
    prebuilt: Prebuilt | undefined,
  ): Promise<void> {
    await this.#merges.backpressure();
    const written = writtenDocuments(newest);
    const segments = written.length === 0 ? [] : await this.#build(written, prebuilt);
    const readers = withoutDocuments(this.#published.readers, replaced);
    this.#tombstones.record(newest);
    this.#swapIn([...readers, ...segments.map((segment) => this.#opened(segment))]);
    this.#merges.start();
  }

  async #build(written: readonly SourceDocument[], prebuilt: Prebuilt | undefined): Promise<Segment[]> {
    const spec = this.#buildSpec;
    const early = prebuilt instanceof PrebuiltSegments ? await prebuilt.segmentsOf(spec, written) : undefined;
    return early ?? (await this.#context.indexer.build(spec, written)).map((image) => Segment.of(image));
  }

  async #collect(newest: readonly Change[], replaced: readonly string[]): Promise<void> {
    if (newest.some(({ id }) => this.#bulkLoad.sequenceOf(id) !== undefined)) await this.#seal();
    const written = writtenDocuments(newest);
    this.#bulkLoad.assertFitsAll(written);
    this.#swapIn(withoutDocuments(this.#published.readers, replaced));
    this.#tombstones.record(newest);
    for (const some of inPieces(written)) {
      await this.#bulkLoad.add(this.#buildSpec, some);
      if (this.#bulkLoad.isFull) await this.#seal();
    }
  }

  /** Makes a segment of the collected documents. */
  async #seal(): Promise<void> {
    const segment = await this.#bulkLoad.seal(this.#buildSpec);
    if (segment === undefined) {
      this.#bulkLoad.clear();
      return;
    }
    await warmSegment(segment, this.#context.servingSegments(this.engineId));
    this.#swapIn([...this.#published.readers, this.#opened(segment)]);
    this.#bulkLoad.clear();
    this.#bulkLoad.assertFits(0);
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

  /** Whether documents were collected that are not in a segment yet. */
  get hasCollected(): boolean {
    return !this.#bulkLoad.isEmpty;
  }

  /** Makes a segment of the collected documents. */
  seal(): Promise<void> {
    return this.#enqueue(() => this.#seal());
  }

  /** Stops merging and waits for the changes in the queue. */
  async stop(): Promise<void> {
    this.#merges.stop();
    await this.#enqueue(async () => {});
  }

  /** Gives up a running merge; buffers are released when no search reads them any more. */
  close(): void {
    this.#isClosed = true;
    this.#merges.stop();
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
    const collected = this.#bulkLoad.sequenceOf(id);
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
