import { PADDING_BYTES, packedBytes, unpackDeltas, unpackPlusOne, widthOf } from './bit-packing.ts';
import { allOneWords, countedUp } from './constants.ts';
import { countBlock } from './read-counters.ts';
import type { Sections } from './sections.ts';
import { sharedBytes } from './shared-bytes.ts';

/*
 * Postings: which documents have a term, how often (term frequency) and where (positions). Delta coding with bit
 * packing in blocks of 128 postings, one width per block, as in Lucene's postings format (ForUtil), and block-max
 * metadata (Ding and Suel, "Faster Top-k Document Retrieval Using Block-Max Indexes", SIGIR 2011):
 *
 *   per term    df, firstBlock
 *   per block   first   the first document
 *               at      offset of its bytes in `data`
 *               kind    bits 0-3: width of gaps, bits 4-7: width of frequencies (bit-packing.ts)
 *               bounds  (words of text fields only) two bytes: the greatest frequency, and the least length of the field
 *                       in any of its documents, each capped at 255
 *   data        | gaps of postings 2.., less 1 each | frequencies of all postings, less 1 each |
 *   positions   (words only) per block `placesAt`, its offset in `places`; per posting its positions as varint gaps
 *
 * With one width per block the decoding loop has no branch that depends on the data. Runs of neighbouring documents,
 * and frequencies of 1, take no bytes at all. Only `PostingsWriter` and this file know the bytes.
 */
export const BLOCK_SIZE = 128;
/** The greatest value of a bound: the frequency or length may be greater. */
export const MAX_BOUND = 255;
/** Up to this many bytes are copied one by one. */
const FEW_BYTES = 64;

/** Buffers of `positionsIn`, which must not overwrite the caller's block. */
const asideDocs = new Int32Array(BLOCK_SIZE);
const asideFrequencies = new Int32Array(BLOCK_SIZE);

const NOTHING = new Uint8Array(0);
const NO_WORDS = new Uint32Array(0);

/**
 * Reads the postings of one field. `docs` and `frequencies` hold the block that was decoded last. They are signed: V8
 * computes more slowly with numbers beyond 31 bits, and no segment has that many documents.
 */
export class Postings {
  /** Undefined if every term is in one document, once, at position 0; then only `#first` is used. */
  readonly #df: Uint32Array | undefined;
  readonly firstBlock: Uint32Array;
  readonly #first: Uint32Array;
  readonly #at: Uint32Array;
  readonly #kind: Uint8Array;
  readonly #data: Uint8Array;
  /** The same for copies. */
  #copied: Buffer | undefined;
  /** Undefined if blocks have no bounds. */
  readonly #bounds: Uint8Array | undefined;
  /** Undefined, as `#positions`, if there are no positions. */
  readonly #positionsAt: Uint32Array | undefined;
  #positions: Uint8Array | undefined;
  readonly docs = new Int32Array(BLOCK_SIZE);
  readonly frequencies = new Int32Array(BLOCK_SIZE);

  /**
   * With `singles` every term is in one document, once, at position 0: `singles` says in which. There are no sections.
   */
  constructor(sections: Sections, name: string, singles?: Uint32Array) {
    if (singles !== undefined) {
      this.firstBlock = countedUp(singles.length + 1);
      this.#first = singles;
      this.#at = NO_WORDS;
      this.#kind = NOTHING;
      this.#data = NOTHING;
      return;
    }
    this.#df = sections.words(`${name}/df`);
    this.firstBlock = sections.words(`${name}/firstBlock`);
    this.#first = sections.words(`${name}/first`);
    this.#at = sections.words(`${name}/at`);
    this.#kind = sections.bytes(`${name}/kind`);
    this.#data = sections.bytes(`${name}/data`);
    this.#bounds = sections.has(`${name}/bounds`) ? sections.bytes(`${name}/bounds`) : undefined;
    const withPositions = sections.has(`${name}/places`);
    this.#positionsAt = withPositions ? sections.words(`${name}/placesAt`) : undefined;
    this.#positions = withPositions ? sections.bytes(`${name}/places`) : undefined;
  }

