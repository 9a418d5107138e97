import { limits } from '../../../../src/limits.ts';
import { type Column, targetErrors } from '../../imports/column.ts';
import type { Schema } from './browsing.ts';
import { newFields } from './new-fields.ts';

/** Whether a mapping of columns can be imported into an engine with this schema, and what is wrong with it. */
export function checkColumns(columns: readonly Column[], schema: Schema) {
  const errors = targetErrors(columns);
  const isTooMany = Object.keys(schema).length + newFields(columns, schema).length > limits.schemaFields;
  return { errors, isTooMany, isReady: !isTooMany && errors.every((error) => error === undefined) };
}
