import type { JsonSchema } from '../api/route.ts';
import { listShape, named, reference, textListShape, textShape } from '../api/shapes.ts';
import { limits } from '../limits.ts';
import { DEFAULT_PRECISION, HIGHEST_PRECISION } from './precision.ts';

/** The JSON Schemas of search requests, for the OpenAPI description. */

type Shape = JsonSchema;

const direction: Shape = { enum: ['asc', 'desc'] };
const location: Shape = {
  description: 'A place: "lat,lon", [lon, lat], a geohash, or "POINT (lon lat)".',
  type: ['string', 'array'],
  items: { type: 'number' },
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
const oneOrSeveral = (shape: Shape): Shape => ({ anyOf: [shape, listShape(shape)] });
const byField = (shape: Shape): Shape => ({ type: 'object', additionalProperties: shape });

const query: Shape = {
  type: ['string', 'number'],
  description: `At most ${limits.queryLength} characters unless FINDLING_QUERY_LIMIT says otherwise.`,
};

const sortKey = named('SortKey', {
  type: 'object',
  description: '_score, id or a field, and the direction; for a place its center.',
  minProperties: 1,
  maxProperties: 1,
  additionalProperties: {
    anyOf: [
      direction,
      {
        type: 'object',
        required: ['center'],
        properties: { center: location, order: direction, mode: { enum: ['min', 'max', 'median', 'avg'] } },
      },
    ],
  },
});

const facet = named('FacetRequest', {
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
});

const value: Shape = { type: ['string', 'number', 'boolean'] };
const range = named('FilterRange', {
  type: 'object',
  description: 'A range of numbers or dates, or of distances from a center.',
  properties: {
    from: { type: ['number', 'string'] },
    to: { type: ['number', 'string'] },
    center: location,
    unit,
    distance: { type: ['number', 'string'] },
  },
});
const valueOrRange: Shape = { anyOf: [value, range] };
const condition: Shape = {
  anyOf: [
    value,
    range,
    listShape(valueOrRange),
    { type: 'object', required: ['any'], properties: { any: listShape(valueOrRange) } },
  ],
};
const combined = oneOrSeveral(reference('Filters'));

export const filtersShape = named('Filters', {
  type: 'object',
  description:
    'Conditions on fields, and all, any, none over lists of filters. In meta engines also on `_engine`, the name of the source engine.',
  properties: { all: combined, any: combined, none: combined },
  additionalProperties: condition,
});

const boost = named('Boost', {
  type: 'object',
  required: ['type'],
  properties: {
    type: { enum: ['value', 'functional', 'proximity'] },
    value: oneOrSeveral(value),
    function: { enum: ['linear', 'exponential', 'logarithmic', 'gaussian'] },
    operation: { enum: ['add', 'multiply'], default: 'add' },
    factor: { type: 'number', minimum: 0, maximum: limits.boostFactor, default: 1 },
    center: { type: ['string', 'number', 'array'], items: { type: 'number' } },
  },
});

const resultSize: Shape = {
  type: 'integer',
  minimum: limits.resultSize.least,
  maximum: limits.resultSize.most,
};

/** The options that the search settings of an engine have defaults for. */
const sections = {
  precision: { type: 'integer', minimum: 1, maximum: HIGHEST_PRECISION, default: DEFAULT_PRECISION },
  boosts: byField(oneOrSeveral(boost)),
  search_fields: named(
    'SearchFields',
    byField({
      type: 'object',
      properties: { weight: { type: 'number', minimum: 0, maximum: limits.fieldWeight, default: 1 } },
    }),
  ),
  result_fields: named(
    'ResultFields',
    byField({
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
  ),
} satisfies Readonly<Record<string, Shape>>;

export const settingsShape = {
  title: 'SearchSettingsChange',
  type: 'object',
  properties: sections,
} satisfies Shape;

/** The sections as responses show them: every field has a list of boosts. */
export const settingsSections = { ...sections, boosts: byField(listShape(boost)) };

export const searchShape = {
  title: 'SearchRequest',
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
    sort: { anyOf: [sortKey, { type: 'array', maxItems: limits.sortFields, items: sortKey }] },
    group: {
      type: 'object',
      required: ['field'],
      properties: {
        field: textShape,
        size: size(limits.groupSize, limits.groupSize),
        sort: sortKey,
        collapse: { type: 'boolean' },
      },
    },
    facets: byField(oneOrSeveral(facet)),
    filters: filtersShape,
    ...sections,
    analytics: { type: 'object', properties: { tags } },
    record_analytics: { type: 'boolean', default: true },
  },
} satisfies Shape;

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
        documents: { type: 'object', properties: { fields: { ...textListShape, minItems: 1 } } },
      },
    },
    size: size(limits.suggestions.most, limits.suggestions.default),
  },
};

export const clickShape: Shape = named('Click', {
  type: 'object',
  required: ['query', 'document_id'],
  additionalProperties: false,
  properties: {
    query,
    document_id: { type: ['string', 'number'] },
    request_id: { type: 'string', maxLength: limits.requestIdLength },
    tags,
  },
});
