import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { engineKey } from '../../api/queries.ts';
import { NO_FILTERS } from '../logs/log-address.ts';
import type { LogList } from '../logs/log-entry.ts';
import { logBody, logPath } from '../logs/log-query.ts';

const SHOWN = 5;
/** Refetch interval in milliseconds. */
const EVERY = 5_000;

/** Untracked, as it is polled. */
export const latestRequestsQuery = (account: string, engine: string) =>
  queryOptions({
    queryKey: engineKey(account, engine, 'latest requests'),
    queryFn: async ({ signal }) => {
      const body = logBody(NO_FILTERS, { size: SHOWN });
      return (await call<LogList>('POST', logPath(account, engine), { body, signal, untracked: true }))
        .results;
    },
    staleTime: 0,
    refetchInterval: EVERY,
  });
