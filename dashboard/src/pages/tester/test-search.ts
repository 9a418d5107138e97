import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { routeOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import { engineKey } from '../../api/queries.ts';
import type { PageMeta } from '../../api/types.ts';

/** A result: `_meta` and fields by name. */
export type Result = Readonly<Record<string, ResultField>> & {
  readonly _meta: { readonly id: string; readonly score: number | null };
};

export interface ResultField {
  readonly raw?: unknown;
  readonly snippet?: string | null;
}

export interface FacetValue {
  readonly value: string | number;
  readonly count: number;
}

export interface SearchAnswer {
  readonly meta: { readonly page: PageMeta; readonly warnings: readonly string[] };
  readonly results: readonly Result[];
  readonly facets?: Readonly<Record<string, ReadonlyArray<{ readonly data: readonly FacetValue[] }>>>;
}

export const searchPath = (account: string, engine: string): string =>
  routeOf.api(account, 'engines', engine, 'search');

/** Searches and measures the time. Untracked: the tester shows its own request, and typing would flood the list. */
export const useTestSearch = (
  account: string,
  engine: string,
  body: Readonly<Record<string, unknown>>,
  enabled: boolean,
) =>
  useQuery({
    queryKey: engineKey(account, engine, 'tester', body),
    queryFn: async ({ signal }) => {
      const started = performance.now();
      const answer = await call<SearchAnswer>('POST', searchPath(account, engine), {
        body,
        signal,
        untracked: true,
      });
      return { answer, milliseconds: performance.now() - started };
    },
    enabled,
    placeholderData: keepPreviousData,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
