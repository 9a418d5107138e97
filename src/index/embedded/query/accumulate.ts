import type { Bits } from '../segment/bits.ts';
import { Block, type Postings } from '../segment/postings.ts';
import type { List } from './list.ts';
import type { Accumulator, Touched } from './scratch.ts';
import { COVERAGE_BONUS, K_BASE } from './ways.ts';

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
  readonly room: Block;

  /** `room` may serve several readings, one after the other. */
  constructor(postings: Postings, term: number, room = new Block()) {
    this.postings = postings;
    this.term = term;
    this.block = postings.firstBlock[term] as number;
    this.end = postings.firstBlock[term + 1] as number;
    this.room = room;
  }
}

/**
 * Scores the postings of a term from `from` to before `to`, within the window that begins at `base`: adds rarity · weight · tf / (tf + K) to their documents, and sets a
 * bit. Documents that lack one of the `required` bits are passed over.
 * Cost: one decoded block per 128 postings; per posting three reads, a division, three writes, one branch.
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
  required: number,
  into: Accumulator,
): void {
  const { postings, term, end, room } = reading;
  const { docs: found, counts } = room;
  const { score, bits, docs } = into;
  let count = into.count;
  let block = reading.block;
  while (block + 1 < end && postings.firstDoc(block + 1) <= from) block++;
  for (; block < end && postings.firstDoc(block) < to; block++) {
    reading.block = block;
    if (reading.held !== block) {
      reading.held = block;
      reading.size = postings.decodeInto(term, block, room);
    }
    const { size } = reading;
    const first = firstFrom(found, size, from);
    const last = lastBefore(found, size, to);
    count = scoreBlock(
      found,
      counts,
      first,
      last,
      base,
      lengths,
      slope,
      weight,
      rarity,
      bit,
      required,
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
  required: number,
  score: Float64Array,
  bits: Int32Array,
  docs: Uint32Array,
  before: number,
): number {
  let count = before;
  for (let i = first; i < last; i++) {
    const doc = (found[i] as number) - base;
    const had = bits[doc] as number;
    if ((had & required) !== required) continue;
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

/** Where the documents from `from` on begin in a block: mostly at its beginning. */
function firstFrom(docs: Int32Array, size: number, from: number): number {
  let i = 0;
  while (i < size && (docs[i] as number) < from) i++;
  return i;
}

/** Where the documents before `to` end in a block: mostly at its end. */
function lastBefore(docs: Int32Array, size: number, to: number): number {
  let i = size;
  while (i > 0 && (docs[i - 1] as number) >= to) i--;
  return i;
}

/** Adds the documents of a term to a set. Cost: per posting a read, an or and a write. */
export function markTerm(postings: Postings, term: number, set: Bits): void {
  const end = postings.firstBlock[term + 1] as number;
  const { docs } = postings;
  for (let block = postings.firstBlock[term] as number; block < end; block++) {
    markBlock(docs, postings.decodeDocs(term, block), set);
  }
}

function markBlock(docs: Int32Array, size: number, set: Bits): void {
  for (let i = 0; i < size; i++) {
    const doc = docs[i] as number;
    set[doc >>> 5] = (set[doc >>> 5] as number) | (1 << (doc & 31));
  }
}

/** Words of a set, of 32 documents each, that are added in one go. */
const STRETCH = 32;

/** Adds a constant to every document of a set within a window, which begins at a multiple of 32, and sets a bit. */
export function addSet(
  set: Bits,
  from: number,
  to: number,
  constant: number,
  bit: number,
  required: number,
  into: Accumulator,
): void {
  const end = (to + 31) >>> 5;
  for (let at = from >>> 5; at < end; at += STRETCH) {
    const { score, bits, docs, count } = into;
    into.count = addStretch(
      set,
      at,
      Math.min(at + STRETCH, end),
      from,
      constant,
      bit,
      required,
      score,
      bits,
      docs,
      count,
    );
  }
}

function addStretch(
  set: Bits,
  start: number,
  end: number,
  from: number,
  constant: number,
  bit: number,
  required: number,
  score: Float64Array,
  bits: Int32Array,
  docs: Uint32Array,
  before: number,
): number {
  let count = before;
  for (let at = start; at < end; at++) {
    let word = (set[at] as number) | 0;
    const base = (at << 5) - from;
    while (word !== 0) {
      const doc = base + (31 - Math.clz32(word & -word));
      word &= word - 1;
      const had = bits[doc] as number;
      if ((had & required) !== required) continue;
      docs[count] = doc;
      count += (had - 1) >>> 31;
      bits[doc] = had | bit;
      score[doc] = (score[doc] as number) + constant;
    }
  }
  return count;
}

