import type { Thread } from '../../../threads/thread.ts';
import { runToCompletion } from '../runtime/time-slice.ts';
import type { SegmentImage } from '../segment/segment.ts';
import type { SegmentBuilder } from '../segment/segment-builder.ts';
import { fromEnvelope, type SegmentEnvelope } from './segment-envelope.ts';
import { addAll, type BuildSpec, newBuilder, type SourceDocument, sealed, sizeOf } from './segment-work.ts';

/**
 * Collects documents into one segment. The first few are buffered here; once there are more than may be built inline,
 * they and all that follow are sent to the builder thread.
 */
export class SegmentWriter {
  /** The builder thread of the next segment; undefined if there are no threads. */
  readonly #chooseThread: (() => Thread) | undefined;
  readonly #key: number;
  readonly #inlineText: number;
  #builder: SegmentBuilder | undefined;
  #buffered: SourceDocument[] = [];
  #size = 0;
  #workingMemory = 0;
  /** The builder thread that holds the documents. */
  #thread: Thread | undefined;
  /** Lets the thread end for idleness, which it must not while it holds documents. */
  #release: (() => void) | undefined;

  constructor(chooseThread: (() => Thread) | undefined, key: number, inlineText: number) {
    this.#chooseThread = chooseThread;
    this.#key = key;
    this.#inlineText = inlineText;
  }

  /** Documents collected so far. */
  get size(): number {
    return this.#size;
  }

  /** Bytes that the segment takes while it is built. */
  get workingMemory(): number {
    return this.#workingMemory;
  }

  async add(spec: BuildSpec, documents: readonly SourceDocument[]): Promise<void> {
    this.#size += documents.length;
    if (this.#chooseThread === undefined) {
      this.#builder ??= newBuilder(spec);
      addAll(this.#builder, spec, documents);
      this.#workingMemory = this.#builder.workingMemory;
      return;
    }
    for (const document of documents) this.#buffered.push(document);
    if (this.#thread === undefined && sizeOf(this.#buffered) <= this.#inlineText) return;
    this.#thread ??= this.#chooseThread();
    this.#release ??= this.#thread.keepAlive();
    const buffered = this.#buffered;
    this.#buffered = [];
    const batch = { key: this.#key, spec, documents: buffered };
    this.#workingMemory = await this.#thread.call<number>('index.collect', batch);
  }

  /** The segment of the collected documents, undefined if there are none. The writer is empty afterwards. */
  async seal(spec: BuildSpec): Promise<SegmentImage | undefined> {
    if (this.#size === 0) return undefined;
    this.#size = 0;
    this.#workingMemory = 0;
    const buffered = this.#buffered;
    this.#buffered = [];
    if (this.#thread !== undefined) {
      const batch = { key: this.#key, spec, documents: buffered };
      const sealing = this.#thread.call<SegmentEnvelope>('index.seal', batch);
      this.#releaseThread();
      return fromEnvelope(await sealing);
    }
    const builder = this.#builder ?? newBuilder(spec);
    this.#builder = undefined;
    addAll(builder, spec, buffered);
    return runToCompletion(sealed(builder));
  }

  /** Drops the collected documents. */
  async discard(): Promise<void> {
    this.#builder = undefined;
    this.#buffered = [];
    this.#size = 0;
    this.#workingMemory = 0;
    const forgetting = this.#thread?.call('index.forget', { key: this.#key });
    this.#releaseThread();
    await forgetting;
  }

  #releaseThread(): void {
    this.#release?.();
    this.#release = undefined;
    this.#thread = undefined;
  }
}
