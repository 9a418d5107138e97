import { badRequest, errors } from '../errors.ts';
import { EVERYTHING, type Filter } from '../index/plan.ts';
import { limits } from '../limits.ts';
import { parseNumber } from '../schema/number-value.ts';
import type { Schema } from '../schema/types.ts';
import {
  type FacetRequest,
  parseFacets,
  parseResultFields,
  parseSearchFields,
  type ResultFields,
  type SearchFields,
} from './fields.ts';
import { parseFilters } from './filters.ts';
import { type Options, objectOf, optionErrors } from './option-error.ts';

/** A search as it was asked for, checked against the schema; null where an option was left out. */
export interface SearchRequest {
  readonly query: string;
  readonly page: { readonly current: number; readonly size: number };
  readonly filter: Filter;
  readonly facets: readonly FacetRequest[] | null;
  readonly searchFields: SearchFields | null;
  readonly resultFields: ResultFields | null;
}

/** Options that are known; those without a reader here are accepted and have no effect yet. */
const OPTIONS = new Set([
  'query',
  'page',
  'sort',
  'group',
  'facets',
  'filters',
  'precision',
  'boosts',
  'search_fields',
  'result_fields',
  'analytics',
  'record_analytics',
]);

export function checkOptions(options: Options): void {
  const unknown = Object.keys(options).find((key) => !OPTIONS.has(key));
  if (unknown !== undefined) throw optionErrors.unknownOption(unknown);
}

/**
 * Reads the options of a search. `visible` is what may be named in filters, facets and result fields; the words
 * themselves are looked for in all of `schema`.
 */
export function parseSearchRequest(
  options: Options,
  schema: Schema,
  visible: Schema = schema,
): SearchRequest {
  checkOptions(options);
  const given = <T>(option: string, parse: (value: unknown, schema: Schema) => T, known: Schema): T | null =>
    options[option] === undefined || options[option] === null ? null : parse(options[option], known);
  return {
    query: parseQuery(options.query),
    page: parseSearchPage(options.page),
    filter: given('filters', (value, known) => parseFilters(value, known, 'request'), visible) ?? EVERYTHING,
    facets: given('facets', parseFacets, visible),
    searchFields: given('search_fields', parseSearchFields, schema),
    resultFields: given('result_fields', parseResultFields, visible),
  };
}

function parseQuery(value: unknown): string {
  if (value === undefined || value === null) throw errors.missingParameter('query');
  if (typeof value !== 'string' && typeof value !== 'number') throw optionErrors.mustBe('Query', 'a string');
  const query = String(value);
  if ([...query].length > limits.queryLength) {
    throw badRequest(`Query cannot be longer than ${limits.queryLength} characters`);
  }
  return query;
}

function parseSearchPage(value: unknown): SearchRequest['page'] {
  const page = value === undefined || value === null ? {} : objectOf('Page', value);
  const { default: size, most } = limits.searchResultsPerPage;
  return {
    current: wholeNumber('Page current', page.current, 1, 1, limits.searchPage),
    size: wholeNumber('Page size', page.size, size, 0, most),
  };
}

function wholeNumber(option: string, value: unknown, fallback: number, least: number, most: number): number {
  if (value === undefined || value === null) return fallback;
  const number = typeof value === 'string' ? parseNumber(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number))
    throw optionErrors.mustBe(option, 'an integer');
  if (number < least) throw optionErrors.tooSmall(option, least);
  if (number > most) throw optionErrors.tooLarge(option, most);
  return number;
}
