import type { Location } from '../values/geolocation-value.ts';

/** A search as plain data: validated, restricted, and independent of HTTP and of any adapter. */
export interface SearchPlan {
  readonly query: QueryPlan;
  /** Fields to search, which may include `id`; without any, only `everything` finds documents. */
  readonly fields: ReadonlyArray<{ readonly name: string; readonly weight: number }>;
  /** How the terms of a plain query match. */
  readonly matching: MatchRules;
  readonly filter: Filter;
  readonly boosts: readonly Boost[];
  /**
   * The first key counts most; an empty list sorts by score. Equal documents: the newest write first, which is the
   * highest sequence number; of equal numbers, those of the lower engine id.
   */
  readonly sort: readonly SortKey[];
  readonly group: GroupPlan | null;
  readonly facets: readonly FacetPlan[];
  /** Documents that come first, in this order, whether they match or not, and documents that are left out. */
  readonly promoted: readonly DocumentRef[];
  readonly hidden: readonly DocumentRef[];
  readonly offset: number;
  readonly limit: number;
  /** Totals are counted up to this number, which stands for all larger ones; without it they are exact. */
  readonly totalUpTo?: number;
}

/** The ways in which a query term may match a term of a document (docs/matching.md, section 2). */
export type Expansion = 'exact' | 'stem' | 'compound' | 'subtoken' | 'prefix' | 'fuzzy';

/** What a document must have to match a plain query (docs/matching.md, section 4): a precision, resolved into facts. */
export interface MatchRules {
  /** The expansions that are active. Stop words have fewer, unless all terms are stop words. */
  readonly expansions: readonly Expansion[];
  /**
   * By number of different terms: how many of them a document needs, of which stop words count as found, but at least
   * one other. Terms beyond the last are ignored.
   */
  readonly needed: readonly number[];
  /** Whether all needed terms must match in the same field. */
  readonly inOneField: boolean;
  /** Longer terms, in characters, do not match as a prefix. */
  readonly longestPrefix: number;
  /** How many documents must have the stem of a term, in one field, for it to be established. */
  readonly establishedDocs: number;
}

export type QueryPlan =
  /** Every document, with score 1. */
  | { readonly kind: 'everything' }
  /** Words, with the synonyms of some of them. */
  | { readonly kind: 'plain'; readonly text: string; readonly synonyms: readonly SynonymExpansion[] }
  | {
      readonly kind: 'operators';
      readonly required: readonly Operand[];
      readonly wanted: readonly Operand[];
      readonly forbidden: readonly Operand[];
    }
  /** For suggestions: all words of the text in one field, the last one as a prefix. */
  | { readonly kind: 'prefix'; readonly text: string }
  /** Nested conditions on named fields; `fields` and `matching` of the plan do not count. */
  | { readonly kind: 'tree'; readonly root: TreeNode };

/** A member of a synonym set that the query contains: documents that have an alternative match as if they had it. */
export interface SynonymExpansion {
  /** The words of the member as the analyzer folds them. It has no effect where they are not adjacent in the query. */
  readonly words: readonly string[];
  /** The texts of the other members, each of one or more words. */
  readonly alternatives: readonly string[];
}

/** A document of one of the searched engines. */
export interface DocumentRef {
  readonly engineId: number;
  readonly id: string;
}

export interface Operand {
  readonly kind: 'word' | 'phrase';
  readonly text: string;
}

export type Filter =
  | { readonly kind: 'all' | 'any' | 'none'; readonly of: readonly Filter[] }
  /** Any of the values, whole and as shown (dates in their canonical form). */
  | { readonly kind: 'value'; readonly field: string; readonly values: ReadonlyArray<string | number> }
  /** From inclusive, to exclusive, either may be absent; dates in their canonical form, which sorts as text. */
  | {
      readonly kind: 'range';
      readonly field: string;
      readonly from: string | number | undefined;
      readonly to: string | number | undefined;
    }
  /** A distance in metres from a point: from inclusive, to exclusive. */
  | {
      readonly kind: 'distance';
      readonly field: string;
      readonly center: Location;
      readonly from: number;
      readonly to: number;
    }
  /** The documents of these engines. */
  | { readonly kind: 'engine'; readonly engineIds: readonly number[] };

export const EVERYTHING: Filter = { kind: 'all', of: [] };
/** No document: none of "all of nothing". */
export const NOTHING: Filter = { kind: 'none', of: [EVERYTHING] };

export type Boost = {
  readonly field: string;
  readonly operation: 'add' | 'multiply';
  readonly factor: number;
} & (
  | { readonly kind: 'value'; readonly values: ReadonlyArray<string | number> }
  | { readonly kind: 'functional'; readonly function: 'linear' | 'exponential' | 'logarithmic' }
  /** `center` is a number, a date in milliseconds since 1970, or a location, by the type of the field. */
  | {
      readonly kind: 'proximity';
      readonly function: 'linear' | 'exponential' | 'gaussian';
      readonly center: number | Location;
    }
);