/**
 * Adds the counts of a term's postings within a window.
 * Cost: one decoded block per 128 postings, then a read, an add and two writes per posting.
 */
export function countTerm(
  postings: Postings,
  term: number,
  base: number,
  from: number,
  to: number,
  counts: Int32Array,
  touched: Touched,
): void {
  const end = postings.firstBlock[term + 1] as number;
  let block = firstBlockOf(postings, term, end, from);
  const { docs: found, counts: tfs } = postings;
  const seen = touched.docs;
  let count = touched.count;
  for (; block < end && postings.firstDoc(block) < to; block++) {
    const size = postings.decode(term, block);
    const first = firstFrom(found, size, from);
    const last = lastBefore(found, size, to);
    count = countBlock(found, tfs, first, last, base, counts, seen, count);
  }
  touched.count = count;
}

function countBlock(
  found: Int32Array,
  tfs: Int32Array,
  first: number,
  last: number,
  base: number,
  counts: Int32Array,
  seen: Uint32Array,
  before: number,
): number {
  let count = before;
  for (let i = first; i < last; i++) {
    const doc = (found[i] as number) - base;
    const had = counts[doc] as number;
    seen[count] = doc;
    count += (had - 1) >>> 31;
    counts[doc] = had + (tfs[i] as number);
  }
  return count;
}

/**
 * The last block that may hold documents from `from` on: the one before the first that begins after it. The end, if
 * the term is in one document only, before it: so are most of those that a beginning stands for.
 */
function firstBlockOf(postings: Postings, term: number, end: number, from: number): number {
  let low = postings.firstBlock[term] as number;
  if (end - low === 1 && postings.firstDoc(low) < from && postings.sizeOf(term, low) === 1) return end;
  let high = end;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (postings.firstDoc(middle) <= from) low = middle;
    else high = middle;
  }
  return low;
}

export function countList(
  list: List,
  base: number,
  from: number,
  to: number,
  counts: Int32Array,
  touched: Touched,
): void {
  const { docs } = list;
  let low = 0;
  let high = docs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((docs[middle] as number) < from) low = middle + 1;
    else high = middle;
  }
  for (let i = low; i < docs.length && (docs[i] as number) < to; i++) {
    const doc = (docs[i] as number) - base;
    if (counts[doc] === 0) touched.docs[touched.count++] = doc;
    counts[doc] = (counts[doc] as number) + (list.counts[i] as number);
  }
}

/**
 * Scores the postings of one term within a window as a way of its own, and keeps the best per document: `countTerm` and
 * `keepBest` in one pass.
 */
export function bestTerm(
  postings: Postings,
  term: number,
  weight: number,
  slope: number,
  lengths: Uint16Array,
  base: number,
  from: number,
  to: number,
  best: Float64Array,
  inWord: Touched,
): void {
  const end = postings.firstBlock[term + 1] as number;
  let block = firstBlockOf(postings, term, end, from);
  const { docs: found, counts } = postings;
  for (; block < end && postings.firstDoc(block) < to; block++) {
    const size = postings.decode(term, block);
    const first = firstFrom(found, size, from);
    const last = lastBefore(found, size, to);
    inWord.count = bestBlock(
      found,
      counts,
      first,
      last,
      weight,
      slope,
      lengths,
      base,
      best,
      inWord.docs,
      inWord.count,
    );
  }
}

function bestBlock(
  found: Int32Array,
  counts: Int32Array,
  first: number,
  last: number,
  weight: number,
  slope: number,
  lengths: Uint16Array,
  base: number,
  best: Float64Array,
  into: Uint32Array,
  before: number,
): number {
  let count = before;
  for (let i = first; i < last; i++) {
    const doc = (found[i] as number) - base;
    const tf = counts[i] as number;
    const score = (weight * tf) / (tf + K_BASE + slope * (lengths[base + doc] as number));
    const had = best[doc] as number;
    if (had === 0) into[count++] = doc;
    if (score > had) best[doc] = score;
  }
  return count;
}

