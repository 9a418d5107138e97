import { queryOptions } from '@tanstack/react-query';
import { queryOf, routeOf } from '../addresses.ts';
import { call } from './client.ts';
import type {
  AccountFacts,
  AuditList,
  EngineList,
  EngineOverview,
  PeopleList,
  SessionList,
  SessionState,
} from './types.ts';

/** Queries that several places use. A change invalidates queries by the first parts of their keys. */

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) =>
    call<SessionState>('GET', '/session', { signal, untracked: true, withoutSession: true }),
  staleTime: 60_000,
});

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call<SessionList>('GET', '/sessions', { signal }),
});

/** Untracked, as nearly every page shows the endpoint. */
export const accountQuery = (account: string) =>
  queryOptions({
    queryKey: ['account', account, 'facts'],
    queryFn: ({ signal }) => call<AccountFacts>('GET', routeOf.account(account), { signal, untracked: true }),
    staleTime: 60_000,
  });

/** Every engine of an account, for lists and menus. */
export const enginesQuery = (account: string) =>
  queryOptions({
    queryKey: ['account', account, 'engines'],
    queryFn: ({ signal }) =>
      call<EngineList>('GET', routeOf.account(account, 'engines') + queryOf({ page: { size: 1000 } }), {
        signal,
        untracked: true,
      }),
  });

/** The prefix of all query keys of one engine, so that `invalidateQueries({ queryKey: engineKey(...) })` refreshes all of it. */
export const engineKey = (account: string, engine: string, ...rest: readonly unknown[]) =>
  ['account', account, 'engine', engine, ...rest] as const;

export const overviewQuery = (account: string, engine: string) =>
  queryOptions({
    queryKey: engineKey(account, engine, 'overview'),
    queryFn: ({ signal }) =>
      call<EngineOverview>('GET', routeOf.account(account, 'engines', engine, 'overview'), {
        signal,
        untracked: true,
      }),
  });

export const peopleQuery = (account: string) =>
  queryOptions({
    queryKey: ['account', account, 'people'],
    queryFn: ({ signal }) => call<PeopleList>('GET', routeOf.account(account, 'people'), { signal }),
  });

export const auditQuery = (account: string, page: number) =>
  queryOptions({
    queryKey: ['account', account, 'audit', page],
    queryFn: ({ signal }) =>
      call<AuditList>(
        'GET',
        routeOf.account(account, 'audit') + queryOf({ page: { current: page, size: 25 } }),
        {
          signal,
        },
      ),
  });
