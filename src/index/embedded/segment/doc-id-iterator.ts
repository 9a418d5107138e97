import type { BitSet } from './bits.ts';

const SIZE = 2048;
const ALL = 0xffffffff;

/**
 * Iterates over documents of a segment in ascending order, batch by batch: after each `next` the first `count` entries
 * of `docs` are the next documents. It scans a bitset word by word, so its cost is one step per 32 documents and one per
 * document found.
 */
export class DocIdIterator {
  readonly docs = new Uint32Array(SIZE);
  count = 0;
  readonly #bits: BitSet | null;
  /** 0, or all ones to iterate over clear bits. */
  readonly #flip: number;
  readonly #docCount: number;
  #next = 0;

  private constructor(bits: BitSet | null, flip: number, docCount: number) {
    this.#bits = bits;
    this.#flip = flip;
    this.#docCount = docCount;
  }

  static all(docCount: number): DocIdIterator {
    return new DocIdIterator(null, 0, docCount);
  }

  /** Live documents; all documents if `live` is null. */
  static liveDocs(live: BitSet | null, docCount: number): DocIdIterator {
    return new DocIdIterator(live, 0, docCount);
  }

  /** Deleted documents. */
  static deletedDocs(live: BitSet, docCount: number): DocIdIterator {
    return new DocIdIterator(live, ALL, docCount);
  }

  /** Loads the next batch; false at the end. */
  next(): boolean {
    this.count = 0;
    while (this.count === 0 && this.#next < this.#docCount) this.#fill();
    return this.count > 0;
  }

  #fill(): void {
    const { docs } = this;
    const from = this.#next;
    const to = Math.min(from + SIZE, this.#docCount);
    this.#next = to;
    if (this.#bits === null) {
      for (let doc = from; doc < to; doc++) docs[doc - from] = doc;
      this.count = to - from;
    } else this.count = listSetBits(this.#bits, this.#flip, from, to, docs);
  }
}

/**
 * Lists the documents of [from, to) whose bit is set after the flip. `from` is a multiple of 32. Words are signed: V8
 * deoptimizes it repeatedly where some numbers are beyond 31 bits.
 */
function listSetBits(bits: BitSet, flip: number, from: number, to: number, docs: Uint32Array): number {
  let count = 0;
  for (let base = from; base < to; base += 32) {
    let word = (bits[base >>> 5] as number) ^ flip;
    if (word === 0) continue;
    const end = Math.min(base + 32, to);
    if (word === -1 && end === base + 32) {
      for (let doc = base; doc < end; doc++) docs[count++] = doc;
      continue;
    }
    // Bits beyond the last document are undefined.
    if (end < base + 32) word &= (1 << (end - base)) - 1;
    while (word !== 0) {
      docs[count++] = base + 31 - Math.clz32(word & (-word | 0));
      word &= (word - 1) | 0;
    }
  }
  return count;
}
