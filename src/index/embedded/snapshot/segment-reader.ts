import { type BitSet, clearBit, countBits, hasBit, sharedBitSet } from '../segment/bits.ts';
import type { Segment } from '../segment/segment.ts';

/** Living documents with a word in a field, and their words altogether. */
export interface FieldTotals {
  readonly docs: number;
  readonly words: number;
}

/** What other threads know a segment by, and its living documents. */
export interface SegmentVersion {
  /** The key of the segment on its index's shelf. */
  readonly key: number;
  /** Another one for every set of living documents. */
  readonly version: number;
}

let lastVersion = 0;

/**
 * A segment as one generation of its deletions sees it; never changed, replaced when documents die.
 * Counts are those of living documents, so that scores do not depend on what once was there.
 */
export class SegmentReader {
  readonly segment: Segment;
  readonly key: number;
  readonly version: number;
  /** Null while all documents live. */
  readonly liveDocs: BitSet | null;
  readonly liveCount: number;
  readonly totals: ReadonlyMap<string, FieldTotals>;
  readonly #counted = new Map<object, Map<number, number>>();

  private constructor(
    segment: Segment,
    { key, version }: SegmentVersion,
    live: BitSet | null,
    liveCount: number,
    totals: ReadonlyMap<string, FieldTotals>,
  ) {
    this.segment = segment;
    this.key = key;
    this.version = version;
    this.liveDocs = live;
    this.liveCount = liveCount;
    this.totals = totals;
  }

  /** A segment whose documents all live. */
  static opened(segment: Segment, key = 0): SegmentReader {
    return SegmentReader.with(segment, null, { key, version: ++lastVersion });
  }

  /** A segment whose living documents are known. Cost: one pass over the lengths of every text field. */
  static with(segment: Segment, live: BitSet | null, name: SegmentVersion): SegmentReader {
    const totals = new Map<string, FieldTotals>();
    for (const [field, { lengths }] of segment.texts) totals.set(field, totalsOf(lengths, live));
    const liveCount = live === null ? segment.docCount : countBits(live, segment.docCount);
    return new SegmentReader(segment, name, live, liveCount, totals);
  }

  /** A segment read from a file, with its living documents. */
  static restored(segment: Segment, key: number, live: BitSet | null): SegmentReader {
    return SegmentReader.with(segment, live, { key, version: ++lastVersion });
  }

  isLive(doc: number): boolean {
    return this.liveDocs === null || hasBit(this.liveDocs, doc);
  }

  /**
   * Numbers of living documents that were worked out by reading postings, by what was counted: the postings of some
   * terms, or the dictionary of some stems, as each numbers its own from 0.
   */
  countedOf(kind: object): Map<number, number> {
    let counted = this.#counted.get(kind);
    if (counted === undefined) {
      counted = new Map();
      this.#counted.set(kind, counted);
    }
    return counted;
  }

  /** The state after the death of these documents, all of which live. */
  withDeleted(dead: readonly number[]): SegmentReader {
    const live = sharedBitSet(this.segment.docCount);
    if (this.liveDocs === null) live.fill(0xffffffff);
    else live.set(this.liveDocs);
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
    const name = { key: this.key, version: ++lastVersion };
    return new SegmentReader(this.segment, name, live, this.liveCount - dead.length, totals);
  }
}

function totalsOf(lengths: Uint16Array, live: BitSet | null): FieldTotals {
  let docs = 0;
  let words = 0;
  for (let doc = 0; doc < lengths.length; doc++) {
    const length = lengths[doc] as number;
    if (length === 0 || (live !== null && !hasBit(live, doc))) continue;
    docs++;
    words += length;
  }
  return { docs, words };
}
