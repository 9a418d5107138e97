import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { routeOf } from '../../addresses.ts';
import { callTimed } from '../../api/client.ts';
import { engineKey } from '../../api/queries.ts';
import type { SearchAnswer } from './search-answer.ts';

export type { Result, SearchAnswer } from './search-answer.ts';

/** A response with how long the server took and how long the browser waited, in milliseconds. */
export interface Found {
  readonly answer: SearchAnswer;
  readonly serverTime: number | null;
  readonly waited: number;
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
    queryFn: async ({ signal }): Promise<Found> => {
      const started = performance.now();
      const path = searchPath(account, engine);
      const options = { body, signal, untracked: true };
      const { data, serverTime } = await callTimed<SearchAnswer>('POST', path, options);
      return { answer: data, serverTime, waited: performance.now() - started };
    },
    enabled,
    placeholderData: keepPreviousData,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
