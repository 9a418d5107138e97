import { B, K1 } from '../ranking.ts';
import type { Json } from './cluster.ts';
import type { Totals } from './known-facts.ts';
import { COUNTED_WORTH, TERM_WORTH } from './scripts.ts';
import type { TermFacts } from './term-facts.ts';
import type { Token } from './tokens.ts';

/** A query for the documents that have any of these tokens; scores do not count. */
export const tokenQuery = (tokens: readonly Token[]): Json[] => {
  const byPath = Map.groupBy(tokens, ({ path }) => path);
  return [...byPath].map(([path, found]) => ({ terms: { [path]: found.map(({ token }) => token) } }));
};

/** A query whose score is the frequency of a token. */
export const frequencyQuery = ({ path, token }: Token): Json => ({ term: { [path]: token } });

/** The slope of the length of a field in its scores. */
const slopeOf = ({ docs, words }: Totals): number => (K1 * B) / (docs === 0 ? 1 : words / docs);

/** The worth of `query`, whose score is a frequency, in a field. */
function worth(source: string, query: Json, field: string, weight: number, facts: TermFacts): Json {
  const params = { b: weight, k: K1 * (1 - B), a: slopeOf(facts.totals(field)), f: `l.${field}` };
  return { script_score: { query, script: { source, params } } };
}

/** Scored by what a term is worth in a field: `weight · tf / (tf + ...)`. */
export const scoredTerm = (token: Token, field: string, weight: number, facts: TermFacts): Json =>
  worth(TERM_WORTH, frequencyQuery(token), field, weight, facts);

/** The same, plus 1; `query` has frequencies as scores, and `weight` times its worth is less than 1. */
export const countedTerm = (query: Json, field: string, weight: number, facts: TermFacts): Json =>
  worth(COUNTED_WORTH, query, field, weight, facts);
