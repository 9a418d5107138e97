import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Index } from '../indexing/generation-writer.ts';
import type { IndexFigures } from '../metrics/index-metrics.ts';
import type { Store } from '../store/port.ts';
import type { Pool } from '../threads/pool.ts';
import type { Thread } from '../threads/thread.ts';

/** An index over a store, with its threads and files. */
export interface OpenedIndex {
  readonly index: Index;
  /** Threads for long work; they start on demand. */
  readonly workers: Pool;
  /** The thread that parses large bodies, apart from the others: a body may take seconds. */
  readonly parser: Thread;
  /** All threads of the index, these included. */
  readonly threads: readonly Thread[];
  /** Bytes of FINDLING_MEMORY that are in use, reserved ones included; undefined if the index is not in this process. */
  readonly memoryUsed?: () => number;
  /** What is in the index; undefined if it is not in this process. */
  readonly figures?: () => IndexFigures;
  /** Removes what earlier processes left of engines other than these. */
  sweep(engineIds: ReadonlySet<number>): Promise<void>;
  /** Removes the files of an engine. */
  forget(engineId: number): Promise<void>;
  /** Writes what is not in files yet, and ends the threads. */
  close(): Promise<void>;
}

/** The last change, `sequence` at most, up to which records of deletions are not needed any more. */
export type Forgettable = (engineId: number, sequence: number) => number;

export type OpenIndex = (config: Config, store: Store, log: Logger, forgettable: Forgettable) => OpenedIndex;
