import { parseDates } from '../analytics/event-filters.ts';
import { type PageRequest, parsePage } from '../api/page.ts';
import { limits } from '../limits.ts';
import { isGiven, type Options, objectWith, wholeWithin } from '../search/option.ts';
import { optionErrors } from '../search/option-error.ts';
import { checkOptions } from '../search/request.ts';
import type { ApiLogFilter } from '../store/port.ts';

const OPTIONS = new Set(['filters', 'query', 'page', 'current_page', 'page_size', 'sort_direction']);
/** `4xx` stands for 400 to 499. */
const STATUS_CLASS = /^([1-5])xx$/i;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'];

export interface ApiLogRequest {
  readonly filter: ApiLogFilter;
  readonly page: PageRequest;
  /** What the response repeats of the request. */
  readonly echo: { readonly query: string; readonly filters: object; readonly sort_direction: string };
}

/** Parses a request for the API log. Both dates are required. */
export function parseApiLogRequest(options: Options): ApiLogRequest {
  checkOptions(options, OPTIONS);
  const filters = isGiven(options.filters)
    ? objectWith('Filters', options.filters, ['date', 'status', 'method', 'key_name', 'id'])
    : {};
  const { from, to } = parseDates(filters.date ?? {});
  if (from === undefined) throw optionErrors.missing('filters[date][from]');
  if (to === undefined) throw optionErrors.missing('filters[date][to]');
  const statuses = isGiven(filters.status) ? parseStatus(filters.status) : undefined;
  const keyName = isGiven(filters.key_name)
    ? parseQueryText('Filters key name', filters.key_name)
    : undefined;
  const numbers = isGiven(filters.id) ? parseIds(filters.id) : undefined;
  const method = isGiven(filters.method) ? parseMethod(filters.method) : undefined;
  const text = isGiven(options.query) ? parseQueryText('Query', options.query) : '';
  const direction = parseDirection(options.sort_direction);
  const page = parsePage(options, limits.apiLogPerPage);
  if (page.current > limits.searchPage) throw optionErrors.tooLarge('Page current', limits.searchPage);
  return {
    filter: {
      from,
      to,
      statuses,
      method,
      keyName,
      numbers,
      text,
      isDescending: direction.toLowerCase() === 'desc',
    },
    page,
    echo: { query: text, filters, sort_direction: direction },
  };
}

function parseStatus(value: unknown): readonly [number, number] {
  const hundreds = typeof value === 'string' ? STATUS_CLASS.exec(value)?.[1] : undefined;
  if (hundreds !== undefined) return [100 * Number(hundreds), 100 * Number(hundreds) + 99];
  const status = wholeWithin(value, 100, 599);
  if (status === undefined) throw optionErrors.badValue('Filters status', value);
  return [status, status];
}

/** One id, or a range: from `from` until before `to`. */
function parseIds(value: unknown): readonly [number, number] {
  if (typeof value !== 'object') {
    const id = parseId('Filters id', value);
    return [id, id];
  }
  const { from, to } = objectWith('Filters id', value, ['from', 'to']);
  return [
    isGiven(from) ? parseId('Filters id from', from) : 0,
    isGiven(to) ? parseId('Filters id to', to) - 1 : Number.MAX_SAFE_INTEGER,
  ];
}

function parseId(option: string, value: unknown): number {
  const id = wholeWithin(value, 0, Number.MAX_SAFE_INTEGER);
  if (id === undefined) throw optionErrors.badValue(option, value);
  return id;
}

function parseMethod(value: unknown): string {
  const method = typeof value === 'string' ? value.toUpperCase() : '';
  if (!METHODS.includes(method)) throw optionErrors.badValue('Filters method', value);
  return method;
}

function parseQueryText(option: string, value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') throw optionErrors.mustBe(option, 'a string');
  return String(value);
}

/** As it was sent, as the response repeats it. */
function parseDirection(value: unknown): string {
  if (!isGiven(value) || value === '') return 'asc';
  if (typeof value !== 'string' || !/^(asc|desc)$/i.test(value)) {
    throw optionErrors.badValue('Sort direction', value);
  }
  return value;
}
