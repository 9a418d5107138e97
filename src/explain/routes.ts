import { abortSignalOf } from '../api/json-stream.ts';
import { type EngineCall, engineRoute, type JsonSchema, type Operation, type Route } from '../api/route.ts';
import { limits } from '../limits.ts';
import { searchShape } from '../search/shapes.ts';
import { parseExplainRequest } from './explain-request.ts';
import type { Explanations } from './explanations.ts';

const body: JsonSchema = {
  ...searchShape,
  properties: {
    ...(searchShape.properties as object),
    document_id: { type: ['string', 'number'], description: 'The document whose place is explained.' },
    as: { type: 'string', description: 'A signed search key whose restrictions apply.' },
  },
};

const stage: JsonSchema = {
  type: 'object',
  required: ['stage', 'passed'],
  properties: { stage: { type: 'string' }, passed: { type: 'boolean' } },
};
const part: JsonSchema = {
  type: 'object',
  required: ['kind', 'score'],
  properties: { kind: { type: 'string' }, score: { type: 'number' } },
};

const answer: JsonSchema = {
  type: 'object',
  properties: {
    meta: { type: 'object' },
    query_string: { type: 'string' },
    query_body: { type: 'object' },
    explanation: {
      type: 'object',
      properties: {
        found: { type: 'boolean' },
        position: { type: ['integer', 'null'] },
        dropped_by: { type: ['string', 'null'] },
        stages: { type: 'array', items: stage },
        score: { type: ['number', 'null'] },
        parts: { type: 'array', items: part },
      },
    },
  },
};

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
