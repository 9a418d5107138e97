import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useAccount, useEngineName } from '../../session.ts';
import type { LogAddressState } from './log-address.ts';
import type { LogList } from './log-entry.ts';
import { logQuery, newerQuery } from './log-query.ts';

const POLL = 5_000;
const POLL_LIVE = 1_500;

export interface LogView {
  readonly list: LogList | undefined;
  /** Whether `list` is still that of other filters or another page. */
  readonly isOld: boolean;
  readonly error: unknown;
  /** The number of entries that are newer than the list. */
  readonly newer: number;
  /** Moves the list to the newest entry. */
  readonly catchUp: () => void;
}

/** The list, which stays as it is until `catchUp`, or follows by itself if `live`. */
export function useLogView({ filters, page, live }: LogAddressState): LogView {
  const account = useAccount();
  const engine = useEngineName();
  const key = JSON.stringify(filters);
  const [shown, setShown] = useState({ key: '', last: 0 });
  // Unknown until the first response with these filters.
  const last = shown.key === key ? shown.last : null;
  const news = useQuery({
    ...newerQuery(account.id, engine, filters, last),
    refetchInterval: live ? POLL_LIVE : POLL,
  });
  const newest = news.data?.results[0]?.id ?? last ?? 0;
  const isLoaded = news.data !== undefined;
  useEffect(() => {
    if (isLoaded && (last === null || (live && newest > last))) setShown({ key, last: newest });
  }, [isLoaded, last, live, newest, key]);
  const list = useQuery({
    ...logQuery(account.id, engine, filters, page, last ?? 0),
    enabled: last !== null,
    placeholderData: keepPreviousData,
  });
  return {
    list: list.data,
    isOld: list.isPlaceholderData,
    error: list.error ?? news.error,
    newer: last === null ? 0 : (news.data?.meta.page.total_results ?? 0),
    catchUp: () => setShown({ key, last: newest }),
  };
}
