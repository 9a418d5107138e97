import type { JsonSchema } from './route.ts';

/** Schemas shared by several routes of the OpenAPI description. */

export const pageParameters: Readonly<Record<string, JsonSchema>> = {
  'page[current]': { type: 'integer', minimum: 1, default: 1 },
  'page[size]': { type: 'integer', minimum: 1 },
};

export const pageMetaSchema: JsonSchema = {
  type: 'object',
  properties: {
    current: { type: 'integer' },
    total_pages: { type: 'integer' },
    total_results: { type: 'integer' },
    size: { type: 'integer' },
  },
};

export const listOf = (item: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: {
    meta: { type: 'object', properties: { page: pageMetaSchema } },
    results: { type: 'array', items: item },
  },
});

export const deletedSchema: JsonSchema = { type: 'object', properties: { deleted: { const: true } } };