/** The same for the first way of a word, whose counts are noted besides: other ways may add theirs to them. */
export function bestOwn(
  postings: Postings,
  term: number,
  weight: number,
  slope: number,
  lengths: Uint16Array,
  base: number,
  from: number,
  to: number,
  best: Float64Array,
  inWord: Touched,
  own: Int32Array,
): void {
  const end = postings.firstBlock[term + 1] as number;
  let block = firstBlockOf(postings, term, end, from);
  const { docs: found, counts } = postings;
  for (; block < end && postings.firstDoc(block) < to; block++) {
    const size = postings.decode(term, block);
    const first = firstFrom(found, size, from);
    const last = lastBefore(found, size, to);
    inWord.count = ownBlock(
      found,
      counts,
      first,
      last,
      weight,
      slope,
      lengths,
      base,
      best,
      inWord.docs,
      inWord.count,
      own,
    );
  }
}

function ownBlock(
  found: Int32Array,
  counts: Int32Array,
  first: number,
  last: number,
  weight: number,
  slope: number,
  lengths: Uint16Array,
  base: number,
  best: Float64Array,
  into: Uint32Array,
  before: number,
  own: Int32Array,
): number {
  let count = before;
  for (let i = first; i < last; i++) {
    const doc = (found[i] as number) - base;
    const tf = counts[i] as number;
    best[doc] = (weight * tf) / (tf + K_BASE + slope * (lengths[base + doc] as number));
    own[doc] = tf;
    into[count++] = doc;
  }
  return count;
}

/** Touched documents that are looked at in one go. */
const PIECE = 256;

/** Turns the counts of a way into scores, keeps the best per document, and clears the counts. */
export function keepBest(
  weight: number,
  slope: number,
  lengths: Uint16Array,
  base: number,
  counts: Int32Array,
  inWay: Touched,
  best: Float64Array,
  inWord: Touched,
): void {
  for (let at = 0; at < inWay.count; at += PIECE) {
    const end = Math.min(at + PIECE, inWay.count);
    inWord.count = keepPiece(
      inWay.docs,
      at,
      end,
      weight,
      slope,
      lengths,
      base,
      counts,
      best,
      inWord.docs,
      inWord.count,
    );
  }
  inWay.count = 0;
}

function keepPiece(
  docs: Uint32Array,
  start: number,
  end: number,
  weight: number,
  slope: number,
  lengths: Uint16Array,
  base: number,
  counts: Int32Array,
  best: Float64Array,
  into: Uint32Array,
  before: number,
): number {
  let count = before;
  for (let i = start; i < end; i++) {
    const doc = docs[i] as number;
    const tf = counts[doc] as number;
    counts[doc] = 0;
    const score = (weight * tf) / (tf + K_BASE + slope * (lengths[base + doc] as number));
    const had = best[doc] as number;
    if (had === 0) into[count++] = doc;
    if (score > had) best[doc] = score;
  }
  return count;
}

/** The same, with the counts of the word itself added. */
export function keepBestWithOwn(
  weight: number,
  slope: number,
  lengths: Uint16Array,
  base: number,
  counts: Int32Array,
  own: Int32Array,
  inWay: Touched,
  best: Float64Array,
  inWord: Touched,
): void {
  for (let at = 0; at < inWay.count; at += PIECE) {
    const end = Math.min(at + PIECE, inWay.count);
    inWord.count = keepPieceWithOwn(
      inWay.docs,
      at,
      end,
      weight,
      slope,
      lengths,
      base,
      counts,
      own,
      best,
      inWord.docs,
      inWord.count,
    );
  }
  inWay.count = 0;
}

function keepPieceWithOwn(
  docs: Uint32Array,
  start: number,
  end: number,
  weight: number,
  slope: number,
  lengths: Uint16Array,
  base: number,
  counts: Int32Array,
  own: Int32Array,
  best: Float64Array,
  into: Uint32Array,
  before: number,
): number {
  let count = before;
  for (let i = start; i < end; i++) {
    const doc = docs[i] as number;
    const tf = (counts[doc] as number) + (own[doc] as number);
    counts[doc] = 0;
    const score = (weight * tf) / (tf + K_BASE + slope * (lengths[base + doc] as number));
    const had = best[doc] as number;
    if (had === 0) into[count++] = doc;
    if (score > had) best[doc] = score;
  }
  return count;
}

