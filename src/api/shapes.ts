import type { JsonSchema } from './route.ts';

/** Schemas shared by several routes of the OpenAPI description. */

type Members = Readonly<Record<string, JsonSchema>>;

/** An object of a response: it has all members of `always`, and may have those of `sometimes`. */
export const objectShape = (always: Members, sometimes: Members = {}): JsonSchema => ({
  type: 'object',
  required: Object.keys(always),
  properties: { ...always, ...sometimes },
});

export const listShape = (items: JsonSchema): JsonSchema => ({ type: 'array', items });

export const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });

/** A schema that the description lists once, under this name. */
export const named = (title: string, schema: JsonSchema): JsonSchema => ({ title, ...schema });

/** The schema of this name, for schemas that contain themselves. */
export const reference = (title: string): JsonSchema => ({ $ref: `#/components/schemas/${title}` });

export const textShape: JsonSchema = { type: 'string' };
export const textListShape: JsonSchema = listShape(textShape);
export const integerShape: JsonSchema = { type: 'integer' };
export const booleanShape: JsonSchema = { type: 'boolean' };
export const timeShape: JsonSchema = { type: 'string', format: 'date-time' };
/** An object whose members are not described. */
export const anyObjectShape: JsonSchema = { type: 'object', additionalProperties: true };

export const pageParameters: Members = {
  'page[current]': { type: 'integer', minimum: 1, default: 1 },
  'page[size]': { type: 'integer', minimum: 1 },
};

export const pageMetaSchema: JsonSchema = named(
  'Page',
  objectShape({
    current: integerShape,
    total_pages: integerShape,
    total_results: integerShape,
    size: integerShape,
  }),
);

export const listOf = (item: JsonSchema): JsonSchema =>
  objectShape({ meta: objectShape({ page: pageMetaSchema }), results: listShape(item) });

export const deletedSchema: JsonSchema = named('Deleted', objectShape({ deleted: { const: true } }));

export const errorsSchema: JsonSchema = named('Errors', objectShape({ errors: textListShape }));
