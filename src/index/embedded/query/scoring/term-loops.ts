import type { Accumulator, DocumentAccumulator } from './accumulators.ts';
import { K_BASE } from './bm25.ts';
import type { PostingsCursor } from './postings-cursor.ts';
import type { RankedBitSet } from './ranked-bit-set.ts';
import type { ScoreRange } from './score-range.ts';

/*
 * Hot loops: add the BM25 scores of terms without expansions to accumulators.
 *
 * One element type per array, no closures, no allocation: a second shape here would slow every query down. Each inner
 * loop is a function of its own that is called once per block. V8 compiles a function that is called often; one that it
 * enters in the middle of a long loop (on-stack replacement) deoptimizes at the end of every call, and was five times
 * slower. test/engine/hot-loops.test.ts counts deoptimizations.
 */

/**
 * The factors of a term: its IDF, the weight of its only match, and its bit in the mask of a document. The two factors are
 * applied one after the other, as with several matches: a document has the same score whatever else is in its segment.
 */
export interface TermFactors {
  readonly idf: number;
  readonly weight: number;
  readonly bit: number;
}

/** Adds idf · tf / (tf + K) for every posting in the range. Cost per posting: three reads, a division, three writes. */
export function addTerm(
  cursor: PostingsCursor,
  range: ScoreRange,
  term: TermFactors,
  into: Accumulator,
  ranked: RankedBitSet,
): void {
  for (cursor.enter(range.from, range.to); cursor.next(ranked); ) addBlock(cursor, range, term, into);
}

function addBlock(cursor: PostingsCursor, range: ScoreRange, term: TermFactors, into: Accumulator): void {
  const { docs: found, frequencies, first, last } = cursor;
  const { lengths, slope, base } = range;
  const { idf, weight, bit } = term;
  const { score, bits, docs } = into;
  let count = into.count;
  for (let i = first; i < last; i++) {
    const doc = (found[i] as number) - base;
    const had = bits[doc] as number;
    const tf = frequencies[i] as number;
    docs[count] = doc;
    // Advances by one if the document had no bits: only 0 - 1 has the sign bit.
    count += (had - 1) >>> 31;
    bits[doc] = had | bit;
    score[doc] =
      (score[doc] as number) +
      idf * ((weight * tf) / (tf + K_BASE + slope * (lengths[base + doc] as number)));
  }
  into.count = count;
}

/** The same for the only term of a field: applies the weight and coverage bonus of the field in the same pass. */
export function addOnlyTerm(
  cursor: PostingsCursor,
  range: ScoreRange,
  term: TermFactors,
  fieldWeight: number,
  into: DocumentAccumulator,
  ranked: RankedBitSet,
): void {
  for (cursor.enter(range.from, range.to); cursor.next(ranked); )
    addOnlyBlock(cursor, range, term, fieldWeight, into);
}

function addOnlyBlock(
  cursor: PostingsCursor,
  range: ScoreRange,
  term: TermFactors,
  fieldWeight: number,
  into: DocumentAccumulator,
): void {
  const { docs: found, frequencies, first, last } = cursor;
  const { lengths, slope, coverage, isFirst, base } = range;
  const { idf, weight, bit } = term;
  const { score, bestField, bits, docs } = into;
  let count = into.count;
  for (let i = first; i < last; i++) {
    const doc = (found[i] as number) - base;
    const had = bits[doc] as number;
    const tf = frequencies[i] as number;
    const length = lengths[base + doc] as number;
    docs[count] = doc;
    count += (had - 1) >>> 31;
    bits[doc] = had | bit;
    const value =
      fieldWeight * (1 + coverage * (1 / length)) * (idf * ((weight * tf) / (tf + K_BASE + slope * length)));
    if (isFirst) score[doc] = value;
    else {
      const sum = score[doc] as number;
      const best = bestField[doc] as number;
      const largest = best === 0 ? sum : best;
      bestField[doc] = value > largest ? value : largest;
      score[doc] = sum + value;
    }
  }
  into.count = count;
}
