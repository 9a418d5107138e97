import { type Body, shownFields } from '../documents/indexing.ts';
import type { Hit, SearchOutcome } from '../index/plan.ts';
import type { Schema } from '../schema/types.ts';
import type { EngineRecord, StoredDocument } from '../store/port.ts';
import { pageMeta } from './page.ts';
import { renderFacets } from './render-facets.ts';
import type { FieldRenderer } from './render-field.ts';
import type { SearchRequest } from './request.ts';
import { type ResultField, WHOLE } from './result-fields.ts';

export interface Found {
  readonly request: SearchRequest;
  readonly outcome: SearchOutcome;
  readonly documents: ReadonlyMap<string, StoredDocument>;
  readonly engine: EngineRecord;
  readonly schema: Schema;
  readonly fields: FieldRenderer;
  readonly requestId: string;
}

/** The answer to a search, in the shape of App Search 8. */
export function renderAnswer(found: Found): object {
  const { request, outcome, engine, requestId } = found;
  return {
    meta: {
      alerts: [],
      warnings: request.boosts.warnings,
      precision: request.precision,
      page: pageMeta(request.page, outcome.total),
      engine: { name: engine.name, type: 'default' },
      request_id: requestId,
    },
    results: outcome.hits.map((hit) => renderHit(hit, found)),
    ...(request.facets && { facets: renderFacets(request.facets, outcome.facets) }),
  };
}

/** A document, or a group: its head with the value that makes it one, and the other documents. */
function renderHit(hit: Hit, found: Found): object {
  const result = renderDocument(hit, found);
  if (hit.group === undefined) return result;
  const { groupKey } = found.request;
  result._group_key = groupKey && found.fields.raw(hit.group.key, groupKey);
  result._group = hit.group.others.map((other) => renderDocument(other, found));
  return result;
}

function renderDocument(hit: Hit, found: Found): Record<string, unknown> {
  const { documents, engine, schema, request, fields } = found;
  const body: Body = JSON.parse(documents.get(hit.id)?.json ?? '{}');
  const result: Record<string, unknown> = Object.create(null);
  for (const [name, value] of shownFields(body, schema)) {
    const field = request.resultFields === null ? WHOLE : request.resultFields.get(name);
    if (field === undefined) continue;
    result[name] = {
      ...(showsRaw(field) && { raw: fields.raw(value, field) }),
      ...(field.snippet && { snippet: schema.get(name) === 'text' ? fields.snippet(value, field) : null }),
    };
  }
  result._meta = { id: hit.id, engine: engine.name, score: hasScores(request) ? hit.score : null };
  result.id = { raw: hit.id };
  return result;
}

const showsRaw = ({ raw, snippet }: ResultField): boolean => raw || !snippet;

/** A score that has no part in the order is not shown, nor one that would tell what the caller may not see. */
const hasScores = ({ sort, showsScores }: SearchRequest): boolean =>
  showsScores && (sort.length === 0 || sort.some(({ kind }) => kind === 'score'));
