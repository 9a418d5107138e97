import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { pageOf, queryOf, routeOf } from '../../addresses.ts';
import { call, callVersioned } from '../../api/client.ts';
import { engineKey } from '../../api/queries.ts';
import type { CurationOfQuery, PageMeta } from '../../api/types.ts';
import type { Curated } from './curated.ts';

export interface Curation extends Curated {
  readonly id: string;
  readonly queries: readonly string[];
}

interface CurationList {
  readonly meta: { readonly page: PageMeta };
  readonly results: readonly Curation[];
}

/** Stands for the id in the URL of a curation that is not saved yet. */
export const NEW = 'new';

export const curationPage = (account: string, engine: string, id: string): string =>
  pageOf.engine(account, engine, 'curations', id);

export const newCurationPage = (account: string, engine: string, queries: readonly string[]): string => {
  const params = new URLSearchParams(queries.map((query) => ['query', query]));
  return `${curationPage(account, engine, NEW)}?${params}`;
};

export const curationsPath = (account: string, engine: string, ...rest: readonly string[]): string =>
  routeOf.api(account, 'engines', engine, 'curations', ...rest);

export const curationsQuery = (account: string, engine: string, page: number) =>
  queryOptions({
    queryKey: engineKey(account, engine, 'curations', page),
    queryFn: ({ signal }) =>
      call<CurationList>('GET', curationsPath(account, engine) + queryOf({ page: { current: page } }), {
        signal,
      }),
  });

export const readCuration = (account: string, engine: string, id: string, signal?: AbortSignal) =>
  callVersioned<Curation>('GET', curationsPath(account, engine, id), { signal, untracked: true });

/** One curation, with its version. Not refetched by itself; conflicts are detected on save. */
export const curationQuery = (account: string, engine: string, id: string) =>
  queryOptions({
    queryKey: engineKey(account, engine, 'curation', id),
    queryFn: ({ signal }) => readCuration(account, engine, id, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** The id of the curation of a query; null if it has none. */
export const curationOf = async (
  account: string,
  engine: string,
  query: string,
  signal?: AbortSignal,
): Promise<string | null> => {
  const path = routeOf.account(account, 'engines', engine, 'curation-of') + queryOf({ query });
  return (await call<CurationOfQuery>('GET', path, { signal, untracked: true })).id;
};

/** After a change: the list, the suggestions that depend on curations, and searches. */
export async function refreshCurations(client: QueryClient, account: string, engine: string): Promise<void> {
  await Promise.all(
    ['curations', 'suggestions', 'tester'].map((part) =>
      client.invalidateQueries({ queryKey: engineKey(account, engine, part) }),
    ),
  );
}

/** A query as text; the empty query has a name. */
export const queryLabel = (query: string): string => (query === '' ? '(empty query)' : query);

/** Queries as one line, for messages and labels. */
export const inOneLine = (queries: readonly string[]): string => queries.map(queryLabel).join(', ');
