import type { Thread } from '../../../threads/thread.ts';
import type { InlineLimits } from '../runtime/inline-limits.ts';
import { runTimeSliced, runToCompletion } from '../runtime/time-slice.ts';

import type { MergedEnvelope } from './merging-tasks.ts';
import { fromEnvelope, type SegmentEnvelope, toEnvelope } from './segment-envelope.ts';
import {
  type BuildSpec,
  type Built,
  build,
  type MergedImage,
  type MergePart,
  merge,
  type SourceDocument,
  sizeOf,
} from './segment-work.ts';
import { SegmentWriter } from './segment-writer.ts';

/** Builds and merges have threads of their own: a request waits for a build, and must not wait for a merge. */
export interface IndexerThreads {
  /** At least one. */
  readonly builders: readonly Thread[];
  readonly merger: Thread;
}

/** One document of maximum size may take as much, and segments of fewer documents would not be worth their overhead. */
const MIN_BUILD_MEMORY = 4 * 2 ** 20;
/** Segments under construction at once, at least: documents are collected for one while another is sealed. */
const MIN_CONCURRENT_BUILDS = 2;

/** Builds and merges segments: in threads, or on the caller's thread if the work is small or there are no threads. */
export class Indexer {
  readonly #threads: IndexerThreads | undefined;
  readonly #inlineLimits: InlineLimits;
  /** Bytes that a segment may take while it is built. */
  readonly buildMemory: number;
  #lastWriter = 0;

  /** `buildMemory` is for all segments that are built at the same time. */
  constructor(threads: IndexerThreads | undefined, inlineLimits: InlineLimits, buildMemory: number) {
    this.#threads = threads;
    this.#inlineLimits = inlineLimits;
    const builds = Math.max(MIN_CONCURRENT_BUILDS, threads?.builders.length ?? 1);
    this.buildMemory = Math.max(MIN_BUILD_MEMORY, buildMemory / builds);
  }

  /** Whether documents are so few that this thread builds them sooner than another. */
  isInline(documents: readonly SourceDocument[]): boolean {
    return this.#threads !== undefined && sizeOf(documents) <= this.#inlineLimits.text;
  }

  async build(spec: BuildSpec, documents: readonly SourceDocument[]): Promise<Built> {
    const memory = this.buildMemory;
    if (this.#threads === undefined || this.isInline(documents))
      return runToCompletion(build(memory, spec, documents));
    const built = await idlest(this.#threads.builders).call<SegmentEnvelope[]>('index.build', {
      memory,
      spec,
      documents,
    });
    return built.map(fromEnvelope);
  }

  segmentWriter(): SegmentWriter {
    const threads = this.#threads;
    const chooseThread = threads && (() => idlest(threads.builders));
    return new SegmentWriter(chooseThread, ++this.#lastWriter, this.#inlineLimits.text);
  }

  async merge(parts: readonly MergePart[], docCount: number, signal: AbortSignal): Promise<MergedImage> {
    if (this.#threads === undefined || docCount <= this.#inlineLimits.merge)
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

/** The first thread with the fewest pending calls: one that has not started is used only while the others are busy. */
const idlest = (threads: readonly Thread[]): Thread =>
  threads.reduce((least, thread) => (thread.pending < least.pending ? thread : least));
