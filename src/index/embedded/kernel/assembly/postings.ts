import { addressOf, copyLength, isRanked, rankBefore, toRanks } from './candidates';
import { BLOCK_DOCS, BLOCK_FREQUENCIES, CANDIDATES, COUNTERS, FOUND, UNPACKING } from './memory';

/*
 * Reads lists: the postings of some neighbouring terms, as `Postings.copyTo` (segment/postings.ts) writes them.
 *
 *   number of terms, address of the data
 *   per term: df, then per block: first document, offset in the data, bits per gap and, from bit 8 on, per frequency
 */
const BLOCK_SIZE: u32 = 128;
const BLOCK_BYTES: usize = 12;
/** Up to so many candidates are looked up in a block; for more, all postings of the block are tested. */
const FEW: u32 = 12;

/** The range of documents that is read. */
export let from: u32 = 0;
export let to: u32 = 0;
/** The postings of the current block that are in the range and, if there are candidates, among them: bytes in its arrays. */
export let first: usize = 0;
export let last: usize = 0;

let data: usize = 0;
/** The terms that were not opened yet, and the next one. */
let terms: u32 = 0;
let nextTerm: usize = 0;
/** Postings of the term from the next block on, that block, and the first one. */
let rest: u32 = 0;
let block: usize = 0;
let blocks: usize = 0;

export function setRange(start: u32, end: u32): void {
  from = start;
  to = end;
}

export function open(list: usize): void {
  terms = load<u32>(list);
  data = load<usize>(list, 4);
  nextTerm = list + 8;
  rest = 0;
}

/** Moves to the next term and to its first block that may have documents of the range; false if there is none. */
function openTerm(): bool {
  while (terms > 0) {
    terms--;
    const df = load<u32>(nextTerm);
    blocks = nextTerm + 4;
    block = blocks;
    const count: usize = (df + BLOCK_SIZE - 1) >>> 7;
    nextTerm = block + count * BLOCK_BYTES;
    if (load<u32>(block) >= to) continue;
    let low: usize = 0;
    for (let high = count; high - low > 1; ) {
      const middle = (low + high) >>> 1;
      if (load<u32>(block + middle * BLOCK_BYTES) <= from) low = middle;
      else high = middle;
    }
    block += low * BLOCK_BYTES;
    rest = df - low * BLOCK_SIZE;
    return true;
  }
  return false;
}

/** The number of the decoded block among those of its term. */
export function blockNumber(): usize {
  return (block - blocks) / BLOCK_BYTES - 1;
}

/** The same as `next` for blocks that may have `doc` or a later document of the range. There are no candidates. */
export function nextFrom(doc: u32): bool {
  if (rest === 0 && !openTerm()) return false;
  for (; rest > BLOCK_SIZE && load<u32>(block + BLOCK_BYTES) <= doc; block += BLOCK_BYTES) {
    rest -= BLOCK_SIZE;
    count(0, 0);
  }
  return next(true);
}

/** Decodes the next block of the range that may hold candidates. False if there is none. */
export function next(withFrequencies: bool): bool {
  for (;;) {
    if ((rest === 0 || load<u32>(block) >= to) && !openTerm()) return false;
    const size = min(rest, BLOCK_SIZE);
    const start = load<u32>(block);
    const at = data + load<u32>(block, 4);
    const width: u32 = load<u8>(block, 8);
    const ofFrequencies: u32 = load<u8>(block, 9);
    rest -= size;
    block += BLOCK_BYTES;
    const gaps = ((size - 1) * width + 7) >>> 3;
    const bytes = gaps + ((size * ofFrequencies + 7) >>> 3);
    if (size === 1) {
      if (start < from) continue;
      const address = addressOf(start, 0);
      count(address < 0 ? 0 : 1, bytes);
      if (address < 0) continue;
      store<u32>(BLOCK_DOCS, address);
      store<u32>(BLOCK_FREQUENCIES, 1 + valueAt(at, 0, ofFrequencies));
      first = 0;
      last = 4;
      return true;
    }
    let rank: u32 = 0;
    let endRank: u32 = 0;
    if (isRanked) {
      rank = rankBefore(max(start, from));
      endRank = rankBefore(rest > 0 ? min(load<u32>(block), to) : to);
      if (rank === endRank) {
        count(0, 0);
        continue;
      }
    }
    count(size, bytes);
    sums(at, width, size, start);
    first = 0;
    if (isRanked && endRank - rank <= FEW) {
      last = find(rank, endRank, size, at + gaps, ofFrequencies);
      if (last === 0) continue;
      return true;
    }
    if (withFrequencies) frequencies(at + gaps, ofFrequencies, size);
    last = size << 2;
    while (first < last && load<u32>(BLOCK_DOCS + first) < from) first += 4;
    while (first < last && load<u32>(BLOCK_DOCS + last - 4) >= to) last -= 4;
    if (isRanked) last = toRanks(first, last);
    return true;
  }
}

