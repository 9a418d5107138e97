import { readFileSync } from 'node:fs';
import type { BitSet } from '../segment/bits.ts';
import type { Postings } from '../segment/postings.ts';
import { countReads } from '../segment/read-counters.ts';
import { sharedBytes } from '../segment/shared-bytes.ts';

/*
 * The loops that read postings and add scores are WebAssembly (assembly/): it is as fast at its first call as at its
 * thousandth, decodes several numbers per instruction and is compiled once for all threads. Searches call it through a
 * kernel, which has a memory of its own:
 *
 *   accumulators | bitmap of candidates | ranks | field lengths | levels | lists of postings
 *
 * Field lengths and lists are copied from segments. A list takes about a byte per posting and is copied some two hundred
 * times faster than it is read. Copies stay until the place for them is used up.
 */

/** What Node has of the JavaScript API; TypeScript declares it for browsers only. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Memory {
    constructor(limits: { initial: number });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Instance {
    constructor(module: Module, imports: { env: { memory: Memory } });
    readonly exports: unknown;
  }
}

type Address = { readonly value: number };

/** The exports of assembly/kernel.ts. Addresses are in bytes. */
interface Program {
  readonly CANDIDATES: Address;
  readonly COUNTERS: Address;
  readonly END: Address;
  readonly LENGTHS: Address;
  readonly LIVE: Address;
  readonly MATCHES: Address;
  readonly SCORES: Address;

  initialize(): void;
  setPlaces(bits: number, ranks: number): void;
  setRange(from: number, to: number): void;
  rank(from: number, to: number, capacity: number): number;
  candidateCount(): number;
  clearCandidates(): void;
  clearBits(from: number, to: number): void;
  countBitmap(levels: number, count: number, bytes: number): void;
  unite(list: number): void;
  uniteDocs(docs: number, count: number): void;

  findPairs(
    list: number,
    places: number,
    others: number,
    otherPlaces: number,
    entries: number,
    step: number,
  ): number;

  enterWindow(base: number): void;
  enterField(norms: number, kBase: number, slope: number, coverage: number, weight: number): void;
  addTerm(list: number, idf: number, weight: number, bit: number): void;
  addOnlyTerm(list: number, idf: number, weight: number, bit: number): void;
  countTerms(list: number): void;
  countDocs(docs: number, counts: number, count: number): void;
  keepMax(weight: number, withExact: boolean): void;
  bestTerm(list: number, weight: number): void;
  bestExact(list: number): void;
  clearExact(): void;
  addBest(idf: number, bit: number): void;
  addOnlyBest(idf: number, bit: number): void;
  setOverflow(number: number): void;
  markEnough(bits: number, low: number, high: number, least: number): void;
  finishField(): void;

  requireBits(all: number, any: number): void;
  requireTerms(count: number, bits: number, low: number, high: number, inOneField: boolean): void;
  exclude(address: number): void;
  collect(threshold: number, tieBreaker: number, onlyLive: boolean): number;
}

const MODULE = new WebAssembly.Module(readFileSync(new URL('./kernel.wasm', import.meta.url)));
/** The most documents that are scored at a time, as in assembly/memory.ts. */
export const WINDOW = 1 << 15;
const PAGE = 1 << 16;
/** Bytes for copies of lists: four per document, within these limits; a longer list gets as many as it needs. */
const LEAST_LIST_BYTES = 1 << 20;
const MOST_LIST_BYTES = 16 << 20;
/**
 * Bytes for field lengths: of four fields with two million documents. Pages of the memory that nothing was written to take
 * no memory.
 */
const NORM_BYTES = 16 << 20;
/** Fields that are scored before other lengths may take the place of those that were copied. */
const NORMS_PERIOD = 256;
/** A kernel that has grown beyond this is not kept. */
const KEPT_BYTES = 64 << 20;
/** A list up to this size is copied each time: that takes less time than finding a copy. */
const SMALL_LIST = 96;
/** Terms in a copied list at most; keys of copies depend on it. */
const MOST_TERMS = 1 << 10;
/** Kernels that are kept: one for each of two concurrent searches. */
const SPARE_KERNELS = 2;
/** Bytes of an entry of assembly/pairs.ts. */
const ENTRY_BYTES = 16;
/** Loops read up to so many bytes beyond the end of a list. */
const OVERREAD = 16;

export class Kernel {
  /** The kernels that no search uses: a search takes one for a window or a set, and may yield meanwhile. */
  static readonly #spare: Kernel[] = [];

