import type { DataSet } from '../data-set.ts';
import type { Expansions, QueryTree, TreeAnswer } from './tree.ts';

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
  ask(tree: QueryTree): TreeAnswer | Promise<TreeAnswer>;
  /** Ours only: the words that a fuzzy node stands for. */
  expand?(word: string, edits: 1 | 2): Expansions;
}
