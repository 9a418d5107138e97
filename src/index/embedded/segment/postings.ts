import type { Sections } from './sections.ts';

/*
 * Which documents have a term, how often and where. A list is cut into blocks of 128 postings:
 *
 *   per term    df, firstBlock
 *   per block   first   the first document
 *               at      where its bytes begin in `data`
 *               kind    bits 0-1: width of gaps (0, 1, 2: 1, 2, 4 bytes)
 *                       bits 2-3: width of counts (0: none, all are 1; 1, 2, 3: 1, 2, 4 bytes)
 *   data        gaps of postings 2.., then counts of all
 *   positions   (words only) per block `placesAt`; per posting its positions as varint gaps
 *
 * Gaps of one width per block: the loop that reads them has no branch that depends on the data.
 * `PostingsWriter` writes them; nobody else knows the bytes.
 */
export const BLOCK = 128;

/** A second block, for a look aside that leaves the first alone; nothing stays in it. */
const asideDocs = new Uint32Array(BLOCK);
const asideCounts = new Uint32Array(BLOCK);

const NOTHING = new Uint8Array(0);
const NO_WORDS = new Uint32Array(0);

/** Reads the postings of one field. `docs` and `counts` hold the block that was decoded last. */
export class Postings {
  readonly df: Uint32Array;
  readonly firstBlock: Uint32Array;
  readonly #first: Uint32Array;
  readonly #at: Uint32Array;
  readonly #kind: Uint8Array;
  readonly #data: Uint8Array;
  /** Without positions undefined, and so are `#places`. */
  readonly #placesAt: Uint32Array | undefined;
  readonly #places: Uint8Array | undefined;
  readonly docs = new Uint32Array(BLOCK);
  readonly counts = new Uint32Array(BLOCK);

  constructor(sections: Sections, name: string) {
    this.df = sections.words(`${name}/df`);
    this.firstBlock = sections.words(`${name}/firstBlock`);
    this.#first = sections.words(`${name}/first`);
    this.#at = sections.words(`${name}/at`);
    this.#kind = sections.bytes(`${name}/kind`);
    this.#data = sections.bytes(`${name}/data`);
    const withPlaces = sections.has(`${name}/places`);
    this.#placesAt = withPlaces ? sections.words(`${name}/placesAt`) : undefined;
    this.#places = withPlaces ? sections.bytes(`${name}/places`) : undefined;
  }

  /** The first document of a block: blocks before a window can be passed over without decoding. */
  firstDoc(block: number): number {
    return this.#first[block] as number;
  }

  /** Blocks of the terms from `from` up to `to`, which are neighbours. */
  blocksOf(from: number, to: number): number {
    return (this.firstBlock[to] as number) - (this.firstBlock[from] as number);
  }

  /** Postings in a block of a term. */
  sizeOf(term: number, block: number): number {
    const before = (block - (this.firstBlock[term] as number)) * BLOCK;
    return Math.min(BLOCK, (this.df[term] as number) - before);
  }

  /**
   * Decodes one block into `docs` and `counts` and gives its size.
   * Cost: one read and one add per posting, one loop per width so that each stays free of branches.
   */
  decode(term: number, block: number): number {
    return this.#decodeInto(term, block, this.docs, this.counts);
  }

