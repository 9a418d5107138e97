import type { Schema } from './types.ts';
import { type TypedValue, typedValue } from './value.ts';

/** A document's values as they were sent. */
export type Body = Readonly<Record<string, unknown>>;

/** The typed values of a stored document under a schema, without fields that the schema does not have. */
export function typedFields(body: Body, schema: Schema): Map<string, TypedValue> {
  const fields = new Map<string, TypedValue>();
  for (const [name, value] of Object.entries(body)) {
    const type = schema.get(name);
    if (type !== undefined) fields.set(name, typedValue(value, type));
  }
  return fields;
}
