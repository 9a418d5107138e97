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
 * The documents of an unpublished generation that are not in a segment yet. Nobody searches them, so they are
 * collected into large segments instead of one segment per batch.
 */
export class BulkLoad {
  readonly #context: IndexContext;
  readonly #writer: SegmentWriter;
  /** Memory that was reserved for the whole generation; without it every batch reserves its own. */
  readonly #reserved: Reservation | undefined;
  #batches: Reservation[] = [];
  readonly #sequences = new Map<string, number>();
  #text = 0;

  constructor(context: IndexContext, reserved: Reservation | undefined) {
    this.#context = context;
    this.#writer = context.indexer.segmentWriter();
    this.#reserved = reserved;
  }

  get isEmpty(): boolean {
    return this.#writer.size === 0;
  }

  get isFull(): boolean {
    const { size, workingMemory } = this.#writer;
    const { buildMemory } = this.#context.indexer;
    return size >= MAX_DOCUMENTS || this.#text >= MAX_TEXT || workingMemory > buildMemory;
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

  /** The segment of the collected documents, undefined if there are none. `clear` once it is in the snapshot. */
  async seal(spec: BuildSpec): Promise<Segment | undefined> {
    const image = await this.#writer.seal(spec);
    return image && Segment.of(image);
  }

  /** Forgets the documents and releases their memory. */
  clear(): void {
    this.#sequences.clear();
    this.#text = 0;
    for (const batch of this.#batches) batch.release();
    this.#batches = [];
  }

  /** Gives up the documents that are not sealed. */
  discard(): void {
    this.clear();
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
