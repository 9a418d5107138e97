import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { CuratedDocs } from '../collect/curations.ts';
import type { Thresholds } from '../tuning/thresholds.ts';

/** The common input of all kinds of queries. */
export interface QueryContext {
  readonly snapshot: Snapshot;
  /** The numbers of the segments to search: the filter excludes all documents of the others. */
  readonly segments: readonly number[];
  readonly fields: ReadonlyArray<{ readonly name: string; readonly weight: number }>;
  /** By segment. */
  readonly curations: readonly CuratedDocs[];
  readonly thresholds: Thresholds;
}
