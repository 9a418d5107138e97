import { PADDING_BYTES, pack, widthFor } from './bit-packing.ts';
import { GrowableUint8Array, GrowableUint32Array } from './growable-arrays.ts';
import { DELETED } from './merge-map.ts';
import { BLOCK_SIZE, MAX_BOUND, type Postings } from './postings.ts';
import type { SectionSources } from './serializer.ts';

/** Upper bound of the bytes of a block in `data`. */
const LARGEST_BLOCK = 4 * (BLOCK_SIZE - 1) + 4 * BLOCK_SIZE;
/** Scratch memory for one block; zeroed after each use. */
const blockBytes = new Uint8Array(LARGEST_BLOCK);
const gaps = new Uint32Array(BLOCK_SIZE);

/** Writes the postings of terms in the order of their ordinals; postings.ts describes the layout. */
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
  /** Lengths of the field by document, if blocks get bounds. */
  readonly #lengths: Uint16Array | undefined;
  readonly #docs = new Uint32Array(BLOCK_SIZE);
  readonly #frequencies = new Uint32Array(BLOCK_SIZE);
  #filled = 0;
  /** Postings of the current term in finished blocks. */
  #postings = 0;
  /** First block of the current term. */
  #termBlock = 0;

  constructor(withPlaces: boolean, lengths?: Uint16Array) {
    this.#withPositions = withPlaces;
    this.#lengths = lengths;
  }

  /** Adds a posting; documents come in order. `positions` has its positions from `from` on, `frequency` of them. */
  add(doc: number, frequency: number, positions?: Uint32Array, from = 0): void {
    this.#begin(doc, frequency);
    if (!this.#withPositions || positions === undefined) return;
    let before = 0;
    for (let i = from; i < from + frequency; i++) {
      const position = positions[i] as number;
      this.#positions.pushVarint(position - before);
      before = position;
    }
  }

  #begin(doc: number, frequency: number): void {
    if (this.#filled === BLOCK_SIZE) this.#endBlock();
    if (this.#filled === 0 && this.#withPositions) this.#positionsAt.push(this.#positions.length);
    this.#docs[this.#filled] = doc;
    this.#frequencies[this.#filled++] = frequency;
  }

  /**
   * Adds the live postings of a block of another segment, their documents renumbered by `map`. The bytes of positions
   * are copied unchanged.
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

  /** The same if all documents are live: each number grows by `shift`. */
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
        // The end of the positions must be searched only where a block is split in two.
        const end = to === size ? source.positionsStart(block + 1) : afterPositions(positions, at, words);
        this.#positions.append(positions, at, end);
        at = end;
      }
      from = to;
    }
  }

  /**
   * Copies a block of another segment without decoding it; its documents grow by `shift`. It must begin a block here,
   * and be full or the last of the term.
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
   * If the current term has a single posting of frequency 1, removes it and returns its document; else returns -1. Only
   * for postings without positions, and not after `copyBlock`.
   */
  takeSingle(): number {
    if (this.#postings > 0 || this.#filled !== 1 || this.#frequencies[0] !== 1) return -1;
    this.#filled = 0;
    return this.#docs[0] as number;
  }

  /** Ends a term and returns its number of postings. A term without postings is not written. */
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
    // Packed are gaps less 1 and frequencies less 1; the arrays are not needed afterwards.
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

/** The least length of these documents, capped at `MAX_BOUND`. */
function leastOf(lengths: Uint16Array, docs: Uint32Array, count: number): number {
  let least = MAX_BOUND;
  for (let i = 0; i < count; i++) {
    const length = lengths[docs[i] as number] as number;
    if (length < least) least = length;
  }
  return least;
}

/** The offset after `count` varints. */
function afterPositions(bytes: Uint8Array, start: number, count: number): number {
  let at = start;
  for (let left = count; left > 0; left--) while ((bytes[at++] as number) >= 128);
  return at;
}
