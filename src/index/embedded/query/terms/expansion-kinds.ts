import type { Expansion, MatchRules } from '../../../plan.ts';

/** The weight of each expansion in the score of a term; docs/matching.md, section 2. */
export const WEIGHTS: Readonly<Record<Expansion, number>> = {
  exact: 1,
  stem: 0.95,
  compound: 0.75,
  subtoken: 0.4,
  prefix: 0.1,
  fuzzy: 0.1,
};

/** The longest compound, in characters. */
export const MAX_COMPOUND_LENGTH = 16;
/** The number of fuzzy matches that count per query term, over all fields and segments. */
export const MAX_FUZZY_MATCHES = 50;

/** The match rules of a plan, in the form in which the engine reads them. */
export interface Precision {
  /** The part of a cache key that stands for the precision: term lookups depend on the active expansions only. */
  readonly name: string;
  readonly expansions: ReadonlySet<Expansion>;
  /** Minimum should match: how many of `terms` counting terms a document needs. */
  readonly needed: (terms: number) => number;
  /** Whether all needed terms must match in the same field. */
  readonly inOneField: boolean;
  /** Whether stop words are among the terms that count. */
  readonly countsStopWords: boolean;
  /** Further terms of a query are ignored. */
  readonly maxTerms: number;
  /** Longer terms, in characters, do not match as a prefix. */
  readonly longestPrefix: number;
}

export const precisionOf = (rules: MatchRules): Precision => ({
  name: rules.expansions.join(),
  expansions: new Set(rules.expansions),
  needed: (terms) => rules.needed[terms] as number,
  inOneField: rules.inOneField,
  countsStopWords: rules.countsStopWords,
  maxTerms: rules.needed.length - 1,
  longestPrefix: rules.longestPrefix,
});
