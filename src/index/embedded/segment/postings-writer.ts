import { PADDING_BYTES, pack, widthFor } from './bit-packing.ts';
import { GrowableUint8Array, GrowableUint32Array } from './growable-arrays.ts';
import { DELETED } from './merge-map.ts';
import { BLOCK_SIZE, MAX_BOUND, type Postings } from './postings.ts';
import type { SectionSources } from './serializer.ts';

/** The maxFrequency bytes of `data` that a block takes. */
const LARGEST_BLOCK = 4 * (BLOCK_SIZE - 1) + 4 * BLOCK_SIZE;
/** Where a block is put together; the bytes are 0 in between. */
const blockBytes = new Uint8Array(LARGEST_BLOCK);
const gaps = new Uint32Array(BLOCK_SIZE);

/** Collects the postings of terms, which come in order of their ordinals. */
export class PostingsWriter {
  readonly #df = new GrowableUint32Array();
  readonly #firstBlock = new GrowableUint32Array();
  readonly #first = new GrowableUint32Array();
  readonly #at = new GrowableUint32Array();
  readonly #kind = new GrowableUint8Array();
  readonly #bounds = new GrowableUint8Array();
  readonly #data = new GrowableUint8Array();
  readonly #positionsAt = new GrowableUint32Array();
  readonly #positions = new GrowableUint8Array();
  readonly #withPositions: boolean;
  /** Lengths of the field by document, where blocks shall have bounds. */
  readonly #lengths: Uint16Array | undefined;
  readonly #docs = new Uint32Array(BLOCK_SIZE);
  readonly #frequencies = new Uint32Array(BLOCK_SIZE);
  #filled = 0;
  /** Of the term: postings that are in blocks. */
  #postings = 0;
  /** Where the blocks of the term begin. */
  #termBlock = 0;

  constructor(withPlaces: boolean, lengths?: Uint16Array) {
    this.#withPositions = withPlaces;
    this.#lengths = lengths;
  }

