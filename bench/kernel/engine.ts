import type { DataSet } from '../data-set.ts';
import type { KernelAnswer, KernelQuestion } from './question.ts';

/** What an engine reads: documents as they are, and the same cut into words by our analyser. */
export interface LoadOrder {
  readonly set: DataSet;
  /** See rows.ts. */
  readonly words: string;
  /** A folder of its own for files. */
  readonly folder: string;
}

export interface LoadReport {
  readonly documents: number;
  readonly seconds: number;
  /** Pieces the index is in, where that says something. */
  readonly segments?: number;
  readonly bytes?: number;
}

/** An engine of the kernel level, in a process of its own. */
export interface KernelEngine {
  /** Loads the documents, then replaces and deletes some (`fateOf`). */
  load(order: LoadOrder): Promise<LoadReport>;
  ask(question: KernelQuestion): KernelAnswer | Promise<KernelAnswer>;
}
