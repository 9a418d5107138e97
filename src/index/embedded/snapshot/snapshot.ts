import type { Analyzer } from '../../../analysis/analyzer.ts';
import { type BitSet, hasBit, newBitSet, setBit } from '../segment/bits.ts';
import type { Postings } from '../segment/postings.ts';
import type { TextIndex } from '../segment/text-index.ts';
import type { FieldTotals, SegmentReader } from './segment-reader.ts';

/**
 * The unions of snapshots that begin with the same ones: a trie of weak keys. A union is reachable through all of its
 * snapshots only, so the garbage collector removes it with the first that is replaced.
 */
interface Unions {
  readonly longer: WeakMap<Snapshot, Unions>;
  union: Snapshot | undefined;
}

const unions: Unions = { longer: new WeakMap(), union: undefined };

/** What one search reads: segments with their live documents, in the order of writing. Immutable. */
export class Snapshot {
  readonly readers: readonly SegmentReader[];
  readonly analyzer: Analyzer;
  readonly #totals = new Map<string, FieldTotals>();

  /** The engine of all segments, or one engine per segment. */
  readonly #engineIds: number | readonly number[];

  constructor(
    readers: readonly SegmentReader[],
    analyzer: Analyzer,
    engineIds: number | readonly number[] = 0,
  ) {
    this.readers = readers;
    this.analyzer = analyzer;
    this.#engineIds = engineIds;
  }

  /**
   * Several engines of one language as one set of segments: document frequencies and field lengths are those of all.
   * The segments come in the order of the engine ids, which orders documents that are equal in all else. The same
   * snapshots give the same union, so that what is cached with it serves until one of them is replaced.
   */
  static union(snapshots: readonly Snapshot[]): Snapshot {
    const [first] = snapshots;
    if (first === undefined) throw new Error('a search needs a snapshot');
    if (snapshots.length === 1) return first;
    let node = unions;
    for (const snapshot of snapshots) {
      const next = node.longer.get(snapshot) ?? { longer: new WeakMap(), union: undefined };
      node.longer.set(snapshot, next);
      node = next;
    }
    node.union ??= Snapshot.#unionOf(snapshots, first.analyzer);
    return node.union;
  }

  static #unionOf(snapshots: readonly Snapshot[], analyzer: Analyzer): Snapshot {
    const segments = snapshots
      .flatMap((snapshot) =>
        snapshot.readers.map((reader, i) => ({ reader, engineId: snapshot.engineOf(i) })),
      )
      .sort((a, b) => a.engineId - b.engineId);
    return new Snapshot(
      segments.map(({ reader }) => reader),
      analyzer,
      segments.map(({ engineId }) => engineId),
    );
  }

  /** Whether its segments may be of several engines, so that sequence numbers are not unique. */
  get isUnion(): boolean {
    return typeof this.#engineIds !== 'number';
  }

  /** The engine of a segment. */
  engineOf(segment: number): number {
    return typeof this.#engineIds === 'number' ? this.#engineIds : (this.#engineIds[segment] as number);
  }

  /** Live documents that have a word in a field, and the number of words in all of them. */
  totals(field: string): FieldTotals {
    const known = this.#totals.get(field);
    if (known !== undefined) return known;
    let docs = 0;
    let words = 0;
    for (const { totals } of this.readers) {
      docs += totals.get(field)?.docs ?? 0;
      words += totals.get(field)?.words ?? 0;
    }
    const sum = { docs, words };
    this.#totals.set(field, sum);
    return sum;
  }

  /** Document frequency of a word in a field: live documents of all segments. */
  wordDf(field: string, word: string): number {
    let df = 0;
    for (const reader of this.readers) {
      const text = reader.segment.text(field);
      const ordinal = text?.words.find(word) ?? -1;
      if (text !== undefined && ordinal >= 0) df += liveDf(reader, text.postings, ordinal);
    }
    return df;
  }

  /** Document frequency of a stem in a field: live documents of all segments that have any word of the stem. */
  stemDf(field: string, stem: string): number {
    let df = 0;
    for (const reader of this.readers) {
      const text = reader.segment.text(field);
      if (text !== undefined) df += liveStemDf(reader, text, text.stems?.find(stem) ?? -1);
    }
    return df;
  }
}

/**
 * Document frequency of a term among live documents: stored if there are no deletions, else counted once per reader.
 */
export function liveDf(reader: SegmentReader, postings: Postings, term: number): number {
  if (reader.liveDocs === null) return postings.df[term] as number;
  return liveUnion(reader, postings, Uint32Array.of(term), postings, term);
}

/** The same of a stem, given by its ordinal; 0 for -1. */
export function liveStemDf(reader: SegmentReader, text: TextIndex, stem: number): number {
  if (text.stems === undefined || stem < 0) return 0;
  if (reader.liveDocs === null) return text.stemDf[stem] as number;
  return liveUnion(reader, text.postings, text.wordsWith(stem), text.stems, stem);
}

/** Live documents that have any of some terms, cached under `number` of a `kind` (`countedOf`). */
function liveUnion(
  reader: SegmentReader,
  postings: Postings,
  terms: Uint32Array,
  kind: object,
  number: number,
): number {
  const counted = reader.countedOf(kind);
  const known = counted.get(number);
  if (known !== undefined) return known;
  const live = reader.liveDocs as BitSet;
  const seen = terms.length > 1 ? newBitSet(reader.segment.docCount) : undefined;
  let count = 0;
  for (const term of terms) {
    const end = postings.firstBlock[term + 1] as number;
    for (let block = postings.firstBlock[term] as number; block < end; block++) {
      const size = postings.decode(term, block);
      for (let i = 0; i < size; i++) {
        const doc = postings.docs[i] as number;
        if (!hasBit(live, doc) || (seen !== undefined && hasBit(seen, doc))) continue;
        if (seen !== undefined) setBit(seen, doc);
        count++;
      }
    }
  }
  counted.set(number, count);
  return count;
}
