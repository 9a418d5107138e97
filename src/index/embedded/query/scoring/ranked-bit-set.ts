import { type BitSet, newBitSet, popcount } from '../../segment/bits.ts';
import type { Postings } from '../../segment/postings.ts';
import { countSkippedBlocks } from '../../segment/read-counters.ts';

/* Hot loops (see term-loops.ts): select the postings of candidates. */

/** Words of bits per byte of `#chunks`, as a power of two: 128 documents. */
const CHUNK = 2;

/**
 * A bitmap of the candidates in a range of documents, with a rank index: the first candidate has rank 0, the next 1.
 * Ranks address the accumulators, so candidates that lie far apart are scored in one window. A rank is a count per word
 * plus the population count of the bits before it: Jacobson, "Space-efficient static trees and graphs" (1989).
 *
 *   docs     3  7  40          bits    word 0: 3, 7   word 1: 40
 *   rank     0  1   2          #ranks  0              2
 *
 * While it is not active, all documents are candidates and keep their numbers.
 */
export class RankedBitSet {
  isActive = false;
  /** The candidates, in order. */
  readonly docs: Uint32Array;
  count = 0;
  /** One bit per document; all zero while nothing is loaded. */
  #bits: BitSet = newBitSet(0);
  /** By word of bits, the number of candidates before it. */
  #ranks = new Int32Array(0);
  /** By chunk of documents, whether it has a candidate. */
  #chunks = new Uint8Array(0);
  /** Field lengths by document, and by rank for the candidates found so far. */
  #all: Uint16Array = new Uint16Array(0);
  readonly #lengths: Uint16Array;
  /** The words of bits in use. */
  #from = 0;
  #to = 0;
  /** Whether candidates are few enough to look blocks up by binary search. */
  #isFew = false;

  /** Holds up to `capacity` documents, at least 32. */
  constructor(capacity: number) {
    this.docs = new Uint32Array(capacity);
    this.#lengths = new Uint16Array(capacity);
  }

  /**
   * Loads the documents of a set from `from`, a multiple of 32, to before `to`, up to the capacity. Returns where
   * it ended. The set is active if it has candidates. Up to `few` candidates are looked up by binary search.
   */
  load(set: BitSet, from: number, to: number, few: number): number {
    this.#grow(set.length);
    const end = (to + 31) >>> 5;
    let at = from >>> 5;
    this.#from = at;
    this.count = 0;
    for (; at < end; at++) {
      const word = set[at] as number;
      if (word === 0) continue;
      if (this.count + popcount(word) > this.docs.length) break;
      this.#bits[at] = word;
      this.#ranks[at] = this.count;
      this.#chunks[at >> CHUNK] = 1;
      this.count = list(word, at << 5, this.docs, this.count);
    }
    this.#to = at;
    this.isActive = this.count > 0;
    this.#isFew = this.count <= few;
    return Math.min(at << 5, to);
  }

  #grow(words: number): void {
    if (this.#bits.length >= words) return;
    this.#bits = newBitSet(words << 5);
    this.#ranks = new Int32Array(words);
    this.#chunks = new Uint8Array((words >> CHUNK) + 1);
  }

  clear(): void {
    this.isActive = false;
    this.count = 0;
    this.#bits.fill(0, this.#from, this.#to);
    this.#chunks.fill(0, this.#from >> CHUNK, (this.#to >> CHUNK) + 1);
    this.#to = this.#from;
  }

  /** Moves to a field. Returns its lengths, addressed by the ranks that `toRanks` and `rankOf` return afterwards. */
  enter(lengths: Uint16Array): Uint16Array {
    if (!this.isActive) return lengths;
    this.#all = lengths;
    return this.#lengths;
  }

  /**
   * Whether a block can be skipped without decoding, because it has no candidate. `end` is the block after the last of
   * its term; the range ends before `to`.
   */
  skips(postings: Postings, block: number, end: number, to: number): boolean {
    if (!this.isActive) return false;
    const first = postings.firstDoc(block);
    const next = block + 1 < end ? Math.min(postings.firstDoc(block + 1), to) : to;
    if (this.#isFew ? firstAfter(this.docs, this.count, first) < next : someIn(this.#chunks, first, next))
      return false;
    countSkippedBlocks(1);
    return true;
  }

  /**
   * Moves the postings of candidates in [first, last) to the front, replaces documents by ranks, and returns where they
   * end.
   */
  toRanks(docs: Int32Array, frequencies: Int32Array, first: number, last: number): number {
    if (!this.isActive) return last;
    const end = keepMembers(docs, frequencies, first, last, this.#bits);
    replaceByRanks(docs, first, end, this.#bits, this.#ranks, this.#all, this.#lengths);
    return end;
  }

  /** The rank of one document; -1 if it is not a candidate. */
  rankOf(doc: number): number {
    const word = this.#bits[doc >>> 5] as number;
    if (((word >>> (doc & 31)) & 1) === 0) return -1;
    const rank = rankIn(word, doc, this.#ranks);
    this.#lengths[rank] = this.#all[doc] as number;
    return rank;
  }

  /** Replaces ranks by documents. */
  toDocs(ranks: Uint32Array, count: number): void {
    const { docs } = this;
    for (let i = 0; i < count; i++) ranks[i] = docs[ranks[i] as number] as number;
  }
}

/** Whether a chunk of the documents from `first` to before `next` has a candidate. */
function someIn(chunks: Uint8Array, first: number, next: number): boolean {
  const last = (next - 1) >>> (5 + CHUNK);
  for (let chunk = first >>> (5 + CHUNK); chunk <= last; chunk++) if (chunks[chunk] === 1) return true;
  return false;
}

/** The first candidate from `doc` on, by binary search. */
function firstAfter(docs: Uint32Array, count: number, doc: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((docs[middle] as number) < doc) low = middle + 1;
    else high = middle;
  }
  return low < count ? (docs[low] as number) : Number.POSITIVE_INFINITY;
}

function keepMembers(
  found: Int32Array,
  counts: Int32Array,
  first: number,
  last: number,
  bits: BitSet,
): number {
  let end = first;
  for (let i = first; i < last; i++) {
    const doc = found[i] as number;
    found[end] = doc;
    counts[end] = counts[i] as number;
    end += ((bits[doc >>> 5] as number) >>> (doc & 31)) & 1;
  }
  return end;
}

function replaceByRanks(
  found: Int32Array,
  first: number,
  end: number,
  bits: BitSet,
  ranks: Int32Array,
  all: Uint16Array,
  lengths: Uint16Array,
): void {
  for (let i = first; i < end; i++) {
    const doc = found[i] as number;
    const rank = rankIn(bits[doc >>> 5] as number, doc, ranks);
    found[i] = rank;
    lengths[rank] = all[doc] as number;
  }
}

const rankIn = (word: number, doc: number, ranks: Int32Array): number =>
  (ranks[doc >>> 5] as number) + popcount(word & ((1 << (doc & 31)) - 1));

/** Lists the documents of a word of bits. */
function list(word: number, base: number, docs: Uint32Array, before: number): number {
  let count = before;
  for (let rest = word | 0; rest !== 0; rest &= rest - 1) {
    docs[count++] = base + (31 - Math.clz32(rest & -rest));
  }
  return count;
}
