import { abortSignalOf, streamJson } from '../api/json-stream.ts';
import { type EngineCall, engineRoute, type JsonSchema, type Operation, type Route } from '../api/route.ts';
import { limits } from '../limits.ts';
import { AnswerStream } from '../search/answer-stream.ts';
import type { ElasticsearchSearches } from './elasticsearch-searches.ts';
import { searchAnalytics } from './search-analytics.ts';

const object: JsonSchema = { type: 'object' };
const patterns: JsonSchema = { type: 'array', items: { type: 'string' } };

const body: JsonSchema = {
  type: 'object',
  properties: {
    query: { ...object, description: 'One query. docs/elasticsearch.md has those that are supported.' },
    from: { type: 'integer', minimum: 0, default: 0 },
    size: { type: 'integer', minimum: 0, default: limits.elasticsearch.size },
    sort: { type: ['array', 'object', 'string'] },
    _source: { oneOf: [{ type: ['boolean', 'string', 'object'] }, patterns] },
    aggs: object,
    aggregations: object,
    track_total_hits: { type: ['boolean', 'integer'] },
  },
};

const hit: JsonSchema = {
  type: 'object',
  properties: {
    _index: { type: 'string' },
    _id: { type: 'string' },
    _score: { type: ['number', 'null'] },
    _source: { ...object, description: 'Values are strings.' },
    sort: { type: 'array' },
  },
};

const answer: JsonSchema = {
  type: 'object',
  properties: {
    took: { type: 'integer' },
    timed_out: { type: 'boolean' },
    _shards: object,
    hits: {
      type: 'object',
      properties: {
        total: {
          type: 'object',
          properties: { value: { type: 'integer' }, relation: { enum: ['eq', 'gte'] } },
        },
        max_score: { type: ['number', 'null'] },
        hits: { type: 'array', items: hit },
      },
    },
    aggregations: object,
  },
};

const operation: Omit<Operation, 'id'> = {
  summary: 'Search with a query of Elasticsearch',
  description:
    'A subset of the query language; other parts are answered with 501. The address under /api/as/v0 works too.',
  query: { sort: { type: 'string' }, from: { type: 'integer' }, size: { type: 'integer' } },
  body,
  answer,
};

/** `elasticsearch/_search`: for private keys only, as it reads every field. */
export function elasticsearchRoutes(searches: ElasticsearchSearches): Route[] {
  const route = (method: 'GET' | 'POST', id: string): Route =>
    engineRoute({
      method,
      path: '/engines/:engine/elasticsearch/_search',
      isInV0: true,
      bodyLimit: limits.bodies.search,
      operation: { ...operation, id },
      async answer({ caller, engine, params, requestId, reply }: EngineCall) {
        const analytics = searchAnalytics(reply.request);
        const context = { caller, requestId, signal: abortSignalOf(reply), analytics };
        const found = await searches.search(context, engine, await params());
        return found instanceof AnswerStream ? streamJson(reply, found.chunks) : found;
      },
    });
  return [route('GET', 'getElasticsearchSearch'), route('POST', 'elasticsearchSearch')];
}
