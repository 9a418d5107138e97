import type { Schema } from '../../../values/types.ts';
import type { DocumentSource } from '../../capabilities.ts';
import type { Thresholds } from '../query/tuning/thresholds.ts';
import type { BufferRegistry } from '../runtime/buffer-registry.ts';
import type { InlineLimits } from '../runtime/inline-limits.ts';
import type { MemoryBudget, Reservation } from '../runtime/memory-budget.ts';
import type { Segment } from '../segment/segment.ts';
import type { SegmentReader } from '../snapshot/segment-reader.ts';
import type { Indexer } from '../workers/indexer.ts';
import type { Searchers } from '../workers/searchers.ts';

/** What the generations of one index share. */
export interface IndexContext {
  readonly indexer: Indexer;
  /** Without them every search runs on the main thread. */
  readonly searchers: Searchers | undefined;
  readonly buffers: BufferRegistry;
  readonly memory: MemoryBudget;
  readonly inlineLimits: InlineLimits;
  readonly thresholds: Thresholds;
  /** Where long texts are read from: segments hold their hashes only. */
  readonly source: DocumentSource;
  /** The segments that searches of an engine read now. */
  readonly servingSegments: (engineId: number) => readonly Segment[];
  /** Called after every change of a published generation; `state` gives its state at the time of the call. */
  readonly changed: (engineId: number, state: () => CheckpointState | undefined) => void;
  /** The number of searches that continue on the main thread after their first slice. */
  readonly searches: { inline: number };
  /** Merges of all generations. */
  readonly merges: MergeCounts;
  /** Logs a problem that costs speed, not correctness. */
  readonly warn: (message: string, facts: object) => void;
}

/** Merges that run, and those that have ended since the start. */
export interface MergeCounts {
  running: number;
  done: number;
  failed: number;
}

/** The state of a generation at one moment: what a checkpoint writes. */
export interface CheckpointState {
  readonly schema: Schema;
  readonly language: string | null;
  readonly sequence: number;
  readonly readers: readonly SegmentReader[];
}

/** What a generation begins with. */
export interface InitialState {
  /** The state that an earlier process left in files. */
  readonly restored?: Pick<CheckpointState, 'readers' | 'sequence'>;
  /** Memory reserved for this generation in addition to that of the serving one. */
  readonly reservation?: Reservation;
}
