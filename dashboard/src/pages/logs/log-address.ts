import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'wouter';

/** The filters of the log; empty ones do not apply. */
export interface LogFilters {
  readonly method: string;
  /** One status, or a class such as `4xx`. */
  readonly status: string;
  /** A part of the path. */
  readonly q: string;
  /** The name of a key. */
  readonly key: string;
  /** A period up to now, `custom`, or empty for any time. */
  readonly time: string;
  /** With `custom`: values of datetime-local inputs. */
  readonly from: string;
  readonly to: string;
}

export const isFiltered = (filters: LogFilters): boolean =>
  Object.values(filters).some((value) => value !== '');

export const NO_FILTERS: LogFilters = { method: '', status: '', q: '', key: '', time: '', from: '', to: '' };
const NAMES = Object.keys(NO_FILTERS) as ReadonlyArray<keyof LogFilters>;

/** The server's maximum page number. */
const LAST_PAGE = 100;
export const lastPage = (pages: number): number => Math.min(pages, LAST_PAGE);

/** The state of the page, all of it in the URL. */
interface LogAddress {
  readonly filters: LogFilters;
  readonly page: number;
  /** Whether new entries are shown at once; only on the first page. */
  readonly live: boolean;
  /** The id of the open entry; empty if none is. */
  readonly entry: string;
}

/** Values by name; an empty one is removed from the URL. */
type Changes = Readonly<Record<string, string | undefined>>;

export interface LogAddressState extends LogAddress {
  /** Changes filters, returns to the first page and closes the entry. */
  readonly filter: (change: Partial<LogFilters>) => void;
  readonly turn: (page: number) => void;
  readonly follow: (live: boolean) => void;
  readonly open: (entry: string) => void;
  /** The query string of the page with an entry open. */
  readonly searchWith: (entry: number) => string;
}

export function useLogAddress(): LogAddressState {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (values: Changes, replace: boolean) => setParams((before) => changed(before, values), { replace }),
    [setParams],
  );
  const filters = useMemo(
    () => Object.fromEntries(NAMES.map((name) => [name, params.get(name) ?? ''])) as unknown as LogFilters,
    [params],
  );
  const live = params.get('live') === 'on';
  const page = Number(params.get('page') ?? 1);
  return {
    filters,
    live,
    page: !live && Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1,
    entry: params.get('entry') ?? '',
    filter: useCallback(
      (next: Partial<LogFilters>) => change({ ...next, page: '', entry: '' }, true),
      [change],
    ),
    turn: useCallback(
      (next: number) => change({ page: next === 1 ? '' : String(next), live: '' }, false),
      [change],
    ),
    follow: useCallback((on: boolean) => change({ live: on ? 'on' : '', page: '' }, true), [change]),
    open: useCallback((entry: string) => change({ entry }, false), [change]),
    searchWith: (entry) => `?${changed(params, { entry: String(entry) })}`,
  };
}

function changed(before: URLSearchParams, values: Changes): URLSearchParams {
  const after = new URLSearchParams(before);
  for (const [name, value] of Object.entries(values)) {
    if (value === '') after.delete(name);
    else if (value !== undefined) after.set(name, value);
  }
  return after;
}
