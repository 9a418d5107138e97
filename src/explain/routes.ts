import { abortSignalOf } from '../api/json-stream.ts';
import { type EngineCall, engineRoute, type JsonSchema, type Operation, type Route } from '../api/route.ts';
import { anyObjectShape, booleanShape, listShape, named, objectShape, textShape } from '../api/shapes.ts';
import { limits } from '../limits.ts';
import { searchedMeta } from '../search/answer-shapes.ts';
import { searchShape } from '../search/shapes.ts';
import { parseExplainRequest } from './explain-request.ts';
import type { Explanations } from './explanations.ts';

const body: JsonSchema = {
  ...searchShape,
  title: 'ExplainRequest',
  properties: {
    ...searchShape.properties,
    document_id: { type: ['string', 'number'], description: 'The document whose place is explained.' },
    as: { type: 'string', description: 'A signed search key whose restrictions apply.' },
  },
};

/** Stages and parts have further members, which depend on their kind (docs/explain.md). */
const stage: JsonSchema = {
  ...objectShape({ stage: textShape, passed: booleanShape }),
  additionalProperties: true,
};
const part: JsonSchema = {
  ...objectShape({ kind: textShape, score: { type: 'number' } }),
  additionalProperties: true,
};

const answer = named(
  'SearchExplanation',
  objectShape(
    { meta: objectShape(searchedMeta), query_string: textShape, query_body: anyObjectShape },
    {
      explanation: objectShape({
        found: booleanShape,
        position: { type: ['integer', 'null'] },
        dropped_by: { type: ['string', 'null'] },
        stages: listShape(stage),
        score: { type: ['number', 'null'] },
        parts: listShape(part),
      }),
    },
  ),
);

const operation: Omit<Operation, 'id'> = {
  summary: 'Explain a search, and the place of a document in its result',
  query: { query: { type: 'string' } },
  body,
  answer,
};

export function explainRoutes(explanations: Explanations): Route[] {
  const route = (method: 'GET' | 'POST', id: string): Route =>
    engineRoute({
      method,
      path: '/engines/:engine/search_explain',
      bodyLimit: limits.bodies.search,
      operation: { ...operation, id },
      async answer({ caller, engine, params, requestId, reply }: EngineCall) {
        const request = parseExplainRequest(await params());
        return explanations.explain({ caller, requestId, signal: abortSignalOf(reply) }, engine, request);
      },
    });
  return [route('GET', 'getSearchExplain'), route('POST', 'searchExplain')];
}
