import { type BitSet, clearBit, countBits, hasBit, sharedBitSet } from '../segment/bits.ts';
import type { Segment } from '../segment/segment.ts';

/** Live documents that have a word in a field, and the number of words in all of them. */
export interface FieldTotals {
  readonly docs: number;
  readonly words: number;
}

/** Identifies a segment and its live documents across threads. */
export interface SegmentVersion {
  /** The key of the segment's buffer in the `BufferRegistry`. */
  readonly key: number;
  /** Different for every set of live documents. */
  readonly version: number;
}

let lastVersion = 0;

/**
 * A segment and its live documents. Immutable: a deletion makes a new reader of the same segment.
 * Counts are those of live documents, so that scores do not depend on deleted ones.
 */
export class SegmentReader {
  readonly segment: Segment;
  readonly key: number;
  readonly version: number;
  /** Null if all documents are live. */
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

  /** A segment without deletions. */
  static opened(segment: Segment, key = 0): SegmentReader {
    return SegmentReader.with(segment, null, { key, version: ++lastVersion });
  }

  /** Cost: one pass over the lengths of every text field. */
  static with(segment: Segment, live: BitSet | null, name: SegmentVersion): SegmentReader {
    const totals = new Map<string, FieldTotals>();
    for (const [field, { lengths }] of segment.texts) totals.set(field, totalsOf(lengths, live));
    const liveCount = live === null ? segment.docCount : countBits(live, segment.docCount);
    return new SegmentReader(segment, name, live, liveCount, totals);
  }

  /** A segment read from a file. */
  static restored(segment: Segment, key: number, live: BitSet | null): SegmentReader {
    return SegmentReader.with(segment, live, { key, version: ++lastVersion });
  }

  isLive(doc: number): boolean {
    return this.liveDocs === null || hasBit(this.liveDocs, doc);
  }

  /**
   * Cached document frequencies that had to be counted in postings because of deletions, by ordinal. `kind` is what
   * the ordinals belong to: the postings of terms, or a dictionary of stems.
   */
  countedOf(kind: object): Map<number, number> {
    let counted = this.#counted.get(kind);
    if (counted === undefined) {
      counted = new Map();
      this.#counted.set(kind, counted);
    }
    return counted;
  }

  /** A reader without these documents, all of which are live in this one. */
  withDeleted(deleted: readonly number[]): SegmentReader {
    if (deleted.length === 0) return this;
    const live = sharedBitSet(this.segment.docCount);
    if (this.liveDocs === null) live.fill(0xffffffff);
    else live.set(this.liveDocs);
    const totals = new Map(this.totals);
    for (const doc of deleted) {
      clearBit(live, doc);
      for (const [field, { lengths }] of this.segment.texts) {
        const length = lengths[doc] as number;
        const before = totals.get(field);
        if (length === 0 || before === undefined) continue;
        totals.set(field, { docs: before.docs - 1, words: before.words - length });
      }
    }
    const name = { key: this.key, version: ++lastVersion };
    return new SegmentReader(this.segment, name, live, this.liveCount - deleted.length, totals);
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
