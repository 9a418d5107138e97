import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { pageOf, routeOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import { engineKey } from '../../api/queries.ts';
import type { AnalyticsCounts } from '../../api/types.ts';
import { dateFilter, intervalOf } from './period.ts';
import type { Report } from './reports.ts';
import type { View } from './view.ts';

export interface QueryRow {
  readonly term: string;
  readonly queries: number;
  readonly clicks: number;
}
export interface DocumentRow {
  readonly document_id: string;
  readonly clicks: number;
}
export type Row = QueryRow | DocumentRow;

/** The most rows that the server returns at once. */
export const LARGEST_PAGE = 1000;
/** The last page that the server returns. */
export const LAST_PAGE = 100;

export const analyticsPage = (account: string, engine: string, ...rest: readonly string[]): string =>
  pageOf.engine(account, engine, 'analytics', ...rest);

export const reportPath = (
  account: string,
  engine: string,
  report: 'queries' | 'clicks' | 'counts',
): string => routeOf.api(account, 'engines', engine, 'analytics', report);

const filtersOf = ({ period, tag }: View) => ({
  date: dateFilter(period),
  ...(tag !== '' && { tag }),
});

/** The body of a report of searches and clicks over time, of all queries or of one. */
export const countsBody = (view: View, query?: string) => ({
  interval: intervalOf(view.period),
  filters: { ...filtersOf(view), ...(query !== undefined && { query }) },
});

/** Searches and clicks over time. Untracked: "curl" shows the report of the public API. */
export const countsQuery = (account: string, engine: string, view: View, query?: string) => {
  const body = countsBody(view, query);
  return queryOptions({
    queryKey: engineKey(account, engine, 'analytics', 'counts', body),
    queryFn: ({ signal }) =>
      call<AnalyticsCounts>('POST', routeOf.account(account, 'engines', engine, 'analytics'), {
        body,
        signal,
        untracked: true,
      }),
    placeholderData: keepPreviousData,
  });
};

export interface RowsWanted {
  readonly report: Report;
  readonly view: View;
  /** For clicks: only those of this query. */
  readonly query?: string;
  readonly page?: number;
  readonly size: number;
}

export const rowsBody = ({ report, view, query, page = 1, size }: RowsWanted) => ({
  ...(query !== undefined && { query }),
  filters: { ...report.filters, ...filtersOf(view) },
  page: { current: page, size },
});

export const readRows = async (
  account: string,
  engine: string,
  wanted: RowsWanted,
  signal?: AbortSignal,
): Promise<readonly Row[]> => {
  const path = reportPath(account, engine, wanted.report.kind);
  const { results } = await call<{ results: readonly Row[] }>('POST', path, {
    body: rowsBody(wanted),
    signal,
  });
  return results;
};

/** A page of a list. */
export const rowsQuery = (account: string, engine: string, wanted: RowsWanted) =>
  queryOptions({
    queryKey: engineKey(account, engine, 'analytics', wanted.report.name, rowsBody(wanted)),
    queryFn: ({ signal }) => readRows(account, engine, wanted, signal),
    placeholderData: keepPreviousData,
  });
