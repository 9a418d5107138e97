import { useCallback } from 'react';
import { useSearchParams } from 'wouter';
import type { FieldType } from '../../api/types.ts';

export type Schema = Readonly<Record<string, FieldType>>;

/** The state of the documents page; all of it is in the URL. */
export interface Browsing {
  readonly query: string;
  /** `year:desc`; empty for relevance, or newest first without a query. */
  readonly sort: string;
  readonly page: number;
  readonly size: number;
  /** Whether the filter panel is open; it is also open if any field is listed. */
  readonly filtering: boolean;
  /** Fields with a list of values to filter by. */
  readonly listed: readonly string[];
  /** The selected values by field. */
  readonly chosen: Readonly<Record<string, readonly string[]>>;
}

export const SIZES = [25, 50, 100];

/** The server's maximum page number. */
const LAST_PAGE = 100;

export function browsingOf(params: URLSearchParams, schema: Schema): Browsing {
  const chosen: Record<string, string[]> = {};
  for (const text of params.getAll('is')) {
    const colon = text.indexOf(':');
    const field = text.slice(0, colon);
    if (canBeListed(schema, field)) chosen[field] = [...(chosen[field] ?? []), text.slice(colon + 1)];
  }
  const listed = [...params.getAll('by'), ...Object.keys(chosen)].filter((field) =>
    canBeListed(schema, field),
  );
  const page = Number(params.get('page') ?? 1);
  const size = Number(params.get('size'));
  const [sorted = ''] = (params.get('sort') ?? '').split(':');
  return {
    query: params.get('q') ?? '',
    sort: sorted === 'id' || canBeListed(schema, sorted) ? (params.get('sort') ?? '') : '',
    page: Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1,
    size: SIZES.includes(size) ? size : 25,
    filtering: params.get('filters') === 'on' || listed.length > 0,
    listed: [...new Set(listed)],
    chosen,
  };
}

/** Geolocations cannot be listed as values, nor sorted without a centre. */
export const canBeListed = (schema: Schema, field: string): boolean =>
  Object.hasOwn(schema, field) && schema[field] !== 'geolocation';

export const lastPage = (pages: number): number => Math.min(pages, LAST_PAGE);

const NAMES = ['q', 'sort', 'size', 'filters', 'by', 'is', 'page'];

/** Writes the state into the URL; other parameters stay. */
function withBrowsing(before: URLSearchParams, browsing: Browsing): URLSearchParams {
  const params = new URLSearchParams(before);
  for (const name of NAMES) params.delete(name);
  if (browsing.query !== '') params.set('q', browsing.query);
  if (browsing.sort !== '') params.set('sort', browsing.sort);
  if (browsing.size !== 25) params.set('size', String(browsing.size));
  if (browsing.filtering && browsing.listed.length === 0) params.set('filters', 'on');
  for (const field of browsing.listed) params.append('by', field);
  for (const [field, values] of Object.entries(browsing.chosen))
    for (const value of values) params.append('is', `${field}:${value}`);
  if (browsing.page !== 1) params.set('page', String(browsing.page));
  return params;
}

/** The state and a function that changes parts of it. Any change except of the page number resets the page to 1. */
export function useBrowsing(
  schema: Schema,
): [Browsing, (change: Partial<Browsing>, options?: { readonly replace?: boolean }) => void] {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (part: Partial<Browsing>, { replace = false } = {}) =>
      setParams((before) => withBrowsing(before, { ...browsingOf(before, schema), page: 1, ...part }), {
        replace,
      }),
    [setParams, schema],
  );
  return [browsingOf(params, schema), change];
}

/** Field names that usually identify a document. */
const TITLES = ['title', 'name'];

/** The fields shown in a row; the sort field comes first. */
export function shownFields(schema: Schema, { sort, listed }: Browsing): string[] {
  const [sorted = ''] = sort.split(':');
  const fields = [sorted, ...listed, ...TITLES, ...Object.keys(schema)].filter((field) =>
    Object.hasOwn(schema, field),
  );
  return [...new Set(fields)].slice(0, 8);
}

const conditionValue = (type: FieldType | undefined, text: string): string | number =>
  type === 'number' ? Number(text) : text;

function filtersOf(schema: Schema, chosen: Browsing['chosen'], except?: string): object | undefined {
  const conditions = Object.entries(chosen)
    .filter(([field]) => field !== except)
    .map(([field, values]) => ({ [field]: values.map((value) => conditionValue(schema[field], value)) }));
  return conditions.length === 0 ? undefined : { all: conditions };
}

/** The body of the search request. */
export function searchOf(schema: Schema, browsing: Browsing): Record<string, unknown> {
  const { query, sort, page, size, chosen } = browsing;
  const [field = '', direction] = sort.split(':');
  const filters = filtersOf(schema, chosen);
  const results = shownFields(schema, browsing).map((name) => [
    name,
    { raw: schema[name] === 'text' ? { size: 120 } : {} },
  ]);
  return {
    query,
    page: { current: page, size },
    ...(sort !== '' && { sort: [{ [field]: direction === 'desc' ? 'desc' : 'asc' }] }),
    ...(filters && { filters }),
    ...(results.length > 0 && { result_fields: Object.fromEntries(results) }),
  };
}

/** Maximum number of listed fields: each needs a search, and this is the server's limit per request. */
export const MOST_LISTED = 10;

/**
 * The searches that count the values of the listed fields, one per field: the selection in a field must not hide its other
 * values.
 */
export function countsOf(schema: Schema, { query, listed, chosen }: Browsing, values: number) {
  return listed.slice(0, MOST_LISTED).map((field) => {
    const filters = filtersOf(schema, chosen, field);
    return {
      query,
      page: { size: 0 },
      facets: { [field]: { type: 'value', size: values } },
      ...(filters && { filters }),
    };
  });
}
