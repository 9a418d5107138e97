import { type Body, shownFields } from '../documents/indexing.ts';
import type { Hit, SearchOutcome } from '../index/plan.ts';
import { limits } from '../limits.ts';
import type { Schema } from '../schema/types.ts';
import type { EngineRecord, StoredDocument } from '../store/port.ts';
import type { ResultFields } from './fields.ts';
import type { SearchRequest } from './request.ts';

export interface Found {
  readonly request: SearchRequest;
  readonly outcome: SearchOutcome;
  readonly documents: ReadonlyMap<string, StoredDocument>;
  readonly engine: EngineRecord;
  readonly schema: Schema;
  readonly requestId: string;
}

/** The answer to a search, in the shape of App Search 8. */
export function renderAnswer(found: Found): object {
  const { request, outcome, engine, requestId } = found;
  const facets = renderFacets(request, outcome);
  return {
    meta: {
      alerts: [],
      warnings: [],
      precision: 2,
      page: pageOf(request, outcome.total),
      engine: { name: engine.name, type: 'default' },
      request_id: requestId,
    },
    results: outcome.hits.map((hit) => renderResult(hit, found)),
    ...(facets && { facets }),
  };
}

function pageOf({ page: { current, size } }: SearchRequest, found: number) {
  const isBeyond = current * size > limits.searchResults;
  const total = isBeyond ? 0 : Math.min(found, limits.searchResults);
  const pages = size === 0 && !isBeyond ? 1 : Math.ceil(total / size);
  return { current, total_pages: pages, total_results: total, size };
}

function renderResult(hit: Hit, { documents, engine, schema, request }: Found): object {
  const body: Body = JSON.parse(documents.get(hit.id)?.json ?? '{}');
  const result: Record<string, unknown> = Object.create(null);
  for (const [name, value] of shownFields(body, schema)) {
    const parts = partsOf(name, request.resultFields);
    // Snippets come with the engine that knows where words stand; until then no field has one.
    if (parts !== undefined)
      result[name] = { ...(parts.raw && { raw: value }), ...(parts.snippet && { snippet: null }) };
  }
  result._meta = { id: hit.id, engine: engine.name, score: hit.score };
  result.id = { raw: hit.id };
  return result;
}

/** What is shown of a field, undefined if nothing is. */
function partsOf(name: string, fields: ResultFields | null): { raw: boolean; snippet: boolean } | undefined {
  if (fields === null) return { raw: true, snippet: false };
  const field = fields.get(name);
  return field && { raw: field.raw || !field.snippet, snippet: field.snippet };
}

/** Facets by field in alphabetical order, if any were asked for. */
function renderFacets(request: SearchRequest, outcome: SearchOutcome): object | undefined {
  if (request.facets === null) return undefined;
  const values = request.facets.filter((facet) => facet.type === 'value');
  const byField = new Map<string, object[]>();
  for (const [i, { field, name }] of values.entries()) {
    const facet = { type: 'value', ...(name !== undefined && { name }), data: outcome.facets[i] ?? [] };
    byField.set(field, [...(byField.get(field) ?? []), facet]);
  }
  return Object.fromEntries([...byField].sort(([a], [b]) => (a < b ? -1 : 1)));
}
