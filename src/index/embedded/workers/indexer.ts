import type { Thread } from '../../../threads/thread.ts';
import type { SmallWork } from '../runtime/inline-limits.ts';
import { atOnce, between } from '../runtime/time-slice.ts';
import type { SegmentBuilder } from '../segment/segment-builder.ts';
import type { BuiltParcel } from './building-tasks.ts';
import type { MergedParcel } from './merging-tasks.ts';
import { segmentIn, segmentParcel } from './segment-envelope.ts';
import {
  addAll,
  type Built,
  build,
  type MergedImage,
  type MergePart,
  merge,
  type NewText,
  newBuilder,
  type Recipe,
  sealed,
} from './segment-work.ts';

const builtIn = ({ segment }: BuiltParcel): Built => ({ segment: segmentIn(segment) });

/** Roughly the characters of documents. */
export const sizeOf = (documents: readonly NewText[]): number =>
  documents.reduce((sum, { json, fields }) => sum + (json?.length ?? 200 * (fields?.size ?? 0)), 0);

/** The threads that do the work. Those who wait for a build wait for an answer, so no merge stands in its way. */
export interface IndexerThreads {
  readonly builder: Thread;
  readonly merger: Thread;
}

/** Builds and merges segments: in threads of its own, or, if there is little to do or no thread, right here. */
export class Indexer {
  readonly #threads: IndexerThreads | undefined;
  readonly #small: SmallWork;
  #collectors = 0;

  constructor(threads: IndexerThreads | undefined, small: SmallWork) {
    this.#threads = threads;
    this.#small = small;
  }

  /** Whether documents are built elsewhere, and so while something else is done here. */
  isAway(documents: readonly NewText[]): boolean {
    return this.#threads !== undefined && sizeOf(documents) > this.#small.text;
  }

  async build(recipe: Recipe, documents: readonly NewText[]): Promise<Built> {
    if (this.#threads === undefined || !this.isAway(documents)) return atOnce(build(recipe, documents));
    return builtIn(await this.#threads.builder.call<BuiltParcel>('index.build', { recipe, documents }));
  }

  collector(): Collector {
    return new Collector(this.#threads?.builder, ++this.#collectors, this.#small.text);
  }

  async merge(parts: readonly MergePart[], docCount: number, signal: AbortSignal): Promise<MergedImage> {
    if (this.#threads === undefined || docCount <= this.#small.merge) return between(merge(parts), signal);
    const parcels = parts.map(({ image, live }) => ({ parcel: segmentParcel(image), live }));
    const { segment, maps } = await this.#threads.merger.call<MergedParcel>(
      'index.merge',
      { parts: parcels },
      { signal },
    );
    return { segment: segmentIn(segment), maps };
  }
}

/**
 * Documents of a generation that nobody sees yet, on their way into one segment. The first few are kept here; when
 * there are more, they go to the builder, and all that follow.
 */
export class Collector {
  readonly #thread: Thread | undefined;
  readonly #key: number;
  readonly #smallText: number;
  #builder: SegmentBuilder | undefined;
  #waiting: NewText[] = [];
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

  async add(recipe: Recipe, documents: readonly NewText[]): Promise<void> {
    this.#size += documents.length;
    if (this.#thread === undefined) {
      this.#builder ??= newBuilder(recipe);
      return atOnce(addAll(this.#builder, recipe, documents));
    }
    this.#waiting.push(...documents);
    if (this.#release === undefined && sizeOf(this.#waiting) <= this.#smallText) return;
    this.#release ??= this.#thread.hold();
    const waiting = this.#waiting;
    this.#waiting = [];
    await this.#thread.call('index.collect', { key: this.#key, recipe, documents: waiting });
  }

  /** The segment of what was collected; undefined if that is nothing. It collects anew afterwards. */
  async seal(recipe: Recipe): Promise<Built | undefined> {
    if (this.#size === 0) return undefined;
    this.#size = 0;
    const waiting = this.#waiting;
    this.#waiting = [];
    if (this.#release !== undefined && this.#thread !== undefined) {
      const sealing = this.#thread.call<BuiltParcel>('index.seal', {
        key: this.#key,
        recipe,
        documents: waiting,
      });
      this.#letGo();
      return builtIn(await sealing);
    }
    const builder = this.#builder ?? newBuilder(recipe);
    this.#builder = undefined;
    atOnce(addAll(builder, recipe, waiting));
    return atOnce(sealed(builder));
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
