import { popcount } from '../../segment/bits.ts';
import { PIECE } from '../tuning/thresholds.ts';
import {
  type Accumulator,
  MASKED_TERMS,
  OVERFLOW,
  TERM_BITS,
  type WindowAccumulators,
} from './accumulators.ts';
import { addBest, addField, addOnlyBest } from './field-loops.ts';
import type { ScoreRange } from './score-range.ts';
import type { FieldClauses, MinimumMatch, TermClause } from './segment-query.ts';
import { addOnlyTerm, addTerm } from './term-loops.ts';

/** Whether the scores of a field are those of its only term, which are added to the documents directly. */
export const hasOnlyTerm = ({ terms }: FieldClauses, { inOneField, hasOverflow }: MinimumMatch): boolean =>
  terms.length === 1 && !inOneField && !hasOverflow;

/** Adds the only term of a field to the documents. An expanded term has been scored by dis-max before. */
export function addOnlyClause(
  { document, best, inTerm, ranked }: WindowAccumulators,
  term: TermClause,
  weight: number,
  range: ScoreRange,
): void {
  const { clause } = term;
  if (clause.kind === 'term') addOnlyTerm(clause.cursor, range, term, weight, document, ranked);
  else addOnlyBest(best, inTerm, term, weight, range, document);
}

/** Adds a term to its field. An expanded term has been scored by dis-max before. */
export function addClause(accumulators: WindowAccumulators, term: TermClause, range: ScoreRange): void {
  const { clause } = term;
  const { field, best, inTerm, ranked } = accumulators;
  if (clause.kind === 'term') {
    addTerm(clause.cursor, range, term, field, ranked);
    return;
  }
  if (term.term >= MASKED_TERMS) setOverflow(accumulators, term.term - MASKED_TERMS, field);
  addBest(best, inTerm, term, field);
}

/** Adds a field to the documents, once all its terms are added to it. */
export function finishField(
  accumulators: WindowAccumulators,
  weight: number,
  range: ScoreRange,
  minimum: MinimumMatch,
): void {
  const { field, document } = accumulators;
  if (minimum.inOneField) markEnough(accumulators, minimum);
  for (let at = 0; at < field.count; at += PIECE) {
    const end = Math.min(at + PIECE, field.count);
    if (minimum.hasOverflow) moveOverflow(accumulators, at, end);
    addField(field, at, end, minimum.hasOverflow ? overflowFound : NO_OVERFLOW, weight, range, document);
  }
  field.count = 0;
}

/** Sets the bit of a term beyond the mask. */
function setOverflow({ inTerm }: WindowAccumulators, number: number, into: Accumulator): void {
  const bits = into.overflow[number >> 5] as Int32Array;
  for (let i = 0; i < inTerm.count; i++) {
    const doc = inTerm.docs[i] as number;
    bits[doc] = (bits[doc] as number) | (1 << (number & 31));
  }
}

/** The number of terms beyond the mask, by document of a piece. */
const overflowFound = new Int32Array(PIECE);
const NO_OVERFLOW = new Int32Array(PIECE);

/** Counts the terms beyond the mask in a piece, and moves their bits from the field to the document. */
function moveOverflow({ field, document }: WindowAccumulators, start: number, end: number): void {
  overflowFound.fill(0);
  for (let i = start; i < end; i++) {
    const doc = field.docs[i] as number;
    if (((field.bits[doc] as number) & OVERFLOW) === 0) continue;
    for (const half of [0, 1] as const) {
      const bits = field.overflow[half][doc] as number;
      overflowFound[i - start] = (overflowFound[i - start] as number) + popcount(bits);
      document.overflow[half][doc] = (document.overflow[half][doc] as number) | bits;
      field.overflow[half][doc] = 0;
    }
  }
}

/** Marks documents that have the required number of terms in this field. */
function markEnough({ field, enough }: WindowAccumulators, minimum: MinimumMatch): void {
  for (let i = 0; i < field.count; i++) {
    const doc = field.docs[i] as number;
    const here = field.bits[doc] as number;
    let found = popcount(here & minimum.bits & TERM_BITS);
    if ((here & OVERFLOW) !== 0) {
      for (const half of [0, 1] as const)
        found += popcount((field.overflow[half][doc] as number) & minimum.overflow[half]);
    }
    if (found >= minimum.count) enough[doc] = 1;
  }
}
