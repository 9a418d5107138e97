import type { Location } from '../schema/geolocation-value.ts';

/** What a search will do, as plain data: checked, restricted, and free of HTTP and of any adapter. */
export interface SearchPlan {
  /** The words to look for; blank matches everything. */
  readonly query: string;
  /** Fields to look in, `id` among them if it is searched; an empty list finds nothing but for a blank query. */
  readonly searchFields: ReadonlyArray<{ readonly name: string; readonly weight: number }>;
  readonly filter: Filter;
  readonly facets: readonly FacetPlan[];
  readonly offset: number;
  readonly limit: number;
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
    };

export const EVERYTHING: Filter = { kind: 'all', of: [] };
/** No document: none of "all of nothing". */
export const NOTHING: Filter = { kind: 'none', of: [EVERYTHING] };

export interface FacetPlan {
  readonly field: string;
  readonly size: number;
  readonly sort: { readonly by: 'count' | 'value'; readonly descending: boolean };
}

export interface SearchOutcome {
  readonly total: number;
  readonly hits: readonly Hit[];
  /** In the order of the plan's facets. */
  readonly facets: ReadonlyArray<readonly FacetValue[]>;
}
export interface Hit {
  readonly id: string;
  /** The change sequence of the document that was found. */
  readonly sequence: number;
  readonly score: number;
}
export interface FacetValue {
  readonly value: string | number;
  readonly count: number;
}