/** Adds the best way of a word to its documents, sets its bit, and clears what was the best. */
export function addBest(
  best: Float64Array,
  inWord: Touched,
  rarity: number,
  bit: number,
  required: number,
  into: Accumulator,
): void {
  for (let at = 0; at < inWord.count; at += PIECE) {
    const end = Math.min(at + PIECE, inWord.count);
    const { score, bits, docs, count } = into;
    into.count = addPiece(inWord.docs, at, end, best, rarity, bit, required, score, bits, docs, count);
  }
  inWord.count = 0;
}

function addPiece(
  found: Uint32Array,
  start: number,
  end: number,
  best: Float64Array,
  rarity: number,
  bit: number,
  required: number,
  score: Float64Array,
  bits: Int32Array,
  docs: Uint32Array,
  before: number,
): number {
  let count = before;
  for (let i = start; i < end; i++) {
    const doc = found[i] as number;
    const had = bits[doc] as number;
    const way = best[doc] as number;
    best[doc] = 0;
    if ((had & required) !== required) continue;
    docs[count] = doc;
    count += (had - 1) >>> 31;
    bits[doc] = had | bit;
    score[doc] = (score[doc] as number) + rarity * way;
  }
  return count;
}

/**
 * The same where a word is the only one of its field: what the field gives goes to the document at once, with the
 * bonus for covering it.
 */
export function addBestOfField(
  best: Float64Array,
  inWord: Touched,
  rarity: number,
  weight: number,
  lengths: Uint16Array,
  base: number,
  bit: number,
  into: Accumulator,
): void {
  for (let at = 0; at < inWord.count; at += PIECE) {
    const end = Math.min(at + PIECE, inWord.count);
    const { score, bits, docs, count } = into;
    into.count = addFieldPiece(
      inWord.docs,
      at,
      end,
      best,
      rarity,
      weight,
      lengths,
      base,
      bit,
      score,
      bits,
      docs,
      count,
    );
  }
  inWord.count = 0;
}

function addFieldPiece(
  found: Uint32Array,
  start: number,
  end: number,
  best: Float64Array,
  rarity: number,
  weight: number,
  lengths: Uint16Array,
  base: number,
  bit: number,
  score: Float64Array,
  bits: Int32Array,
  docs: Uint32Array,
  before: number,
): number {
  let count = before;
  for (let i = start; i < end; i++) {
    const doc = found[i] as number;
    const had = bits[doc] as number;
    const way = best[doc] as number;
    best[doc] = 0;
    docs[count] = doc;
    count += (had - 1) >>> 31;
    bits[doc] = had | bit;
    const bonus = 1 + COVERAGE_BONUS * (1 / (lengths[base + doc] as number));
    score[doc] = (score[doc] as number) + weight * bonus * (rarity * way);
  }
  return count;
}

/** The same for a word that only one term stands for. */
export function addTermOfField(
  reading: Reading,
  base: number,
  from: number,
  to: number,
  lengths: Uint16Array,
  slope: number,
  termWeight: number,
  rarity: number,
  weight: number,
  bit: number,
  into: Accumulator,
): void {
  const { postings, term, end, room } = reading;
  const { docs: found, counts } = room;
  const { score, bits, docs } = into;
  let count = into.count;
  let block = reading.block;
  while (block + 1 < end && postings.firstDoc(block + 1) <= from) block++;
  for (; block < end && postings.firstDoc(block) < to; block++) {
    reading.block = block;
    if (reading.held !== block) {
      reading.held = block;
      reading.size = postings.decodeInto(term, block, room);
    }
    const { size } = reading;
    const first = firstFrom(found, size, from);
    const last = lastBefore(found, size, to);
    count = fieldBlock(
      found,
      counts,
      first,
      last,
      base,
      lengths,
      slope,
      termWeight,
      rarity,
      weight,
      bit,
      score,
      bits,
      docs,
      count,
    );
  }
  into.count = count;
}

function fieldBlock(
  found: Int32Array,
  counts: Int32Array,
  first: number,
  last: number,
  base: number,
  lengths: Uint16Array,
  slope: number,
  termWeight: number,
  rarity: number,
  weight: number,
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
    const length = lengths[base + doc] as number;
    docs[count] = doc;
    count += (had - 1) >>> 31;
    bits[doc] = had | bit;
    const bonus = 1 + COVERAGE_BONUS * (1 / length);
    const way = rarity * ((termWeight * tf) / (tf + K_BASE + slope * length));
    score[doc] = (score[doc] as number) + weight * bonus * way;
  }
  return count;
}
