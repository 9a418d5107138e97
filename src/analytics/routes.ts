import { type EngineCall, engineRoute, type JsonSchema, type Operation, type Route } from '../api/route.ts';
import {
  anyObjectShape,
  integerShape,
  listShape,
  objectShape,
  textListShape,
  textShape,
} from '../api/shapes.ts';
import { limits } from '../limits.ts';
import type { Analytics } from './analytics.ts';

const date: JsonSchema = {
  type: 'object',
  properties: {
    from: { type: 'string', description: 'RFC 3339, or a date, which is its midnight in UTC.' },
    to: { type: 'string' },
  },
};
const tag: JsonSchema = { anyOf: [textShape, textListShape] };
const conditions = (more: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties: { tag, date, ...more, all: listShape(anyObjectShape) },
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

const reportOf = (row: Readonly<Record<string, JsonSchema>>): JsonSchema =>
  objectShape({
    results: listShape(objectShape(row)),
    meta: objectShape({ page: objectShape({ size: integerShape, current: integerShape }) }),
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
        answer: reportOf({ term: textShape, clicks: integerShape, queries: integerShape }),
      },
      answer: async ({ engine, params }) => analytics.queries(engine, await params()),
    },
    {
      path: 'clicks',
      ids: ['getTopClicksAnalytics', 'topClicksAnalytics'],
      operation: {
        summary: 'List the most clicked documents, of all queries or of one',
        body: { type: 'object', properties: { query: textShape, filters: conditions({}), page } },
        answer: reportOf({ document_id: textShape, clicks: integerShape }),
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
            filters: conditions({ query: textShape, document_id: textShape }),
            interval: { enum: ['hour', 'day'], default: 'day' },
          },
        },
        answer: objectShape({
          results: listShape(
            objectShape({
              clicks: integerShape,
              queries: integerShape,
              from: textShape,
              to: textShape,
            }),
          ),
        }),
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
