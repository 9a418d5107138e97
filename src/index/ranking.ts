import type { Expansion } from './plan.ts';

/**
 * The constants of the score of a plain query. docs/matching.md, section 4, has the formula and the reason of each
 * value. They were set on four judged collections (science, physics and aeronautics abstracts, movies), each left out
 * in turn; the neighbourhood of every value is flat, so they are not worth tuning to one set.
 */

/** BM25: how soon further occurrences of a term stop to count, and how much long fields are demoted. */
export const K1 = 1.2;
export const B = 0.5;

/** The largest bonus of a field, as a share of its score: for a field that consists of the query. */
export const COVERAGE_BONUS = 1;

/** Dis-max over fields: the share of the score of every field but the best one. */
export const TIE_BREAKER = 0.4;

/** The weight of each expansion in the score of a term. */
export const WEIGHTS: Readonly<Record<Expansion, number>> = {
  exact: 1,
  stem: 0.95,
  compound: 0.75,
  subtoken: 0.4,
  prefix: 0.1,
  fuzzy: 0.1,
};
/** The weight of prefix matches of the last term, which may be unfinished. */
export const LAST_PREFIX_WEIGHT = 0.5;
/** The weight of fuzzy matches of a term whose stem no searched field has, so that it is probably misspelt. */
export const UNKNOWN_FUZZY_WEIGHT = 0.9;
/** The weight of the alternatives of a term by synonym sets. */
export const SYNONYM_WEIGHT = 0.9;
/** The weight of stop words, which match exactly. */
export const STOP_WORD_WEIGHT = 0.2;