/** Replaces the block by its postings of the candidates with ranks from `rank` to before `end`. Returns their end. */
function find(rank: u32, end: u32, size: u32, frequenciesAt: usize, width: u32): usize {
  let low: usize = 0;
  let kept: usize = 0;
  for (; rank < end; rank++) {
    const doc = load<u32>(CANDIDATES + (rank << 2));
    // Branchless binary search from the place of the candidate before.
    for (let many: usize = size - low; many > 1; ) {
      const half = many >>> 1;
      low = select<usize>(low + half, low, load<u32>(BLOCK_DOCS + ((low + half) << 2)) <= doc);
      many -= half;
    }
    if (load<u32>(BLOCK_DOCS + (low << 2)) !== doc) continue;
    store<u32>(FOUND + kept, rank);
    store<u32>(BLOCK_FREQUENCIES + kept, 1 + valueAt(frequenciesAt, low, width));
    copyLength(doc, rank);
    kept += 4;
  }
  memory.copy(BLOCK_DOCS, FOUND, kept);
  return kept;
}

/** One of the packed numbers. */
function valueAt(at: usize, index: usize, width: u32): u32 {
  const bit = index * width;
  const packed = load<u64>(at + (bit >>> 3)) >>> (bit & 7);
  return (packed & (((1 as u64) << width) - 1)) as u32;
}

/** Counts a block that was read, or skipped because it has no candidate. */
function count(postings: u32, bytes: u32): void {
  if (postings === 0) {
    store<u32>(COUNTERS, load<u32>(COUNTERS, 12) + 1, 12);
    return;
  }
  store<u32>(COUNTERS, load<u32>(COUNTERS) + postings);
  store<u32>(COUNTERS, load<u32>(COUNTERS, 4) + 1, 4);
  store<u32>(COUNTERS, load<u32>(COUNTERS, 8) + bytes, 8);
}

/*
 * Numbers are unpacked four at a time: the bytes of each are moved into a lane of 32 bits, then multiplied by a power of
 * two, which shifts all lanes to the same place (Lemire and Boytsov, "Decoding billions of integers per second through
 * vectorization", 2015, describe the family). Per width, `UNPACKING` has the places of the bytes, the factors and a mask.
 * One bit takes a loop of its own, because four numbers are half a byte; the table of no bits is all zero.
 */
const LANES: usize = 48;

/** Fills the tables of a new kernel. */
export function initialize(): void {
  for (let width: usize = 2; width <= 24; width += 2) {
    for (let k: usize = 0; k < 4; k++) {
      const lane = UNPACKING + width * LANES + (k << 2);
      const bit = k * width;
      store<u32>(lane, (bit >>> 3) * 0x01010101 + 0x03020100);
      store<u32>(lane, 1 << (8 - (bit & 7)), 16);
      store<u32>(lane, (1 << width) - 1, 32);
    }
  }
}

function fourAt(at: usize, table: usize): v128 {
  const bytes = i8x16.swizzle(v128.load(at), v128.load(table));
  return v128.and(i32x4.shr_u(i32x4.mul(bytes, v128.load(table, 16)), 8), v128.load(table, 32));
}

function bitsOf(at: usize, isUpper: bool): v128 {
  const bits = i32x4.splat(load<u8>(at));
  const mask = isUpper ? i32x4(16, 32, 64, 128) : i32x4(1, 2, 4, 8);
  return i32x4.eq(v128.and(bits, mask), mask);
}

/** Adds 1 and the sum of the lanes before to each lane, and the last lane of `before` to all. */
function summed(gaps: v128, before: v128): v128 {
  const zero = i32x4.splat(0);
  let sums = i32x4.add(gaps, i32x4.splat(1));
  sums = i32x4.add(sums, v128.shuffle<i32>(zero, sums, 0, 4, 5, 6));
  sums = i32x4.add(sums, v128.shuffle<i32>(zero, sums, 0, 1, 4, 5));
  return i32x4.add(sums, v128.shuffle<i32>(before, before, 3, 3, 3, 3));
}

/** Decodes the documents: gaps less 1, from the second one on. Surplus numbers are garbage. */
function sums(at: usize, width: usize, size: usize, start: i32): void {
  let to = BLOCK_DOCS + 4;
  let last = i32x4.splat(start);
  store<i32>(BLOCK_DOCS, start);
  const end = BLOCK_DOCS + (size << 2);
  if (width === 1) {
    for (; to < end; to += 32, at++) {
      // A set bit is -1 in its lane.
      last = summed(i32x4.neg(bitsOf(at, false)), last);
      v128.store(to, last);
      last = summed(i32x4.neg(bitsOf(at, true)), last);
      v128.store(to, last, 16);
    }
    return;
  }
  const table = UNPACKING + width * LANES;
  const step = width >>> 1;
  for (; to < end; to += 16, at += step) {
    last = summed(width === 32 ? v128.load(at) : fourAt(at, table), last);
    v128.store(to, last);
  }
}

/** Decodes the frequencies, less 1 each. */
function frequencies(at: usize, width: usize, size: usize): void {
  let to = BLOCK_FREQUENCIES;
  const end = to + (size << 2);
  const one = i32x4.splat(1);
  if (width === 0) {
    for (; to < end; to += 16) v128.store(to, one);
    return;
  }
  if (width === 1) {
    for (; to < end; to += 32, at++) {
      v128.store(to, i32x4.sub(one, bitsOf(at, false)));
      v128.store(to, i32x4.sub(one, bitsOf(at, true)), 16);
    }
    return;
  }
  const table = UNPACKING + width * LANES;
  const step = width >>> 1;
  for (; to < end; to += 16, at += step)
    v128.store(to, i32x4.add(width === 32 ? v128.load(at) : fourAt(at, table), one));
}
