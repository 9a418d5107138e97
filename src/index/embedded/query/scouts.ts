import { type BitSet, hasBit } from '../segment/bits.ts';
import { MAX_BOUND } from '../segment/postings.ts';
import { countSkippedBlocks } from '../segment/read-counters.ts';
import { addTerm, type Reading } from './accumulate.ts';
import { HOPEFUL, type Scratch } from './scratch.ts';
import { K_BASE } from './ways.ts';

/*
 * Passing over documents that cannot get onto the page, where nobody counts them. Blocks of postings know their
 * largest count and least length, so the score that a word can give within a window has a bound. Words are taken in
 * the order of their bounds. As long as the rest could reach the bar by itself, every document of a word is noted; from
 * then on only those that were noted and can still reach it with the rest are followed up. Mostly none is left soon.
 *
 * All of it works with scores that are too high, never too low: who is left is scored by the rules afterwards.
 */

/** Documents looked at in one go. */
export const STRIDE = 1 << 12;
/** Sums in another order may differ in the last digits. */
const SLACK = 1 + 1e-9;

/** A term in a field of a segment, looked at from afar. */
export class Scout {
  readonly #reading: Reading;
  readonly #lengths: Uint16Array;
  readonly #slope: number;
  readonly #weight: number;
  readonly #rarity: number;
  /** The block that the next window begins in, or an earlier one. */
  #block: number;
  /** What it can give at most in the window that was looked at last, and the blocks that it has there. */
  most = 0;
  blocks = 0;

  constructor(reading: Reading, lengths: Uint16Array, slope: number, weight: number, rarity: number) {
    this.#reading = reading;
    this.#lengths = lengths;
    this.#slope = slope;
    this.#weight = weight;
    this.#rarity = rarity;
    this.#block = reading.block;
  }

  /** Works out what it can give at most within a window. Cost: a look at two bytes per block. */
  look(from: number, to: number): void {
    const { postings, end } = this.#reading;
    let block = this.#block;
    while (block + 1 < end && postings.firstDoc(block + 1) <= from) block++;
    this.#block = block;
    let count = 0;
    let length = MAX_BOUND;
    this.blocks = 0;
    for (; block < end && postings.firstDoc(block) < to; block++) {
      this.blocks++;
      count = Math.max(count, postings.maxFrequency(block));
      length = Math.min(length, postings.minLength(block));
    }
    const part = count === MAX_BOUND ? 1 : count / (count + K_BASE + this.#slope * length);
    this.most = this.#rarity * this.#weight * part;
  }

  /** Adds what it gives to documents of a window, to those with the required bits. */
  add({ document }: Scratch, from: number, to: number, required: number): void {
    addTerm(
      this.#reading,
      from,
      from,
      to,
      this.#lengths,
      this.#slope,
      this.#weight,
      this.#rarity,
      HOPEFUL,
      required,
      document,
    );
  }
}

/**
 * Finds the living documents of a window that may reach the bar, in order, and leaves them in `scratch.matches`; gives
 * their number. Below zero: there is no bar yet, and all must be looked at.
 */
export function hopefulIn(
  scratch: Scratch,
  scouts: readonly Scout[],
  live: BitSet | null,
  from: number,
  to: number,
  bar: number,
): number {
  if (bar === Number.NEGATIVE_INFINITY) return -1;
  let rest = 0;
  for (const scout of scouts) {
    scout.look(from, to);
    rest += scout.most;
  }
  const { document, matches } = scratch;
  const ordered = scouts.toSorted((a, b) => b.most - a.most);
  for (let i = 0; i < ordered.length; i++) {
    const scout = ordered[i] as Scout;
    if (scout.most === 0) break;
    const isOpen = rest * SLACK >= bar;
    if (!isOpen) {
      drop(document, rest, bar);
      if (document.count === 0) {
        for (const passed of ordered.slice(i)) countSkippedBlocks(passed.blocks);
        return 0;
      }
    }
    scout.add(scratch, from, to, isOpen ? 0 : HOPEFUL);
    rest -= scout.most;
  }
  drop(document, 0, bar);
  let count = 0;
  for (let i = 0; i < document.count; i++) {
    const doc = document.docs[i] as number;
    document.bits[doc] = 0;
    document.score[doc] = 0;
    if (live === null || hasBit(live, from + doc)) matches[count++] = from + doc;
  }
  document.count = 0;
  matches.subarray(0, count).sort();
  return count;
}

/** Lets go of the documents that cannot reach the bar with the rest. */
function drop(document: Scratch['document'], rest: number, bar: number): void {
  const { score, bits, docs } = document;
  let count = 0;
  for (let i = 0; i < document.count; i++) {
    const doc = docs[i] as number;
    if (((score[doc] as number) + rest) * SLACK >= bar) docs[count++] = doc;
    else {
      score[doc] = 0;
      bits[doc] = 0;
    }
  }
  document.count = count;
}
