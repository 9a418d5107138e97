import { EVERYTHING, type Filter } from '../index/plan.ts';
import { limits } from '../limits.ts';
import { UnionSchema } from '../meta-engines/union-schema.ts';
import type { SignedKeysMode } from '../setting-table.ts';
import type { StoredSettings } from '../store/port.ts';
import type { FieldType, Schema } from '../values/types.ts';
import { type FacetRequest, parseFacets } from './facets.ts';
import { parseFilters } from './filters.ts';
import { isGiven, type Options } from './option.ts';
import { checkOptions, parseSearchRequest, type SearchRequest } from './request.ts';
import { parseResultFields, type ResultField, type ResultFields, WHOLE } from './result-fields.ts';
import { isSearchable, parseSearchFields, type SearchFields } from './search-fields.ts';
import { fittingSections, SECTIONS, withEngineWeights } from './settings-sections.ts';

/** The claims of a signed search key except the standard ones; null for every other key. */
export type Restrictions = Options | null;

/** Options of a signed key that limit the request's instead of replacing them. */
const BOUNDS = ['filters', 'facets', 'search_fields', 'result_fields'];

const NO_OPTIONS: Options = {};

/** The limits that a signed key sets, parsed against the schema; null for options it does not have. */
export interface Bounds {
  readonly filter: Filter;
  readonly results: ResultFields | null;
  readonly searched: SearchFields | null;
  readonly fields: UsableFields;
  /** Whether scores may be shown. */
  readonly showsScores: boolean;
}

/** The fields that a request may name: all of them, or under the strict setting those that the key shows. */
interface UsableFields {
  /** In `result_fields`: every field of which the key allows a part. */
  readonly returned: Schema;
  /** In `filters`, `sort`, `group` and `boosts`: fields of which a value or a part of a text is shown. */
  readonly visible: Schema;
  /** In facets and suggestions, which show whole values: fields that are shown whole. */
  readonly whole: Schema;
}

/** Throws if a claim is not a search option: such a key allows no request. */
export function boundsOf(restrictions: Restrictions, schema: Schema, mode: SignedKeysMode): Bounds {
  const everyField = { returned: schema, visible: schema, whole: schema };
  if (restrictions === null) {
    return { filter: EVERYTHING, results: null, searched: null, fields: everyField, showsScores: true };
  }
  checkOptions(restrictions);
  const has = (option: string): boolean => Object.hasOwn(restrictions, option);
  const results = has('result_fields')
    ? parseResultFields(known(restrictions.result_fields, schema), schema)
    : null;
  return {
    filter: has('filters') ? parseFilters(restrictions.filters, schema, 'token') : EVERYTHING,
    results,
    searched: has('search_fields') ? searchBoundOf(restrictions.search_fields, schema) : null,
    // Strict: a field that is never shown does not exist for this caller, except for full-text matching.
    fields: mode === 'strict' && results !== null ? usableFields(schema, results) : everyField,
    // Scores depend on the words of all documents, so they reveal words of documents that the filters exclude.
    showsScores: mode === 'compatible' || !has('filters'),
  };
}

/**
 * The search that a caller may run: the request, with the engine's search settings for the sections that it does not
 * name, within the restrictions of its signed key, if it uses one. Restrictions are applied only here; every read path
 * goes through this function or through `boundsOf`.
 *
 * - `filters` of the key and of the request must both hold;
 * - `search_fields`, `result_fields` and non-empty `facets` of the key are an upper limit: the fields that both
 *   name, or those of the key if the request names none; never "all";
 * - `facets` that are empty or null silently forbid facets;
 * - every other option of the key replaces the request's, and may use fields that are hidden from the caller;
 * - the value of a group is shown only if the key allows the raw field, and so are scores that a boost has computed
 *   from a field: with a linear boost and an empty query the score is the value;
 * - under the strict setting, facets need fields that the key shows whole, and a key with filters gets no scores.
 */
export function restrictedRequest(
  options: Options,
  restrictions: Restrictions,
  schema: Schema,
  mode: SignedKeysMode,
  queryLimit: number = limits.queryLength,
  settings: StoredSettings = {},
): SearchRequest {
  const bounds = boundsOf(restrictions, schema, mode);
  const overrides = restrictions === null ? NO_OPTIONS : without(BOUNDS, restrictions);
  const isReplaced = (option: string): boolean => Object.hasOwn(overrides, option);
  const { fields } = bounds;
  const schemaOf = (option: string): Schema =>
    // Queries also search hidden fields, within the `search_fields` of the key.
    isReplaced(option) || option === 'search_fields' ? schema : usableIn(option, fields);
  const tuned = fittingSections(
    settings,
    SECTIONS.filter((section) => !isGiven(options[section]) && !isReplaced(section)),
    { schemaOf, mayName: (field) => fields.visible === schema || fields.visible.has(field) },
  );
  const forbidsFacets =
    restrictions !== null && Object.hasOwn(restrictions, 'facets') && isEmpty(restrictions.facets);
  const asked = forbidsFacets ? without(['facets'], options) : options;
  const parsed = parseSearchRequest(
    { ...asked, ...tuned.options, ...overrides },
    { queryLimit, now: Date.now(), schemaOf },
  );
  const request = {
    ...parsed,
    searchFields: withEngineWeights(parsed.searchFields, settings),
    warnings: tuned.warnings,
  };
  if (restrictions === null) return request;

  return {
    ...request,
    filter: bothFilters(bounds.filter, request.filter),
    facets:
      Object.hasOwn(restrictions, 'facets') && !forbidsFacets
        ? facetsWithin(parseFacets(restrictions.facets, schema), request.facets)
        : request.facets,
    searchFields: searchWithin(bounds.searched, request.searchFields),
    resultFields: resultsWithin(bounds.results, request.resultFields),
    groupKey: groupKeyWithin(bounds.results, request),
    showsScores:
      bounds.showsScores && request.boosts.boosts.every(({ field }) => mayShowRaw(bounds.results, field)),
  };
}

