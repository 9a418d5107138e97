import { type Bits, clearBit, hasBit, newBits } from './segment/bits.ts';
import type { Segment } from './segment/segment.ts';

/** Living documents with a word in a field, and their words altogether. */
export interface FieldTotals {
  readonly docs: number;
  readonly words: number;
}

/**
 * A segment as one generation of its deletions sees it; never changed, replaced when documents die.
 * Counts are those of living documents, so that scores do not depend on what once was there.
 */
export class SegmentState {
  readonly segment: Segment;
  /** Null while all documents live. */
  readonly live: Bits | null;
  readonly liveCount: number;
  readonly totals: ReadonlyMap<string, FieldTotals>;
  /** Counts of living documents that were worked out by reading postings. */
  readonly counted = new Map<string, number>();

  private constructor(
    segment: Segment,
    live: Bits | null,
    liveCount: number,
    totals: ReadonlyMap<string, FieldTotals>,
  ) {
    this.segment = segment;
    this.live = live;
    this.liveCount = liveCount;
    this.totals = totals;
  }

  static fresh(segment: Segment): SegmentState {
    const totals = new Map<string, FieldTotals>();
    for (const [field, { lengths }] of segment.texts) {
      let docs = 0;
      let words = 0;
      for (const length of lengths) {
        if (length === 0) continue;
        docs++;
        words += length;
      }
      totals.set(field, { docs, words });
    }
    return new SegmentState(segment, null, segment.docCount, totals);
  }

  isLive(doc: number): boolean {
    return this.live === null || hasBit(this.live, doc);
  }

  /** The state after the death of these documents, all of which live. */
  without(dead: readonly number[]): SegmentState {
    const live = this.live === null ? newBits(this.segment.docCount).fill(0xffffffff) : this.live.slice();
    const totals = new Map(this.totals);
    for (const doc of dead) {
      clearBit(live, doc);
      for (const [field, { lengths }] of this.segment.texts) {
        const length = lengths[doc] as number;
        const before = totals.get(field);
        if (length === 0 || before === undefined) continue;
        totals.set(field, { docs: before.docs - 1, words: before.words - length });
      }
    }
    return new SegmentState(this.segment, live, this.liveCount - dead.length, totals);
  }
}