  readonly #memory: WebAssembly.Memory;
  readonly run: Program;
  readonly #bitsAt: number;
  /** The documents that the bitmap can hold, the bytes of a bitmap, and the places after the ranks. */
  #capacity = 0;
  #setBytes = 0;
  #normsAt = 0;
  #levelsAt = 0;
  /** The lengths that were copied, the end of their place, and the fields scored since it was emptied. */
  #norms = new WeakMap<Uint16Array, number>();
  #nextNorms = 0;
  #scoredFields = 0;
  #levels = 0;
  /** Where the next list is copied to, and the end of the place for lists. */
  #next = 0;
  #end = 0;
  /** The copied lists: their addresses by first term and number of terms. */
  #lists = new WeakMap<Postings, Map<number, number>>();
  #bytes = Buffer.alloc(0);
  #words: Uint32Array = new Uint32Array(0);
  #shorts: Uint16Array = new Uint16Array(0);
  #counters: Uint32Array = new Uint32Array(0);
  /** The documents of a window that match, and their scores, once collected. */
  matches: Uint32Array = new Uint32Array(0);
  scores: Float64Array = new Float64Array(0);
  /** Whether the candidates are those that were ranked, instead of all documents. */
  isRanked = false;

  /** A kernel for a segment with so many documents, with empty accumulators and so many empty levels. */
  static take(docCount: number, levels = 0): Kernel {
    const kernel = Kernel.#spare.pop() ?? new Kernel();
    if (docCount > kernel.#capacity || levels > kernel.#levels) kernel.#reserve(docCount, levels);
    if (levels > 0) kernel.#bytes.fill(0, kernel.#levelsAt, kernel.#levelsAt + levels * kernel.#setBytes);
    return kernel;
  }

  private constructor() {
    this.#memory = new WebAssembly.Memory({ initial: 1 });
    this.run = new WebAssembly.Instance(MODULE, { env: { memory: this.#memory } }).exports as Program;
    this.#bitsAt = this.run.END.value;
    this.#reserve(1, 0);
    this.run.initialize();
  }

  /** Makes it available to other searches. After an error or an abort its accumulators are not empty: it is dropped. */
  release(): void {
    this.isRanked = false;
    this.run.clearCandidates();
    if (this.#bytes.length <= KEPT_BYTES && Kernel.#spare.length < SPARE_KERNELS) Kernel.#spare.push(this);
  }

  #reserve(docCount: number, levels: number): void {
    this.#capacity = Math.max(docCount, this.#capacity);
    this.#levels = Math.max(levels, this.#levels);
    this.#setBytes = ((this.#capacity >>> 7) + 2) << 4;
    const ranksAt = this.#bitsAt + this.#setBytes;
    this.#normsAt = ranksAt + this.#setBytes;
    this.#levelsAt = this.#normsAt + NORM_BYTES;
    this.run.setPlaces(this.#bitsAt, ranksAt);
    this.#clearNorms();
    this.#clearLists(0);
  }

  #clearNorms(): void {
    this.#norms = new WeakMap();
    this.#nextNorms = this.#normsAt;
    this.#scoredFields = 0;
  }

  /** Drops all copied lists and makes room for so many bytes of them. */
  #clearLists(bytes: number): void {
    this.#lists = new WeakMap();
    this.#next = (this.#levelsAt + this.#levels * this.#setBytes + 7) & ~7;
    this.#end = this.#next + Math.max(bytes, LEAST_LIST_BYTES, Math.min(4 * this.#capacity, MOST_LIST_BYTES));
    const missing = this.#end + OVERREAD - this.#bytes.length;
    if (missing <= 0) return;
    this.#memory.grow(Math.ceil(missing / PAGE));
    const { buffer } = this.#memory;
    this.#bytes = Buffer.from(buffer);
    this.#words = new Uint32Array(buffer);
    this.#shorts = new Uint16Array(buffer);
    this.#counters = new Uint32Array(buffer, this.run.COUNTERS.value, 4);
    this.matches = new Uint32Array(buffer, this.run.MATCHES.value, WINDOW);
    this.scores = new Float64Array(buffer, this.run.SCORES.value, WINDOW);
  }

  #makeRoom(bytes: number): void {
    if (this.#next + bytes > this.#end) this.#clearLists(bytes);
  }

  /** The address of the postings of neighbouring terms, until the next list is copied. */
  list(postings: Postings, from: number, to = from + 1): number {
    const size = postings.copiedBytes(from, to);
    if (size <= SMALL_LIST) {
      this.#makeRoom(size);
      postings.copyTo(this.#bytes, this.#words, this.#next, from, to);
      return this.#next;
    }
    const key = from * MOST_TERMS + to - from;
    const known = this.#lists.get(postings)?.get(key);
    if (known !== undefined) return known;
    this.#makeRoom(size);
    const address = this.#next;
    this.#next = postings.copyTo(this.#bytes, this.#words, address, from, to);
    let copied = this.#lists.get(postings);
    if (copied === undefined) {
      copied = new Map();
      this.#lists.set(postings, copied);
    }
    copied.set(key, address);
    return address;
  }

  /** What `run.findPairs` reads and where it stores entries, until the next list is copied. */
  positionedLists(postings: Postings, one: number, other: number): [number, number, number, number, number] {
    const lists = postings.copiedBytes(one, one + 1, true) + postings.copiedBytes(other, other + 1, true);
    this.#makeRoom(lists + ENTRY_BYTES * Math.min(WINDOW, postings.df[one] as number));
    const [bytes, words, list] = [this.#bytes, this.#words, this.#next];
    const places = postings.copyTo(bytes, words, list, one, one + 1);
    const others = postings.copyPositionsTo(bytes, words, places, one);
    const otherPlaces = postings.copyTo(bytes, words, others, other, other + 1);
    return [list, places, others, otherPlaces, postings.copyPositionsTo(bytes, words, otherPlaces, other)];
  }

  /** The address of numbers, until the next list is copied. */
  numbers(...lists: readonly Uint32Array[]): number {
    this.#makeRoom(lists.reduce((sum, { byteLength }) => sum + byteLength, 0));
    let at = this.#next >>> 2;
    for (const numbers of lists) {
      this.#words.set(numbers, at);
      at += numbers.length;
    }
    return this.#next;
  }

  /** Ranks the candidates from `from` to before `to`, up to `capacity` of them, and returns where it stopped. */
  rank(candidates: BitSet, from: number, to: number, capacity: number): number {
    const [first, end] = [from >>> 5, (to + 31) >>> 5];
    this.#words.set(candidates.subarray(first, end), (this.#bitsAt >>> 2) + first);
    const stopped = this.run.rank(from, to, capacity);
    this.isRanked = this.run.candidateCount() > 0;
    return stopped;
  }

  /** Copies the bitmap from `from` to before `to`. */
  copyBits(set: BitSet, from: number, to: number): void {
    const [first, end] = [from >>> 5, (to + 31) >>> 5];
    const at = this.#bitsAt >>> 2;
    set.set(this.#words.subarray(at + first, at + end), first);
  }

  /** Counts the bitmap in the levels. */
  countBitmap(levels: number): void {
    this.run.countBitmap(this.#levelsAt, levels, this.#setBytes);
  }

  /** Copies a level. */
  copyLevel(set: BitSet, level: number): void {
    const at = (this.#levelsAt + level * this.#setBytes) >>> 2;
    set.set(this.#words.subarray(at, at + set.length));
  }

  /**
   * Provides the lengths of a field and returns the address of those of all documents; 0 if they have no place: then only
   * those of the candidates are copied, or of the documents from `from` to before `to`.
   */
  lengths(lengths: Uint16Array, from: number, to: number): number {
    this.#scoredFields++;
    const known = this.#norms.get(lengths);
    if (known !== undefined) return known;
    const { byteLength } = lengths;
    if (this.#nextNorms + byteLength > this.#levelsAt && this.#scoredFields > NORMS_PERIOD)
      this.#clearNorms();
    if (this.#nextNorms + byteLength <= this.#levelsAt) {
      const address = this.#nextNorms;
      sharedBytes(lengths).copy(this.#bytes, address);
      this.#norms.set(lengths, address);
      this.#nextNorms = (address + byteLength + 7) & ~7;
      return address;
    }
    const at = this.run.LENGTHS.value >>> 1;
    if (!this.isRanked) sharedBytes(lengths).copy(this.#bytes, at << 1, from << 1, to << 1);
    else {
      const candidates = this.run.CANDIDATES.value >>> 2;
      const count = this.run.candidateCount();
      gather(lengths, this.#words.subarray(candidates, candidates + count), this.#shorts, at);
    }
    return 0;
  }

  /** Provides the live documents from `from`, a multiple of 32, to before `to`. */
  setLive(live: BitSet, from: number, to: number): void {
    sharedBytes(live).copy(this.#bytes, this.run.LIVE.value, (from >>> 5) << 2, ((to + 31) >>> 5) << 2);
  }

  /** Counts what was read since the last call. */
  countReads(): void {
    const counters = this.#counters;
    countReads(counters[0] as number, counters[1] as number, counters[2] as number, counters[3] as number);
    counters.fill(0);
  }
}

/** A hot loop. */
function gather(values: Uint16Array, docs: Uint32Array, into: Uint16Array, at: number): void {
  for (let i = 0; i < docs.length; i++) into[at + i] = values[docs[i] as number] as number;
}
