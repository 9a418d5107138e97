import {
  type Browsing,
  canBeListed,
  canHaveRange,
  isBound,
  LAST_PAGE,
  type Range,
  type Schema,
  SIZES,
} from './browsing.ts';
import { knownColumns } from './list-columns.ts';

const NAMES = ['q', 'sort', 'size', 'filters', 'by', 'is', 'in', 'columns', 'page'];

/** Whether a URL says nothing about the list. */
export const isPlain = (params: URLSearchParams): boolean => NAMES.every((name) => !params.has(name));

/** The state in a URL. Fields that do not exist are ignored: URLs are edited by hand, and schemas change. */
export function browsingOf(params: URLSearchParams, schema: Schema): Browsing {
  const chosen = new Map<string, string[]>();
  for (const [field, value] of params.getAll('is').map(splitAtColon))
    if (canBeListed(schema, field)) chosen.set(field, [...(chosen.get(field) ?? []), value]);
  const ranges = new Map<string, Range>();
  for (const [field, value] of params.getAll('in').map(splitAtColon)) {
    const range = rangeOf(value, schema, field);
    if (range !== undefined) ranges.set(field, range);
  }
  const listed = [...params.getAll('by'), ...chosen.keys(), ...ranges.keys()].filter((field) =>
    canBeListed(schema, field),
  );
  const page = Number(params.get('page') ?? 1);
  const size = Number(params.get('size'));
  const sort = params.get('sort') ?? '';
  const [sorted] = splitAtColon(sort);
  const filters = params.get('filters');
  return {
    query: params.get('q') ?? '',
    sort: sorted === 'id' || canBeListed(schema, sorted) ? sort : '',
    page: Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1,
    size: SIZES.includes(size) ? size : 25,
    filtering: filters === 'on' || (filters !== 'off' && listed.length > 0),
    listed: [...new Set(listed)],
    chosen,
    ranges,
    columns: params.has('columns')
      ? knownColumns((params.get('columns') ?? '').split(','), schema)
      : undefined,
  };
}

function splitAtColon(text: string): [field: string, value: string] {
  const colon = text.indexOf(':');
  return colon === -1 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)];
}

/** `1990..2000`, without one of the bounds if it is open. */
function rangeOf(text: string, schema: Schema, field: string): Range | undefined {
  if (!canHaveRange(schema, field)) return undefined;
  const [from = '', to = ''] = text.split('..').map((bound) => (isBound(schema[field], bound) ? bound : ''));
  return from === '' && to === '' ? undefined : { from, to };
}

/** Writes the state into a URL; other parameters stay. */
export function withBrowsing(before: URLSearchParams, browsing: Browsing): URLSearchParams {
  const params = new URLSearchParams(before);
  for (const name of NAMES) params.delete(name);
  const { query, sort, size, filtering, listed, chosen, ranges, columns, page } = browsing;
  if (query !== '') params.set('q', query);
  if (sort !== '') params.set('sort', sort);
  if (size !== 25) params.set('size', String(size));
  if (filtering && listed.length === 0) params.set('filters', 'on');
  if (!filtering && listed.length > 0) params.set('filters', 'off');
  for (const field of listed) params.append('by', field);
  for (const [field, values] of chosen) for (const value of values) params.append('is', `${field}:${value}`);
  for (const [field, { from, to }] of ranges) params.append('in', `${field}:${from}..${to}`);
  // Field names contain no commas.
  if (columns !== undefined) params.set('columns', columns.join(','));
  if (page !== 1) params.set('page', String(page));
  return params;
}
