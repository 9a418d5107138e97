import { isRanked } from './candidates';
import {
  BEST_FIELD,
  BITS,
  CANDIDATES,
  DOCS,
  ENOUGH,
  LIVE,
  MATCHES,
  NUMBERS,
  OVERFLOW,
  OVERFLOW_BIT,
  SCORE,
  SCORES,
  TERM_BITS,
} from './memory';
import { base, documentCount, leaveWindow } from './scoring';

/*
 * Collects the matching documents of a window. Minimum should match by bit counting: each document has a mask with one
 * bit per query term, and the population count of the mask is the number of terms.
 */

/** What a document needs: all bits of `required` and any bit of `some`. */
let required: u32 = 0;
let some: u32 = 0;
/** Or so many of the terms of a mask and its overflow, in all fields or in one; 0 if bits are enough. */
let least: u32 = 0;
let low: u32 = 0;
let high: u32 = 0;
let inOneField: bool = false;

export function requireBits(all: u32, any: u32): void {
  required = all;
  some = any;
  least = 0;
}

export function requireTerms(count: u32, bits: u32, lowBits: u32, highBits: u32, inField: bool): void {
  least = count;
  some = bits;
  low = lowBits;
  high = highBits;
  inOneField = inField;
}

/** Clears the mask of an excluded document, so that it does not match. */
export function exclude(doc: usize): void {
  const at = doc << 2;
  store<u32>(OVERFLOW + at, 0);
  store<u32>(OVERFLOW + NUMBERS + at, 0);
  store<u32>(BITS + at, 0);
  store<u8>(ENOUGH + doc, 0);
}

function hasEnough(doc: usize, bits: u32): bool {
  return least === 0 ? (bits & required) === required && (bits & some) !== 0 : hasTerms(doc, bits);
}

/** Whether a document has the required number of terms; clears what says so. */
function hasTerms(doc: usize, bits: u32): bool {
  const at = doc << 2;
  let count = popcnt(bits & some & TERM_BITS);
  if ((bits & OVERFLOW_BIT) !== 0) {
    count += popcnt(load<u32>(OVERFLOW + at) & low) + popcnt(load<u32>(OVERFLOW + NUMBERS + at) & high);
    store<u32>(OVERFLOW + at, 0);
    store<u32>(OVERFLOW + NUMBERS + at, 0);
  }
  if (!inOneField) return count >= least;
  const isEnough = load<u8>(ENOUGH + doc) === 1;
  store<u8>(ENOUGH + doc, 0);
  return isEnough;
}

/**
 * Picks the documents that match and reach the threshold, with their scores, and clears the window. Returns their number
 * in the lower 16 bits, and the number without the threshold in the upper 16. `isAll`: only those in `LIVE`.
 */
export function collect(threshold: f64, tieBreaker: f64, isAll: bool): u32 {
  let count: usize = 0;
  let matching: u32 = 0;
  for (let i: usize = 0; i < documentCount; i++) {
    const doc: usize = load<u32>(DOCS + (i << 2));
    const at4 = doc << 2;
    const at8 = doc << 3;
    const bits = load<u32>(BITS + at4);
    const best = load<f64>(BEST_FIELD + at8);
    let total = load<f64>(SCORE + at8);
    // Exactly `best` for one field: a segment in which a field has no match leaves `BEST_FIELD` alone.
    if (best !== 0) total = best + tieBreaker * (total - best);
    store<f64>(BEST_FIELD + at8, 0);
    store<f64>(SCORE + at8, 0);
    store<u32>(BITS + at4, 0);
    if (!hasEnough(doc, bits)) continue;
    if (isAll && ((load<u32>(LIVE + ((doc >>> 5) << 2)) >>> (doc & 31)) & 1) === 0) continue;
    matching++;
    if (total < threshold) continue;
    store<u32>(MATCHES + (count << 2), isRanked ? load<u32>(CANDIDATES + at4) : base + doc);
    store<f64>(SCORES + (count << 3), total);
    count++;
  }
  leaveWindow();
  return (matching << 16) | count;
}