  #decodeInto(term: number, block: number, docs: Uint32Array, counts: Uint32Array): number {
    const size = this.sizeOf(term, block);
    const data = this.#data;
    const kind = this.#kind[block] as number;
    let at = this.#at[block] as number;
    let doc = this.#first[block] as number;
    docs[0] = doc;
    const gap = kind & 3;
    if (gap === 0) {
      for (let i = 1; i < size; i++) docs[i] = doc += data[at++] as number;
    } else if (gap === 1) {
      for (let i = 1; i < size; i++, at += 2) {
        docs[i] = doc += (data[at] as number) | ((data[at + 1] as number) << 8);
      }
    } else {
      for (let i = 1; i < size; i++, at += 4) {
        const low = (data[at] as number) | ((data[at + 1] as number) << 8) | ((data[at + 2] as number) << 16);
        docs[i] = doc += low + (data[at + 3] as number) * 0x1000000;
      }
    }
    const tally = kind >> 2;
    if (tally === 0) counts.fill(1, 0, size);
    else if (tally === 1) for (let i = 0; i < size; i++) counts[i] = data[at++] as number;
    else if (tally === 2) {
      for (let i = 0; i < size; i++, at += 2) {
        counts[i] = (data[at] as number) | ((data[at + 1] as number) << 8);
      }
    } else {
      for (let i = 0; i < size; i++, at += 4) {
        const low = (data[at] as number) | ((data[at + 1] as number) << 8) | ((data[at + 2] as number) << 16);
        counts[i] = low + (data[at + 3] as number) * 0x1000000;
      }
    }
    return size;
  }

  /** The bytes as they are, for those who copy them: of documents and counts, and of positions. */
  get data(): Uint8Array {
    return this.#data;
  }

  get places(): Uint8Array {
    return this.#places ?? NOTHING;
  }

  /** At least as many as there are postings, told from lengths alone: each has a byte of its own or begins a block. */
  get mostPostings(): number {
    const most = this.#data.length + this.#first.length;
    return this.#places === undefined ? most : Math.min(most, this.#places.length);
  }

  kindOf(block: number): number {
    return this.#kind[block] as number;
  }

  /** Where the data of a block begins, which is where that of the block before ends. */
  dataStart(block: number): number {
    return block < this.#at.length ? (this.#at[block] as number) : this.#data.length;
  }

  placesStart(block: number): number {
    const starts = this.#placesAt ?? NO_WORDS;
    return block < starts.length ? (starts[block] as number) : this.places.length;
  }

  /** Calls `sink` with each document of a term, its count and its positions (valid during the call). */
  eachWithPlaces(term: number, sink: (doc: number, places: readonly number[]) => void): void {
    const bytes = this.#places;
    const starts = this.#placesAt;
    if (bytes === undefined || starts === undefined) throw new Error('these postings have no positions');
    const places: number[] = [];
    for (
      let block = this.firstBlock[term] as number;
      block < (this.firstBlock[term + 1] as number);
      block++
    ) {
      const size = this.decode(term, block);
      // The sink may decode other lists of this field: what is needed of this block is copied first.
      const docs = this.docs.slice(0, size);
      const counts = this.counts.slice(0, size);
      let at = starts[block] as number;
      for (let i = 0; i < size; i++) {
        places.length = 0;
        at = readPlaces(bytes, at, counts[i] as number, places);
        sink(docs[i] as number, places);
      }
    }
  }

  /** The positions of a term in one document, undefined if it is not there. Cost: one block. */
  placesIn(term: number, doc: number): number[] | undefined {
    const bytes = this.#places;
    const starts = this.#placesAt;
    if (bytes === undefined || starts === undefined) throw new Error('these postings have no positions');
    let low = this.firstBlock[term] as number;
    let high = this.firstBlock[term + 1] as number;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.#first[middle] as number) <= doc) low = middle;
      else high = middle;
    }
    if (low === high || (this.#first[low] as number) > doc) return undefined;
    // Into buffers of its own: a caller may be in the middle of a block.
    const size = this.#decodeInto(term, low, asideDocs, asideCounts);
    const counts = asideCounts;
    let index = 0;
    while (index < size && (asideDocs[index] as number) < doc) index++;
    if (index === size || asideDocs[index] !== doc) return undefined;
    let at = starts[low] as number;
    for (let i = 0; i < index; i++) {
      for (let k = counts[i] as number; k > 0; k--) {
        while ((bytes[at++] as number) >= 128);
      }
    }
    const places: number[] = [];
    readPlaces(bytes, at, counts[index] as number, places);
    return places;
  }
}

/** Reads `count` positions from varint gaps; gives where they end. */
function readPlaces(bytes: Uint8Array, from: number, count: number, places: number[]): number {
  let at = from;
  let place = 0;
  for (let k = count; k > 0; k--) {
    let shift = 0;
    let gap = 0;
    for (;;) {
      const byte = bytes[at++] as number;
      gap |= (byte & 127) << shift;
      if (byte < 128) break;
      shift += 7;
    }
    place += gap;
    places.push(place);
  }
  return at;
}
