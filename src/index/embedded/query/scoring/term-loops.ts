import { DecodedBlock, type Postings } from '../../segment/postings.ts';
import type { Accumulator } from './accumulators.ts';
import { firstFrom, lastBefore } from './block-range.ts';
import { K_BASE } from './bm25.ts';
import { ANY, type Having } from './ranked-bit-set.ts';

/*
 * The hot loops. One element type per array, no closures, no allocation: a second shape here would make every
 * query slower. Documents are numbered within their window (`doc - from`).
 *
 * Each inner loop is a function of its own that is called once per block. A function is compiled for good when it was
 * called often; one that was entered in the middle of a long loop first stays with code that gives up at the end of
 * every call, and was measured to be five times slower.
 */

/**
 * The postings of a term, read from window to window in order. The block that reaches into the next window stays
 * decoded.
 */
export class Reading {
  readonly postings: Postings;
  readonly term: number;
  readonly end: number;
  /** The block that the next window begins in, or an earlier one. */
  block: number;
  /** Which block `room` holds, -1 if none, and its size. */
  held = -1;
  size = 0;
  readonly room: DecodedBlock;

  /** `room` may serve several readings, one after the other. */
  constructor(postings: Postings, term: number, room = new DecodedBlock()) {
    this.postings = postings;
    this.term = term;
    this.block = postings.firstBlock[term] as number;
    this.end = postings.firstBlock[term + 1] as number;
    this.room = room;
  }

  /** Decodes a block, unless it is held, and gives its size. What is narrowed afterwards is not held. */
  decoded(block: number, having: Having): number {
    if (this.held !== block) this.size = this.postings.decodeInto(this.term, block, this.room);
    this.held = having.isOn ? -1 : block;
    return this.size;
  }
}

/**
 * Scores the postings of a term from `from` to before `to`, within the window that begins at `base`: adds rarity · weight · tf / (tf + K) to their documents, and sets a
 * bit.
 * Cost: one decoded block per 128 postings; per posting three reads, a division, three writes, no branch.
 */
export function addTerm(
  reading: Reading,
  base: number,
  from: number,
  to: number,
  lengths: Uint16Array,
  slope: number,
  weight: number,
  rarity: number,
  bit: number,
  into: Accumulator,
  having: Having = ANY,
): void {
  const { postings, end, room } = reading;
  const { docs: found, frequencies } = room;
  const { score, bits, docs } = into;
  let count = into.count;
  let block = reading.block;
  while (block + 1 < end && postings.firstDoc(block + 1) <= from) block++;
  for (; block < end && postings.firstDoc(block) < to; block++) {
    reading.block = block;
    if (having.passesOver(postings, block, end, to)) continue;
    const size = reading.decoded(block, having);
    const first = firstFrom(found, size, from);
    const last = having.narrow(found, frequencies, first, lastBefore(found, size, to));
    count = scoreBlock(
      found,
      frequencies,
      first,
      last,
      base,
      lengths,
      slope,
      weight,
      rarity,
      bit,
      score,
      bits,
      docs,
      count,
    );
  }
  into.count = count;
}

function scoreBlock(
  found: Int32Array,
  counts: Int32Array,
  first: number,
  last: number,
  base: number,
  lengths: Uint16Array,
  slope: number,
  weight: number,
  rarity: number,
  bit: number,
  score: Float64Array,
  bits: Int32Array,
  docs: Uint32Array,
  before: number,
): number {
  let count = before;
  for (let i = first; i < last; i++) {
    const doc = (found[i] as number) - base;
    const had = bits[doc] as number;
    const tf = counts[i] as number;
    docs[count] = doc;
    // One more if there were no bits: 0 - 1 is the only difference with a sign.
    count += (had - 1) >>> 31;
    bits[doc] = had | bit;
    score[doc] =
      (score[doc] as number) +
      rarity * ((weight * tf) / (tf + K_BASE + slope * (lengths[base + doc] as number)));
  }
  return count;
}
