import type { Boost, Expansion, Filter } from './plan.ts';

/** Why a document is where it is in the result of a plan, or what keeps it out. */
export interface Explanation {
  /** Whether a searched generation has the document; if not, all other members are empty. */
  readonly isFound: boolean;
  /** Null if the plan neither promotes nor hides the document. */
  readonly curation: 'promoted' | 'hidden' | null;
  readonly filter: FilterVerdict;
  readonly query: QueryVerdict;
  /** The score of the document if it is promoted or matches the query, whether or not it passes the filter; else null. */
  readonly score: number | null;
  /** They add up to the score; empty without one. */
  readonly parts: readonly ScorePart[];
  /** The place from 1 of the document, or of the first group that has it; null if it is not on the page of the plan. */
  readonly position: number | null;
  /** The total of the plan. */
  readonly total: number;
}

/** Whether a document passes a filter, and each of its parts. */
export interface FilterVerdict {
  readonly filter: Filter;
  readonly passes: boolean;
  readonly of: readonly FilterVerdict[];
}

export interface QueryVerdict {
  readonly matches: boolean;
  /** The terms of a plain query in order; empty for other queries. */
  readonly terms: readonly TermVerdict[];
  /** How many terms that are not stop words a document needs, and how many this one has: in one field, or in all. */
  readonly needed: number;
  readonly found: number;
  readonly inOneField: boolean;
}

export interface TermVerdict {
  readonly word: string;
  readonly isStopWord: boolean;
  /** The fields of the document in which it matches. */
  readonly fields: readonly string[];
}

/** What adds to a score. docs/matching.md has the formula. */
export type ScorePart = { readonly score: number } & (
  | /** A term of a plain query in a field, by its best expansion. */
  {
      readonly kind: 'term';
      readonly field: string;
      readonly term: string;
      readonly expansion: Expansion | 'synonym';
      /** Words of the field that match by this expansion, at most ten. */
      readonly words: readonly string[];
      readonly weight: number;
      readonly frequency: number;
      readonly length: number;
      readonly averageLength: number;
      readonly idf: number;
      readonly repetition: number;
      readonly fieldWeight: number;
      /** The factor of the field for covering the query. */
      readonly coverage: number;
      /** 1 in the best field, else the tie-breaker. */
      readonly share: number;
    }
  /** An operand of a query with operators. */
  | { readonly kind: 'operand'; readonly text: string }
  /** The query as a whole: everything, a prefix query, a tree, or operators that exclude only. */
  | { readonly kind: 'query' }
  | { readonly kind: 'boost'; readonly boost: Boost }
  /** A promoted document has this score alone; ranks count from 0. */
  | { readonly kind: 'promotion'; readonly rank: number }
);
