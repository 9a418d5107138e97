import { parseDates } from '../analytics/event-filters.ts';
import { type PageRequest, parsePage } from '../api/page.ts';
import { limits } from '../limits.ts';
import { isGiven, type Options, objectWith, wholeWithin } from '../search/option.ts';
import { optionErrors } from '../search/option-error.ts';
import { checkOptions } from '../search/request.ts';
import type { ApiLogFilter } from '../store/port.ts';

const OPTIONS = new Set(['filters', 'query', 'page', 'current_page', 'page_size', 'sort_direction']);
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
    ? objectWith('Filters', options.filters, ['date', 'status', 'method'])
    : {};
  const { from, to } = parseDates(filters.date ?? {});
  if (from === undefined) throw optionErrors.missing('filters[date][from]');
  if (to === undefined) throw optionErrors.missing('filters[date][to]');
  const status = isGiven(filters.status) ? wholeWithin(filters.status, 100, 599) : undefined;
  if (isGiven(filters.status) && status === undefined) {
    throw optionErrors.badValue('Filters status', filters.status);
  }
  const method = isGiven(filters.method) ? parseMethod(filters.method) : undefined;
  const text = isGiven(options.query) ? parseQueryText(options.query) : '';
  const direction = parseDirection(options.sort_direction);
  const page = parsePage(options, limits.apiLogPerPage);
  if (page.current > limits.searchPage) throw optionErrors.tooLarge('Page current', limits.searchPage);
  return {
    filter: { from, to, status, method, text, isDescending: direction.toLowerCase() === 'desc' },
    page,
    echo: { query: text, filters, sort_direction: direction },
  };
}

function parseMethod(value: unknown): string {
  const method = typeof value === 'string' ? value.toUpperCase() : '';
  if (!METHODS.includes(method)) throw optionErrors.badValue('Filters method', value);
  return method;
}

function parseQueryText(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') throw optionErrors.mustBe('Query', 'a string');
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
