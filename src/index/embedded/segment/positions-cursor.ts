import { DecodedBlock, type Postings, readPositions } from './postings.ts';

/**
 * A postings cursor that reads positions on demand. `seek` finds the block by binary search.
 * Cost: one decoded block per 128 postings that are sought in; positions are read from the beginning of the block.
 */
export class PositionsCursor {
  readonly #postings: Postings;
  readonly #term: number;
  readonly #end: number;
  readonly #decoded = new DecodedBlock();
  #block: number;
  /** The decoded block, -1 if none. */
  #held = -1;
  #size = 0;
  #index = 0;
  /** The posting whose positions begin at `#byte`. */
  #positioned = 0;
  #byte = 0;

  /** Throws if the postings have no positions. */
  constructor(postings: Postings, term: number) {
    if (!postings.hasPositions) throw new Error('these postings have no positions');
    this.#postings = postings;
    this.#term = term;
    this.#block = postings.firstBlock[term] as number;
    this.#end = postings.firstBlock[term + 1] as number;
  }

  /** Moves to the first document not below `doc` and returns it; -1 if there is none. Never moves back. */
  seek(doc: number): number {
    this.#block = this.#blockOf(doc);
    while (this.#block < this.#end) {
      this.#hold();
      const { docs } = this.#decoded;
      while (this.#index < this.#size && (docs[this.#index] as number) < doc) this.#index++;
      if (this.#index < this.#size) return docs[this.#index] as number;
      this.#block++;
    }
    return -1;
  }

  /** The last block whose first document is not above `doc`. */
  #blockOf(doc: number): number {
    const block = this.#block;
    const isHere = block + 1 >= this.#end || this.#postings.firstDoc(block + 1) > doc;
    return isHere ? block : this.#postings.blockFor(this.#term, doc, block);
  }

  #hold(): void {
    if (this.#held === this.#block) return;
    this.#held = this.#block;
    this.#size = this.#postings.decodeInto(this.#term, this.#block, this.#decoded);
    this.#index = 0;
    this.#positioned = 0;
    this.#byte = this.#postings.positionsStart(this.#block);
  }

  /** The positions of the term in the document that `seek` returned. */
  positions(): readonly number[] {
    const { positions: bytes } = this.#postings;
    const { frequencies } = this.#decoded;
    let at = this.#byte;
    for (; this.#positioned < this.#index; this.#positioned++) {
      for (let k = frequencies[this.#positioned] as number; k > 0; k--)
        while ((bytes[at++] as number) >= 128);
    }
    this.#byte = at;
    const positions: number[] = [];
    readPositions(bytes, at, frequencies[this.#index] as number, positions);
    return positions;
  }
}
