import { texts } from '../error-texts.ts';
import type { Failure } from '../store/port.ts';
import { storableText } from '../values/storable-text.ts';
import type { Body } from '../values/typed-fields.ts';
import type { Schema } from '../values/types.ts';
import { convertValue } from '../values/value.ts';

/** The values of these fields of a document that cannot be converted to their types. */
export function failuresOf(id: string, body: Body, schema: Schema, fields: readonly string[]): Failure[] {
  const failures: Failure[] = [];
  for (const field of fields) {
    const type = schema.get(field);
    if (type === undefined || !Object.hasOwn(body, field)) continue;
    const conversion = convertValue(body[field], type);
    if (conversion.ok) continue;
    failures.push({
      documentId: id,
      field,
      type,
      value: storableText(conversion.value),
      reason: storableText(texts.conversionError(conversion.value, conversion.error)),
    });
  }
  return failures;
}