const without = (names: readonly string[], options: Options): Options =>
  Object.fromEntries(Object.entries(options).filter(([option]) => !names.includes(option)));

const isEmpty = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.keys(value as object).length === 0);

/** A key may name fields that the engine does not have (yet): they are ignored, but still exclude other fields. */
function known(value: unknown, schema: Schema): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name === 'id' || schema.has(name)));
}

/** The fields that a key may search; if the engine has none of them, nothing matches. */
function searchBoundOf(value: unknown, schema: Schema): SearchFields {
  const present = known(value, schema);
  const searchable =
    typeof present === 'object' && present !== null && !Array.isArray(present)
      ? Object.fromEntries(Object.entries(present).filter(([name]) => isSearchable(name, schema)))
      : present;
  return isEmpty(searchable) ? new Map() : parseSearchFields(searchable, schema);
}

function usableFields(schema: Schema, bound: ResultFields): UsableFields {
  const only = (shows: (allowed: ResultField, type: FieldType) => boolean): Schema => {
    const shown = new Map(
      [...schema].filter(([name, type]) => {
        const allowed = bound.get(name);
        return allowed !== undefined && shows(allowed, type);
      }),
    );
    // Ids stay scoped, and the names of source engines are shown anyway.
    return schema instanceof UnionSchema ? schema.withOnly(shown) : shown;
  };
  return {
    returned: only(() => true),
    // Snippets exist of texts only, so a snippet of any other type shows nothing.
    visible: only((allowed, type) => type === 'text' || allowsRaw(allowed)),
    // A size cuts texts only.
    whole: only((allowed, type) => allowsRaw(allowed) && (type !== 'text' || allowed.rawSize === undefined)),
  };
}

function usableIn(option: string, { returned, visible, whole }: UsableFields): Schema {
  if (option === 'result_fields') return returned;
  return option === 'facets' ? whole : visible;
}

const bothFilters = (token: Filter, request: Filter): Filter =>
  token === EVERYTHING ? request : { kind: 'all', of: [token, request] };

/** The sizes in the key, otherwise those in the request. */
function facetsWithin(
  bound: readonly FacetRequest[],
  asked: readonly FacetRequest[] | null,
): readonly FacetRequest[] {
  if (asked === null) return bound;
  const allowed = new Set(bound.map((facet) => facet.field));
  const statedSize = ({ field }: FacetRequest): number | undefined =>
    bound.find((facet) => facet.field === field && facet.size !== undefined)?.size;
  return asked
    .filter((facet) => allowed.has(facet.field))
    .map((facet) => (facet.type === 'value' ? { ...facet, size: statedSize(facet) ?? facet.size } : facet));
}

/** The weights in the key, otherwise those in the request. */
export function searchWithin(bound: SearchFields | null, asked: SearchFields | null): SearchFields | null {
  if (bound === null) return asked;
  return new Map(
    [...bound]
      .filter(([name]) => asked === null || asked.has(name))
      .map(([name, weight]) => [name, weight ?? asked?.get(name)]),
  );
}

/** The parts of a field that the request names, limited to those that the key allows. */
function resultsWithin(bound: ResultFields | null, asked: ResultFields | null): ResultFields | null {
  if (bound === null || asked === null) return bound ?? asked;
  const within = new Map<string, ResultField>();
  for (const [name, field] of asked) {
    const allowed = bound.get(name);
    if (allowed === undefined) continue;
    const asksRaw = field.raw || !field.snippet;
    const raw = asksRaw && allowsRaw(allowed);
    const snippet = field.snippet && (allowed.snippet || !allowed.raw);
    if (!raw && !snippet) continue;
    within.set(name, {
      raw,
      snippet,
      rawSize: allowed.rawSize ?? field.rawSize,
      snippetSize: allowed.snippetSize ?? field.snippetSize,
      fallback: allowed.fallback ?? field.fallback,
    });
  }
  return within;
}

/** A field without `raw` or `snippet` allows both. */
const allowsRaw = (allowed: ResultField): boolean => allowed.raw || !allowed.snippet;

/** The value of a group is a raw value, so the key must allow the raw field. */
function groupKeyWithin(bound: ResultFields | null, { group }: SearchRequest): ResultField | null {
  if (bound === null || group === null) return WHOLE;
  return mayShowRaw(bound, group.field) ? (bound.get(group.field) ?? null) : null;
}

function mayShowRaw(bound: ResultFields | null, field: string): boolean {
  const allowed = bound?.get(field);
  return bound === null || (allowed !== undefined && allowsRaw(allowed));
}