  /** One posting; documents come in order. `places` holds its positions from `from` on, `count` of them. */
  add(doc: number, count: number, positions?: Uint32Array, from = 0): void {
    this.#begin(doc, count);
    if (!this.#withPositions || positions === undefined) return;
    let before = 0;
    for (let i = from; i < from + count; i++) {
      const position = positions[i] as number;
      this.#positions.pushVarint(position - before);
      before = position;
    }
  }

  #begin(doc: number, count: number): void {
    if (this.#filled === BLOCK_SIZE) this.#endBlock();
    if (this.#filled === 0 && this.#withPositions) this.#positionsAt.push(this.#positions.length);
    this.#docs[this.#filled] = doc;
    this.#frequencies[this.#filled++] = count;
  }

  /**
   * The living postings of a block of other postings, their documents renumbered by `map`. Positions do not change:
   * their bytes are copied as they are.
   */
  addBlock(source: Postings, term: number, block: number, map: Uint32Array): void {
    const size = source.decode(term, block);
    const { docs, frequencies, positions } = source;
    let at = source.positionsStart(block);
    for (let i = 0; i < size; i++) {
      const target = map[docs[i] as number] as number;
      const end = this.#withPositions ? afterPositions(positions, at, frequencies[i] as number) : 0;
      if (target !== DELETED) {
        this.#begin(target, frequencies[i] as number);
        if (this.#withPositions) this.#positions.append(positions, at, end);
      }
      at = end;
    }
  }

  /** The same where all documents live: each moves up by `shift`. */
  shiftBlock(source: Postings, term: number, block: number, shift: number): void {
    const size = source.decode(term, block);
    const { docs, frequencies, positions } = source;
    let at = source.positionsStart(block);
    for (let from = 0; from < size; ) {
      if (this.#filled === BLOCK_SIZE) this.#endBlock();
      if (this.#filled === 0 && this.#withPositions) this.#positionsAt.push(this.#positions.length);
      const to = Math.min(size, from + BLOCK_SIZE - this.#filled);
      const before = this.#filled - from;
      let words = 0;
      for (let i = from; i < to; i++) {
        this.#docs[before + i] = (docs[i] as number) + shift;
        this.#frequencies[before + i] = frequencies[i] as number;
        words += frequencies[i] as number;
      }
      this.#filled = before + to;
      if (this.#withPositions) {
        // Only where a block is cut in two it must be known how long the positions of its first part are.
        const end = to === size ? source.positionsStart(block + 1) : afterPositions(positions, at, words);
        this.#positions.append(positions, at, end);
        at = end;
      }
      from = to;
    }
  }

  /**
   * A block of other postings that stays as it is, but for its documents, which move up by `shift`. It must begin a
   * block here, and be full or the last of the term.
   */
  copyBlock(source: Postings, term: number, block: number, shift: number): void {
    if (this.#filled === BLOCK_SIZE) this.#endBlock();
    this.#first.push(source.firstDoc(block) + shift);
    this.#at.push(this.#data.length);
    this.#kind.push(source.kindOf(block));
    this.#data.append(source.data, source.dataStart(block), source.dataStart(block + 1));
    this.#postings += source.sizeOf(term, block);
    if (this.#lengths !== undefined) this.#pushBounds(source.maxFrequency(block), source.minLength(block));
    if (!this.#withPositions) return;
    this.#positionsAt.push(this.#positions.length);
    this.#positions.append(source.positions, source.positionsStart(block), source.positionsStart(block + 1));
  }

  /** Whether the next posting begins a block. */
  get isAtBlock(): boolean {
    return this.#filled === 0 || this.#filled === BLOCK_SIZE;
  }

  /**
   * Takes back the one posting of a term that is in one document once, and gives that document; -1, and nothing is done,
   * if it is not. Only without positions, and only if the posting was no block that was copied as it is.
   */
  takeSingle(): number {
    if (this.#postings > 0 || this.#filled !== 1 || this.#frequencies[0] !== 1) return -1;
    this.#filled = 0;
    return this.#docs[0] as number;
  }

  /** Ends a term and gives its number of postings. A term without any is as if it had never begun. */
  endTerm(): number {
    if (this.#filled > 0) this.#endBlock();
    const count = this.#postings;
    this.#postings = 0;
    if (count === 0) return 0;
    this.#df.push(count);
    this.#firstBlock.push(this.#termBlock);
    this.#termBlock = this.#first.length;
    return count;
  }

  #endBlock(): void {
    const count = this.#filled;
    const docs = this.#docs;
    const frequencies = this.#frequencies;
    let widest = 1;
    let maxFrequency = 1;
    for (let i = 0; i < count; i++) {
      if (i > 0) widest = Math.max(widest, (docs[i] as number) - (docs[i - 1] as number));
      maxFrequency = Math.max(maxFrequency, frequencies[i] as number);
    }
    const gapWidth = widthFor(widest - 1);
    const frequencyWidth = widthFor(maxFrequency - 1);
    if (this.#lengths !== undefined) this.#pushBounds(maxFrequency, leastOf(this.#lengths, docs, count));
    this.#first.push(docs[0] as number);
    this.#at.push(this.#data.length);
    this.#kind.push(gapWidth | (frequencyWidth << 4));
    // Both are needed no more as they are: less 1, and gaps instead of documents, they are packed.
    for (let i = 1; i < count; i++) gaps[i - 1] = (docs[i] as number) - (docs[i - 1] as number) - 1;
    for (let i = 0; i < count; i++) frequencies[i] = (frequencies[i] as number) - 1;
    const end = pack(
      frequencies,
      count,
      frequencyWidth,
      blockBytes,
      pack(gaps, count - 1, gapWidth, blockBytes, 0),
    );
    this.#data.append(blockBytes, 0, end);
    blockBytes.fill(0, 0, end);
    this.#postings += count;
    this.#filled = 0;
  }

  #pushBounds(maxFrequency: number, minLength: number): void {
    this.#bounds.push(Math.min(maxFrequency, MAX_BOUND));
    this.#bounds.push(Math.min(minLength, MAX_BOUND));
  }

  addTo(out: SectionSources, name: string): void {
    this.#firstBlock.push(this.#first.length);
    for (let i = 0; i < PADDING_BYTES; i++) this.#data.push(0);
    out.set(`${name}/df`, this.#df).set(`${name}/firstBlock`, this.#firstBlock);
    out.set(`${name}/first`, this.#first).set(`${name}/at`, this.#at).set(`${name}/kind`, this.#kind);
    out.set(`${name}/data`, this.#data);
    if (this.#lengths !== undefined) out.set(`${name}/bounds`, this.#bounds);
    if (!this.#withPositions) return;
    out.set(`${name}/placesAt`, this.#positionsAt).set(`${name}/places`, this.#positions);
  }
}

/** The least length of these documents, as far as bounds can tell. */
function leastOf(lengths: Uint16Array, docs: Uint32Array, count: number): number {
  let least = MAX_BOUND;
  for (let i = 0; i < count; i++) {
    const length = lengths[docs[i] as number] as number;
    if (length < least) least = length;
  }
  return least;
}

/** Where so many varints end. */
function afterPositions(bytes: Uint8Array, start: number, count: number): number {
  let at = start;
  for (let left = count; left > 0; left--) while ((bytes[at++] as number) >= 128);
  return at;
}
