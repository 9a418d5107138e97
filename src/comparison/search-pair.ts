import type { FacetComparison } from './facet-counts.ts';

/** How many of the first results of a search are compared. */
export const DEPTH = 10;

/** A search as it is sent. */
export interface SentSearch {
  readonly engine: string;
  /** The body: `query` and further options. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** What one service answered to a search. */
export interface SideAnswer {
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** The messages of a refusal, or why there was no usable answer; null if there are results. */
  readonly error: string | null;
  readonly total: number | null;
  /** The ids of the first results, best first. */
  readonly ids: readonly string[];
  readonly milliseconds: number;
}

/** A search and the answers of two services. Shadow mode records it as a line of JSON. */
export interface SearchPair extends SentSearch {
  /** When shadow mode recorded it, RFC 3339. */
  readonly time?: string;
  readonly left: SideAnswer;
  readonly right: SideAnswer;
  /** Null if no side has facets. */
  readonly facets: FacetComparison | null;
}
