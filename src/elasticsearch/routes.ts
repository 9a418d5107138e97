import { abortSignalOf, streamJson } from '../api/json-stream.ts';
import { type EngineCall, engineRoute, type Operation, type Route } from '../api/route.ts';
import {
  anyObjectShape,
  booleanShape,
  integerShape,
  listShape,
  named,
  objectShape,
  textListShape,
  textShape,
} from '../api/shapes.ts';
import { limits } from '../limits.ts';
import { AnswerStream } from '../search/answer-stream.ts';
import type { ElasticsearchSearches } from './elasticsearch-searches.ts';
import { searchAnalytics } from './search-analytics.ts';

const body = named('ElasticsearchRequest', {
  type: 'object',
  properties: {
    query: {
      ...anyObjectShape,
      description: 'One query. docs/elasticsearch.md has those that are supported.',
    },
    from: { type: 'integer', minimum: 0, default: 0 },
    size: { type: 'integer', minimum: 0, default: limits.elasticsearch.size },
    sort: { type: ['array', 'object', 'string'] },
    _source: { oneOf: [{ type: ['boolean', 'string', 'object'] }, textListShape] },
    aggs: anyObjectShape,
    aggregations: anyObjectShape,
    track_total_hits: { type: ['boolean', 'integer'] },
  },
});

const hit = objectShape(
  { _index: textShape, _id: textShape, _score: { type: ['number', 'null'] } },
  {
    _source: { ...anyObjectShape, description: 'Values are strings.' },
    sort: listShape({ type: ['string', 'number', 'null'] }),
  },
);

const answer = named(
  'ElasticsearchAnswer',
  objectShape(
    {
      took: integerShape,
      timed_out: booleanShape,
      _shards: anyObjectShape,
      hits: objectShape(
        { max_score: { type: ['number', 'null'] }, hits: listShape(hit) },
        { total: objectShape({ value: integerShape, relation: { enum: ['eq', 'gte'] } }) },
      ),
    },
    { aggregations: { type: 'object', additionalProperties: anyObjectShape } },
  ),
);

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
