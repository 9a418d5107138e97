import { useQuery } from '@tanstack/react-query';
import { routeOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import { engineKey } from '../../api/queries.ts';

/** A stage of a search, with what it found out about the document. */
export type Stage = { readonly passed: boolean } & (
  | { readonly stage: 'exists' | 'key_filters' }
  | { readonly stage: 'search_fields'; readonly fields: Readonly<Record<string, number>> }
  | {
      readonly stage: 'terms';
      readonly needed?: number;
      readonly found?: number;
      readonly in_one_field?: boolean;
      readonly terms?: ReadonlyArray<{
        readonly term: string;
        readonly stop_word: boolean;
        readonly fields: readonly string[];
      }>;
    }
  | {
      readonly stage: 'filters';
      readonly conditions: ReadonlyArray<{ readonly condition: unknown; readonly passed: boolean }>;
    }
  | { readonly stage: 'curation'; readonly action: 'promoted' | 'hidden' | null }
  | { readonly stage: 'group'; readonly field: string }
  | { readonly stage: 'page'; readonly from: number; readonly to: number }
);

/** A part of a score. Terms and boosts have a field; the others stand for the document as a whole. */
export interface Part {
  readonly kind: 'term' | 'operand' | 'query' | 'boost' | 'promotion' | 'other fields';
  readonly score: number;
  readonly field?: string;
  /** Of a term. */
  readonly term?: string;
  readonly expansion?: string;
  readonly words?: readonly string[];
  readonly frequency?: number;
  readonly idf?: number;
  readonly field_weight?: number;
  /** Of a boost. */
  readonly type?: string;
}

export interface Explanation {
  readonly found: boolean;
  readonly position: number | null;
  readonly dropped_by: string | null;
  readonly stages: readonly Stage[];
  readonly score: number | null;
  readonly parts: readonly Part[];
}

/** Why a document is where it is in the result of a search. */
export const useExplanation = (
  account: string,
  engine: string,
  search: Readonly<Record<string, unknown>>,
  id: string,
) =>
  useQuery({
    queryKey: engineKey(account, engine, 'explanation', id, search),
    queryFn: async ({ signal }) => {
      // Facets have no part in it, and are not counted.
      const { facets: _, ...body } = search;
      const { explanation } = await call<{ readonly explanation: Explanation }>(
        'POST',
        routeOf.api(account, 'engines', engine, 'search_explain'),
        { body: { ...body, document_id: id }, signal },
      );
      return explanation;
    },
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
