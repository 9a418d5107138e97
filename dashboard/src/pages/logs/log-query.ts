import { queryOptions } from '@tanstack/react-query';
import { routeOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import { engineKey } from '../../api/queries.ts';
import type { LogFilters } from './log-address.ts';
import type { LogEntry, LogList } from './log-entry.ts';

const SHOWN = 25;
const MINUTE = 60_000;

/** The periods to choose from, in milliseconds. */
const PERIODS: Readonly<Record<string, number>> = {
  '15m': 15 * MINUTE,
  '1h': 60 * MINUTE,
  '24h': 24 * 60 * MINUTE,
  '7d': 7 * 24 * 60 * MINUTE,
};
/** The server requires both dates. */
const EVER = { from: '2000-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };

export const logPath = (account: string, engine: string): string =>
  routeOf.api(account, 'engines', engine, 'logs', 'api');

function dateOf({ time, from, to }: LogFilters): { readonly from: string; readonly to: string } {
  const period = PERIODS[time];
  if (period !== undefined) return { ...EVER, from: new Date(Date.now() - period).toISOString() };
  if (time !== 'custom') return EVER;
  return { from: momentOf(from) ?? EVER.from, to: momentOf(to) ?? EVER.to };
}

function momentOf(local: string): string | undefined {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

interface Part {
  readonly id?: { readonly from?: number; readonly to?: number };
  readonly current?: number;
  readonly size?: number;
}

/** The body of a request for the log, newest first. */
export const logBody = (
  filters: LogFilters,
  { id, current = 1, size = SHOWN }: Part = {},
): Readonly<Record<string, unknown>> => ({
  ...(filters.q !== '' && { query: filters.q }),
  filters: {
    date: dateOf(filters),
    ...(filters.status !== '' && { status: filters.status }),
    ...(filters.method !== '' && { method: filters.method }),
    ...(filters.key !== '' && { key_name: filters.key }),
    ...(id !== undefined && { id }),
  },
  sort_direction: 'desc',
  page: { current, size },
});

/** Untracked: the page declares its request, without the ids that keep pages stable. */
const read = (account: string, engine: string, body: unknown, signal: AbortSignal): Promise<LogList> =>
  call<LogList>('POST', logPath(account, engine), { body, signal, untracked: true });

/** A page of the entries up to the id `last`. Later ones do not move it. */
export const logQuery = (account: string, engine: string, filters: LogFilters, page: number, last: number) =>
  queryOptions({
    queryKey: engineKey(account, engine, 'logs', 'list', filters, page, last),
    queryFn: ({ signal }) =>
      read(account, engine, logBody(filters, { id: { to: last + 1 }, current: page }), signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 10_000,
  });

/** How many entries there are after the id `last`, and the newest of them; of all entries if it is null. */
export const newerQuery = (account: string, engine: string, filters: LogFilters, last: number | null) =>
  queryOptions({
    queryKey: engineKey(account, engine, 'logs', 'newer', filters, last),
    queryFn: ({ signal }) => {
      const part = { ...(last !== null && { id: { from: last + 1 } }), size: 1 };
      return read(account, engine, logBody(filters, part), signal);
    },
    staleTime: 0,
    gcTime: 0,
  });

/** One entry; null if it is no longer in the log. */
export const entryQuery = (account: string, engine: string, id: string) =>
  queryOptions({
    queryKey: engineKey(account, engine, 'logs', 'entry', id),
    queryFn: async ({ signal }): Promise<LogEntry | null> => {
      const body = { filters: { date: EVER, id }, page: { size: 1 } };
      return (await read(account, engine, body, signal)).results[0] ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
