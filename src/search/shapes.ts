import { limits } from '../limits.ts';
import { DEFAULT_PRECISION, HIGHEST_PRECISION } from './precision.ts';

/** The JSON Schemas of search requests and responses, for the OpenAPI description. */

type Shape = Readonly<Record<string, unknown>>;

const object: Shape = { type: 'object' };
const direction: Shape = { enum: ['asc', 'desc'] };
const location: Shape = {
  description: 'A place: "lat,lon", [lon, lat], a geohash, or "POINT (lon lat)".',
  type: ['string', 'array'],
};
const unit: Shape = { enum: ['mm', 'cm', 'm', 'km', 'in', 'ft', 'yd', 'mi'], default: 'm' };
const tags: Shape = {
  type: 'array',
  maxItems: limits.tags,
  items: { type: 'string', maxLength: limits.tagLength },
};
const size = (most: number, fallback: number): Shape => ({
  type: 'integer',
  minimum: 1,
  maximum: most,
  default: fallback,
});
const oneOrSeveral = (shape: Shape): Shape => ({ oneOf: [shape, { type: 'array', items: shape }] });
const byField = (shape: Shape): Shape => ({ type: 'object', additionalProperties: shape });

const query: Shape = {
  type: ['string', 'number'],
  description: `At most ${limits.queryLength} characters unless FINDLING_QUERY_LIMIT says otherwise.`,
};

const sortKey: Shape = {
  type: 'object',
  description: '_score, id or a field, and the direction; for a place its center.',
  minProperties: 1,
  maxProperties: 1,
  additionalProperties: {
    oneOf: [
      direction,
      {
        type: 'object',
        required: ['center'],
        properties: { center: location, order: direction, mode: { enum: ['min', 'max', 'median', 'avg'] } },
      },
    ],
  },
};

const facet: Shape = {
  type: 'object',
  required: ['type'],
  properties: {
    type: { enum: ['value', 'range'] },
    name: { type: 'string', maxLength: limits.facetNameLength },
    size: size(limits.facetValues.most, limits.facetValues.default),
    sort: { type: 'object', properties: { count: direction, value: direction } },
    ranges: {
      type: 'array',
      maxItems: limits.facetRanges,
      items: {
        type: 'object',
        properties: {
          from: { type: ['number', 'string'] },
          to: { type: ['number', 'string'] },
          name: { type: 'string', maxLength: limits.facetNameLength },
        },
      },
    },
    center: location,
    unit,
  },
};

const boost: Shape = {
  type: 'object',
  required: ['type'],
  properties: {
    type: { enum: ['value', 'functional', 'proximity'] },
    value: { type: ['string', 'number', 'boolean', 'array'] },
    function: { enum: ['linear', 'exponential', 'logarithmic', 'gaussian'] },
    operation: { enum: ['add', 'multiply'], default: 'add' },
    factor: { type: 'number', minimum: 0, maximum: limits.boostFactor, default: 1 },
    center: { type: ['string', 'number', 'array'] },
  },
};

const resultSize: Shape = {
  type: 'integer',
  minimum: limits.resultSize.least,
  maximum: limits.resultSize.most,
};

/** The options that the search settings of an engine have defaults for. */
const sections: Shape = {
  precision: { type: 'integer', minimum: 1, maximum: HIGHEST_PRECISION, default: DEFAULT_PRECISION },
  boosts: byField(oneOrSeveral(boost)),
  search_fields: byField({
    type: 'object',
    properties: { weight: { type: 'number', minimum: 0, maximum: limits.fieldWeight, default: 1 } },
  }),
  result_fields: byField({
    type: 'object',
    properties: {
      raw: { type: 'object', properties: { size: resultSize } },
      snippet: {
        type: 'object',
        properties: {
          size: { ...resultSize, default: limits.resultSize.snippet },
          fallback: { type: 'boolean', default: false },
        },
      },
    },
  }),
};

export const settingsShape = { type: 'object', properties: sections } satisfies Shape;

export const searchShape: Shape = {
  type: 'object',
  required: ['query'],
  additionalProperties: false,
  properties: {
    query,
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
    sort: { oneOf: [sortKey, { type: 'array', maxItems: limits.sortFields, items: sortKey }] },
    group: {
      type: 'object',
      required: ['field'],
      properties: {
        field: { type: 'string' },
        size: size(limits.groupSize, limits.groupSize),
        sort: sortKey,
        collapse: { type: 'boolean' },
      },
    },
    facets: byField(oneOrSeveral(facet)),
    filters: {
      type: 'object',
      description:
        'Conditions on fields, and all, any, none over lists of filters. In meta engines also on `_engine`, the name of the source engine.',
    },
    ...sections,
    analytics: { type: 'object', properties: { tags } },
    record_analytics: { type: 'boolean', default: true },
  },
};

/** `page` is the shape that all lists share. */
export const searchAnswerShape = (page: Shape): Shape => ({
  type: 'object',
  properties: {
    meta: {
      type: 'object',
      properties: {
        alerts: { type: 'array' },
        warnings: { type: 'array', items: { type: 'string' } },
        precision: { type: 'integer' },
        page,
        engine: { type: 'object', properties: { name: { type: 'string' }, type: { type: 'string' } } },
        request_id: { type: 'string' },
        profile: {
          type: 'object',
          description: 'Only with the header `X-Enterprise-Search-Profile: true` and a private key.',
          properties: {
            took: { type: 'number', description: 'Milliseconds.' },
            stages: { type: 'object', additionalProperties: { type: 'number' } },
            counters: { type: 'object', additionalProperties: { type: 'number' } },
          },
        },
        elasticsearch: {
          type: 'object',
          description: 'Only with the header `X-Enterprise-Search-Debug: true` and a private key.',
          properties: {
            request_header: { type: 'object' },
            request_body: { type: 'object' },
            response: { type: 'object' },
          },
        },
      },
    },
    results: { type: 'array', items: object },
    facets: byField({
      type: 'array',
      items: {
        type: 'object',
        properties: {
          type: { enum: ['value', 'range'] },
          name: { type: 'string' },
          data: { type: 'array', items: object },
        },
      },
    }),
  },
});

export const multiSearchShape: Shape = {
  type: 'object',
  required: ['queries'],
  additionalProperties: false,
  properties: {
    queries: { type: 'array', minItems: 1, maxItems: limits.searchesPerRequest, items: searchShape },
  },
};

export const suggestionShape: Shape = {
  type: 'object',
  required: ['query'],
  additionalProperties: false,
  properties: {
    query,
    types: {
      type: 'object',
      properties: {
        documents: {
          type: 'object',
          properties: { fields: { type: 'array', minItems: 1, items: { type: 'string' } } },
        },
      },
    },
    size: size(limits.suggestions.most, limits.suggestions.default),
  },
};

export const suggestionAnswerShape: Shape = {
  type: 'object',
  properties: {
    results: {
      type: 'object',
      properties: {
        documents: {
          type: 'array',
          items: { type: 'object', properties: { suggestion: { type: 'string' } } },
        },
      },
    },
    meta: { type: 'object', properties: { request_id: { type: 'string' } } },
  },
};

export const clickShape: Shape = {
  type: 'object',
  required: ['query', 'document_id'],
  additionalProperties: false,
  properties: {
    query,
    document_id: { type: ['string', 'number'] },
    request_id: { type: 'string', maxLength: limits.requestIdLength },
    tags,
  },
};
