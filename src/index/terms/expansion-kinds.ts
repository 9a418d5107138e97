import type { Expansion, MatchRules } from '../plan.ts';

/** The longest compound, in characters. */
export const MAX_COMPOUND_LENGTH = 16;
/** The number of fuzzy matches that count per query term, over all fields and segments. */
export const MAX_FUZZY_MATCHES = 50;

/** The number of alternatives by synonym sets that count per query term. */
export const MAX_ALTERNATIVES = 256;

/** The match rules of a plan, in the form in which the engine reads them. */
export interface Precision {
  /** The part of a cache key that stands for the precision: what term lookups depend on. */
  readonly name: string;
  readonly expansions: ReadonlySet<Expansion>;
  /** Minimum should match: how many of `terms` terms a document needs, of which stop words count as found. */
  readonly needed: (terms: number) => number;
  /** Whether all needed terms must match in the same field. */
  readonly inOneField: boolean;
  /** Further terms of a query are ignored. */
  readonly maxTerms: number;
  /** Longer terms, in characters, do not match as a prefix. */
  readonly longestPrefix: number;
  /** How many documents must have the stem of a term, in one field, for it to be established. */
  readonly establishedDocs: number;
}

export const precisionOf = (rules: MatchRules): Precision => ({
  name: [rules.establishedDocs, ...rules.expansions].join(),
  expansions: new Set(rules.expansions),
  needed: (terms) => rules.needed[terms] as number,
  inOneField: rules.inOneField,
  maxTerms: rules.needed.length - 1,
  longestPrefix: rules.longestPrefix,
  establishedDocs: rules.establishedDocs,
});
