import { useCallback } from 'react';
import { useSearchParams } from 'wouter';
import type { FieldType } from '../../api/types.ts';

export type Schema = Readonly<Record<string, FieldType>>;

/** What the page of documents is asked to show; all of it stands in the address. */
export interface Browsing {
  readonly query: string;
  /** `year:desc`, empty for the best first, or the newest where nothing is searched for. */
  readonly sort: string;
  readonly page: number;
  readonly size: number;
  /** Whether filters are shown; they are as well if any field is listed. */
  readonly filtering: boolean;
  /** Fields whose values are listed to choose from. */
  readonly listed: readonly string[];
  /** What was chosen of them. */
  readonly chosen: Readonly<Record<string, readonly string[]>>;
}

export const SIZES = [25, 50, 100];

/** Search pages that the server shows. */
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

/** Places have no values to list, and no order without a centre. */
export const canBeListed = (schema: Schema, field: string): boolean =>
  Object.hasOwn(schema, field) && schema[field] !== 'geolocation';

export const lastPage = (pages: number): number => Math.min(pages, LAST_PAGE);

const NAMES = ['q', 'sort', 'size', 'filters', 'by', 'is', 'page'];

/** The address with another state; what others keep in it stays. */
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

/** The state of the page, and a way to change a part of it. Any change but of the page leads to the first one. */
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

/** What documents are mostly known by. */
const TITLES = ['title', 'name'];

/** Fields that a row of the list shows; the one it is sorted by first. */
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

/** The body of the search that finds the documents. */
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

/** Fields whose values can be listed at the same time: each is a search, and the server takes so many at once. */
export const MOST_LISTED = 10;

/**
 * The searches that count the values of the listed fields, one per field: what was chosen of a field must not hide its
 * other values.
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
