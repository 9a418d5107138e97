import type { Thread } from '../../../threads/thread.ts';
import type { InlineLimits } from '../runtime/inline-limits.ts';
import { runTimeSliced, runToCompletion } from '../runtime/time-slice.ts';
import type { SegmentBuilder } from '../segment/segment-builder.ts';
import type { BuiltEnvelope } from './building-tasks.ts';
import type { MergedEnvelope } from './merging-tasks.ts';
import { fromEnvelope, toEnvelope } from './segment-envelope.ts';
import {
  addAll,
  type BuildSpec,
  type Built,
  build,
  type MergedImage,
  type MergePart,
  merge,
  newBuilder,
  type SourceDocument,
  sealed,
} from './segment-work.ts';

const builtIn = ({ segment }: BuiltEnvelope): Built => ({ segment: fromEnvelope(segment) });

/** Roughly the characters of documents. */
export const sizeOf = (documents: readonly SourceDocument[]): number =>
  documents.reduce((sum, { json, fields }) => sum + (json?.length ?? 200 * (fields?.size ?? 0)), 0);

/** The threads that do the work. Those who wait for a build wait for an answer, so no merge stands in its way. */
export interface IndexerThreads {
  readonly builder: Thread;
  readonly merger: Thread;
}

/** Builds and merges segments: in threads of its own, or, if there is little to do or no thread, right here. */
export class Indexer {
  readonly #threads: IndexerThreads | undefined;
  readonly #small: InlineLimits;
  #lastWriter = 0;

  constructor(threads: IndexerThreads | undefined, small: InlineLimits) {
    this.#threads = threads;
    this.#small = small;
  }

  /** Whether documents are built elsewhere, and so while something else is done here. */
  isOffloaded(documents: readonly SourceDocument[]): boolean {
    return this.#threads !== undefined && sizeOf(documents) > this.#small.text;
  }

  async build(recipe: BuildSpec, documents: readonly SourceDocument[]): Promise<Built> {
    if (this.#threads === undefined || !this.isOffloaded(documents))
      return runToCompletion(build(recipe, documents));
    return builtIn(await this.#threads.builder.call<BuiltEnvelope>('index.build', { recipe, documents }));
  }

  segmentWriter(): SegmentWriter {
    return new SegmentWriter(this.#threads?.builder, ++this.#lastWriter, this.#small.text);
  }

  async merge(parts: readonly MergePart[], docCount: number, signal: AbortSignal): Promise<MergedImage> {
    if (this.#threads === undefined || docCount <= this.#small.merge)
      return runTimeSliced(merge(parts), signal);
    const envelopes = parts.map(({ image, liveDocs }) => ({ envelope: toEnvelope(image), liveDocs }));
    const { segment, maps } = await this.#threads.merger.call<MergedEnvelope>(
      'index.merge',
      { parts: envelopes },
      { signal },
    );
    return { segment: fromEnvelope(segment), maps };
  }
}

/**
 * Documents of a generation that nobody sees yet, on their way into one segment. The first few are kept here; when
 * there are more, they go to the builder, and all that follow.
 */
export class SegmentWriter {
  readonly #thread: Thread | undefined;
  readonly #key: number;
  readonly #smallText: number;
  #builder: SegmentBuilder | undefined;
  #waiting: SourceDocument[] = [];
  #size = 0;
  /** Lets the builder rest again: set while documents lie there. */
  #release: (() => void) | undefined;

  constructor(thread: Thread | undefined, key: number, smallText: number) {
    this.#thread = thread;
    this.#key = key;
    this.#smallText = smallText;
  }

  /** Documents in it. */
  get size(): number {
    return this.#size;
  }

  async add(recipe: BuildSpec, documents: readonly SourceDocument[]): Promise<void> {
    this.#size += documents.length;
    if (this.#thread === undefined) {
      this.#builder ??= newBuilder(recipe);
      return runToCompletion(addAll(this.#builder, recipe, documents));
    }
    this.#waiting.push(...documents);
    if (this.#release === undefined && sizeOf(this.#waiting) <= this.#smallText) return;
    this.#release ??= this.#thread.keepAlive();
    const waiting = this.#waiting;
    this.#waiting = [];
    await this.#thread.call('index.collect', { key: this.#key, recipe, documents: waiting });
  }

  /** The segment of what was collected; undefined if that is nothing. It collects anew afterwards. */
  async seal(recipe: BuildSpec): Promise<Built | undefined> {
    if (this.#size === 0) return undefined;
    this.#size = 0;
    const waiting = this.#waiting;
    this.#waiting = [];
    if (this.#release !== undefined && this.#thread !== undefined) {
      const sealing = this.#thread.call<BuiltEnvelope>('index.seal', {
        key: this.#key,
        recipe,
        documents: waiting,
      });
      this.#letGo();
      return builtIn(await sealing);
    }
    const builder = this.#builder ?? newBuilder(recipe);
    this.#builder = undefined;
    runToCompletion(addAll(builder, recipe, waiting));
    return runToCompletion(sealed(builder));
  }

  /** Forgets what was collected. */
  async discard(): Promise<void> {
    this.#builder = undefined;
    this.#waiting = [];
    this.#size = 0;
    if (this.#release === undefined) return;
    this.#letGo();
    await this.#thread?.call('index.forget', { key: this.#key });
  }

  #letGo(): void {
    this.#release?.();
    this.#release = undefined;
  }
}