export type SortKey = { readonly descending: boolean } & (
  | { readonly kind: 'score' }
  /** `id` or a field. Of several values, ascending takes the smallest, descending the largest; missing ones are last. */
  | { readonly kind: 'field'; readonly field: string }
  /** By engine, in the order of this list, which names all searched engines, then by id. */
  | { readonly kind: 'scoped id'; readonly engineIds: readonly number[] }
  | {
      readonly kind: 'distance';
      readonly field: string;
      readonly center: Location;
      readonly mode: 'min' | 'max' | 'median' | 'avg';
    }
);

/** One hit per value of a field, with up to `size` documents each, the head included. */
export interface GroupPlan {
  readonly field: string;
  readonly size: number;
  /** The order within a group; the first document is its head. */
  readonly sort: SortKey;
}

export type FacetPlan =
  | {
      readonly kind: 'value';
      readonly field: string;
      readonly size: number;
      readonly sort: { readonly by: 'count' | 'value'; readonly descending: boolean };
      /** Whether the outcome has the sum of the counts of all values. */
      readonly hasSum?: boolean;
    }
  /** Numbers, or dates in their canonical form. */
  | {
      readonly kind: 'range';
      readonly field: string;
      readonly ranges: ReadonlyArray<{ readonly from?: string | number; readonly to?: string | number }>;
    }
  /** Metres from a point. */
  | {
      readonly kind: 'distance';
      readonly field: string;
      readonly center: Location;
      readonly ranges: ReadonlyArray<{ readonly from?: number; readonly to?: number }>;
    }
  /** The number of documents by engine. Its values are engine ids, which are ordered by size. */
  | {
      readonly kind: 'engine';
      readonly size: number;
      readonly sort: { readonly by: 'count' | 'value'; readonly descending: boolean };
    };

export interface SearchOutcome {
  /** The number of documents, or of groups; exact up to the plan's `totalUpTo`. */
  readonly total: number;
  readonly hits: readonly Hit[];
  /** In the order of the plan's facets. */
  readonly facets: readonly FacetOutcome[];
  /** Profile details of the adapter, by its own names; the core port promises none. */
  readonly counters?: Readonly<Record<string, number>>;
}
export interface Hit extends DocumentRef {
  /** The sequence number of the change that the index has of the document. */
  readonly sequence: number;
  readonly score: number;
  /** With groups: the value, and the other documents of the group. */
  readonly group?: { readonly key: string | number; readonly others: readonly Hit[] };
}
export type FacetOutcome =
  | { readonly kind: 'value'; readonly values: readonly FacetValue[]; readonly sum?: number }
  | { readonly kind: 'counts'; readonly counts: readonly number[] };
export interface FacetValue {
  readonly value: string | number;
  readonly count: number;
}

/** How the terms of a text are found in a text field: docs/elasticsearch.md has the rules of each. */
export type TextView = 'word' | 'stem' | 'prefix' | 'joined' | 'delimiter';

/** Words with up to this many edits; `auto` allows 0, 1 or 2 by the length of the word. */
export interface FuzzyRule {
  readonly edits: number | 'auto';
  /** Leading characters that must be the same. */
  readonly prefixLength: number;
  readonly mostWords: number;
}

/** How many of some terms must match: a number, or a percentage, rounded down. A negative one may be missing. */
export interface MinimumMatch {
  readonly value: number;
  readonly isPercentage: boolean;
}

/**
 * A node of a tree query: the documents that match, each with a score that `factor` multiplies. Where a node only
 * filters, its scores do not count.
 */
export type TreeNode = { readonly factor: number } & (
  | /** Documents that pass a filter, that have a value, or that have any of the words: with score 1. */
  { readonly kind: 'condition'; readonly filter: Filter }
  | { readonly kind: 'exists'; readonly field: string }
  | { readonly kind: 'words'; readonly field: string; readonly words: readonly string[] }
  /** A word, or a whole value, that begins with a text: with score 1. */
  | { readonly kind: 'beginning'; readonly field: string; readonly text: string; readonly isWhole: boolean }
  /** The terms of a text, or the text as one term. */
  | {
      readonly kind: 'text';
      readonly field: string;
      readonly view: TextView;
      readonly text: string;
      readonly isAnalyzed: boolean;
      readonly minimum: MinimumMatch;
      /** Views `word` and `stem` only. */
      readonly fuzzy: FuzzyRule | null;
    }
  /** The words of a text next to each other and in order; they may be moved by `slop` positions in total. */
  | {
      readonly kind: 'phrase';
      readonly field: string;
      readonly view: 'word' | 'stem';
      readonly text: string;
      readonly slop: number;
    }
  /** All required nodes and filters, no forbidden node, and `needed` optional ones; the scores are added. */
  | {
      readonly kind: 'bool';
      readonly required: readonly TreeNode[];
      readonly optional: readonly TreeNode[];
      readonly filters: readonly TreeNode[];
      readonly forbidden: readonly TreeNode[];
      readonly needed: number;
    }
  /** Any of the nodes: the best score, and a share of the others (dis-max). */
  | { readonly kind: 'best'; readonly of: readonly TreeNode[]; readonly tieBreaker: number }
);

/** The number of `terms` terms that a minimum demands, from 0 to all of them. */
export function neededOf({ value, isPercentage }: MinimumMatch, terms: number): number {
  const share = isPercentage ? Math.trunc((value * terms) / 100) : value;
  return Math.min(terms, Math.max(0, value < 0 ? terms + share : share));
}
