import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { queryOf, routeOf } from '../../addresses.ts';
import { call, callVersioned } from '../../api/client.ts';
import { engineKey } from '../../api/queries.ts';
import type { PageMeta } from '../../api/types.ts';

/** A synonym set: a query with one of the terms finds documents with any of them. */
export interface SynonymSet {
  readonly id: string;
  readonly synonyms: readonly string[];
}

interface SynonymList {
  readonly meta: { readonly page: PageMeta };
  readonly results: readonly SynonymSet[];
}

export const synonymsPath = (account: string, engine: string, ...rest: readonly string[]): string =>
  routeOf.api(account, 'engines', engine, 'synonyms', ...rest);

export const synonymsQuery = (account: string, engine: string, page: number) =>
  queryOptions({
    queryKey: engineKey(account, engine, 'synonyms', page),
    queryFn: ({ signal }) =>
      call<SynonymList>('GET', synonymsPath(account, engine) + queryOf({ page: { current: page } }), {
        signal,
      }),
  });

/** One set, with its version. */
export const synonymSetQuery = (account: string, engine: string, id: string) =>
  queryOptions({
    queryKey: engineKey(account, engine, 'synonyms', 'set', id),
    queryFn: ({ signal }) =>
      callVersioned<SynonymSet>('GET', synonymsPath(account, engine, id), { signal, untracked: true }),
    staleTime: 0,
    gcTime: 0,
  });

/** After a change: the sets, and searches that use them. */
export async function refreshSynonyms(client: QueryClient, account: string, engine: string): Promise<void> {
  await Promise.all(
    ['synonyms', 'tester'].map((part) =>
      client.invalidateQueries({ queryKey: engineKey(account, engine, part) }),
    ),
  );
}

/** A set as one line, for messages and labels. */
export const inOneLine = (terms: readonly string[]): string => terms.join(', ');
