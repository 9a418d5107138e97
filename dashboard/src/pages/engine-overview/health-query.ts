import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { routeOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import { engineKey } from '../../api/queries.ts';
import type { EngineHealth, EngineOverview } from '../../api/types.ts';

/** Refetch interval in milliseconds. */
const EVERY = 15_000;

/** Read again when a reindex starts or ends. Untracked, as it is polled. */
export const healthQuery = (account: string, { name, reindexing }: EngineOverview) =>
  queryOptions({
    queryKey: engineKey(account, name, 'health', reindexing),
    queryFn: ({ signal }) =>
      call<EngineHealth>('GET', routeOf.account(account, 'engines', name, 'health'), {
        signal,
        untracked: true,
      }),
    // Other pages fix what it shows.
    staleTime: 0,
    refetchInterval: EVERY,
    placeholderData: keepPreviousData,
  });
