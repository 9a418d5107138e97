import { GrowingBytes, GrowingWords } from './growing.ts';
import type { Section, Sections } from './sections.ts';

/*
 * Which documents have a term, how often and where. A list is cut into blocks of 128 postings:
 *
 *   per term    df, firstBlock
 *   per block   first   the first document
 *               at      where its bytes begin in `data`
 *               kind    bits 0-1: bytes per gap to the next document (1, 2, 4); bits 2-3: bytes per count (0: all 1)
 *   data        gaps of postings 2.., then counts of all
 *   positions   (words only) per block `placesAt`; per posting its positions as varint gaps
 *
 * Gaps of one width per block: the loop that reads them has no branch that depends on the data.
 */
export const BLOCK = 128;

const GAP_BYTES = [1, 2, 4] as const;

/** Collects the postings of terms, which come in order of their ordinals. */
export class PostingsWriter {
  readonly #df = new GrowingWords();
  readonly #firstBlock = new GrowingWords();
  readonly #first = new GrowingWords();
  readonly #at = new GrowingWords();
  readonly #kind = new GrowingBytes();
  readonly #data = new GrowingBytes();
  readonly #placesAt = new GrowingWords();
  readonly #places = new GrowingBytes();
  readonly #withPlaces: boolean;
  readonly #docs = new Uint32Array(BLOCK);
  readonly #counts = new Uint32Array(BLOCK);
  #filled = 0;
  #postings = 0;

  constructor(withPlaces: boolean) {
    this.#withPlaces = withPlaces;
  }

  beginTerm(): void {
    this.#postings = 0;
    this.#firstBlock.push(this.#first.length);
  }

  /** One posting; documents come in order. `places` holds its positions from `from` on, `count` of them. */
  add(doc: number, count: number, places?: Uint32Array, from = 0): void {
    if (this.#filled === BLOCK) this.#endBlock();
    if (this.#filled === 0 && this.#withPlaces) this.#placesAt.push(this.#places.length);
    this.#docs[this.#filled] = doc;
    this.#counts[this.#filled++] = count;
    this.#postings++;
    if (!this.#withPlaces || places === undefined) return;
    let before = 0;
    for (let i = from; i < from + count; i++) {
      const place = places[i] as number;
      this.#places.pushVarint(place - before);
      before = place;
    }
  }

  endTerm(): void {
    if (this.#filled > 0) this.#endBlock();
    this.#df.push(this.#postings);
  }

  #endBlock(): void {
    const count = this.#filled;
    let widest = 0;
    let most = 1;
    for (let i = 0; i < count; i++) {
      if (i > 0) widest = Math.max(widest, (this.#docs[i] as number) - (this.#docs[i - 1] as number));
      most = Math.max(most, this.#counts[i] as number);
    }
    const gap = widest < 0x100 ? 0 : widest < 0x10000 ? 1 : 2;
    const tally = most === 1 ? 0 : most < 0x100 ? 1 : 2;
    this.#first.push(this.#docs[0] as number);
    this.#at.push(this.#data.length);
    this.#kind.push(gap | (tally << 2));
    for (let i = 1; i < count; i++) {
      this.#pushBytes((this.#docs[i] as number) - (this.#docs[i - 1] as number), GAP_BYTES[gap]);
    }
    if (tally > 0) for (let i = 0; i < count; i++) this.#pushBytes(this.#counts[i] as number, tally);
    this.#filled = 0;
  }

  #pushBytes(value: number, bytes: number): void {
    for (let i = 0; i < bytes; i++) this.#data.push((value >>> (8 * i)) & 255);
  }

  sections(name: string): Map<string, Section> {
    this.#firstBlock.push(this.#first.length);
    const sections = new Map<string, Section>([
      [`${name}/df`, this.#df.view()],
      [`${name}/firstBlock`, this.#firstBlock.view()],
      [`${name}/first`, this.#first.view()],
      [`${name}/at`, this.#at.view()],
      [`${name}/kind`, this.#kind.view()],
      [`${name}/data`, this.#data.view()],
    ]);
    if (this.#withPlaces) {
      sections.set(`${name}/placesAt`, this.#placesAt.view());
      sections.set(`${name}/places`, this.#places.view());
    }
    return sections;
  }
}

/** Reads the postings of one field. `docs` and `counts` hold the block that was decoded last. */
export class Postings {
  readonly df: Uint32Array;
  readonly firstBlock: Uint32Array;
  readonly #first: Uint32Array;
  readonly #at: Uint32Array;
  readonly #kind: Uint8Array;
  readonly #data: Uint8Array;
  readonly #placesAt: Uint32Array | undefined;
  readonly #places: Uint8Array | undefined;
  readonly docs = new Uint32Array(BLOCK);
  readonly counts = new Uint32Array(BLOCK);
  readonly #asideDocs = new Uint32Array(BLOCK);
  readonly #asideCounts = new Uint32Array(BLOCK);

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
    else {
      for (let i = 0; i < size; i++, at += 2) {
        counts[i] = (data[at] as number) | ((data[at + 1] as number) << 8);
      }
    }
    return size;
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
    const size = this.#decodeInto(term, low, this.#asideDocs, this.#asideCounts);
    const counts = this.#asideCounts;
    let index = 0;
    while (index < size && (this.#asideDocs[index] as number) < doc) index++;
    if (index === size || this.#asideDocs[index] !== doc) return undefined;
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
