import { badRequest } from '../errors.ts';
import { EVERYTHING, type Filter, type GroupPlan, type SortKey } from '../index/plan.ts';
import { limits } from '../limits.ts';
import type { Schema } from '../values/types.ts';
import { type Boosts, NO_BOOSTS, parseBoosts } from './boosts.ts';
import { type FacetRequest, parseFacets } from './facets.ts';
import { parseFilters } from './filters.ts';
import { parseGroup } from './group.ts';
import { booleanOf, isGiven, isLongerThan, type Options, wholeWithin } from './option.ts';
import { messagesOf, optionErrors } from './option-error.ts';
import { FIRST_PAGE, parseSearchPage, type SearchPage } from './page.ts';
import { DEFAULT_PRECISION, HIGHEST_PRECISION } from './precision.ts';
import { parseResultFields, type ResultField, type ResultFields, WHOLE } from './result-fields.ts';
import { parseSearchFields, type SearchFields } from './search-fields.ts';
import { parseSort } from './sort.ts';
import { parseAnalytics } from './tags.ts';

/** A parsed search request, checked against the schema; omitted options are null. */
export interface SearchRequest {
  readonly query: string;
  readonly page: SearchPage;
  readonly sort: readonly SortKey[];
  readonly group: GroupPlan | null;
  readonly facets: readonly FacetRequest[] | null;
  readonly filter: Filter;
  readonly precision: number;
  readonly boosts: Boosts;
  readonly searchFields: SearchFields | null;
  readonly resultFields: ResultFields | null;
  readonly tags: readonly string[];
  readonly recordAnalytics: boolean;
  /** How to show the value of a group; null if it must not be shown. */
  readonly groupKey: ResultField | null;
  /** Whether scores may be shown. */
  readonly showsScores: boolean;
  /** About entries of the engine's search settings that were left out. */
  readonly warnings: readonly string[];
}

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

export function checkOptions(options: Options, known: ReadonlySet<string> = OPTIONS): void {
  const unknown = Object.keys(options).filter((key) => !known.has(key));
  if (unknown.length > 0) throw optionErrors.unknownOptions(unknown);
}

/** What parsing depends on besides the request. */
export interface ParseContext {
  /** The fields that options may name. */
  readonly schemaOf: (option: string) => Schema;
  /** The longest query, in characters. */
  readonly queryLimit: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Parses the options of a search. All options are parsed, and their errors are reported together. */
export function parseSearchRequest(options: Options, context: ParseContext): SearchRequest {
  checkOptions(options);
  const reader = new OptionReader(options);
  const read = <T, F>(option: string, fallback: F, parse: (value: unknown, schema: Schema) => T): T | F =>
    reader.read(option, fallback, (value) => parse(value, context.schemaOf(option)));
  const request: SearchRequest = {
    query: reader.query(context.queryLimit),
    page: read('page', FIRST_PAGE, parseSearchPage),
    sort: read('sort', [], parseSort),
    group: read('group', null, parseGroup),
    facets: read('facets', null, parseFacets),
    filter: read('filters', EVERYTHING, (value, schema) => parseFilters(value, schema, 'request')),
    precision: read('precision', DEFAULT_PRECISION, parsePrecision),
    boosts: read('boosts', NO_BOOSTS, (value, schema) => parseBoosts(value, schema, context.now)),
    searchFields: read('search_fields', null, parseSearchFields),
    resultFields: read('result_fields', null, parseResultFields),
    tags: read('analytics', [], parseAnalytics),
    recordAnalytics: read('record_analytics', true, parseRecordAnalytics),
    groupKey: WHOLE,
    showsScores: true,
    warnings: [],
  };
  reader.finish();
  return request;
}

/** Parses options one by one and collects their errors, in the order of the request. */
class OptionReader {
  readonly #options: Options;
  readonly #order: readonly string[];
  readonly #failures: Array<{ readonly at: number; readonly messages: readonly string[] }> = [];

  constructor(options: Options) {
    this.#options = options;
    this.#order = Object.keys(options);
  }

  /** The result of `parse`; `fallback` if the option was omitted or is invalid. */
  read<T, F>(option: string, fallback: F, parse: (value: unknown) => T): T | F {
    const value = this.#options[option];
    if (!isGiven(value)) return fallback;
    try {
      return parse(value);
    } catch (error) {
      this.#failures.push({ at: this.#order.indexOf(option), messages: messagesOf(error) });
      return fallback;
    }
  }

  query(limit: number): string {
    if (isGiven(this.#options.query)) return this.read('query', '', (value) => parseQuery(value, limit));
    this.#failures.push({ at: -1, messages: messagesOf(optionErrors.missing('query')) });
    return '';
  }

  /** Throws if any option was invalid. */
  finish(): void {
    if (this.#failures.length === 0) return;
    const messages = this.#failures.toSorted((a, b) => a.at - b.at).flatMap((failure) => failure.messages);
    // Several options may name the same field whose types differ between source engines.
    throw badRequest([...new Set(messages)]);
  }
}

/** The text of a query; a number is converted to text. */
export function parseQuery(value: unknown, limit: number = limits.queryLength): string {
  if (!isGiven(value)) throw optionErrors.missing('query');
  if (typeof value !== 'string' && typeof value !== 'number') throw optionErrors.mustBe('Query', 'a string');
  const query = String(value);
  if (isLongerThan(query, limit)) throw optionErrors.tooLong('Query', limit);
  return query;
}

export function parsePrecision(value: unknown): number {
  const precision = wholeWithin(value, 1, HIGHEST_PRECISION);
  if (precision === undefined) throw optionErrors.badPrecision();
  return precision;
}

function parseRecordAnalytics(value: unknown): boolean {
  const record = booleanOf(value);
  if (record === undefined) throw optionErrors.mustBe('Record analytics', 'a boolean');
  return record;
}
