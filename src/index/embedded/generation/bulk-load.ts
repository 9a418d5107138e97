import { IndexFull } from '../../port.ts';
import { indexFullTexts } from '../runtime/index-full-texts.ts';
import { INDEX_BYTES_PER_DOCUMENT_BYTE, type Reservation } from '../runtime/memory-budget.ts';
import { Segment } from '../segment/segment.ts';
import { type BuildSpec, type SourceDocument, sizeOf } from '../workers/segment-work.ts';
import type { SegmentWriter } from '../workers/segment-writer.ts';
import type { IndexContext } from './index-context.ts';

/** A segment is sealed at this many documents or characters. */
const MAX_DOCUMENTS = 16_384;
const MAX_TEXT = 32 * 2 ** 20;
/** The same in a published generation, whose next search waits for the seal: about 50 ms at most. */
const MAX_PUBLISHED_DOCUMENTS = 2048;
const MAX_PUBLISHED_TEXT = 2 ** 21;
/** Bytes that a character may take while its segment is built, if all words differ. */
const MOST_BUILD_BYTES = 40;
/** Milliseconds without a write after which they are sealed although nobody searches. */
const WRITE_IDLE = 250;
/** Characters that are added at a time: their memory is known only afterwards. */
const PIECE = 2 ** 18;

/** Documents in order, in pieces of about `PIECE` characters. */
export function* inPieces(documents: readonly SourceDocument[]): Generator<readonly SourceDocument[]> {
  let piece: SourceDocument[] = [];
  let size = 0;
  for (const document of documents) {
    piece.push(document);
    size += sizeOf([document]);
    if (size < PIECE) continue;
    yield piece;
    piece = [];
    size = 0;
  }
  if (piece.length > 0) yield piece;
}

/**
 * The documents of a generation that are not in a segment yet. While nobody searches the generation they are collected
 * into large segments, instead of one segment per batch: its first search waits until they are sealed.
 */
export class BulkLoad {
  readonly #context: IndexContext;
  #writer: SegmentWriter;
  /** Memory that was reserved for the whole generation; without it every batch reserves its own. */
  readonly #reserved: Reservation | undefined;
  #batches: Reservation[] = [];
  readonly #sequences = new Map<string, number>();
  /** The documents of a published generation: they are acknowledged, and a thread may lose them. */
  readonly #kept: SourceDocument[] = [];
  readonly #onWritesEnd: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #replaced: string[] = [];
  /** With the collected documents a published generation holds every change up to this one. */
  upTo = 0;
  #text = 0;

  /** A published generation has `onWritesEnd`, which is called when no write has come for a while. */
  constructor(context: IndexContext, reserved: Reservation | undefined, onWritesEnd?: () => void) {
    this.#context = context;
    this.#writer = context.indexer.segmentWriter();
    this.#reserved = reserved;
    this.#onWritesEnd = onWritesEnd;
  }

  get isEmpty(): boolean {
    return this.#sequences.size === 0;
  }

  get isFull(): boolean {
    const { size, workingMemory } = this.#writer;
    if (workingMemory > this.#context.indexer.buildMemory) return true;
    return this.#onWritesEnd === undefined
      ? size >= MAX_DOCUMENTS || this.#text >= MAX_TEXT
      : size >= MAX_PUBLISHED_DOCUMENTS || this.#text >= MAX_PUBLISHED_TEXT;
  }

  /** Whether one segment can hold documents of a published generation. */
  canHold(documents: readonly SourceDocument[]): boolean {
    return MOST_BUILD_BYTES * sizeOf(documents) <= this.#context.indexer.buildMemory;
  }

  /** Ids of a published generation whose earlier documents are in segments. */
  get replaced(): readonly string[] {
    return this.#replaced;
  }

  sequenceOf(id: string): number | undefined {
    return this.#sequences.get(id);
  }

  /** Throws `IndexFull` if the segments of documents do not fit. */
  assertFitsAll(documents: readonly SourceDocument[]): void {
    this.assertFits(sizeOf(documents) * INDEX_BYTES_PER_DOCUMENT_BYTE);
  }

  async add(spec: BuildSpec, documents: readonly SourceDocument[]): Promise<void> {
    const text = sizeOf(documents);
    this.#text += text;
    if (this.#reserved === undefined)
      this.#batches.push(this.#context.memory.reserve(text * INDEX_BYTES_PER_DOCUMENT_BYTE));
    for (const { id, sequence } of documents) this.#sequences.set(id, sequence);
    await this.#writer.add(spec, documents);
  }

  /** The same in a published generation: this does not fail if the builder thread does. */
  async addAcknowledged(
    spec: BuildSpec,
    documents: readonly SourceDocument[],
    replaced: readonly string[],
  ): Promise<void> {
    for (const document of documents) this.#kept.push(document);
    for (const id of replaced) this.#replaced.push(id);
    await this.add(spec, documents).catch(() => this.#startAgain());
    this.#timer ??= setTimeout(() => this.#onWritesEnd?.(), WRITE_IDLE).unref();
    this.#timer.refresh();
  }

  /** The segments of the collected documents. `clear` once they are in the snapshot. */
  async seal(spec: BuildSpec): Promise<Segment[]> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const kept = this.#kept;
    if (kept.length === 0 || kept.length === this.#writer.size) {
      const sealing = this.#writer.seal(spec);
      const image = await (kept.length === 0 ? sealing : sealing.catch(() => undefined));
      if (image !== undefined) return [Segment.of(image)];
    }
    this.#startAgain();
    return (await this.#context.indexer.build(spec, kept)).map((image) => Segment.of(image));
  }

  /** A thread has lost documents: they are built from what is kept here. */
  #startAgain(): void {
    this.#discardWritten();
    this.#writer = this.#context.indexer.segmentWriter();
  }

  /** Forgets the documents and releases their memory. */
  clear(): void {
    this.#sequences.clear();
    this.#kept.length = 0;
    this.#replaced = [];
    this.#text = 0;
    for (const batch of this.#batches) batch.release();
    this.#batches = [];
  }

  /** Gives up the documents that are not sealed. */
  discard(): void {
    clearTimeout(this.#timer);
    this.clear();
    this.#discardWritten();
  }

  #discardWritten(): void {
    this.#writer.discard().catch(() => {
      // The thread has ended, and the documents with it.
    });
  }

  /** A generation without a reservation must stay within the budget; otherwise its engine is not served. */
  assertFits(bytes: number): void {
    const { memory } = this.#context;
    if (this.#reserved === undefined && !memory.fitsWithOverdraft(bytes)) {
      throw new IndexFull(indexFullTexts.tooLarge(memory.limit));
    }
  }
}
