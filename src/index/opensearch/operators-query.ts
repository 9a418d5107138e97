import type { Analyzer } from '../../analysis/analyzer.ts';
import type { QueryPlan, SearchPlan } from '../plan.ts';
import { TIE_BREAKER, WEIGHTS } from '../ranking.ts';
import { idf } from '../terms/idf.ts';
import { type OperandTerms, operandTerms } from '../terms/operand-terms.ts';
import { tokensOf } from '../terms/query-terms.ts';
import type { Json } from './cluster.ts';
import { allOf, anyOf, EVERY, NO } from './filters.ts';
import { frequencyQuery, scoredTerm } from './scored-terms.ts';
import type { TermFacts } from './term-facts.ts';
import { stemToken, type Token, wordToken } from './tokens.ts';

type Fields = SearchPlan['fields'];

/** How far the words of a quoted operand may be out of place. */
const SLOP = 2;

/** Tokens next to each other and in order, but for `slop` positions; all are of one field. */
export function phraseQuery(tokens: readonly Token[], slop: number): Json {
  const [first, ...others] = tokens;
  if (first === undefined) return NO;
  if (others.length === 0) return frequencyQuery(first);
  const query = tokens.map(({ token }) => token).join(' ');
  return { match_phrase: { [first.path]: { query, slop, analyzer: 'tokens' } } };
}

/** The documents that match operators, with their scores: docs/matching.md, section 6. */
export function operatorsQuery(
  plan: Extract<QueryPlan, { kind: 'operators' }>,
  fields: Fields,
  analyzer: Analyzer,
  facts: TermFacts,
): Json {
  const { required, wanted, forbidden } = operandTerms(analyzer, plan);
  if (fields.length === 0 || required.length + wanted.length + forbidden.length === 0) return NO;
  const tokensIn = (field: string, words: readonly string[]): Token[] =>
    words.map((word) => (field === 'id' ? wordToken(field, word) : stemToken(field, analyzer.stem(word))));
  const matchIn = (field: string, { words, isPhrase }: OperandTerms): Json => {
    const tokens = tokensIn(field, words);
    return isPhrase ? phraseQuery(tokens, SLOP) : allOf(tokens.map(frequencyQuery));
  };
  const found = (operand: OperandTerms): Json => anyOf(fields.map(({ name }) => matchIn(name, operand)));
  const scored = (operand: OperandTerms): Json => ({
    dis_max: {
      tie_breaker: TIE_BREAKER,
      queries: fields.map(({ name, weight }) => {
        const { docs } = facts.totals(name);
        const c = name === 'id' ? WEIGHTS.exact : WEIGHTS.stem;
        const tokens = tokensIn(name, [...new Set(operand.words)]);
        const should = tokens.map((token) => {
          const df = Math.min(docs, facts.frequency(token));
          return scoredTerm(token, name, weight * c * idf(docs, df), facts);
        });
        return { bool: { filter: [matchIn(name, operand)], should } };
      }),
    },
  });
  const must_not = forbidden.map(found);
  if (required.length + wanted.length === 0) return { bool: { must: [EVERY], must_not } };
  return {
    bool: {
      filter: required.length > 0 ? required.map(found) : [anyOf(wanted.map(found))],
      should: [...required, ...wanted].map(scored),
      minimum_should_match: 0,
      must_not,
    },
  };
}

/** All words of a text in one field, the last one as a prefix, with score 1: docs/matching.md, section 9. */
export function prefixQuery(text: string, fields: Fields, analyzer: Analyzer): Json {
  const words = tokensOf(analyzer, text).map(({ word }) => word);
  const last = words.pop();
  if (last === undefined) return NO;
  const inField = (field: string): Json => {
    const { path, token } = wordToken(field, last);
    const begun = field === 'id' ? frequencyQuery({ path, token }) : { prefix: { [path]: token } };
    return allOf([...words.map((word) => frequencyQuery(wordToken(field, word))), begun]);
  };
  return { constant_score: { filter: anyOf(fields.map(({ name }) => inField(name))) } };
}
