import { type EngineCall, engineRoute, type JsonSchema, type Operation, type Route } from '../api/route.ts';
import { limits } from '../limits.ts';
import type { Analytics } from './analytics.ts';

const date: JsonSchema = {
  type: 'object',
  properties: {
    from: { type: 'string', description: 'RFC 3339, or a date, which is its midnight in UTC.' },
    to: { type: 'string' },
  },
};
const tag: JsonSchema = { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] };
const conditions = (more: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties: { tag, date, ...more, all: { type: 'array', items: { type: 'object' } } },
});
const page: JsonSchema = {
  type: 'object',
  properties: {
    size: {
      type: 'integer',
      minimum: 1,
      maximum: limits.analyticsResults.most,
      default: limits.analyticsResults.default,
    },
    current: { type: 'integer', minimum: 1, maximum: limits.searchPage, default: 1 },
  },
};
const count: JsonSchema = { type: 'integer' };
const text: JsonSchema = { type: 'string' };

const listOf = (row: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties: {
    results: { type: 'array', items: { type: 'object', properties: row } },
    meta: {
      type: 'object',
      properties: { page: { type: 'object', properties: { size: count, current: count } } },
    },
  },
});

interface Report {
  readonly path: string;
  readonly operation: Omit<Operation, 'id'>;
  readonly ids: readonly [get: string, post: string];
  answer(call: EngineCall): Promise<object>;
}

/** Reports about searches and clicks, for GET and POST. */
export function analyticsRoutes(analytics: Analytics): Route[] {
  const reports: readonly Report[] = [
    {
      path: 'queries',
      ids: ['getTopQueriesAnalytics', 'topQueriesAnalytics'],
      operation: {
        summary: 'List the most frequent queries',
        body: {
          type: 'object',
          properties: {
            filters: conditions({ clicks: { type: 'boolean' }, results: { type: 'boolean' } }),
            page,
          },
        },
        answer: listOf({ term: text, clicks: count, queries: count }),
      },
      answer: async ({ engine, params }) => analytics.queries(engine, await params()),
    },
    {
      path: 'clicks',
      ids: ['getTopClicksAnalytics', 'topClicksAnalytics'],
      operation: {
        summary: 'List the most clicked documents, of all queries or of one',
        body: { type: 'object', properties: { query: text, filters: conditions({}), page } },
        answer: listOf({ document_id: text, clicks: count }),
      },
      answer: async ({ engine, params }) => analytics.clicks(engine, await params()),
    },
    {
      path: 'counts',
      ids: ['getCountAnalytics', 'countAnalytics'],
      operation: {
        summary: 'Count searches and clicks by hour or day',
        body: {
          type: 'object',
          properties: {
            filters: conditions({ query: text, document_id: text }),
            interval: { enum: ['hour', 'day'], default: 'day' },
          },
        },
        answer: {
          type: 'object',
          properties: {
            results: {
              type: 'array',
              items: { type: 'object', properties: { clicks: count, queries: count, from: text, to: text } },
            },
          },
        },
      },
      answer: async ({ engine, params }) => analytics.counts(engine, await params()),
    },
  ];
  return reports.flatMap(({ path, ids: [getId, postId], operation, answer }) => {
    const route = (method: 'GET' | 'POST', id: string): Route =>
      engineRoute({
        method,
        path: `/engines/:engine/analytics/${path}`,
        operation: { ...operation, id },
        answer,
      });
    return [route('GET', getId), route('POST', postId)];
  });
}
