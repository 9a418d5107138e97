import { type BitSet, hasBit, popcount } from '../../segment/bits.ts';
import type { Taker } from '../collect/collector.ts';
import { OTHERS, PIECE, type Scratch, WORD_BITS } from './accumulators.ts';
import type { Need } from './segment-query.ts';

/**
 * Hands the documents over that have what is needed and live, and clears the window. Of those that were chosen, which
 * live is known already.
 */
export function handOver(
  scratch: Scratch,
  number: number,
  live: BitSet | null,
  from: number,
  need: Need,
  taker: Taker,
): void {
  const { document, having, matches: docs, scores } = scratch;
  const { bar } = taker;
  // One word, or all of the first: bits tell by a comparison. Else they are counted.
  const isSimple = !need.inOneField && !need.hasOthers;
  const all = need.count === popcount(need.bits) ? need.bits : 0;
  const isMasked = isSimple && (need.count === 1 || all !== 0);
  const required = isMasked ? all : 0;
  const some = isMasked ? need.bits : -1;
  let count = 0;
  let found = 0;
  for (let at = 0; at < document.count; at += PIECE) {
    const end = Math.min(at + PIECE, document.count);
    if (!isMasked) dropLacking(scratch, at, end, need);
    const { docs: all, bits, score } = document;
    const both = pick(all, at, end, live, from, required, some, bits, score, bar, docs, scores, count);
    found += both >>> 16;
    count += both & 0xffff;
  }
  document.count = 0;
  // Those that were chosen have numbers of their own.
  if (having.isOn) for (let i = 0; i < count; i++) docs[i] = having.docs[docs[i] as number] as number;
  if (found > count) taker.pass(found - count);
  if (count > 0) taker.take(number, docs, scores, count);
}

/** Takes their bits from the documents that have not found enough words. */
function dropLacking(scratch: Scratch, start: number, end: number, need: Need): void {
  const { document, enough } = scratch;
  const { docs, bits } = document;
  for (let i = start; i < end; i++) {
    const doc = docs[i] as number;
    const found = bits[doc] as number;
    const isEnough = need.inOneField ? enough[doc] === 1 : wordsIn(scratch, found, doc, need) >= need.count;
    enough[doc] = 0;
    if ((found & OTHERS) !== 0) for (const others of document.others) others[doc] = 0;
    if (!isEnough) bits[doc] = 0;
  }
}

/**
 * Picks the documents that live, have all of the required bits and some of the others, and reach the bar; clears all.
 * Gives how many they are, and above the 16th bit how many there would be without a bar.
 */
function pick(
  docs: Uint32Array,
  start: number,
  end: number,
  live: BitSet | null,
  from: number,
  required: number,
  some: number,
  bits: Int32Array,
  score: Float64Array,
  bar: number,
  into: Uint32Array,
  scores: Float64Array,
  before: number,
): number {
  let count = before;
  let living = 0;
  for (let i = start; i < end; i++) {
    const doc = docs[i] as number;
    const total = score[doc] as number;
    const found = bits[doc] as number;
    score[doc] = 0;
    bits[doc] = 0;
    if ((found & required) !== required || (found & some) === 0) continue;
    if (live !== null && !hasBit(live, from + doc)) continue;
    living++;
    if (total < bar) continue;
    into[count] = from + doc;
    scores[count++] = total;
  }
  return (living << 16) | (count - before);
}

/** How many of the words that count a document has. */
function wordsIn({ document }: Scratch, found: number, doc: number, need: Need): number {
  const count = popcount(found & need.bits & WORD_BITS);
  if ((found & OTHERS) === 0) return count;
  const [low, high] = document.others;
  return (
    count + popcount((low[doc] as number) & need.others[0]) + popcount((high[doc] as number) & need.others[1])
  );
}