  /** Document frequency per term. */
  get df(): Uint32Array {
    return this.#df ?? allOneWords(this.#first.length);
  }

  /** The first document of a block; blocks before a window are skipped without decoding. */
  firstDoc(block: number): number {
    return this.#first[block] as number;
  }

  /** The greatest frequency in a block; if it is `MAX_BOUND`, frequencies may be greater. */
  maxFrequency(block: number): number {
    return this.#bounds === undefined ? MAX_BOUND : (this.#bounds[2 * block] as number);
  }

  /** A lower bound of the field lengths of a block's documents. */
  minLength(block: number): number {
    return this.#bounds === undefined ? 0 : (this.#bounds[2 * block + 1] as number);
  }

  /** The block of a term that has a document if any does, from `first` on: the last that does not begin after it. */
  blockFor(term: number, doc: number, first = this.firstBlock[term] as number): number {
    let low = first;
    let high = this.firstBlock[term + 1] as number;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.#first[middle] as number) <= doc) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Number of blocks of the terms from `from` to before `to`. */
  blocksOf(from: number, to: number): number {
    return (this.firstBlock[to] as number) - (this.firstBlock[from] as number);
  }

  /** Number of postings in a block of a term. */
  sizeOf(term: number, block: number): number {
    if (this.#df === undefined) return 1;
    const before = (block - (this.firstBlock[term] as number)) * BLOCK_SIZE;
    return Math.min(BLOCK_SIZE, (this.#df[term] as number) - before);
  }

  /**
   * Decodes one block into `docs` and `frequencies` and returns its size.
   * Cost: about one read, two shifts and one add per posting.
   */
  decode(term: number, block: number): number {
    const size = this.#decodeInto(term, block, this.docs, this.frequencies);
    countBlock(size, this.dataStart(block + 1) - this.dataStart(block));
    return size;
  }

  #decodeInto(term: number, block: number, docs: Int32Array, frequencies: Int32Array): number {
    docs[0] = this.#first[block] as number;
    frequencies[0] = 1;
    if (this.#df === undefined) return 1;
    const size = this.sizeOf(term, block);
    const kind = this.#kind[block] as number;
    const at = this.#at[block] as number;
    unpackDeltas(this.#data, at, kind & 15, size - 1, docs);
    unpackPlusOne(this.#data, at + packedBytes(kind & 15, size - 1), kind >> 4, size, frequencies);
    return size;
  }

  /** The most bytes that `copyTo` writes, or `copyPositionsTo` after it. */
  copiedBytes(from: number, to: number, withPositions = false): number {
    const [first, end] = [this.firstBlock[from] as number, this.firstBlock[to] as number];
    const data = this.dataStart(end) - this.dataStart(first) + PADDING_BYTES;
    const bytes = 16 + 4 * (to - from) + 12 * (end - first) + data;
    if (!withPositions) return bytes;
    return bytes + 4 * (end - first) + this.positionsStart(end) - this.positionsStart(first) + PADDING_BYTES;
  }

  /**
   * Copies the postings of the terms from `from` to before `to` as a list for a kernel (kernel/assembly/postings.ts), at a
   * multiple of 8, and returns where it ends, another one.
   */
  copyTo(bytes: Buffer, words: Uint32Array, address: number, from: number, to: number): number {
    const [first, end] = [this.firstBlock[from] as number, this.firstBlock[to] as number];
    const data = this.dataStart(first);
    let at = address >>> 2;
    words[at] = to - from;
    words[at + 1] = address + 8 + 4 * (to - from) + 12 * (end - first);
    at += 2;
    let block = first;
    for (let term = from; term < to; term++) {
      words[at++] = this.#df?.[term] ?? 1;
      for (const last = this.firstBlock[term + 1] as number; block < last; block++, at += 3) {
        const kind = this.kindOf(block);
        words[at] = this.#first[block] as number;
        words[at + 1] = this.dataStart(block) - data;
        words[at + 2] = widthOf(kind & 15) | (widthOf(kind >> 4) << 8);
      }
    }
    const size = this.dataStart(end) - data;
    let byte = at * 4;
    if (size > FEW_BYTES) {
      this.#copied ??= sharedBytes(this.#data);
      this.#copied.copy(bytes, byte, data, data + size);
    } else for (let i = 0; i < size; i++) bytes[byte + i] = this.#data[data + i] as number;
    byte += size + PADDING_BYTES;
    return (byte + 7) & ~7;
  }

  /**
   * Copies the positions of a term for a kernel (kernel/assembly/pairs.ts), after the address of those of each block, and
   * returns where they end, a multiple of 8 as is `address`.
   */
  copyPositionsTo(bytes: Buffer, words: Uint32Array, address: number, term: number): number {
    const [first, end] = [this.firstBlock[term] as number, this.firstBlock[term + 1] as number];
    const start = this.positionsStart(first);
    const to = address + 4 * (end - first);
    for (let block = first; block < end; block++)
      words[(address >>> 2) + block - first] = to + this.positionsStart(block) - start;
    const copied = sharedBytes(this.positions).copy(bytes, to, start, this.positionsStart(end));
    return (to + copied + 7) & ~7;
  }

  /** The encoded bytes of documents and frequencies, for merges that copy blocks. */
  get data(): Uint8Array {
    return this.#data;
  }

  get positions(): Uint8Array {
    if (this.#df === undefined) this.#positions ??= new Uint8Array(this.#first.length);
    return this.#positions ?? NOTHING;
  }

  /** Number of postings of all terms. Cost: one read per term. */
  get size(): number {
    if (this.#df === undefined) return this.#first.length;
    let size = 0;
    for (let term = 0; term < this.#df.length; term++) size += this.#df[term] as number;
    return size;
  }

  kindOf(block: number): number {
    return this.#df === undefined ? 0 : (this.#kind[block] as number);
  }

  /** Offset of a block in `data`, which is the end of the block before. */
  dataStart(block: number): number {
    if (this.#df === undefined) return 0;
    return block < this.#at.length ? (this.#at[block] as number) : this.#data.length - PADDING_BYTES;
  }

  positionsStart(block: number): number {
    if (this.#df === undefined) return block;
    const starts = this.#positionsAt ?? NO_WORDS;
    return block < starts.length ? (starts[block] as number) : this.positions.length;
  }

  /** The positions of a term in one document, undefined if the document does not have it. Cost: one block. */
  positionsIn(term: number, doc: number): number[] | undefined {
    if (this.#df === undefined) return this.#first[term] === doc ? [0] : undefined;
    const bytes = this.#positions;
    const starts = this.#positionsAt;
    if (bytes === undefined || starts === undefined) throw new Error('these postings have no positions');
    const low = this.blockFor(term, doc);
    if ((this.#first[low] as number) > doc) return undefined;
    // Not into `docs`: the caller may be in the middle of a block.
    const size = this.#decodeInto(term, low, asideDocs, asideFrequencies);
    const frequencies = asideFrequencies;
    let index = 0;
    while (index < size && (asideDocs[index] as number) < doc) index++;
    if (index === size || asideDocs[index] !== doc) return undefined;
    let at = starts[low] as number;
    for (let i = 0; i < index; i++) {
      for (let k = frequencies[i] as number; k > 0; k--) {
        while ((bytes[at++] as number) >= 128);
      }
    }
    const positions: number[] = [];
    readPositions(bytes, at, frequencies[index] as number, positions);
    return positions;
  }
}

/** Reads `count` positions from varint gaps and returns the offset after them. */
function readPositions(bytes: Uint8Array, from: number, count: number, positions: number[]): number {
  let at = from;
  let position = 0;
  for (let k = count; k > 0; k--) {
    let shift = 0;
    let gap = 0;
    for (;;) {
      const byte = bytes[at++] as number;
      gap |= (byte & 127) << shift;
      if (byte < 128) break;
      shift += 7;
    }
    position += gap;
    positions.push(position);
  }
  return at;
}
