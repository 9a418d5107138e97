import type { Analyzer } from '../../analysis/analyzer.ts';
import type { Operand, QueryPlan } from '../plan.ts';
import { tokensOf } from './query-terms.ts';

/** An operand by its words, which match within one field. */
export interface OperandTerms {
  readonly words: readonly string[];
  readonly isPhrase: boolean;
}

/** Analyzes the operands. Stop words outside of quotes are dropped, unless the query consists of stop words only. */
export function operandTerms(
  analyzer: Analyzer,
  { required, wanted, forbidden }: Extract<QueryPlan, { kind: 'operators' }>,
) {
  const all = (drop: boolean) => {
    const terms = (operand: Operand): OperandTerms => {
      const words = tokensOf(analyzer, operand.text).map((token) => token.word);
      const isPhrase = operand.kind === 'phrase';
      return {
        words: drop && !isPhrase ? words.filter((word) => !analyzer.isStopWord(word)) : words,
        isPhrase,
      };
    };
    const nonEmpty = (operands: readonly Operand[]) =>
      operands.map(terms).filter(({ words }) => words.length > 0);
    return { required: nonEmpty(required), wanted: nonEmpty(wanted), forbidden: nonEmpty(forbidden) };
  };
  const dropped = all(true);
  const isEmpty = dropped.required.length + dropped.wanted.length + dropped.forbidden.length === 0;
  return isEmpty ? all(false) : dropped;
}
