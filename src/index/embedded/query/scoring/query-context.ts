import type { BitSet } from '../../segment/bits.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { Thresholds } from '../tuning/thresholds.ts';

/** The common input of all kinds of queries. */
export interface QueryContext {
  readonly snapshot: Snapshot;
  readonly fields: ReadonlyArray<{ readonly name: string; readonly weight: number }>;
  /** By segment, the documents that may match: all (null), or the live ones without those that curations exclude. */
  readonly live: ReadonlyArray<BitSet | null>;
  readonly thresholds: Thresholds;
}
