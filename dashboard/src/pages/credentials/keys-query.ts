import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { queryOf, routeOf } from '../../addresses.ts';
import { call, callVersioned } from '../../api/client.ts';
import type { PageMeta } from '../../api/types.ts';
import type { Key } from './key.ts';

interface KeyList {
  readonly meta: { readonly page: PageMeta };
  readonly results: readonly Key[];
}

/** The prefix of all query keys about keys. */
const keysOf = (account: string) => ['account', account, 'keys'] as const;

const SHOWN = 25;
const MOST_PER_PAGE = 100;

export const keysQuery = (account: string, page: number) =>
  queryOptions({
    queryKey: [...keysOf(account), 'page', page],
    queryFn: ({ signal }) => call<KeyList>('GET', keysPath(account, page, SHOWN), { signal }),
  });

/** One key, with the version for `ifMatch`. */
export const keyQuery = (account: string, name: string) =>
  queryOptions({
    queryKey: [...keysOf(account), 'one', name],
    queryFn: ({ signal }) =>
      callVersioned<Key>('GET', routeOf.api(account, 'credentials', name), { signal, untracked: true }),
    // Always refetch before editing.
    staleTime: 0,
    gcTime: 0,
  });

/** All keys of the account, for selects. */
export const allKeysQuery = (account: string) =>
  queryOptions({
    queryKey: [...keysOf(account), 'all'],
    queryFn: async ({ signal }) => {
      const keys: Key[] = [];
      for (let page = 1; ; page++) {
        const path = keysPath(account, page, MOST_PER_PAGE);
        const { meta, results } = await call<KeyList>('GET', path, { signal, untracked: true });
        keys.push(...results);
        if (page >= meta.page.total_pages) return keys;
      }
    },
  });

export const keysPath = (account: string, page: number, size: number = SHOWN): string =>
  routeOf.api(account, 'credentials') + queryOf({ page: { current: page, size } });

/** Invalidates the keys, and the key names in snippets, after a change. */
export async function refreshKeys(client: QueryClient, account: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: keysOf(account) }),
    client.invalidateQueries({ queryKey: ['account', account, 'facts'] }),
  ]);
}
