import type { SignedKeysMode } from '../config.ts';
import type { Filter } from '../index/plan.ts';
import type { Schema } from '../schema/types.ts';
import {
  type FacetRequest,
  parseFacets,
  parseResultFields,
  parseSearchFields,
  type ResultField,
  type ResultFields,
  type SearchFields,
} from './fields.ts';
import { parseFilters } from './filters.ts';
import type { Options } from './option-error.ts';
import { checkOptions, parseSearchRequest, type SearchRequest } from './request.ts';

/** Options of a signed key that bound the request instead of replacing it. */
const BOUNDS = ['filters', 'facets', 'search_fields', 'result_fields'];

/**
 * The search that a caller may do: what was asked for, within what the signed key (if one was used) allows.
 * This is the one place where restrictions are applied; every read path goes through it.
 *
 * - `filters` of the key and of the request must both hold;
 * - `search_fields`, `result_fields` and non-empty `facets` of the key are an outer bound: what both name, or
 *   what the key names where the request names nothing; never "all";
 * - `facets` that are empty or null forbid facets without a word;
 * - every other option of the key replaces the request's.
 */
export function restrictedRequest(
  options: Options,
  restrictions: Options | null,
  schema: Schema,
  mode: SignedKeysMode,
): SearchRequest {
  if (restrictions === null) return parseSearchRequest(options, schema);
  checkOptions(restrictions);
  const has = (option: string): boolean => Object.hasOwn(restrictions, option);
  const overrides = Object.entries(restrictions).filter(([option]) => !BOUNDS.includes(option));
  const asked: Options = { ...options, ...Object.fromEntries(overrides) };

  const resultBound = has('result_fields')
    ? parseResultFields(known(restrictions.result_fields, schema), schema)
    : null;
  const searchBound = has('search_fields') ? searchBoundOf(restrictions.search_fields, schema) : null;
  // Strict: a field that is never shown is not there at all, for this caller, save for full-text matching.
  const visible = mode === 'strict' && resultBound !== null ? only(schema, resultBound) : schema;
  const forbidsFacets = has('facets') && isEmpty(restrictions.facets);
  const { facets: _, ...withoutFacets } = asked;
  const request = parseSearchRequest(forbidsFacets ? withoutFacets : asked, schema, visible);

  return {
    ...request,
    filter: has('filters')
      ? bothFilters(parseFilters(restrictions.filters, schema, 'token'), request.filter)
      : request.filter,
    facets:
      has('facets') && !forbidsFacets
        ? facetsWithin(parseFacets(restrictions.facets, schema), request.facets)
        : request.facets,
    searchFields:
      searchBound === null ? request.searchFields : searchWithin(searchBound, request.searchFields),
    resultFields:
      resultBound === null ? request.resultFields : resultsWithin(resultBound, request.resultFields),
  };
}

const isEmpty = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.keys(value as object).length === 0);

/** A key may name fields that the engine does not have (yet): they bound, and are passed over. */
function known(value: unknown, schema: Schema): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name === 'id' || schema.has(name)));
}

/** The fields a key lets be searched; none of them in the engine means that nothing is found. */
function searchBoundOf(value: unknown, schema: Schema): SearchFields {
  const present = known(value, schema);
  const searchable =
    typeof present === 'object' && present !== null
      ? Object.fromEntries(
          Object.entries(present).filter(([name]) => name === 'id' || schema.get(name) === 'text'),
        )
      : present;
  return isEmpty(searchable) ? new Map() : parseSearchFields(searchable, schema);
}

const only = (schema: Schema, bound: ResultFields): Schema =>
  new Map([...schema].filter(([name]) => bound.has(name)));

const bothFilters = (token: Filter, request: Filter): Filter => ({ kind: 'all', of: [token, request] });

/** The key's sizes where it states them, else the request's. */
const facetsWithin = (
  bound: readonly FacetRequest[],
  asked: readonly FacetRequest[] | null,
): readonly FacetRequest[] => {
  if (asked === null) return bound;
  const allowed = new Set(bound.map((facet) => facet.field));
  const statedSize = ({ field, type }: FacetRequest): number | undefined =>
    bound.find((facet) => facet.field === field && facet.type === type && facet.size !== undefined)?.size;
  return asked
    .filter((facet) => allowed.has(facet.field))
    .map((facet) => ({ ...facet, size: statedSize(facet) ?? facet.size }));
};

/** The key's weights where it states them, else the request's. */
const searchWithin = (bound: SearchFields, asked: SearchFields | null): SearchFields =>
  new Map(
    [...bound]
      .filter(([name]) => asked === null || asked.has(name))
      .map(([name, weight]) => [name, weight ?? asked?.get(name)]),
  );

/** What the request names of a field, within what the key allows of it. */
const resultsWithin = (bound: ResultFields, asked: ResultFields | null): ResultFields => {
  if (asked === null) return bound;
  const within = new Map<string, ResultField>();
  for (const [name, field] of asked) {
    const allowed = bound.get(name);
    if (allowed === undefined) continue;
    const allowsBoth = !allowed.raw && !allowed.snippet;
    const asksRaw = field.raw || !field.snippet;
    const raw = asksRaw && (allowsBoth || allowed.raw);
    const snippet = field.snippet && (allowsBoth || allowed.snippet);
    if (raw || snippet) within.set(name, { raw, snippet });
  }
  return within;
};
