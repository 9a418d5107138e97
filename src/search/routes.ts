import { type EngineCall, engineRoute, type JsonSchema, type Route } from '../http/route.ts';
import { pageMetaSchema } from '../http/shapes.ts';
import { limits } from '../limits.ts';
import type { Searches } from './searches.ts';

const PATH = '/engines/:engine/search';
const object: JsonSchema = { type: 'object' };

const body: JsonSchema = {
  type: 'object',
  required: ['query'],
  additionalProperties: false,
  properties: {
    query: { type: ['string', 'number'], maxLength: limits.queryLength },
    page: {
      type: 'object',
      properties: {
        current: { type: 'integer', minimum: 1, maximum: limits.searchPage, default: 1 },
        size: {
          type: 'integer',
          minimum: 0,
          maximum: limits.searchResultsPerPage.most,
          default: limits.searchResultsPerPage.default,
        },
      },
    },
    filters: object,
    facets: object,
    search_fields: object,
    result_fields: object,
    sort: {},
    group: object,
    boosts: object,
    precision: { type: 'integer', minimum: 1, maximum: 11 },
    analytics: object,
    record_analytics: { type: 'boolean' },
  },
};

const answer: JsonSchema = {
  type: 'object',
  properties: {
    meta: {
      type: 'object',
      properties: {
        alerts: { type: 'array' },
        warnings: { type: 'array' },
        precision: { type: 'integer' },
        page: pageMetaSchema,
        engine: { type: 'object', properties: { name: { type: 'string' }, type: { type: 'string' } } },
        request_id: { type: 'string' },
      },
    },
    results: { type: 'array', items: object },
    facets: object,
  },
};

export const searchRoutes = (searches: Searches): Route[] => {
  const search = ({ caller, engine, params, requestId }: EngineCall) =>
    searches.search(caller, engine, params(), requestId);
  return [
    engineRoute({
      method: 'GET',
      path: PATH,
      operation: {
        id: 'getSearch',
        summary: 'Search the documents of an engine',
        query: { query: { type: 'string' } },
        body,
        answer,
      },
      answer: search,
    }),
    engineRoute({
      method: 'POST',
      path: PATH,
      operation: { id: 'search', summary: 'Search the documents of an engine', body, answer },
      answer: search,
    }),
  ];
};
