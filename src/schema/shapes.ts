import type { JsonSchema } from '../api/route.ts';
import {
  integerShape,
  listShape,
  named,
  objectShape,
  orNull,
  pageMetaSchema,
  textListShape,
  textShape,
  timeShape,
} from '../api/shapes.ts';
import { FIELD_TYPES } from '../values/types.ts';

/* The shapes of schemas and reindex jobs in the OpenAPI description. */

const fieldType = named('FieldType', { enum: FIELD_TYPES });

export const schemaShape = named('Schema', { type: 'object', additionalProperties: fieldType });

const conversion = objectShape({
  from: fieldType,
  to: fieldType,
  converted: integerShape,
  failed: integerShape,
  rounded: { type: 'integer', description: 'Numbers with more digits than a double holds.' },
  empty: { type: 'integer', description: 'Documents without a value for the field.' },
  reasons: listShape(
    objectShape({
      reason: textShape,
      count: integerShape,
      samples: listShape(objectShape({ document_id: textShape, value: textShape })),
    }),
  ),
});

const dryRun = named(
  'SchemaDryRun',
  objectShape({
    dry_run: { const: true },
    schema: schemaShape,
    added: textListShape,
    changed: { type: 'object', additionalProperties: conversion },
    documents_examined: integerShape,
  }),
);

export const changedSchemaShape: JsonSchema = { anyOf: [schemaShape, dryRun] };

export const statusShape = named(
  'ReindexStatus',
  objectShape({
    state: { enum: ['idle', 'reindexing'] },
    progress: orNull(
      objectShape({
        job: integerShape,
        fields: schemaShape,
        documents_done: integerShape,
        documents_total: integerShape,
        documents_per_second: { type: ['integer', 'null'] },
        estimated_end: { type: ['string', 'null'], format: 'date-time' },
        started_at: timeShape,
      }),
    ),
    last_job: orNull(
      objectShape({
        id: integerShape,
        state: { enum: ['finished', 'cancelled'] },
        fields: schemaShape,
        documents_done: integerShape,
        documents_total: integerShape,
        failures: integerShape,
        started_at: timeShape,
        finished_at: timeShape,
      }),
    ),
  }),
);

const failure = named(
  'ReindexFailure',
  objectShape({
    document_id: textShape,
    field: textShape,
    type: fieldType,
    value: textShape,
    reason: textShape,
  }),
);

export const failuresShape = objectShape({
  meta: objectShape({ page: pageMetaSchema, job: { type: ['integer', 'null'] } }),
  results: listShape(failure),
});
