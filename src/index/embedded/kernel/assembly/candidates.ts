import { BLOCK_DOCS, BLOCK_FREQUENCIES, CANDIDATES, LENGTHS } from './memory';
import { first, from, last, next, open, to } from './postings';

/*
 * The candidates of a range: a bitmap, and per word of 32 documents the number of candidates before it. The rank of a
 * candidate addresses the accumulators, so candidates that lie far apart are scored in one window. (A rank per word
 * instead of per block of 512 bits, as in "rank9", Vigna, "Broadword Implementation of Rank/Select Queries", 2008.)
 */

/** Whether documents are addressed by rank, and how many candidates there are. */
export let isRanked: bool = false;
let found: u32 = 0;
/** The addresses of the bitmap, of the ranks, and of the lengths of all documents, 0 if those of candidates are there. */
let bits: usize = 0;
let ranks: usize = 0;
let norms: usize = 0;

export function setPlaces(bitsAt: usize, ranksAt: usize): void {
  bits = bitsAt;
  ranks = ranksAt;
}

export function setNorms(at: usize): void {
  norms = at;
}

export function candidateCount(): u32 {
  return found;
}

export function clearCandidates(): void {
  isRanked = false;
}

/** Ranks the candidates from `start`, a multiple of 32, to before `end`, up to the capacity. Returns where it stopped. */
export function rank(start: u32, end: u32, capacity: u32): u32 {
  const words: usize = (end + 31) >>> 5;
  let count: u32 = 0;
  let word: usize = start >>> 5;
  for (; word < words; word++) {
    const at = word << 2;
    if (word + 4 <= words && !v128.any_true(v128.load(bits + at))) {
      v128.store(ranks + at, i32x4.splat(count));
      word += 3;
      continue;
    }
    let set = load<u32>(bits + at);
    store<u32>(ranks + at, count);
    if (count + popcnt(set) > capacity) break;
    for (; set !== 0; set &= set - 1) store<u32>(CANDIDATES + (count++ << 2), (word << 5) + ctz(set));
  }
  if (word === words) store<u32>(ranks + (word << 2), count);
  found = count;
  isRanked = count > 0;
  return min<u32>(word << 5, end);
}

function wordOf(doc: u32): u32 {
  return load<u32>(bits + ((doc >>> 5) << 2));
}

function rankOf(doc: u32, word: u32): u32 {
  return load<u32>(ranks + ((doc >>> 5) << 2)) + popcnt(word & ((1 << (doc & 31)) - 1));
}

/** The number of candidates before a document of the range, or before its end. */
export function rankBefore(doc: u32): u32 {
  return (doc & 31) === 0 ? load<u32>(ranks + ((doc >>> 5) << 2)) : rankOf(doc, wordOf(doc));
}

/** The address of a document; -1 if it is not a candidate. */
export function addressOf(doc: u32, base: u32): i32 {
  if (!isRanked) return doc - base;
  const word = wordOf(doc);
  if (((word >>> (doc & 31)) & 1) === 0) return -1;
  const address = rankOf(doc, word);
  copyLength(doc, address);
  return address;
}

/** Provides the length of a candidate. */
export function copyLength(doc: u32, address: u32): void {
  if (norms !== 0) store<u16>(LENGTHS + (address << 1), load<u16>(norms + (doc << 1)));
}

/** Moves the postings of candidates in a block to the front, as ranks, and returns where they end. */
export function toRanks(start: usize, end: usize): usize {
  let kept = start;
  for (let i = start; i < end; i += 4) {
    const doc = load<u32>(BLOCK_DOCS + i);
    store<u32>(BLOCK_DOCS + kept, doc);
    store<u32>(BLOCK_FREQUENCIES + kept, load<u32>(BLOCK_FREQUENCIES + i));
    kept += ((wordOf(doc) >>> (doc & 31)) & 1) << 2;
  }
  for (let i = start; i < kept; i += 4) {
    const doc = load<u32>(BLOCK_DOCS + i);
    const address = rankOf(doc, wordOf(doc));
    store<u32>(BLOCK_DOCS + i, address);
    copyLength(doc, address);
  }
  return kept;
}

/** Clears the words of the bitmap from `start` to before `end`. */
export function clearBits(start: usize, end: usize): void {
  memory.fill(bits + (start << 2), 0, (end - start) << 2);
}

/**
 * Counts each document in the bitmap: level n has those that were counted more than n times. `bytes` is the
 * size of a level.
 */
export function countBitmap(levels: usize, count: usize, bytes: usize): void {
  for (let at: usize = 0; at < bytes; at += 16) {
    const set = v128.load(bits + at);
    for (let level = levels + (count - 1) * bytes + at; level > levels + at; level -= bytes)
      v128.store(level, v128.or(v128.load(level), v128.and(v128.load(level - bytes), set)));
    v128.store(levels + at, v128.or(v128.load(levels + at), set));
  }
}

function setBit(doc: u32): void {
  const word = bits + ((doc >>> 5) << 2);
  store<u32>(word, load<u32>(word) | (1 << (doc & 31)));
}

/** Adds the documents of a list in the range to the bitmap. */
export function unite(list: usize): void {
  open(list);
  while (next(false)) for (let i = first; i < last; i += 4) setBit(load<u32>(BLOCK_DOCS + i));
}

/** The same for documents of a computed list. */
export function uniteDocs(docs: usize, count: usize): void {
  for (let i: usize = 0; i < count; i++) {
    const doc = load<u32>(docs + (i << 2));
    if (doc >= from && doc < to) setBit(doc);
  }
}
