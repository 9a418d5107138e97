import { popcount } from '../../segment/bits.ts';
import { PIECE } from '../tuning/thresholds.ts';
import { type Accumulator, type DocumentAccumulator, TERM_BITS, type TouchedDocs } from './accumulators.ts';
import type { ScoreRange } from './score-range.ts';
import type { TermFactors } from './term-loops.ts';

/* Hot loops (see term-loops.ts): add scores of terms to fields, and scores of fields to documents. */

/** Adds the best expansion of a term to its documents, sets the term's bit, and clears `best`. */
export function addBest(best: Float64Array, inTerm: TouchedDocs, term: TermFactors, into: Accumulator): void {
  for (let at = 0; at < inTerm.count; at += PIECE)
    addPiece(inTerm.docs, at, Math.min(at + PIECE, inTerm.count), best, term, into);
  inTerm.count = 0;
}

function addPiece(
  found: Uint32Array,
  start: number,
  end: number,
  best: Float64Array,
  { idf, bit }: TermFactors,
  into: Accumulator,
): void {
  const { score, bits, docs } = into;
  let count = into.count;
  for (let i = start; i < end; i++) {
    const doc = found[i] as number;
    const had = bits[doc] as number;
    const value = best[doc] as number;
    best[doc] = 0;
    docs[count] = doc;
    count += (had - 1) >>> 31;
    bits[doc] = had | bit;
    score[doc] = (score[doc] as number) + idf * value;
  }
  into.count = count;
}

/** The same for the only term of a field: applies the weight and coverage bonus of the field in the same pass. */
export function addOnlyBest(
  best: Float64Array,
  inTerm: TouchedDocs,
  term: TermFactors,
  weight: number,
  range: ScoreRange,
  into: DocumentAccumulator,
): void {
  for (let at = 0; at < inTerm.count; at += PIECE)
    addOnlyPiece(inTerm.docs, at, Math.min(at + PIECE, inTerm.count), best, term, weight, range, into);
  inTerm.count = 0;
}

function addOnlyPiece(
  found: Uint32Array,
  start: number,
  end: number,
  best: Float64Array,
  { idf, bit }: TermFactors,
  weight: number,
  { lengths, coverage, isFirst, base }: ScoreRange,
  into: DocumentAccumulator,
): void {
  const { score, bestField, bits, docs } = into;
  let count = into.count;
  for (let i = start; i < end; i++) {
    const doc = found[i] as number;
    const had = bits[doc] as number;
    const value =
      weight * (1 + coverage * (1 / (lengths[base + doc] as number))) * (idf * (best[doc] as number));
    best[doc] = 0;
    docs[count] = doc;
    count += (had - 1) >>> 31;
    bits[doc] = had | bit;
    if (isFirst) score[doc] = value;
    else {
      const sum = score[doc] as number;
      const bestBefore = bestField[doc] as number;
      const largest = bestBefore === 0 ? sum : bestBefore;
      bestField[doc] = value > largest ? value : largest;
      score[doc] = sum + value;
    }
  }
  into.count = count;
}

/**
 * Adds the scores of a piece of a field to its documents, with the weight and coverage bonus of the field, and clears
 * the piece. `overflow`: terms beyond the mask, by document of the piece.
 */
export function addField(
  field: Accumulator,
  start: number,
  end: number,
  overflow: Int32Array,
  weight: number,
  { lengths, coverage, isFirst, base }: ScoreRange,
  into: DocumentAccumulator,
): void {
  const { docs: found, bits: fieldBits, score: fieldScore } = field;
  const { score, bestField, bits, docs } = into;
  let count = into.count;
  for (let i = start; i < end; i++) {
    const doc = found[i] as number;
    const here = fieldBits[doc] as number;
    const terms = popcount(here & TERM_BITS) + (overflow[i - start] as number);
    const bonus = 1 + coverage * terms * Math.min(1, terms / (lengths[base + doc] as number));
    const value = weight * bonus * (fieldScore[doc] as number);
    const had = bits[doc] as number;
    docs[count] = doc;
    count += (had - 1) >>> 31;
    bits[doc] = had | here;
    if (isFirst) score[doc] = value;
    else {
      const sum = score[doc] as number;
      const bestBefore = bestField[doc] as number;
      const largest = bestBefore === 0 ? sum : bestBefore;
      bestField[doc] = value > largest ? value : largest;
      score[doc] = sum + value;
    }
    fieldScore[doc] = 0;
    fieldBits[doc] = 0;
  }
  into.count = count;
}
