import { DecodedBlock, type Postings } from '../../segment/postings.ts';
import { firstBlockOf, firstFrom, lastBefore } from './block-range.ts';
import type { RankedBitSet } from './ranked-bit-set.ts';

/**
 * Reads the postings of a term block by block, within a range of documents. After each `next` the postings from `first`
 * to before `last` of `docs` and `frequencies` are the next ones: documents of the segment, or the ranks of candidates.
 *
 *   for (cursor.enter(from, to); cursor.next(ranked); ) sumBlock(cursor, ...);
 *
 * Hot loops take the cursor and copy its fields into locals once per block of up to 128 postings.
 */
export class PostingsCursor {
  readonly docs: Int32Array;
  readonly frequencies: Int32Array;
  first = 0;
  last = 0;
  readonly #buffer: DecodedBlock;
  #postings: Postings | undefined;
  #term = 0;
  /** The current block, the next one, and the end of the term's blocks. */
  #block = 0;
  #next = 0;
  #end = 0;
  #from = 0;
  #to = 0;
  /** Which block the buffer holds, -1 if none, and its size. A block that reaches into the next range stays decoded. */
  #held = -1;
  #size = 0;

  constructor(buffer = new DecodedBlock()) {
    this.#buffer = buffer;
    this.docs = buffer.docs;
    this.frequencies = buffer.frequencies;
  }

  /** Opens a term. Entering its ranges in ascending order is cheapest. */
  open(postings: Postings, term: number): void {
    this.#postings = postings;
    this.#term = term;
    this.#block = postings.firstBlock[term] as number;
    this.#end = postings.firstBlock[term + 1] as number;
    this.#held = -1;
  }

  /** Moves to a range of documents. */
  enter(from: number, to: number): void {
    const postings = this.#postings as Postings;
    const end = this.#end;
    let block = this.#block;
    if (block < end && postings.firstDoc(block) > from) block = firstBlockOf(postings, this.#term, end, from);
    while (block + 1 < end && postings.firstDoc(block + 1) <= from) block++;
    this.#next = block;
    this.#from = from;
    this.#to = to;
  }

  /** Opens a term for one range. The first block is found by binary search: most terms of a prefix have one posting. */
  openAt(postings: Postings, term: number, from: number, to: number): void {
    const end = postings.firstBlock[term + 1] as number;
    this.#postings = postings;
    this.#term = term;
    this.#end = end;
    this.#next = firstBlockOf(postings, term, end, from);
    this.#from = from;
    this.#to = to;
    this.#held = -1;
  }

  /** Decodes the next block of the range that may hold candidates. False if there is none. */
  next(ranked: RankedBitSet): boolean {
    const postings = this.#postings as Postings;
    const end = this.#end;
    const to = this.#to;
    for (let block = this.#next; block < end && postings.firstDoc(block) < to; block++) {
      this.#block = block;
      if (ranked.skips(postings, block, end, to)) continue;
      if (this.#held !== block) this.#size = postings.decodeInto(this.#term, block, this.#buffer);
      // Ranks overwrite the documents.
      this.#held = ranked.isActive ? -1 : block;
      const { docs, frequencies } = this;
      this.first = firstFrom(docs, this.#size, this.#from);
      this.last = ranked.toRanks(docs, frequencies, this.first, lastBefore(docs, this.#size, to));
      this.#next = block + 1;
      return true;
    }
    return false;
  }
}
