import type { Schema } from './types.ts';
import { type ShownValue, shownValue } from './value.ts';

/** A document's values as they were sent. */
export type Body = Readonly<Record<string, unknown>>;

/** What a stored document shows under a schema; fields that the schema does not know are left out. */
export function shownFields(body: Body, schema: Schema): Map<string, ShownValue> {
  const fields = new Map<string, ShownValue>();
  for (const [name, value] of Object.entries(body)) {
    const type = schema.get(name);
    if (type !== undefined) fields.set(name, shownValue(value, type));
  }
  return fields;
}
