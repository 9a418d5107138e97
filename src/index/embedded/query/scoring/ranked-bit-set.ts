import { type BitSet, newBitSet, popcount } from '../../segment/bits.ts';
import type { Postings } from '../../segment/postings.ts';
import { countSkippedBlocks } from '../../segment/read-counters.ts';
import { WINDOW } from './window.ts';

/* Hot loops, as accumulate.ts explains: of the postings of a term, those of chosen documents. */

/** Words of bits that are told apart by one byte, as a power of two: of 128 documents. */
const CHUNK = 2;
/** So few documents are looked up faster than chunks are gone through. */
const FEW = 512;

/**
 * Documents of a stretch of a segment that were chosen, a window's worth of them at most, however long the stretch is.
 * While it is on, no others are looked at, and they are numbered in their own order, from 0.
 */
export class Having {
  isOn = false;
  /** The documents, in order. */
  readonly docs = new Uint32Array(WINDOW);
  count = 0;
  /** Bits of the documents, by their numbers in the segment. All of it is zero while nothing is chosen. */
  #bits: BitSet = newBitSet(0);
  /** By word of bits, how many were chosen before it. */
  #ranks = new Int32Array(0);
  /** By chunk, whether there is one. */
  #chunks = new Uint8Array(0);
  /** The lengths of a field by document, and of the chosen ones that were met in it by their own numbers. */
  #all: Uint16Array = new Uint16Array(0);
  readonly #lengths = new Uint16Array(WINDOW);
  /** The words of bits in use. */
  #from = 0;
  #to = 0;

  /**
   * Chooses the documents of a set from `from`, a multiple of 32, to before `to`, or as many as there is room for. Gives
   * where it ended. It is on if there are any.
   */
  choose(set: BitSet, from: number, to: number): number {
    this.#makeRoom(set.length);
    const end = (to + 31) >>> 5;
    let at = from >>> 5;
    this.#from = at;
    this.count = 0;
    for (; at < end; at++) {
      const word = set[at] as number;
      if (word === 0) continue;
      if (this.count + popcount(word) > WINDOW) break;
      this.#bits[at] = word;
      this.#ranks[at] = this.count;
      this.#chunks[at >> CHUNK] = 1;
      this.count = list(word, at << 5, this.docs, this.count);
    }
    this.#to = at;
    this.isOn = this.count > 0;
    return Math.min(at << 5, to);
  }

  #makeRoom(words: number): void {
    if (this.#bits.length >= words) return;
    this.#bits = newBitSet(words << 5);
    this.#ranks = new Int32Array(words);
    this.#chunks = new Uint8Array((words >> CHUNK) + 1);
  }

  clear(): void {
    this.isOn = false;
    this.count = 0;
    this.#bits.fill(0, this.#from, this.#to);
    this.#chunks.fill(0, this.#from >> CHUNK, (this.#to >> CHUNK) + 1);
    this.#to = this.#from;
  }

  /** Turns to a field: gives the lengths that go with the numbers which `narrow` and `numberOf` give from now on. */
  enter(lengths: Uint16Array): Uint16Array {
    if (!this.isOn) return lengths;
    this.#all = lengths;
    return this.#lengths;
  }

  /**
   * Whether none of them is in a block, as far as that can be told before it is decoded; it then counts as passed over.
   * `end`: the block after the last of its term; the stretch ends before `to`.
   */
  passesOver(postings: Postings, block: number, end: number, to: number): boolean {
    if (!this.isOn) return false;
    const first = postings.firstDoc(block);
    const behind = block + 1 < end ? Math.min(postings.firstDoc(block + 1), to) : to;
    if (
      this.count > FEW ? someIn(this.#chunks, first, behind) : nextOf(this.docs, this.count, first) < behind
    )
      return false;
    countSkippedBlocks(1);
    return true;
  }

  /**
   * Moves those of the postings from `first` to before `last` that are chosen to the front, under their own numbers;
   * gives where they end. While it is off, all stay as they are.
   */
  narrow(found: Int32Array, counts: Int32Array, first: number, last: number): number {
    if (!this.isOn) return last;
    const end = narrowed(found, counts, first, last, this.#bits);
    number(found, first, end, this.#bits, this.#ranks, this.#all, this.#lengths);
    return end;
  }

  /** The number of one document, -1 if it is not chosen. */
  numberOf(doc: number): number {
    const word = this.#bits[doc >>> 5] as number;
    if (((word >>> (doc & 31)) & 1) === 0) return -1;
    const rank = rankOf(word, doc, this.#ranks);
    this.#lengths[rank] = this.#all[doc] as number;
    return rank;
  }
}

/** All documents, for those who need no choice. */
export const ANY = new Having();

/** Whether there is a chunk with chosen documents from one up to another. */
function someIn(chunks: Uint8Array, first: number, behind: number): boolean {
  const last = (behind - 1) >>> (5 + CHUNK);
  for (let chunk = first >>> (5 + CHUNK); chunk <= last; chunk++) if (chunks[chunk] === 1) return true;
  return false;
}

/** The first of the chosen documents from `doc` on. */
function nextOf(docs: Uint32Array, count: number, doc: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((docs[middle] as number) < doc) low = middle + 1;
    else high = middle;
  }
  return low < count ? (docs[low] as number) : Number.POSITIVE_INFINITY;
}

function narrowed(found: Int32Array, counts: Int32Array, first: number, last: number, bits: BitSet): number {
  let end = first;
  for (let i = first; i < last; i++) {
    const doc = found[i] as number;
    found[end] = doc;
    counts[end] = counts[i] as number;
    end += ((bits[doc >>> 5] as number) >>> (doc & 31)) & 1;
  }
  return end;
}

function number(
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
    const rank = rankOf(bits[doc >>> 5] as number, doc, ranks);
    found[i] = rank;
    lengths[rank] = all[doc] as number;
  }
}

const rankOf = (word: number, doc: number, ranks: Int32Array): number =>
  (ranks[doc >>> 5] as number) + popcount(word & ((1 << (doc & 31)) - 1));

/** Lists the documents of a word of bits. */
function list(word: number, base: number, docs: Uint32Array, before: number): number {
  let count = before;
  for (let rest = word | 0; rest !== 0; rest &= rest - 1) {
    docs[count++] = base + (31 - Math.clz32(rest & -rest));
  }
  return count;
}
