import type { Schema } from '../../../values/types.ts';
import type { DocumentSource } from '../../port.ts';
import type { Shelf } from '../runtime/buffer-registry.ts';
import type { SmallWork } from '../runtime/inline-limits.ts';
import type { Memory } from '../runtime/memory-budget.ts';
import type { Segment } from '../segment/segment.ts';
import type { SegmentState } from '../snapshot/live-segment.ts';
import type { Indexer } from '../workers/indexer.ts';
import type { Searchers } from '../workers/searchers.ts';

/** What the generations of one index share. */
export interface Workshop {
  readonly indexer: Indexer;
  /** Without them every search runs on the main thread. */
  readonly searchers: Searchers | undefined;
  readonly shelf: Shelf;
  readonly memory: Memory;
  readonly small: SmallWork;
  /** Where long texts are read again; without it they are kept in the segments. */
  readonly source: DocumentSource | undefined;
  /** The segments that searches of an engine see now. */
  readonly seen: (engineId: number) => readonly Segment[];
  /** Called after every change of a published generation; `snapshot` tells at any later time what it is then. */
  readonly changed: (engineId: number, snapshot: () => Snapshot | undefined) => void;
  /** Tells the person who runs the service about something that does no harm and should not be. */
  readonly warn: (message: string, facts: object) => void;
}

/** What a generation is at one moment: what a checkpoint writes down. */
export interface Snapshot {
  readonly schema: Schema;
  readonly language: string | null;
  readonly keepsLong: boolean;
  readonly sequence: number;
  readonly states: readonly SegmentState[];
}
