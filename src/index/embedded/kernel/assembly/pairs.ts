import { BLOCK_DOCS, BLOCK_FREQUENCIES, MATCHES, SCORES } from './memory';
import { blockNumber, first, last, next, nextFrom, open } from './postings';

/*
 * Finds documents in which one term follows another. The positions of a term are varint gaps, after the address of those of
 * each block (`Postings.copyPositionsTo`, segment/postings.ts). They are read in documents that have both terms.
 *
 *   an entry   a document of the range that has the first term, the address of the positions of its block, how many of
 *              them are before those of the document, and how many it has
 */
const ENTRY: usize = 16;

/** The address after the varint that was read last. */
let end: usize = 0;

/**
 * Stores the documents of the range in which positions of the first term have one of the other `step` after them in
 * `MATCHES`, and the number of these positions in `SCORES`. Returns how many documents there are. Blocks of the other
 * term without an entry are skipped.
 */
export function findPairs(
  list: usize,
  places: usize,
  others: usize,
  otherPlaces: usize,
  entries: usize,
  step: i32,
): u32 {
  const entriesEnd = readEntries(list, places, entries);
  let pairs: usize = 0;
  // The positions of the first term that were read last: their address, block, and how many are before them in it.
  let own: usize = 0;
  let ownBlock: usize = 0;
  let ownBefore: u32 = 0;
  open(others);
  for (let entry = entries; entry < entriesEnd && nextFrom(load<u32>(entry)); ) {
    const lastDoc = load<u32>(BLOCK_DOCS + last - 4);
    let at = placesOfBlock(otherPlaces);
    let skipped: u32 = 0;
    let i: usize = 0;
    for (; entry < entriesEnd && load<u32>(entry) <= lastDoc; entry += ENTRY) {
      const doc = load<u32>(entry);
      for (; load<u32>(BLOCK_DOCS + i) < doc; i += 4) skipped += load<u32>(BLOCK_FREQUENCIES + i);
      if (load<u32>(BLOCK_DOCS + i) !== doc) continue;
      at = skip(at, skipped);
      skipped = 0;
      const block = load<usize>(entry, 4);
      const before = load<u32>(entry, 8);
      own = block === ownBlock ? skip(own, before - ownBefore) : skip(block, before);
      ownBlock = block;
      ownBefore = before;
      const count = pairsOf(own, load<u32>(entry, 12), at, load<u32>(BLOCK_FREQUENCIES + i), step);
      store<u32>(MATCHES + (pairs << 2), doc);
      store<f64>(SCORES + (pairs << 3), count);
      pairs += count > 0 ? 1 : 0;
    }
  }
  return pairs as u32;
}

/** Stores an entry for each document of the range, and returns their end. */
function readEntries(list: usize, places: usize, entries: usize): usize {
  let entry = entries;
  open(list);
  while (next(true)) {
    const at = placesOfBlock(places);
    let before: u32 = 0;
    for (let i: usize = 0; i < last; i += 4) {
      const frequency = load<u32>(BLOCK_FREQUENCIES + i);
      if (i >= first) {
        store<u32>(entry, load<u32>(BLOCK_DOCS + i));
        store<usize>(entry, at, 4);
        store<u32>(entry, before, 8);
        store<u32>(entry, frequency, 12);
        entry += ENTRY;
      }
      before += frequency;
    }
  }
  return entry;
}

function placesOfBlock(places: usize): usize {
  return load<usize>(places + (blockNumber() << 2));
}

/** The address after so many varints. Most of them are one byte. */
function skip(from: usize, count: u32): usize {
  let at = from;
  for (; count >= 16; at += 16) count -= 16 - popcnt(i8x16.bitmask(v128.load(at)));
  if ((i8x16.bitmask(v128.load(at)) & ((1 << count) - 1)) === 0) return at + count;
  for (; count > 0; at++) count -= load<u8>(at) < 128 ? 1 : 0;
  return at;
}

/** How many of the first positions have one of the others `step` after them. */
function pairsOf(at: usize, count: u32, otherAt: usize, otherCount: u32, step: i32): u32 {
  let pairs: u32 = 0;
  let position = step;
  let other = gapAt(otherAt) as i32;
  let otherEnd = end;
  for (; count > 0; count--) {
    position += gapAt(at);
    at = end;
    for (; other < position && otherCount > 1; otherCount--) {
      other += gapAt(otherEnd);
      otherEnd = end;
    }
    pairs += other === position ? 1 : 0;
  }
  return pairs;
}

function gapAt(at: usize): u32 {
  let byte: u32 = load<u8>(at);
  let gap = byte & 127;
  for (let shift: u32 = 7; byte >= 128; shift += 7) {
    byte = load<u8>(++at);
    gap |= (byte & 127) << shift;
  }
  end = at + 1;
  return gap;
}
