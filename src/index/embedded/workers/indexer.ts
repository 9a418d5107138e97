import type { Thread } from '../../../threads/thread.ts';
import type { InlineLimits } from '../runtime/inline-limits.ts';
import { runTimeSliced, runToCompletion } from '../runtime/time-slice.ts';

import type { BuiltEnvelope } from './building-tasks.ts';
import type { MergedEnvelope } from './merging-tasks.ts';
import { fromEnvelope, toEnvelope } from './segment-envelope.ts';
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

/** Builds and merges have a thread each: a request waits for a build, and must not wait for a merge. */
export interface IndexerThreads {
  readonly builder: Thread;
  readonly merger: Thread;
}

/** Builds and merges segments: in threads, or on the caller's thread if the work is small or there are no threads. */
export class Indexer {
  readonly #threads: IndexerThreads | undefined;
  readonly #inlineLimits: InlineLimits;
  #lastWriter = 0;

  constructor(threads: IndexerThreads | undefined, inlineLimits: InlineLimits) {
    this.#threads = threads;
    this.#inlineLimits = inlineLimits;
  }

  /** Whether documents are built in another thread, and thus in parallel. */
  isOffloaded(documents: readonly SourceDocument[]): boolean {
    return this.#threads !== undefined && sizeOf(documents) > this.#inlineLimits.text;
  }

  async build(spec: BuildSpec, documents: readonly SourceDocument[]): Promise<Built> {
    if (this.#threads === undefined || !this.isOffloaded(documents))
      return runToCompletion(build(spec, documents));
    const { builder } = this.#threads;
    const { segment } = await builder.call<BuiltEnvelope>('index.build', { spec, documents });
    return { segment: fromEnvelope(segment) };
  }

  segmentWriter(): SegmentWriter {
    return new SegmentWriter(this.#threads?.builder, ++this.#lastWriter, this.#inlineLimits.text);
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
