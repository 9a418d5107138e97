import type { Kernel } from '../../kernel/kernel.ts';
import { type FieldClauses, MASKED_TERMS, type MinimumMatch, type TermClause } from './segment-query.ts';

/** Whether the scores of a field are those of its only term, which are added to the documents directly. */
export const hasOnlyTerm = ({ terms }: FieldClauses, { inOneField, hasOverflow }: MinimumMatch): boolean =>
  terms.length === 1 && !inOneField && !hasOverflow;

/** Adds the only term of a field to the documents. An expanded term has been scored by dis-max before. */
export function addOnlyClause(kernel: Kernel, { clause, idf, weight, bit }: TermClause): void {
  if (clause.kind === 'expansions') kernel.run.addOnlyBest(idf, bit);
  else kernel.run.addOnlyTerm(kernel.list(clause.postings, clause.ordinal), idf, weight, bit);
}

/** Adds a term to its field. An expanded term has been scored by dis-max before. */
export function addClause(kernel: Kernel, { clause, term, idf, weight, bit }: TermClause): void {
  if (clause.kind === 'expansions') {
    if (term >= MASKED_TERMS) kernel.run.setOverflow(term - MASKED_TERMS);
    kernel.run.addBest(idf, bit);
    return;
  }
  kernel.run.addTerm(kernel.list(clause.postings, clause.ordinal), idf, weight, bit);
}

/** Adds a field to the documents, once all its terms are added to it. */
export function finishField({ run }: Kernel, { inOneField, bits, overflow, count }: MinimumMatch): void {
  if (inOneField) run.markEnough(bits, overflow[0], overflow[1], count);
  run.finishField();
}
