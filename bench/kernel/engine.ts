import type { DataSet } from '../data-set.ts';
import type { KernelAnswer, KernelQuestion } from './question.ts';

/** The input of an engine: documents unchanged, and the same split into words by our analyzer. */
export interface LoadOrder {
  readonly set: DataSet;
  /** See rows.ts. */
  readonly words: string;
  /** A folder for its files. */
  readonly folder: string;
}

export interface LoadReport {
  readonly documents: number;
  readonly seconds: number;
  /** The number of segments, if the engine has them. */
  readonly segments?: number;
  readonly bytes?: number;
}

/** An engine of the kernel level, in a separate process. */
export interface KernelEngine {
  /** Loads the documents, then replaces and deletes some (`fateOf`). */
  load(order: LoadOrder): Promise<LoadReport>;
  ask(question: KernelQuestion): KernelAnswer | Promise<KernelAnswer>;
}
